"""The plan of a film: who moves when, which pieces lie where, which lamps burn. Times in seconds, places in mm."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from engine.colours import Colour
from engine.pieces import Cell, Shape
from vision.table.arrays import Spot
from vision.table.hands import Arm, Pose
from vision.table.scene import Put


@dataclass(frozen=True, slots=True)
class Key:
    """Where finger tips are at a moment."""

    time: float
    tip: Spot
    flat: bool = False


@dataclass(frozen=True, slots=True)
class Carry:
    """A piece held between the finger tips during a part of a visit."""

    start: float
    end: float
    colour: Colour
    shape: Shape
    degrees: float
    seed: int


@dataclass(frozen=True)
class Visit:
    """An arm (or a cat) that comes into the picture, does something and goes."""

    arm: Arm
    keys: tuple[Key, ...]
    carries: tuple[Carry, ...] = ()

    @property
    def start(self) -> float:
        """When it may first be seen."""
        return self.keys[0].time

    @property
    def end(self) -> float:
        """When it is gone."""
        return self.keys[-1].time

    def pose(self, time: float) -> Pose | None:
        """Where it is at a moment, or None if it is not there; it speeds up and slows down between keys."""
        if not self.start <= time <= self.end:
            return None
        for a, b in pairwise(self.keys):
            if time <= b.time:
                share = (time - a.time) / max(b.time - a.time, 1e-6)
                if self.arm.kind != "cat":
                    share = share * share * (3 - 2 * share)
                x, y, z = (p + (q - p) * share for p, q in zip(a.tip, b.tip, strict=True))
                heading = float(np.degrees(np.arctan2(b.tip[1] - a.tip[1], b.tip[0] - a.tip[0])))
                return Pose((x, y, z), a.flat and b.flat, (time - self.start) * 1.6, heading)
        return None


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the board from a moment on: the pieces as they lie, and the rows of letters that count."""

    time: float
    puts: tuple[Put, ...]
    grid: tuple[str, ...]
    settled: bool = True
    """False while a piece lies crooked or was dropped."""


@dataclass(frozen=True, slots=True)
class Dimming:
    """A circuit of lamps at another level for a while; `ramp` seconds to get there and back."""

    circuit: int
    start: float
    end: float
    level: float
    ramp: float = 0.0

    def at(self, time: float) -> float:
        """The factor at a moment."""
        if self.ramp <= 0:
            return self.level if self.start <= time < self.end else 1.0
        share = float(np.clip(min(time - self.start, self.end - time) / self.ramp, 0, 1))
        return 1 + (self.level - 1) * share


@dataclass(frozen=True, slots=True)
class Passing:
    """Somebody walks between the lamp and the table: a broad soft shadow crosses the board."""

    start: float
    end: float
    degrees: float
    depth: float


@dataclass(frozen=True, slots=True)
class Knock:
    """The camera or the board is bumped: shifted (mm) and turned (degrees) at a moment."""

    time: float
    what: str
    """`camera` or `board`."""
    shift: Spot
    turn: float


@dataclass
class Plan:
    """A whole film, and the truth about it."""

    fps: float
    seconds: float = 0.0
    begun: list[tuple[Colour, tuple[Cell, ...]]] = field(default_factory=list)
    """The pieces that were played before the film begins, in their order."""
    visits: list[Visit] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    dimmings: list[Dimming] = field(default_factory=list)
    passings: list[Passing] = field(default_factory=list)
    knocks: list[Knock] = field(default_factory=list)
    flicker: float = 0.0
    """Depth of the lamps' hum, seen as bands because the shutter rolls."""
    drift: float = 0.0
    """Depth of the slow change of daylight."""
    events: list[dict[str, Any]] = field(default_factory=list)
    """Physical changes in the format of the film collections."""
    effects: list[dict[str, Any]] = field(default_factory=list)
    told: list[dict[str, Any]] = field(default_factory=list)
    """The events a perfect companion would tell."""
    final: dict[str, Any] = field(default_factory=dict)

    @property
    def lists(self) -> tuple[list[Any], ...]:
        """Everything that grows while the film is staged."""
        return (
            self.visits,
            self.boards,
            self.dimmings,
            self.passings,
            self.knocks,
            self.events,
            self.effects,
            self.told,
        )

    @property
    def frames(self) -> int:
        """How many frames the film has."""
        return max(1, int(self.seconds * self.fps))

    def board_at(self, time: float) -> Board:
        """What lies on the board at a moment."""
        current = self.boards[0]
        for board in self.boards:
            if board.time > time + 1e-9:
                break
            current = board
        return current
