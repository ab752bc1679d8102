"""What the eyes say now, and what they are to be told: the small talk between the keeper and the frame loop."""

from __future__ import annotations

from dataclasses import dataclass

from companion.evidence import Point


@dataclass
class Sight:
    """What the eyes last said; not kept in the journal."""

    status: str = "waiting"
    problem: str = ""
    grid: tuple[str, ...] | None = None
    corners: tuple[Point, ...] | None = None
    size: tuple[int, int] | None = None
    """Width and height of the camera's picture."""
    frames: int = 0
    """How many frames have been read."""


@dataclass
class Wishes:
    """What the frame loop is asked to tell the live table before the next frame."""

    begin: bool = True
    """Whether another game has come to the table."""
    assume: bool = False
    """Whether the live table has lost the thread and is to begin from the record."""
    read_again: bool = False
    compare: bool = False
    """Whether the first settled reading is to be compared with the record."""
