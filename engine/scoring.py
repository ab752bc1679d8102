"""The score: squares left over, points, sides and winners."""

from dataclasses import dataclass

from engine.colours import Colour
from engine.pieces import Piece
from engine.position import Position
from engine.profiles import BoardProfile
from engine.rules import RuleSet, Scoring

ALL_PLACED = 15
SINGLE_LAST = 5


@dataclass(frozen=True, slots=True)
class ColourScore:
    """One colour's line on the score sheet."""

    colour: Colour
    left: tuple[Piece, ...]
    """The pieces that are not on the board."""
    bonus: int
    """0, 15 for all 21 pieces, or 20 if the single square was the last of them."""

    @property
    def basic(self) -> int:
        """Squares left over; fewest wins."""
        return sum(piece.size for piece in self.left)

    @property
    def advanced(self) -> int:
        """The bonus less the squares left over; most wins."""
        return self.bonus - self.basic

    def points(self, scoring: Scoring) -> int:
        """The number that this scoring writes down."""
        return self.basic if scoring is Scoring.BASIC else self.advanced


def score_colour(position: Position, colour: Colour) -> ColourScore:
    """Count what a colour has on the board; the order in which the pieces came decides the last bonus."""
    left = position.left(colour)
    bonus = 0
    if not left:
        pieces = [item.piece for item in position.lying if item.colour is colour and item.piece is not None]
        bonus = ALL_PLACED + (SINGLE_LAST if pieces[-1].size == 1 else 0)
    return ColourScore(colour, left, bonus)


@dataclass(frozen=True, slots=True)
class Side:
    """Who wins or loses together: a colour, a player with two colours, or a team."""

    colours: tuple[Colour, ...]

    @property
    def name(self) -> str:
        """The colours of the side, joined."""
        return "+".join(self.colours)


def sides(profile: BoardProfile, rules: RuleSet) -> tuple[Side, ...]:
    """The sides of a game, in turn order of the profile. A shared colour belongs to none."""
    colours = profile.colours
    if len(colours) == 4 and (rules.players == 2 or rules.teams):
        return Side(colours[0::2]), Side(colours[1::2])
    return tuple(Side((colour,)) for colour in colours if colour is not rules.shared)


def side_points(position: Position, side: Side, scoring: Scoring) -> int:
    """The sum over the colours of a side."""
    return sum(score_colour(position, colour).points(scoring) for colour in side.colours)


def winning_sides(position: Position, rules: RuleSet, scoring: Scoring) -> tuple[Side, ...]:
    """The sides with the best score so far; several of them share a tie."""
    points = {side: side_points(position, side, scoring) for side in sides(position.profile, rules)}
    best = min(points.values()) if scoring is Scoring.BASIC else max(points.values())
    return tuple(side for side, value in points.items() if value == best)


def shared_turn(profile: BoardProfile, rules: RuleSet, order: tuple[Colour, ...], turns_taken: int) -> Colour | None:
    """Whose player takes the next turn of the shared colour; the rotation advances with every turn of it.

    Args:
        profile: the board.
        rules: the settings; None is returned unless they name a shared colour.
        order: the colours in turn order.
        turns_taken: how often the shared colour's turn has come up, passes included.
    """
    if rules.shared is None:
        return None
    players = [colour for colour in order if colour is not rules.shared and colour in profile.colours]
    return players[turns_taken % len(players)]
