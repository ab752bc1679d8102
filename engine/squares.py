"""Square names as Pentobi writes them: a letter for the column, a number for the row from the bottom."""

import re
from collections.abc import Iterable

from engine.errors import GameError
from engine.pieces import Cell

_NAME = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")


def column_name(column: int) -> str:
    """Letters from a to z, then aa, ab … for boards wider than the alphabet."""
    return chr(97 + column) if column < 26 else chr(96 + column // 26) + chr(97 + column % 26)


def square_name(cell: Cell, size: int) -> str:
    """The name of a cell.

    >>> square_name((0, 0), 20)
    'a20'
    """
    return f"{column_name(cell[1])}{size - cell[0]}"


def parse_square(name: str, size: int) -> Cell:
    """The cell of a name; GameError if it is no name, or no square of a board of this size.

    >>> parse_square("e10", 14)
    (4, 4)
    """
    match = _NAME.fullmatch(name.strip().lower())
    if match:
        letters, number = match.groups()
        column = ord(letters[-1]) - 97 + (26 * (ord(letters[0]) - 96) if len(letters) == 2 else 0)
        row = size - int(number)
        if 0 <= row < size and 0 <= column < size:
            return row, column
    raise GameError(f"{name[:20]!r} is not a square of the {size} × {size} board (a1 to {column_name(size - 1)}{size})")


def square_names(cells: Iterable[Cell], size: int) -> str:
    """Several names, comma-separated, in Pentobi's order: bottom row first, then left to right."""
    return ",".join(square_name(cell, size) for cell in sorted(cells, key=lambda c: (-c[0], c[1])))
