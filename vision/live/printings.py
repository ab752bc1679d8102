"""The printing, reconsidered: an empty board hardly says which colours are played on it; the first pieces do."""

from __future__ import annotations

import numpy as np

from engine.pieces import Cell
from engine.profiles import PROFILES, BoardProfile
from vision.live.cells import Close
from vision.live.explain import Explained
from vision.photo import profiles_for
from vision.reading.appearance import Appearance
from vision.reading.printing import printing_of

# How sure the hues of the first pieces must be of another printing.
SURE = 0.99


def other_printing(board: str, profile: BoardProfile, parts: list[Explained], close: Close) -> BoardProfile | None:
    """The printing whose colours the first pieces have, if `board` allows it and it is not the one that was taken."""
    allowed = [found for found in profiles_for(board) if found.size == profile.size]
    covered: set[Cell] = {cell for part in parts for patch in part.best.appeared for cell in patch.cells}
    if len(allowed) < 2 or profile not in allowed or not covered:
        return None
    mine = np.isin(close.cells, [row * profile.size + column for row, column in covered])
    seen = close.seen
    new = Appearance(seen.pure[mine], seen.whole[mine], seen.frame[mine], seen.bright[mine])
    told = printing_of(allowed, new)
    clear = told.confidence >= SURE and told.profile.name in PROFILES
    return told.profile if clear and told.profile != profile else None
