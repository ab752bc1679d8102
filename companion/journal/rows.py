"""What the journal holds: games, and the rows of their events."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.events import Event
from engine.record import Record, record_from_json, record_to_json
from engine.record_events import event_from_json, event_to_json


class Status(StrEnum):
    """Where a kept game stands."""

    LIVE = "live"
    PAUSED = "paused"
    FINISHED = "finished"
    ABANDONED = "abandoned"


@dataclass(frozen=True)
class Kept:
    """A game as the journal lists it. Its moves are in its rows."""

    id: int
    created: float
    """Seconds since 1970."""
    setup: Record
    """Board, rules and names, without events."""
    clock: str = "off"
    clock_minutes: float = 20.0
    status: Status = Status.LIVE
    title: str = ""

    def setup_json(self) -> str:
        """The set-up as it is stored."""
        return record_to_json(self.setup)

    @staticmethod
    def setup_from(text: str) -> Record:
        """The set-up of a stored text."""
        return record_from_json(text)


@dataclass(frozen=True)
class Row:
    """One event: what was told, and, in the first row of an entry, its cause in the game.

    The rows of one entry are committed together. State is the fold over the causes.
    """

    seq: int
    """1, 2, 3 … within its game."""
    type: str
    fields: dict[str, Any] = field(default_factory=dict)
    cause: dict[str, object] | None = None
    """The engine's event as `engine.record_events` writes it; None for notices and for further rows of an entry."""
    wall: float = 0.0
    """Seconds since 1970, for people to read. Nothing is computed from it: wall clocks jump."""
    played: float = 0.0
    """Seconds of play so far, pauses and downtime left out; never goes back."""
    time: float = 0.0
    """Seconds since the source's start."""
    frame: int = 0
    turn: str | None = None
    """The colour whose clock runs from here on; None while it stands still."""
    by_hand: bool = False
    evidence: tuple[str, ...] = ()
    """Names of pictures in the evidence store: the first at this moment, the others from the seconds before."""

    def line(self) -> dict[str, Any]:
        """The event as one JSON object of the stream."""
        line = {"seq": self.seq, "time": round(self.time, 3), "frame": self.frame, "type": self.type, **self.fields}
        line["wall"] = round(self.wall, 3)
        if self.by_hand:
            line["by_hand"] = True
        if self.evidence:
            line["evidence"] = list(self.evidence)
        return line

    def event(self, kept: Kept) -> Event | None:
        """The cause as the engine's event."""
        return None if self.cause is None else event_from_json(self.cause, kept.setup.profile)

    def stored(self, game: int) -> tuple[object, ...]:
        """The values in the order of the table's columns."""
        return (
            game,
            self.seq,
            self.type,
            json.dumps(self.fields, ensure_ascii=False, separators=(",", ":")),
            None if self.cause is None else json.dumps(self.cause, ensure_ascii=False, separators=(",", ":")),
            self.wall,
            self.played,
            self.time,
            self.frame,
            self.turn,
            int(self.by_hand),
            ",".join(self.evidence),
        )

    @classmethod
    def of(cls, values: tuple[Any, ...]) -> Row:
        """The row of stored values."""
        _, seq, kind, fields_text, cause, wall, played, time, frame, turn, by_hand, evidence = values
        return cls(
            seq,
            kind,
            json.loads(fields_text),
            None if cause is None else json.loads(cause),
            wall,
            played,
            time,
            frame,
            turn,
            bool(by_hand),
            tuple(name for name in evidence.split(",") if name),
        )


def cause_json(event: Event | None) -> dict[str, object] | None:
    """The engine's event as it is stored."""
    return None if event is None else event_to_json(event)
