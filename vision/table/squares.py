"""Square names as people say them: a1 at the lower left."""

import re

from engine.pieces import Cell
from vision.errors import ScriptError


def cell_named(name: str, size: int) -> Cell:
    """The cell of a square name such as h8 on a board of this size."""
    match = re.fullmatch(r"([a-z])(\d{1,2})", name.strip().lower())
    if match:
        row, column = size - int(match[2]), ord(match[1]) - ord("a")
        if 0 <= row < size and 0 <= column < size:
            return row, column
    last = f"{chr(ord('a') + size - 1)}{size}"
    raise ScriptError(f"{name!r} is not a square of this board: expected a1 to {last}")
