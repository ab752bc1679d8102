"""The game: a fold over its events. The same events give the same game, always."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine import table
from engine.colours import Colour
from engine.errors import GameError
from engine.events import Accept, Correct, End, Event, ForcePass, Move, Pass, Place, Remove, TakeBack
from engine.lattice import Spot
from engine.moves import legal_spots
from engine.profiles import BoardProfile
from engine.rules import LEGAL, RuleSet, Ruling
from engine.state import State
from engine.table import Followed, Outcome


@dataclass(frozen=True, slots=True)
class Void:
    """A step that people took back."""


Happening = Place | Remove | Move | Pass | Accept | ForcePass | End


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the game as it counts now: what happened, how it was ruled, and where that led.

    A step keeps its number for ever; a correction changes what stands at it.
    """

    what: Happening | Void
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
    Accept: table.accept,
    ForcePass: table.force_pass,
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
        events = (*self.events, event)
        if isinstance(event, TakeBack):
            self._refuse_unknown(event.number)
            return self._judged_again(event.number, Void(), events)
        if isinstance(event, Correct):
            self._refuse_unknown(event.number)
            mask = self.start.position.lattice.mask(event.cells)
            if event.colour not in self.profile.colours:
                raise GameError(f"{event.colour} does not take part in this game")
            for item in self.state.lying_on(mask):
                if item.number != event.number:
                    raise GameError(f"a cell of the correction is covered by what move {item.number} put down")
            return self._judged_again(event.number, Place(event.colour, tuple(sorted(event.cells))), events)
        return replace(self, events=events, steps=(*self.steps, self._next(self.steps, event)))

    def _refuse_unknown(self, number: int) -> None:
        if not 0 <= number < len(self.steps) or not isinstance(self.steps[number].what, Place | Void):
            raise GameError(f"move {number} did not put a piece on the board, so it cannot be changed")

    def _next(self, steps: tuple[Step, ...], event: Happening) -> Step:
        before = steps[-1].state if steps else self.start
        state, ruling, told = _FOLLOW[type(event)](before, len(steps), event)
        by_hand = isinstance(event, Accept | ForcePass | End)
        return Step(event, ruling, told + table.skipped(before, state), state, by_hand)

    def _judged_again(self, number: int, what: Place | Void, events: tuple[Event, ...]) -> "Game":
        """The game with another step at `number`, everything after it judged anew."""
        steps = list(self.steps[:number])
        for step in (Step(what, LEGAL, (), self.start, by_hand=True), *self.steps[number + 1 :]):
            before = steps[-1].state if steps else self.start
            if isinstance(step.what, Void):
                steps.append(replace(step, state=before, ruling=LEGAL, outcomes=()))
                continue
            try:
                made = self._next(tuple(steps), step.what)
            except GameError:
                # A later step spoke of a piece that is not there any more: nothing happens at it now.
                made = replace(step, state=before, ruling=LEGAL, outcomes=())
            steps.append(replace(made, by_hand=made.by_hand or step.by_hand))
        return replace(self, events=events, steps=tuple(steps))

    def legal(self, colour: Colour | None = None) -> list[Spot]:
        """Every legal placement of a colour, or of the one to play; none once the game is over."""
        wanted = colour or self.state.to_play
        if wanted is None or self.state.over:
            return []
        return legal_spots(self.state.position, self.rules, wanted)


def changed_rulings(before: Game, after: Game) -> list[int]:
    """The numbers of the steps that are ruled otherwise in the second game than in the first."""
    return [
        number
        for number, (old, new) in enumerate(zip(before.steps, after.steps, strict=False))
        if old.ruling != new.ruling
    ]
