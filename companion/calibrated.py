"""The live table that has a calibration: begins with it, keeps it up during play, says when it no longer holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.keeping import FOLDER, Shelf, camera_name
from calibration.looking import KeptLook
from companion.boards import learn_boards
from engine.profiles import BoardProfile
from vision.changes import LiveEvent, Notice, NoticeKind, Patch
from vision.frames import Frame
from vision.live.table import LiveTable

# Seconds between looks at whether the calibration still holds: light changes slower than that, and so do colours.
EVERY = 30.0


@dataclass
class CalibratedTable(LiveTable):
    """A live table whose first look is a kept calibration."""

    kept: KeptLook | None = None
    _followed_at: float = 0.0
    _told: str = ""

    def feed(self, frame: Frame) -> list[LiveEvent]:
        """Look at one frame, and now and then at the calibration."""
        events = super().feed(frame)
        kept, view, palette = self.kept, self.view, self.palette
        if kept is None:
            return events
        words = kept.words if kept.words != self._told else ""
        self._told = kept.words
        if view is not None and palette is not None and frame.seconds - self._followed_at >= EVERY:
            self._followed_at = frame.seconds
            words = kept.follow(view, palette, self.unmet) or words
        return [*events, Notice(frame.seconds, frame.number, NoticeKind.SOURCE, problem=words)] if words else events


def calibrated_table(
    camera: str,
    data: Path | None,
    board: str,
    profile: BoardProfile | None = None,
    known: Sequence[Patch] = (),
    controls: Callable[[], Mapping[str, float]] = dict,
) -> CalibratedTable:
    """The live table of a camera; with a data folder, its calibration is taken from there and kept there."""
    printing = learn_boards(data).get(board)
    shelf = None if data is None else Shelf(data / FOLDER)
    prior = printing.palette if printing else None
    look = KeptLook(camera_name(camera), shelf, prior=prior, controls=controls)
    return CalibratedTable(board=board, profile=profile, known=tuple(known), first_look=look, kept=look)
