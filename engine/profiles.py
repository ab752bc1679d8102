"""Board profiles: a printing of the game, with its size, colours and start squares."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.colours import Colour
from engine.errors import GameError
from engine.pieces import Cell

SMALLEST, LARGEST = 5, 40


@dataclass(frozen=True, slots=True)
class BoardProfile:
    """One printing of the game: everything about the board that the rules and the reader need to know."""

    name: str
    kind: str
    """The board kind, `classic` or `duo`: which rule settings are usual on it."""
    size: int
    """Cells along one side."""
    colours: tuple[Colour, ...]
    """In turn order; the first one begins unless the settings say otherwise."""
    starts: tuple[Cell, ...]
    """One start square per colour, in the order of `colours` (which matters for fixed starts only)."""
    nubs: bool = False
    """Whether pieces plug onto nubs through holes."""

    def __post_init__(self) -> None:
        """Refuse a profile that no game can be played on."""
        if not SMALLEST <= self.size <= LARGEST:
            raise GameError(f"board profile {self.name}: size {self.size} is not between {SMALLEST} and {LARGEST}")
        if not 1 <= len(self.colours) <= len(Colour) or len(set(self.colours)) != len(self.colours):
            raise GameError(f"board profile {self.name}: expected different colours, got {list(self.colours)}")
        if len(self.starts) != len(self.colours) or len(set(self.starts)) != len(self.starts):
            raise GameError(f"board profile {self.name}: expected one start square per colour, all different")
        for row, column in self.starts:
            if not (0 <= row < self.size and 0 <= column < self.size):
                raise GameError(f"board profile {self.name}: start square {(row, column)} is off the board")


CLASSIC = BoardProfile(
    name="classic",
    kind="classic",
    size=20,
    colours=(Colour.BLUE, Colour.YELLOW, Colour.RED, Colour.GREEN),
    starts=((0, 0), (0, 19), (19, 19), (19, 0)),
)
DUO_TOGO = BoardProfile(
    name="duo-togo",
    kind="duo",
    size=14,
    colours=(Colour.BLUE, Colour.GREEN),
    starts=((4, 4), (9, 9)),
    nubs=True,
)
DUO = BoardProfile(
    name="duo",
    kind="duo",
    size=14,
    colours=(Colour.PURPLE, Colour.ORANGE),
    starts=((4, 4), (9, 9)),
)

PROFILES: dict[str, BoardProfile] = {profile.name: profile for profile in (CLASSIC, DUO_TOGO, DUO)}


def profile_for(board: str, colours: Iterable[Colour] = ()) -> BoardProfile:
    """The profile that a board word names; where a kind has several printings, the one with these colours.

    >>> profile_for("duo", [Colour.GREEN]).name
    'duo-togo'
    """
    wanted = set(colours)
    if board in PROFILES and (wanted <= set(PROFILES[board].colours) or board not in ("classic", "duo")):
        return PROFILES[board]
    kind = [profile for profile in PROFILES.values() if profile.kind == board]
    if not kind:
        raise GameError(f"unknown board {board!r}: expected one of {', '.join(PROFILES)}")
    return max(kind, key=lambda profile: len(wanted & set(profile.colours)))
