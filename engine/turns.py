"""Whose turn it is, when the table keeps to the order and when it does not.

Each colour has a number of turns taken; the one with the fewest, first in the order, is next. A piece out of
turn counts as a turn like any other, so that colour's regular turn is skipped later, and the colour that was
passed over is still the one with the fewest.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.colours import Colour


@dataclass(frozen=True, slots=True)
class Turns:
    """How many turns each colour has taken, and who may put right what it took back."""

    order: tuple[Colour, ...]
    taken: tuple[int, ...]
    """In the order of `order`."""
    settled: bool = True
    """Whether the order is known; in Duo it may be the first piece on the board that says who began."""
    owed: tuple[Colour, ...] = ()
    """Colours that took an illegal piece back after others had played: it is their turn again, out of the round."""

    def with_order(self, order: tuple[Colour, ...]) -> "Turns":
        """The same turns in an order that is known now."""
        count = dict(zip(self.order, self.taken, strict=True))
        return replace(self, order=order, taken=tuple(count[c] for c in order), settled=True)

    def taken_by(self, colour: Colour) -> int:
        """How many turns a colour has taken, passes included."""
        return self.taken[self.order.index(colour)]

    def taking(self, *colours: Colour) -> "Turns":
        """One more turn for each of these colours."""
        return replace(self, taken=tuple(n + colours.count(c) for c, n in zip(self.order, self.taken, strict=True)))

    def owing(self, colour: Colour) -> "Turns":
        """A colour may put right what it took back."""
        return replace(self, owed=(*self.owed, colour))

    def paid(self, colour: Colour) -> "Turns":
        """A colour has played: what it was owed is settled."""
        return replace(self, owed=tuple(c for c in self.owed if c != colour))

    def set_to(self, colour: Colour, keep: Colour | None = None) -> "Turns":
        """The same round for all, with this colour next; `keep` names a colour whose count must not change.

        Only differences decide whose turn it is, so any round will do: some counts may even fall below 0.
        """
        before = self.order.index(colour)
        rounds = max(self.taken) if keep is None else self.taken_by(keep) - (self.order.index(keep) < before)
        taken = tuple(rounds + (index < before) for index in range(len(self.order)))
        return replace(self, taken=taken, settled=True, owed=())

    def next_up(self, able: Callable[[Colour], bool]) -> "tuple[Colour | None, tuple[Colour, ...]]":
        """The colour whose regular turn it is, and the colours that must pass before it (one entry a turn).

        `able` says whether a colour can place anything. None if no colour can.
        """
        count = list(self.taken)
        passed: list[Colour] = []
        blocked: set[Colour] = set()
        while len(blocked) < len(self.order):
            index = min(range(len(count)), key=lambda i: (count[i], i))
            colour = self.order[index]
            if colour not in blocked and able(colour):
                return colour, tuple(passed)
            blocked.add(colour)
            count[index] += 1
            passed.append(colour)
        return None, ()
