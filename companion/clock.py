"""The clock of each colour, derived from the journal: whose turn it was, and for how many seconds of play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.journal.rows import Row
from engine.colours import Colour

LAST_MINUTE = 60.0
"""A clock that counts down rings when this much is left."""


@dataclass
class Stopwatch:
    """Seconds of play: goes on while the game does, from where the journal left it.

    It takes its time from a monotonic source, so a wall clock that is set or jumps changes nothing.
    """

    monotonic: Callable[[], float]
    before: float = 0.0
    _since: float | None = None

    @property
    def seconds(self) -> float:
        """Seconds of play so far."""
        return self.before + (0.0 if self._since is None else max(0.0, self.monotonic() - self._since))

    @property
    def running(self) -> bool:
        """Whether the game is being played."""
        return self._since is not None

    def run(self) -> None:
        """Go on."""
        if self._since is None:
            self._since = self.monotonic()

    def stop(self) -> None:
        """Stand still."""
        self.before, self._since = self.seconds, None


@dataclass(frozen=True, slots=True)
class Clocks:
    """What the clocks show at one moment."""

    mode: str
    """`off`, `up` or `down`."""
    minutes: float
    """What each colour has, for `down`."""
    used: dict[Colour, float]
    """Seconds that each colour has taken."""
    running: Colour | None

    def shown(self, colour: Colour) -> float:
        """Seconds on the dial: used, or left (below zero: over time)."""
        return self.minutes * 60 - self.used[colour] if self.mode == "down" else self.used[colour]

    def rings(self, colour: Colour) -> bool:
        """Whether the last minute of this colour has begun."""
        return self.mode == "down" and self.shown(colour) <= LAST_MINUTE


def clocks(mode: str, minutes: float, colours: Iterable[Colour], rows: Iterable[Row], now: float) -> Clocks:
    """The clocks that the rows of a game make, `now` being the seconds of play so far."""
    used = dict.fromkeys(colours, 0.0)
    turn, since = None, 0.0
    for row in rows:
        if turn is not None and turn in used:
            used[turn] += max(0.0, row.played - since)
        turn, since = Colour(row.turn) if row.turn else None, row.played
    if turn is not None and turn in used:
        used[turn] += max(0.0, now - since)
    return Clocks(mode, minutes, used, turn)
