"""What the companion asks of its eyes: a source of frames, and a live table that turns them into changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from companion.evidence import Point
from engine.colours import Colour
from engine.pieces import Cell
from vision.changes import LiveEvent, Patch
from vision.frames import Frame, Source


class LiveTable(Protocol):
    """Frames in, changes and notices out."""

    def feed(self, frame: Frame) -> Sequence[LiveEvent]:
        """What this frame adds to what is known."""
        ...

    @property
    def status(self) -> str:
        """One word: `live`, `busy`, `lost` and the like."""
        ...

    @property
    def grid(self) -> Sequence[str] | None:
        """The last settled reading, rows of letters; None before the first."""
        ...

    @property
    def corners(self) -> Sequence[Point] | None:
        """The corners of the board in the image, from the top left clockwise; None if it is not found."""
        ...

    def assume(self, lying: Sequence[Patch]) -> None:
        """Take this as what lies on the board: a game begins, is resumed, or was changed by hand.

        Differences between this and what is seen are reported as changes.
        """
        ...

    def pin(self, cells: Mapping[Cell, Colour | None]) -> None:
        """Take these cells as given (None: empty), whatever is read there, until the reading itself changes."""
        ...

    def read_again(self) -> None:
        """Forget the last reading and its doubts, and look afresh."""
        ...


OpenSource = Callable[[], Source]
"""Opens the source, or opens it again; raises when it cannot."""
