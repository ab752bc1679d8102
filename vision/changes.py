"""What the live table says: pieces that appeared, vanished or moved, and notices about what it can see."""

from dataclasses import dataclass
from enum import StrEnum

from engine.colours import Colour
from engine.pieces import Cell

Cells = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Patch:
    """Cells of one colour that belong together: as a rule, one piece."""

    colour: Colour
    cells: Cells
    """In reading order."""


@dataclass(frozen=True, slots=True)
class Shift:
    """A piece that lies elsewhere than before."""

    colour: Colour
    was: Cells
    now: Cells


@dataclass(frozen=True, slots=True)
class Change:
    """The likeliest explanation of the difference between two settled readings."""

    time: float
    """Seconds since the source's start."""
    frame: int
    appeared: tuple[Patch, ...] = ()
    vanished: tuple[Patch, ...] = ()
    moved: tuple[Shift, ...] = ()
    confidence: float = 1.0

    @property
    def empty(self) -> bool:
        """Whether nothing changed."""
        return not (self.appeared or self.vanished or self.moved)


class NoticeKind(StrEnum):
    """What the live table reports besides pieces; named as the events are."""

    OBSCURED = "obscured"
    CLEAR = "clear"
    MOVED_CAMERA = "moved_camera"
    REALIGNED = "realigned"
    LIGHT = "light"
    UNSURE = "unsure"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about seeing, not about the game."""

    time: float
    frame: int
    kind: NoticeKind
    cells: Cells = ()
    """For `obscured`: the cells that stay hidden."""
    readings: tuple[tuple[Patch, ...], ...] = ()
    """For `unsure`: the explanations that stay close, each as the patches that would have appeared."""
    problem: str = ""
    """For `source`: one sentence for a person."""


LiveEvent = Change | Notice
