"""The match: one game, fed with what the table shows and what people rule, telling what is to be told.

It decides nothing about pixels and nothing about rules: it turns a change into the game's events, puts several
pieces in turn order, and words the outcomes in the vocabulary of events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.pins import pinned_cells, seen_patches, voided
from companion.telling import Telling, finish, tell_notice, tell_outcome
from engine.colours import Colour
from engine.errors import GameError
from engine.events import Correct, Event, Found, Move, Place, Remove, TakeBack
from engine.game import Game
from engine.pieces import Cell
from engine.state import State
from engine.table import How, Kind
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
    by_hand: set[int] = field(default_factory=set)
    """The numbers of pieces that people put on record themselves."""
    gone: set[int] = field(default_factory=set)
    """The numbers of pieces that people took back and that the camera has since seen leave."""

    @property
    def pinned_cells(self) -> Mapping[Cell, Colour | None]:
        """The cells that people have ruled on (None: empty); the live table must take them as given."""
        return pinned_cells(self.game, self.by_hand, self.gone)

    @property
    def expected_sight(self) -> list[Patch]:
        """What the camera is expected to see: what lies there as it counts, but as the camera saw it last.

        A piece that people corrected or took back is expected where the camera saw it: the table has not changed.
        """
        seen = seen_patches(self.game)
        lying = {item.number: Patch(item.colour, item.cells) for item in self.state.position.lying}
        still = {number: seen[number] for number in voided(self.game) - self.gone if number in seen}
        return [seen.get(number, patch) for number, patch in lying.items()] + list(still.values())

    @property
    def doubted(self) -> list[Patch]:
        """The incidents as the camera saw them: what it is to read again when people ask."""
        seen = seen_patches(self.game)
        return [seen[item.number] for item in self.state.incidents if item.number in seen]

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.game.state

    def take(self, seen: LiveEvent) -> list[Entry]:
        """What the live table reported, in the order in which it is to be judged."""
        if isinstance(seen, Notice):
            return [Entry(None, (tell_notice(seen),))]
        return [made if isinstance(made, Entry) else self._happen(made) for made in self._events(seen)]

    def rule_by_hand(self, event: Event) -> Entry:
        """A ruling by people; GameError, and nothing changed, if it makes no sense here."""
        entry = self._happen(event)
        if isinstance(event, Place):
            self.by_hand.add(len(self.game.steps) - 1)
        return entry

    def find_on_board(self, patches: Sequence[Patch]) -> list[Entry]:
        """The pieces that lay there before the game was followed."""
        return [self._happen(Found(patch.colour, patch.cells)) for patch in patches]

    def last_word(self) -> Telling:
        """The closing line: `finished` if the game is over, `stopped` if not, with the board and the scores."""
        return finish(self.game)

    def _happen(self, event: Event) -> Entry:
        was_over = self.state.over
        self.game = self.game.after(event)
        step = self.game.steps[-1]
        told = [self.last_word() if o.kind is Kind.FINISHED else tell_outcome(o) for o in step.outcomes]
        if self.state.over and not was_over and not any(o.kind is Kind.FINISHED for o in step.outcomes):
            # An edit of an earlier move can end the game too.
            told.append(self.last_word())
        return Entry(event, tuple(told))

    def _events(self, change: Change) -> Iterator[Event | Entry]:
        for patch in change.vanished:
            yield self._leaving(patch)
        waiting = [kept for patch in change.appeared if (kept := self._beside_pins(patch)) is not None]
        for shift in change.moved:
            number = self._number(Patch(shift.colour, shift.was))
            if self.state.position.find(number) is not None:
                yield Move(number, shift.now)
            else:
                self.gone.add(number)
                waiting.append(Patch(shift.colour, shift.now))
        while waiting:
            patch = _next_in_turn(self.game, waiting)
            waiting.remove(patch)
            yield from self._coming(patch)

    def _coming(self, patch: Patch) -> Iterator[Event]:
        """Something new, or an incident that was read again: then it is the same piece, seen better."""
        mask = self.state.position.lattice.mask(patch.cells)
        again = next((item for item in self.state.incidents if item.mask & mask), None)
        if again is None:
            yield Place(patch.colour, patch.cells)
        elif again.colour is patch.colour:
            if set(again.cells) != set(patch.cells):
                yield Move(again.number, patch.cells)
        else:
            yield Remove(again.number)
            yield Place(patch.colour, patch.cells)

    def _leaving(self, patch: Patch) -> Event | Entry:
        """A piece is gone; if it did not count any more, the table now agrees with what people ruled."""
        number = self._number(patch)
        if self.state.position.find(number) is not None:
            return Remove(number)
        self.gone.add(number)
        fields = {"colour": patch.colour, "cells": [list(c) for c in patch.cells], "how": How.TAKEN_BACK}
        return Entry(None, (Telling(Kind.CORRECTED, {**fields, "number": number, "gone": True}),))

    def _number(self, patch: Patch) -> int:
        """The step that put this on the board: as it counts, or as the camera saw it before people corrected it."""
        for item in self.state.position.lying:
            if item.colour is patch.colour and set(item.cells) == set(patch.cells):
                return item.number
        on_record = {item.number for item in self.state.position.lying} | voided(self.game) - self.gone
        for number, seen in seen_patches(self.game).items():
            if number in on_record and seen.colour is patch.colour and set(seen.cells) == set(patch.cells):
                return number
        raise GameError(f"no {patch.colour} piece lies on {list(patch.cells)}, so it cannot have changed")

    def _beside_pins(self, patch: Patch) -> Patch | None:
        """What is left of a new patch where people have not ruled; None if they have ruled on all of it."""
        pins = self.pinned_cells
        if all(cell in pins for cell in patch.cells) and patch in self._overruled():
            return None
        left = tuple(cell for cell in patch.cells if pins.get(cell) is None)
        return Patch(patch.colour, left) if left else None

    def _overruled(self) -> list[Patch]:
        """What the camera saw and people took back or corrected, as long as it has not been seen to leave."""
        seen = seen_patches(self.game)
        ruled = {event.number for event in self.game.events if isinstance(event, Correct | TakeBack)} - self.gone
        return [seen[number] for number in ruled if number in seen]


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
