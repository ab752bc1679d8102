"""What can happen to a game. The first five are seen on the table; the others are rulings by people.

A game is the fold over these events: nothing else is needed to have it again.
"""

from dataclasses import dataclass

from engine.colours import Colour
from engine.pieces import Cell

Cells = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Cells of one colour are on the board that were not there before."""

    colour: Colour
    cells: Cells


@dataclass(frozen=True, slots=True)
class Remove:
    """What step `number` put down is gone from the board."""

    number: int


@dataclass(frozen=True, slots=True)
class Move:
    """What step `number` put down lies on other cells now."""

    number: int
    cells: Cells


@dataclass(frozen=True, slots=True)
class Pass:
    """A colour says that it passes. Nobody has to: a colour without a move is skipped anyway."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Found:
    """A piece that lay on the board before anybody followed the game; nobody saw it come, so it is not ruled on."""

    colour: Colour
    cells: Cells


@dataclass(frozen=True, slots=True)
class Accept:
    """People rule that the illegal piece of step `number` may stay."""

    number: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """People rule that step `number` does not count: the rest is judged again as if it had not been."""

    number: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Correct:
    """People rule what step `number` really was: the rest is judged again."""

    number: int
    colour: Colour
    cells: Cells
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ForcePass:
    """People rule that a colour's turn is over without a piece, whether or not it could place one."""

    colour: Colour
    reason: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """People rule that the game ends here."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetTurn:
    """People say whose turn it is."""

    colour: Colour
    reason: str = ""


Seen = Place | Remove | Move | Pass | Found
ByHand = Accept | TakeBack | Correct | ForcePass | SetTurn | End
Event = Seen | ByHand
