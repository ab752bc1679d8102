"""Pieces that come and go on the table of a test."""

from engine.colours import Colour
from vision.changes import Change, Patch

PIN = "424242"


def piece(colour, *cells):
    """A piece that appears."""
    return Change(0.0, 0, appeared=(Patch(Colour(colour), tuple(sorted(cells))),))


def gone(colour, *cells):
    """A piece that is taken off."""
    return Change(0.0, 0, vanished=(Patch(Colour(colour), tuple(sorted(cells))),))


FIRST = ((4, 4), (4, 5), (4, 6), (4, 7), (4, 8))
SECOND = ((9, 9), (9, 8), (9, 7), (9, 6), (9, 5))
TOUCHING = ((5, 4), (5, 5), (5, 6), (6, 4))
"""Illegal for the colour of FIRST: it lies edge to edge with it."""
