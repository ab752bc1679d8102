"""The match: one game, fed with what the table shows and what people rule, telling what is to be told.

It decides nothing about pixels and nothing about rules: it turns a change into the game's events, puts several
pieces in turn order, and words the outcomes in the vocabulary of events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.telling import Telling, finish, tell_notice, tell_outcome
from engine.errors import GameError
from engine.events import Event, Found, Move, Place, Remove
from engine.game import Game
from engine.position import Lying
from engine.state import State
from engine.table import Kind
from vision.changes import Change, LiveEvent, Notice, Patch


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened: its cause in the game (None for a notice), and what the table is told about it."""

    cause: Event | None
    told: tuple[Telling, ...]


@dataclass
class Match:
    """Owns one game. Everything that happens goes through `take` or `rule_by_hand`."""

    game: Game

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.game.state

    def take(self, seen: LiveEvent) -> list[Entry]:
        """What the live table reported, in the order in which it is to be judged."""
        if isinstance(seen, Notice):
            return [Entry(None, (tell_notice(seen),))]
        return [self._happen(event) for event in self._events(seen)]

    def rule_by_hand(self, event: Event) -> Entry:
        """A ruling by people; GameError, and nothing changed, if it makes no sense here."""
        return self._happen(event)

    def find_on_board(self, patches: Sequence[Patch]) -> list[Entry]:
        """The pieces that lay there before the game was followed."""
        return [self._happen(Found(patch.colour, patch.cells)) for patch in patches]

    def last_word(self) -> Telling:
        """The closing line: `finished` if the game is over, `stopped` if not, with the board and the scores."""
        return finish(self.game)

    def _happen(self, event: Event) -> Entry:
        self.game = self.game.after(event)
        step = self.game.steps[-1]
        told = (self.last_word() if o.kind is Kind.FINISHED else tell_outcome(o) for o in step.outcomes)
        return Entry(event, tuple(told))

    def _events(self, change: Change) -> Iterator[Event]:
        for patch in change.vanished:
            yield Remove(self._lying(patch).number)
        for shift in change.moved:
            yield Move(self._lying(Patch(shift.colour, shift.was)).number, shift.now)
        waiting = list(change.appeared)
        while waiting:
            patch = _next_in_turn(self.game, waiting)
            waiting.remove(patch)
            yield Place(patch.colour, patch.cells)

    def _lying(self, patch: Patch) -> Lying:
        """What lies on just these cells."""
        for item in self.state.position.lying:
            if item.colour is patch.colour and set(item.cells) == set(patch.cells):
                return item
        raise GameError(f"no {patch.colour} piece lies on {list(patch.cells)}, so it cannot have changed")


def _next_in_turn(game: Game, waiting: Sequence[Patch]) -> Patch:
    """Of several pieces that came unseen one after the other, the one that came first if all kept to the rules.

    First a piece that is legal now, then one whose colour is in turn, then the colour that is next in the round.
    """
    if len(waiting) == 1:
        return waiting[0]
    order = game.state.turns.order
    begin = order.index(game.state.regular) if game.state.regular in order else 0

    def rank(patch: Patch) -> tuple[bool, bool, int]:
        legal = game.after(Place(patch.colour, patch.cells)).steps[-1].ruling.legal
        away = (order.index(patch.colour) - begin) % len(order) if patch.colour in order else len(order)
        return not legal, not game.state.in_turn(patch.colour), away

    return min(waiting, key=rank)
