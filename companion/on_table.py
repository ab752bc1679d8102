"""The game on the table: its match, its rows and its stopwatch, as the journal gives them back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.clock import Clocks, Stopwatch, clocks
from companion.journal.rows import Kept, Row, Status, cause_json
from companion.match import Entry, Match
from companion.telling import Telling
from engine.errors import GameError
from engine.events import Event, Place
from engine.game import Game


@dataclass(frozen=True)
class Stamp:
    """When and how an entry came about."""

    wall: float
    time: float
    frame: int
    by_hand: bool
    evidence: tuple[str, ...]


@dataclass
class OnTable:
    """One game with everything that is needed to go on with it."""

    kept: Kept
    match: Match
    watch: Stopwatch
    rows: list[Row] = field(default_factory=list)

    @classmethod
    def begin(cls, kept: Kept, monotonic: Callable[[], float]) -> OnTable:
        """A new game."""
        return cls(kept, Match(Game.new(kept.setup.profile, kept.setup.rules)), Stopwatch(monotonic))

    @classmethod
    def load(cls, kept: Kept, rows: Sequence[Row], played: float, monotonic: Callable[[], float]) -> OnTable:
        """The game that the rows of the journal make: the fold over their causes."""
        match = Match(Game.new(kept.setup.profile, kept.setup.rules))
        for row in rows:
            event = row.event(kept)
            if event is not None:
                match.game = match.game.after(event)
                if row.by_hand and isinstance(event, Place):
                    match.by_hand.add(len(match.game.steps) - 1)
            elif row.fields.get("gone"):
                match.gone.add(int(row.fields["number"]))
        return cls(kept, match, Stopwatch(monotonic, played), list(rows))

    @property
    def seq(self) -> int:
        """The number of the last row."""
        return self.rows[-1].seq if self.rows else 0

    @property
    def paused(self) -> bool:
        """Whether the board is closed for now."""
        return self.kept.status is Status.PAUSED

    @property
    def status(self) -> Status:
        """What the journal should say about this game after another event."""
        return Status.FINISHED if self.match.state.over else Status.LIVE

    def clocks(self) -> Clocks:
        """What the clocks show now."""
        kept = self.kept
        return clocks(kept.clock, kept.clock_minutes, kept.setup.profile.colours, self.rows, self.watch.seconds)

    def turn(self) -> str | None:
        """The colour whose clock runs: that of the person who is to play."""
        return self.match.state.player if self.watch.running else None

    def rows_of(self, entry: Entry, stamp: Stamp) -> list[Row]:
        """The rows that put an entry on record, one for each thing that is told; the cause stands in the first."""
        number = self.number_of(entry.cause)
        rows = []
        for index, telling in enumerate(entry.told):
            fields: dict[str, Any] = dict(telling.fields)
            if number is not None and telling.type != "passed":
                fields["number"] = number
            rows.append(
                Row(
                    self.seq + 1 + index,
                    telling.type,
                    fields,
                    cause_json(entry.cause) if index == 0 else None,
                    stamp.wall,
                    self.watch.seconds,
                    stamp.time,
                    stamp.frame,
                    self.turn(),
                    stamp.by_hand,
                    stamp.evidence if index == 0 else (),
                )
            )
        return rows

    def number_of(self, cause: Event | None) -> int | None:
        """The number of the step that an event speaks of."""
        if cause is None:
            return None
        number: int | None = getattr(cause, "number", None)
        return len(self.match.game.steps) - 1 if number is None else number


def rejudged(before: Game, after: Game, edited: int) -> list[dict[str, object]]:
    """The moves after an edited one that are ruled otherwise now: which, and the broken rules then and now."""
    found: list[dict[str, object]] = []
    for number, (old, new) in enumerate(zip(before.steps, after.steps, strict=False)):
        was, now = old.ruling.rules, new.ruling.rules
        if number != edited and was != now:
            found.append({"number": number, "was": sorted(was), "now": sorted(now)})
    return found


def without_match(problem: GameError) -> Telling:
    """What is told when the live table reports something that the record cannot follow."""
    return Telling("unsure", {"readings": [], "problem": str(problem)})


def ruling_word(event: Event | None) -> str:
    """What kind of ruling an event is, in one word."""
    return "" if event is None else type(event).__name__.lower()
