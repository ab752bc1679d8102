"""What lies on the board: pieces, in the order they came, and the masks that the rules ask for."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.colours import EMPTY_LETTER, Colour
from engine.lattice import Lattice, Mask, lattice
from engine.pieces import PIECES, Cell, Piece
from engine.profiles import BoardProfile
from engine.rules import Violation


@dataclass(frozen=True, slots=True)
class Lying:
    """Something on the board: a piece, or a set of cells of one colour that is none of the 21."""

    number: int
    """The number of the step that put it there; it stays the same when the piece is moved."""
    colour: Colour
    cells: tuple[Cell, ...]
    mask: Mask
    piece: Piece | None
    violations: tuple[Violation, ...] = ()
    """What was wrong when it was put there."""
    accepted: bool = False
    """People have ruled that it may stay."""
    home: tuple[Cell, ...] | None = None
    """Where it belongs, if it was moved after its turn."""

    @property
    def incident(self) -> bool:
        """Whether it broke a rule and nobody has ruled on it."""
        return bool(self.violations) and not self.accepted


class Position:
    """The board at one moment; never changes, `adding` and `without` give new ones."""

    __slots__ = ("lattice", "lying", "occupied", "own", "played", "profile")

    def __init__(self, profile: BoardProfile, lying: Iterable[Lying] = ()) -> None:
        self.profile = profile
        self.lattice: Lattice = lattice(profile.size)
        self.lying: tuple[Lying, ...] = tuple(lying)
        self.occupied: Mask = 0
        self.own: dict[Colour, Mask] = dict.fromkeys(profile.colours, 0)
        """All cells of a colour."""
        self.played: dict[Colour, dict[str, Lying]] = {colour: {} for colour in profile.colours}
        """By colour and piece name, the first such piece on the board."""
        for item in self.lying:
            self.occupied |= item.mask
            if item.colour in self.own:
                self.own[item.colour] |= item.mask
                if item.piece is not None:
                    self.played[item.colour].setdefault(item.piece.name, item)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.profile, self.lying) == (other.profile, other.lying)

    def __hash__(self) -> int:
        return hash((self.profile.name, self.lying))

    def adding(self, item: Lying) -> "Position":
        """The position with one more thing on the board, in the order of their numbers."""
        return Position(self.profile, sorted((*self.lying, item), key=lambda lying: lying.number))

    def without(self, number: int) -> "Position":
        """The position with the thing of this number taken off."""
        return Position(self.profile, (item for item in self.lying if item.number != number))

    def replacing(self, item: Lying) -> "Position":
        """The position with the thing of the same number changed; it keeps its place in the order."""
        return Position(self.profile, (item if item.number == old.number else old for old in self.lying))

    def find(self, number: int) -> Lying | None:
        """The thing that the step of this number put on the board, if it still lies there."""
        return next((item for item in self.lying if item.number == number), None)

    def accepting(self, number: int) -> "Position":
        """The position with an incident ruled away by people."""
        return Position(self.profile, (replace(i, accepted=True) if i.number == number else i for i in self.lying))

    def left(self, colour: Colour) -> tuple[Piece, ...]:
        """The pieces that a colour still has in hand."""
        played = self.played[colour]
        return tuple(piece for piece in PIECES if piece.name not in played)

    def grid(self) -> list[str]:
        """One string a row: the letter of the colour on each cell, `.` where it is empty."""
        rows = [[EMPTY_LETTER] * self.profile.size for _ in range(self.profile.size)]
        for item in self.lying:
            for row, column in item.cells:
                rows[row][column] = item.colour.letter
        return ["".join(row) for row in rows]
