"""The names of the rules, what a ruling is, and the settings where the manuals disagree."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

from engine.colours import Colour
from engine.errors import GameError
from engine.pieces import Cell
from engine.profiles import BoardProfile


class Rule(StrEnum):
    """Every way to break the rules that a referee can name."""

    OUT_OF_TURN = "out_of_turn"
    NOT_A_PIECE = "not_a_piece"
    PIECE_ALREADY_PLAYED = "piece_already_played"
    EDGE_CONTACT = "edge_contact"
    NO_CORNER_CONTACT = "no_corner_contact"
    START_NOT_COVERED = "start_not_covered"
    PIECE_MOVED = "piece_moved"
    SEVERAL_PIECES = "several_pieces"
    FOREIGN_COLOUR = "foreign_colour"
    GAME_OVER = "game_over"
    PASS_WITH_MOVES = "pass_with_moves"


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule and the cells that prove it, in reading order."""

    rule: Rule
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says: legal, or everything that is wrong, at once."""

    violations: tuple[Violation, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether no rule is broken."""
        return not self.violations

    @property
    def rules(self) -> frozenset[Rule]:
        """The broken rules without their proof."""
        return frozenset(violation.rule for violation in self.violations)


LEGAL = Ruling()


class Starts(StrEnum):
    """Who may begin where."""

    FREE = "free"
    """Any start square that is not covered yet, as printed."""
    BY_COLOUR = "by_colour"
    """Each colour has its own start square, as in Pentobi."""


class Direction(StrEnum):
    """Which way the turn goes round the table."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter_clockwise"


class Scoring(StrEnum):
    """The two ways to count in the manuals."""

    BASIC = "basic"
    """Squares left over; fewest wins (classic-mattel-en)."""
    ADVANCED = "advanced"
    """−1 per square left, +15 for all 21 pieces, 5 more if the single square came last; most wins."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The settings of one game. `RuleSet.usual(profile)` gives the defaults of a board."""

    players: int
    """Classic: 4, 3 (one colour is shared) or 2 (two colours each). Duo: 2. Solo practice: 1."""
    teams: bool = False
    """Classic with four players: the colours of each diagonal score together."""
    shared: Colour | None = None
    """Classic with three players: the colour that they play in rotation."""
    first: Colour | None = None
    """Who begins. None: the first colour of the profile; in Duo, whoever puts down the first piece."""
    direction: Direction = Direction.CLOCKWISE
    """Clockwise is the order of the profile's colours; the Spanish text of classic-mattel goes the other way."""
    starts: Starts = Starts.FREE
    """`free` as printed, or `by_colour` as in Pentobi."""
    scoring: Scoring = Scoring.BASIC
    """Which score decides. Both are always counted."""
    end_when_one_is_done: bool = False
    """The Spanish text of blokus-to-go-en-es: the game ends when one player has placed everything."""

    @classmethod
    def usual(cls, profile: BoardProfile) -> "RuleSet":
        """The defaults of a board."""
        four = len(profile.colours) == 4
        return cls(
            players=len(profile.colours),
            scoring=Scoring.BASIC if four else Scoring.ADVANCED,
        )

    @classmethod
    def of(cls, profile: BoardProfile, settings: Mapping[str, object]) -> "RuleSet":
        """The defaults of a board with some settings changed, checked.

        Raises GameError for a setting that does not exist (naming the nearest that does), a value of the wrong
        kind, or settings that do not go together on this board.
        """
        known = [field.name for field in fields(cls)]
        values: dict[str, Any] = {}
        for name, value in settings.items():
            if name not in known:
                near = get_close_matches(str(name), known, n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(known)}"
                raise GameError(f"unknown rule setting {str(name)[:40]!r}: {hint}")
            values[name] = _checked(name, value)
        if len(profile.colours) == 4 and values.get("players") == 3 and values.get("shared") is None:
            values["shared"] = profile.colours[-1]
        rules = replace(cls.usual(profile), **values)
        rules._refuse_contradictions(profile)
        return rules

    def _refuse_contradictions(self, profile: BoardProfile) -> None:
        four = len(profile.colours) == 4
        allowed = (2, 3, 4) if four else (len(profile.colours),)
        if self.players not in allowed:
            raise GameError(f"players: {self.players} cannot play on {profile.name}; expected one of {allowed}")
        if self.teams and not (four and self.players == 4):
            raise GameError("teams: only four players on a board of four colours play in teams")
        if self.shared is not None and not (four and self.players == 3):
            raise GameError("shared: a colour is shared in the three-player game only")
        for name, colour in (("shared", self.shared), ("first", self.first)):
            if colour is not None and colour not in profile.colours:
                raise GameError(f"{name}: {colour} is not a colour of {profile.name}")

    def differing(self, profile: BoardProfile) -> dict[str, object]:
        """The settings that differ from the defaults of the board, as plain values for a record."""
        usual = RuleSet.of(profile, {"players": self.players})
        changed = {f.name: getattr(self, f.name) for f in fields(self)}
        plain: dict[str, object] = {}
        if self.players != RuleSet.usual(profile).players:
            plain["players"] = self.players
        for name, value in changed.items():
            if value != getattr(usual, name):
                plain[name] = str(value) if isinstance(value, StrEnum) else value
        return plain

    def order(self, profile: BoardProfile, first: Colour | None = None) -> tuple[Colour, ...]:
        """The colours in turn order, beginning with the one that the settings (or the table) name."""
        colours = profile.colours
        if self.direction is Direction.COUNTER_CLOCKWISE:
            colours = colours[:1] + colours[:0:-1]
        begin = colours.index(self.first or first or profile.colours[0])
        return colours[begin:] + colours[:begin]

    def first_is_open(self, profile: BoardProfile) -> bool:
        """Whether the first piece on the board will say who began (Duo, unless settled otherwise)."""
        return self.first is None and profile.kind == "duo"


_KINDS: dict[str, type[StrEnum]] = {
    "direction": Direction,
    "starts": Starts,
    "scoring": Scoring,
}


def _checked(name: str, value: object) -> object:
    """A plain value from a record or a settings file, turned into the setting's own kind."""
    if name == "players":
        if isinstance(value, bool) or not isinstance(value, int):
            raise GameError(f"players: expected a number, got {str(value)[:40]!r}")
        return value
    if name in ("teams", "end_when_one_is_done"):
        if not isinstance(value, bool):
            raise GameError(f"{name}: expected true or false, got {str(value)[:40]!r}")
        return value
    if name in ("first", "shared"):
        return None if value is None else Colour.parse(value)
    kind = _KINDS[name]
    if not isinstance(value, str) or value not in [str(member) for member in kind]:
        raise GameError(f"{name}: expected one of {', '.join(kind)}, got {str(value)[:40]!r}")
    return kind(value)
