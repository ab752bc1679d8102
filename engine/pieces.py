"""The 21 pieces and their 91 oriented shapes, named as Pentobi names them."""

from dataclasses import dataclass
from functools import cache

Cell = tuple[int, int]
"""(row, column), both counted from 0 at the top left."""

# Drawn once; every turned and flipped form follows from the drawing.
_DRAWINGS = {
    "1": "x",
    "2": "xx",
    "I3": "xxx",
    "V3": "xx/x.",
    "I4": "xxxx",
    "L4": "xxx/x..",
    "O": "xx/xx",
    "T4": "xxx/.x.",
    "Z4": "xx./.xx",
    "F": ".xx/xx./.x.",
    "I5": "xxxxx",
    "L5": "xxxx/x...",
    "N": "xxx./..xx",
    "P": "xx/xx/x.",
    "T5": "xxx/.x./.x.",
    "U": "x.x/xxx",
    "V5": "x../x../xxx",
    "W": "x../xx./.xx",
    "X": ".x./xxx/.x.",
    "Y": "xxxx/.x..",
    "Z5": "xx./.x./.xx",
}

Shape = tuple[Cell, ...]
"""Cells in reading order, moved so that the smallest row and the smallest column are 0."""


def normalised(cells: "frozenset[Cell] | tuple[Cell, ...] | list[Cell] | set[Cell]") -> Shape:
    """The same figure, moved to the top left corner, cells in reading order."""
    top = min(row for row, _ in cells)
    left = min(column for _, column in cells)
    return tuple(sorted((row - top, column - left) for row, column in cells))


def _orientations(shape: Shape) -> tuple[Shape, ...]:
    """All different turned and flipped forms of a shape, in a fixed order."""
    found: set[Shape] = set()
    current = shape
    for _ in range(4):
        current = normalised([(column, -row) for row, column in current])
        found.add(current)
        found.add(normalised([(row, -column) for row, column in current]))
    return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Piece:
    """One of the 21 shapes that every colour owns once."""

    name: str
    orientations: tuple[Shape, ...]

    @property
    def size(self) -> int:
        """How many squares it covers: 1 to 5."""
        return len(self.orientations[0])


def _piece(name: str, drawing: str) -> Piece:
    cells = [
        (row, column) for row, line in enumerate(drawing.split("/")) for column, mark in enumerate(line) if mark == "x"
    ]
    return Piece(name, _orientations(normalised(cells)))


PIECES: tuple[Piece, ...] = tuple(_piece(name, drawing) for name, drawing in _DRAWINGS.items())
BY_NAME: dict[str, Piece] = {piece.name: piece for piece in PIECES}
SQUARES = sum(piece.size for piece in PIECES)
"""Squares of one colour's 21 pieces: 89."""


@cache
def _by_shape() -> dict[Shape, Piece]:
    return {shape: piece for piece in PIECES for shape in piece.orientations}


def piece_of(cells: "frozenset[Cell] | tuple[Cell, ...] | list[Cell] | set[Cell]") -> Piece | None:
    """The piece that covers exactly these cells, or None if they are not one of the 21 shapes."""
    return _by_shape().get(normalised(cells)) if cells else None
