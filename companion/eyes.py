"""What the companion asks of its eyes: a source of frames, and a live table that turns them into changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from engine.pieces import Cell
from engine.profiles import BoardProfile
from vision.changes import LiveEvent, Patch
from vision.frames import Frame, Source


class LiveTable(Protocol):
    """Frames in, changes and notices out; `vision.live.table.LiveTable` is the real one."""

    def take_as_given(self, known: Sequence[Patch], ruled: Collection[Cell] = ()) -> None:
        """What lies on the board, by the record: differences between this and what is seen are reported as changes.

        `ruled` are cells that people have ruled on: they are what `known` says as they look now, whatever that is,
        until they look otherwise.
        """
        ...

    def read_again(self, doubted: Sequence[Patch]) -> None:
        """Forget these pieces and read their cells afresh: people ask for another look."""
        ...

    def feed(self, frame: Frame) -> Sequence[LiveEvent]:
        """What this frame adds to what is known."""
        ...

    @property
    def found_at_start(self) -> bool:
        """Whether the first change tells what lay on the board already."""
        ...

    @property
    def status(self) -> str:
        """One word: `looking`, `live`, `busy`, `hidden`, `lost`."""
        ...

    @property
    def grid(self) -> Sequence[str] | None:
        """The last settled reading, rows of letters; None before the first."""
        ...

    @property
    def corners(self) -> Sequence[Sequence[float]] | None:
        """The corners of the board in the image, from the top left clockwise; None if it is not found."""
        ...


OpenSource = Callable[[], Source]
"""Opens the source, or opens it again; raises when it cannot."""

MakeTable = Callable[[BoardProfile, Sequence[Patch]], LiveTable]
"""Makes the live table of a game: its board, and what the record says lies there (nothing for a new game)."""
