"""What the companion asks of its eyes: a source of frames, and a live table that turns them into changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.profiles import BoardProfile
from vision.changes import LiveEvent, Patch
from vision.frames import Frame, Source


class LiveTable(Protocol):
    """Frames in, changes and notices out; `vision.live.table.LiveTable` is the real one."""

    known: tuple[Patch, ...]
    """What it takes to lie on the board. Differences between this and what it sees are reported as changes.

    The frame loop sets it when the record has something else to say; it may set a `pinned` attribute too, if there
    is one: a mapping from cells to a colour or None (empty) that people have ruled on and that must be taken as given.
    """

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
