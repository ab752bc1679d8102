"""Comparing the board in front of the camera with the record: what is missing, what is too much, what differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.colours import BY_LETTER, EMPTY_LETTER, Colour
from engine.pieces import Cell
from engine.position import Position
from vision.changes import Change


def differences(
    position: Position, seen: Sequence[str], pins: Mapping[Cell, Colour | None] | None = None
) -> list[dict[str, Any]]:
    """Each piece of the record that is not seen as it should be, and each patch that is seen and not on record.

    Args:
        position: what the record says.
        seen: the settled reading, one string of letters a row; other letters than those of colours are unknown.
        pins: cells that people have ruled on; they are not compared.
    """
    ruled = pins or {}
    found: list[dict[str, Any]] = []
    size = position.profile.size
    if len(seen) != size or any(len(row) != size for row in seen):
        return found
    for item in position.lying:
        wrong = [
            list(cell)
            for cell in item.cells
            if cell not in ruled and _known(seen, cell) and seen[cell[0]][cell[1]] != item.colour.letter
        ]
        if wrong:
            what = "missing" if len(wrong) == len(item.cells) else "differs"
            found.append({"what": what, "number": item.number, "colour": item.colour, "cells": wrong})
    lattice = position.lattice
    for colour in Colour:
        mask = 0
        for (row, column), bit in lattice.bit_of.items():
            if seen[row][column] == colour.letter and not position.occupied & bit and (row, column) not in ruled:
                mask |= bit
        for part in lattice.parts(mask):
            found.append({"what": "extra", "colour": colour, "cells": [list(c) for c in lattice.cells(part)]})
    return found


def changed_meanwhile(change: Change) -> list[dict[str, Any]]:
    """The same list for a live table that was given the record and reports what it sees otherwise."""
    return [
        *({"what": "missing", "colour": p.colour, "cells": [list(c) for c in p.cells]} for p in change.vanished),
        *({"what": "differs", "colour": s.colour, "cells": [list(c) for c in s.was]} for s in change.moved),
        *({"what": "extra", "colour": p.colour, "cells": [list(c) for c in p.cells]} for p in change.appeared),
    ]


def _known(seen: Sequence[str], cell: Cell) -> bool:
    letter = seen[cell[0]][cell[1]]
    return letter == EMPTY_LETTER or letter in BY_LETTER
