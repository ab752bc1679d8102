"""Words for parts of the board as the page shows it: `upper left corner`, `right side`, `middle`."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from engine.pieces import Cell

_ROWS = ("upper", "", "lower")
_COLUMNS = ("left", "", "right")


def region(cells: Iterable[Cell], size: int) -> str:
    """Where most of these cells lie, in words that follow `the`."""
    places = np.array(sorted(cells), float)
    if len(places) == 0:
        return "board"
    rows, columns = (np.clip((places + 0.5) * 3 // size, 0, 2).astype(int)).T
    thirds = np.zeros((3, 3))
    np.add.at(thirds, (rows, columns), 1.0)
    if (thirds > 0.05 * thirds.sum()).sum() >= 7:
        return "board"
    row, column = np.unravel_index(int(thirds.argmax()), (3, 3))
    # A stripe along one side is that side, not the corner where it happens to be thickest.
    if thirds[:, column].sum() > 0.85 * thirds.sum() and thirds[row, column] < 0.6 * thirds.sum():
        return f"{_COLUMNS[column]} side" if column != 1 else "middle"
    if thirds[row].sum() > 0.85 * thirds.sum() and thirds[row, column] < 0.6 * thirds.sum():
        return f"{_ROWS[row]} side" if row != 1 else "middle"
    if row == 1 and column == 1:
        return "middle"
    words = f"{_ROWS[row]} {_COLUMNS[column]}".strip()
    return f"{words} corner" if row != 1 and column != 1 else f"{words} side"
