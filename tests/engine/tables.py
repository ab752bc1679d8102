"""Words for the tests: a table is written as moves in square names, the way a manual would print them.

played("blue a20 b20", "yellow t20 t19", "red pass")
"""

from engine.colours import Colour
from engine.events import Event, Pass, Place
from engine.game import Game
from engine.pieces import Cell
from engine.profiles import CLASSIC, BoardProfile
from engine.rules import Rule, RuleSet
from engine.squares import parse_square

BLUE, YELLOW, RED, GREEN = CLASSIC.colours
PURPLE, ORANGE = Colour.PURPLE, Colour.ORANGE

CORNERS = ("blue a20 b20", "yellow t20 t19", "red t1 s1", "green a1 a2")
"""The first round of a classic game: every colour puts its domino into its corner."""


def at(squares: str, size: int = 20) -> tuple[Cell, ...]:
    """The cells of square names that are separated by blanks, in reading order."""
    return tuple(sorted(parse_square(name, size) for name in squares.split()))


def event(text: str, profile: BoardProfile = CLASSIC) -> Event:
    """`blue a20 b20` is a placement, `blue pass` a pass."""
    word, _, squares = text.partition(" ")
    colour = Colour(word)
    return Pass(colour) if squares == "pass" else Place(colour, at(squares, profile.size))


def played(*moves: "str | Event", board: BoardProfile = CLASSIC, **settings) -> Game:
    """The game after these moves, with these settings."""
    game = Game.new(board, RuleSet.of(board, settings))
    return after(game, *moves)


def after(game: Game, *moves: "str | Event") -> Game:
    """The game with more moves."""
    for move in moves:
        game = game.after(event(move, game.profile) if isinstance(move, str) else move)
    return game


def said(game: Game) -> dict[Rule, tuple[Cell, ...]]:
    """What the referee says about the last step: each broken rule with the cells that prove it."""
    violations = game.steps[-1].ruling.violations
    assert len({violation.rule for violation in violations}) == len(violations)
    return {violation.rule: violation.cells for violation in violations}


def told(game: Game) -> list[str]:
    """What the table is told at the last step: the kinds of the outcomes."""
    return [str(outcome.kind) for outcome in game.steps[-1].outcomes]
