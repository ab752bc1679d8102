"""The game: a fold over its events. The same events give the same game, always."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from engine import table
from engine.colours import Colour
from engine.errors import GameError
from engine.events import (
    Accept,
    Correct,
    End,
    Event,
    ForcePass,
    Found,
    Move,
    Pass,
    Place,
    Remove,
    SetTurn,
    TakeBack,
)
from engine.lattice import Spot
from engine.moves import legal_spots
from engine.profiles import BoardProfile
from engine.rules import LEGAL, RuleSet, Ruling
from engine.state import State
from engine.table import Followed, How, Kind, Outcome


@dataclass(frozen=True, slots=True)
class Void:
    """What stands at a step that people took back."""


Happening = Place | Remove | Move | Pass | Found | Accept | ForcePass | SetTurn | End
Edit = TakeBack | Correct


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the game as it counts now: what happened, how it was ruled, and where that led.

    Steps are numbered as the events are. A step keeps its number for ever; a correction changes what stands
    at an earlier one.
    """

    what: Happening | Edit | Void
    ruling: Ruling
    outcomes: tuple[Outcome, ...]
    state: State
    by_hand: bool = False
    """Whether people have changed or made this step."""


_FOLLOW: dict[type, Callable[[State, int, Any], Followed]] = {
    Place: table.place,
    Remove: table.remove,
    Move: table.move,
    Pass: table.say_pass,
    Found: table.found,
    Accept: table.accept,
    ForcePass: table.force_pass,
    SetTurn: table.set_turn,
    End: table.end,
}


@dataclass(frozen=True)
class Game:
    """A game after some events. `after` gives the next one and leaves this one as it is."""

    profile: BoardProfile
    rules: RuleSet
    start: State
    events: tuple[Event, ...] = ()
    steps: tuple[Step, ...] = ()

    @classmethod
    def new(cls, profile: BoardProfile, rules: RuleSet | None = None) -> "Game":
        """A game with an empty board."""
        settings = rules or RuleSet.usual(profile)
        return cls(profile, settings, State.at_start(profile, settings))

    @classmethod
    def replay(cls, profile: BoardProfile, rules: RuleSet | None, events: Iterable[Event]) -> "Game":
        """The game that these events make."""
        game = cls.new(profile, rules)
        for event in events:
            game = game.after(event)
        return game

    @property
    def state(self) -> State:
        """Where the game stands now."""
        return self.steps[-1].state if self.steps else self.start

    def after(self, event: Event) -> "Game":
        """The game with one more event. GameError, and nothing changed, if it makes no sense here."""
        if isinstance(event, TakeBack | Correct):
            return self._edited(event)
        return replace(self, events=(*self.events, event), steps=(*self.steps, self._next(self.state, event)))

    def _edited(self, event: Edit) -> "Game":
        """The game with an earlier step changed, everything after it judged again."""
        number = event.number
        self._refuse_unknown(number)
        what: Place | Void = Void()
        if isinstance(event, Correct):
            mask = self.start.position.lattice.mask(event.cells)
            if event.colour not in self.profile.colours:
                raise GameError(f"{event.colour} does not take part in this game")
            for item in self.state.lying_on(mask):
                if item.number != number:
                    raise GameError(f"a cell of the correction is covered by what move {item.number} put down")
            what = Place(event.colour, tuple(sorted(event.cells)))
        steps = self._judged_again(number, what)
        told = Outcome(Kind.CORRECTED, how=How.BY_HAND)
        if isinstance(what, Place):
            told = replace(told, colour=what.colour, cells=what.cells)
        steps.append(Step(event, LEGAL, (told,), steps[-1].state, by_hand=True))
        return replace(self, events=(*self.events, event), steps=tuple(steps))

    def _refuse_unknown(self, number: int) -> None:
        if not 0 <= number < len(self.steps) or not isinstance(self.steps[number].what, Place | Found | Void):
            raise GameError(f"move {number} did not put a piece on the board, so it cannot be changed")

    def _next(self, before: State, event: Happening, number: int | None = None) -> Step:
        at = len(self.steps) if number is None else number
        state, ruling, told = _FOLLOW[type(event)](before, at, event)
        by_hand = isinstance(event, Accept | ForcePass | SetTurn | End)
        return Step(event, ruling, told + table.skipped(before, state), state, by_hand)

    def _judged_again(self, number: int, what: Place | Void) -> list[Step]:
        """All steps with another one at `number`, the later ones ruled on anew."""
        steps = list(self.steps[:number])
        for step in (Step(what, LEGAL, (), self.start, by_hand=True), *self.steps[number + 1 :]):
            before = steps[-1].state if steps else self.start
            made = replace(step, state=before, ruling=LEGAL, outcomes=())
            if not isinstance(step.what, Void | TakeBack | Correct):
                # A later step may speak of a piece that is not there any more: then nothing happens at it.
                with suppress(GameError):
                    made = self._next(before, step.what, len(steps))
            steps.append(replace(made, by_hand=made.by_hand or step.by_hand))
        return steps

    def legal(self, colour: Colour | None = None) -> list[Spot]:
        """Every legal placement of a colour, or of the one to play; none once the game is over."""
        wanted = colour or self.state.to_play
        if wanted is None or self.state.over:
            return []
        return legal_spots(self.state.position, self.rules, wanted)
