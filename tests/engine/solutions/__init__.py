"""Solutions of the three brainteasers, one piece a line: colour, piece, cells."""

from pathlib import Path

from engine.colours import Colour
from engine.pieces import Cell, piece_of

Laid = list[tuple[Colour, tuple[Cell, ...]]]


def solution(name: str) -> Laid:
    """The pieces of a stored solution, in the order of placing."""
    lines = (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    laid: Laid = []
    for colour, piece, *cells in (line.split() for line in lines if not line.startswith("#")):
        laid.append((Colour(colour), tuple((int(r), int(c)) for r, c in (cell.split(",") for cell in cells))))
        assert piece_of(laid[-1][1]).name == piece
    return laid
