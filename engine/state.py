"""A game at one moment: what lies on the board, whose turn it is, what is wrong, and whether it is over."""

from dataclasses import dataclass, field
from functools import cached_property

from engine.colours import Colour
from engine.lattice import Mask
from engine.moves import can_move
from engine.position import Lying, Position
from engine.profiles import BoardProfile
from engine.rules import RuleSet
from engine.scoring import shared_turn
from engine.turns import Turns


@dataclass(frozen=True)
class State:
    """Everything that the next ruling depends on."""

    rules: RuleSet
    position: Position
    turns: Turns
    last: int | None = None
    """The number of the piece that may still be adjusted, because no other has come after it."""
    turns_before_last: Turns | None = None
    """What taking that piece back leads to."""
    away: tuple[Lying, ...] = ()
    """Settled pieces that were taken off the board and have not come back."""
    ended: str | None = None
    """Why people ended the game early, if they did."""
    _able: dict[Colour, bool] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def at_start(cls, profile: BoardProfile, rules: RuleSet) -> "State":
        """An empty board with everything in hand."""
        order = rules.order(profile)
        return cls(rules, Position(profile), Turns(order, (0,) * len(order), not rules.first_is_open(profile)))

    @property
    def profile(self) -> BoardProfile:
        """The board."""
        return self.position.profile

    def able(self, colour: Colour) -> bool:
        """Whether a colour can place anything."""
        if colour not in self._able:
            self._able[colour] = can_move(self.position, self.rules, colour)
        return self._able[colour]

    @cached_property
    def _next_up(self) -> tuple[Colour | None, tuple[Colour, ...]]:
        return self.turns.next_up(self.able)

    @property
    def regular(self) -> Colour | None:
        """The colour whose turn it is in the round; None if nobody can move."""
        return self._next_up[0]

    @property
    def passed(self) -> tuple[Colour, ...]:
        """The colours that are skipped now because nothing they have fits, one entry a turn."""
        return self._next_up[1]

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or by hand."""
        if self.ended is not None or self.regular is None:
            return True
        return self.rules.end_when_one_is_done and any(not self.position.left(c) for c in self.profile.colours)

    @property
    def to_play(self) -> Colour | None:
        """The colour that is asked to play: first one that took a piece back, then the round. None at the end."""
        if self.over:
            return None
        return next((colour for colour in self.turns.owed if self.able(colour)), self.regular)

    @property
    def player(self) -> Colour | None:
        """The colour of the person who is to play: another one than `to_play` for a shared colour."""
        colour = self.to_play
        if colour is None or colour is not self.rules.shared:
            return colour
        # Whoever took a piece of it back late puts that right, so that turn has not been taken yet.
        waiting = self.turns.taken_by(colour) + self.passed.count(colour) - self.turns.owed.count(colour)
        return shared_turn(self.profile, self.rules, self.turns.order, waiting)

    def in_turn(self, colour: Colour) -> bool:
        """Whether a piece of this colour may come now.

        A colour that is being skipped is not accused of coming out of turn: the table may not know that it is.
        """
        if not self.turns.settled:
            return colour in self.position.own
        return colour == self.regular or colour in self.passed or colour in self.turns.owed

    @property
    def incidents(self) -> tuple[Lying, ...]:
        """The illegal pieces on the board that nobody has ruled on."""
        return tuple(item for item in self.position.lying if item.incident)

    @property
    def disturbed(self) -> tuple[Lying, ...]:
        """The settled pieces that are not where they belong, on the board or off it."""
        return tuple(item for item in self.position.lying if item.home is not None) + self.away

    def lying_on(self, mask: Mask) -> tuple[Lying, ...]:
        """The things that cover some of these cells."""
        return tuple(item for item in self.position.lying if item.mask & mask)
