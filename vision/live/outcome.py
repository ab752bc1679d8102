"""What an explanation means for the table: what is told, what lies there afterwards, what stays undecided."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.colours import EMPTY_LETTER
from engine.pieces import Cell
from engine.profiles import BoardProfile
from vision.changes import LiveEvent, Notice, NoticeKind, Patch
from vision.frames import Frame
from vision.live.explain import Explained, Explanation
from vision.live.place import News

Bools = NDArray[np.bool_]

# The part of a new piece's cells that may look like nothing known.
MOST_STRANGE = 0.4


def told_place(frame: Frame, news: News) -> list[LiveEvent]:
    """What to tell about where the board lies."""
    kinds = {
        News.MOVED: (NoticeKind.MOVED_CAMERA, NoticeKind.REALIGNED),
        News.LOST: (NoticeKind.MOVED_CAMERA,),
        News.BACK: (NoticeKind.REALIGNED,),
    }
    return [Notice(frame.seconds, frame.number, kind) for kind in kinds.get(news, ())]


def question(frame: Frame, part: Explained) -> Notice:
    """Ask the people, with both readings."""
    readings = (part.best.appeared, part.second.appeared)
    return Notice(frame.seconds, frame.number, NoticeKind.UNSURE, readings=readings)


def undecided(parts: list[Explained], done: list[Explained], shape: tuple[int, ...]) -> Bools:
    """The cells of explanations that are still open, and those that none explains: nothing is learnt from them."""
    mask = np.zeros(shape, bool)
    for part in parts:
        cells = [] if part in done else [cell for patch in part.best.appeared for cell in patch.cells]
        for cell in (*cells, *part.unexplained):
            mask[cell] = True
    return mask


def mostly(strange: Bools, explanation: Explanation) -> bool:
    """Whether what appeared looks more like something else than like pieces: a cup, a phone, a cat."""
    cells = [cell for patch in explanation.appeared for cell in patch.cells]
    return sum(bool(strange[cell]) for cell in cells) > MOST_STRANGE * len(cells) if cells else False


def covers(explanation: Explanation, starts: set[Cell]) -> bool:
    """Whether something new lies on a start square."""
    return any(cell in starts for patch in explanation.appeared for cell in patch.cells)


def quarter_turned(explanation: Explanation, size: int) -> Explanation:
    """The same new pieces on the board turned by a quarter, clockwise: its left side becomes its top."""
    patches = tuple(
        Patch(patch.colour, tuple(sorted((column, size - 1 - row) for row, column in patch.cells)))
        for patch in explanation.appeared
    )
    return replace(explanation, appeared=patches)


def after(known: tuple[Patch, ...], best: Explanation) -> tuple[Patch, ...]:
    """The pieces on the board after a change."""
    gone = {*best.vanished, *(Patch(shift.colour, shift.was) for shift in best.moved)}
    came = (*best.appeared, *(Patch(shift.colour, shift.now) for shift in best.moved))
    return (*(patch for patch in known if patch not in gone), *came)


def rows_of(profile: BoardProfile, labels: NDArray[np.int64]) -> tuple[str, ...]:
    """Rows of letters of rows × columns of labels."""
    letters = (EMPTY_LETTER, *(colour.letter for colour in profile.colours))
    return tuple("".join(letters[label] for label in row) for row in labels)
