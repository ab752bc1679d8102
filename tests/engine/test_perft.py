"""Sequences of placements, counted: the project's own constants, which need no oracle.

The last ply is counted in bulk: nobody plays the leaves.
"""

import json

import pytest

from engine.moves import count_legal, legal_spots
from engine.position import Lying, Position
from engine.profiles import CLASSIC, DUO, BoardProfile
from engine.rules import RuleSet
from tests.shared import shared

CLASSIC_PERFT = (58, 3_364, 195_112)
DUO_PERFT = (414, 171_396, 89_204_762)


def perft(profile: BoardProfile, depth: int) -> int:
    """How many sequences of `depth` placements there are; a colour without a move is skipped."""
    rules = RuleSet.of(profile, {"starts": "by_colour"})
    return _perft(Position(profile), rules, profile.colours, 0, depth)


def _perft(position: Position, rules: RuleSet, colours: tuple, turn: int, depth: int) -> int:
    for skip in range(len(colours)):
        colour = colours[(turn + skip) % len(colours)]
        count = count_legal(position, rules, colour)
        if count:
            break
    else:
        return 0
    if depth == 1:
        return count
    total = 0
    for spot in legal_spots(position, rules, colour):
        item = Lying(len(position.lying), colour, spot.cells, spot.mask, spot.piece)
        total += _perft(position.adding(item), rules, colours, turn + skip + 1, depth - 1)
    return total


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_classic(depth):
    assert perft(CLASSIC, depth) == CLASSIC_PERFT[depth - 1]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_duo(depth):
    assert perft(DUO, depth) == DUO_PERFT[depth - 1]


def test_the_second_blue_piece_with_nobody_else_on_the_board():
    alone = BoardProfile("alone", "classic", 20, CLASSIC.colours[:1], CLASSIC.starts[:1])
    assert perft(alone, 2) == 9729


def test_the_second_duo_piece_with_nobody_else_on_the_board():
    alone = BoardProfile("alone", "duo", 14, DUO.colours[:1], DUO.starts[:1])
    assert perft(alone, 2) == 217_530


def test_four_and_five_plies_follow_because_the_corners_do_not_meet():
    """58⁴, and 58³ times the second blue pieces: the first pieces cannot reach each other on 20 × 20."""
    wanted = json.loads(shared("oracle/perft.json").read_text())["classic"]["perft"]
    assert wanted["4"]["nodes"] == CLASSIC_PERFT[0] ** 4 == 11_316_496
    assert wanted["5"]["nodes"] == CLASSIC_PERFT[0] ** 3 * 9729


def test_the_constants_are_those_of_the_oracle():
    data = json.loads(shared("oracle/perft.json").read_text())
    for board, constants in (("classic", CLASSIC_PERFT), ("duo", DUO_PERFT)):
        assert tuple(data[board]["perft"][str(depth + 1)]["nodes"] for depth in range(len(constants))) == constants
