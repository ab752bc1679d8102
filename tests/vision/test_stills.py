"""Stills of the simulated table, read as a photo would be: random light, tables, lenses, positions, clutter."""

import functools

from vision.table.stills import render_still

# Rooms as people light them for a game. Stills with a lamp's mirror image on the pieces or in near darkness are left to
# the tests below, which allow doubt.
LIGHTS = ("office", "sunny", "window", "evening", "mixed", "desk lamp")
BOARDS = ("classic", "duo-togo", "duo")
SIZE = (1024, 768)


@functools.cache
def still(seed, board):
    return render_still(seed, board, size=SIZE, finer=1)
