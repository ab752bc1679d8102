"""The score: the worked examples of the manuals, ties, and who scores together."""

import pytest

from engine.colours import Colour
from engine.pieces import PIECES
from engine.position import Lying, Position
from engine.profiles import CLASSIC, DUO_TOGO, BoardProfile
from engine.rules import RuleSet, Scoring
from engine.scoring import score_colour, side_points, sides, winning_sides
from tests.engine.tables import BLUE, GREEN, RED, YELLOW

NAMES = [piece.name for piece in PIECES]


def finished(left: dict[Colour, str], last: dict[Colour, str] | None = None, board: BoardProfile = CLASSIC) -> Position:
    """A board on which each colour has placed all but these pieces; `last` names the one it placed last.

    The score asks only which pieces lie there and in which order they came, so they may lie anywhere.
    """
    lying = []
    for colour in board.colours:
        missing = left.get(colour, "").split()
        names = [name for name in NAMES if name not in missing]
        end = (last or {}).get(colour, names[-1])
        for name in [n for n in names if n != end] + [end]:
            lying.append(Lying(len(lying), colour, (), 0, PIECES[NAMES.index(name)]))
    return Position(board, lying)


# Figure 5 of classic-original-fr-en, the same in classic-mattel-es-en-fr and classic-ravensburger-es. The manuals
# give the sizes of the pieces that were left; classic-mattel-en misprints yellow's as two of three squares.
FIGURE_5 = {BLUE: "", YELLOW: "I4 O", RED: "V3 I4 O T4 Z4 X", GREEN: "I3 L4 T4 Z4 F"}


@pytest.mark.parametrize(("colour", "points"), [(BLUE, 20), (YELLOW, -8), (RED, -24), (GREEN, -20)])
def test_the_completed_game_of_the_classic_manuals(colour, points):
    position = finished(FIGURE_5, last={BLUE: "1"})
    assert score_colour(position, colour).advanced == points


def test_blue_has_won_the_completed_game_of_the_classic_manuals():
    position = finished(FIGURE_5, last={BLUE: "1"})
    won = winning_sides(position, RuleSet.usual(CLASSIC), Scoring.ADVANCED)
    assert [side.colours for side in won] == [(BLUE,)]


def test_two_threes_are_minus_six_whatever_classic_mattel_en_prints():
    assert score_colour(finished({YELLOW: "I3 V3"}), YELLOW).advanced == -6


@pytest.mark.parametrize(("colour", "points"), [(Colour.GREEN, 20), (Colour.BLUE, -10)])
def test_the_completed_game_of_blokus_to_go_en_es(colour, points):
    """Figure 5: green placed everything, the smallest piece last; blue kept two threes and a four."""
    position = finished({Colour.BLUE: "I3 V3 T4"}, last={Colour.GREEN: "1"}, board=DUO_TOGO)
    assert score_colour(position, colour).advanced == points
    won = winning_sides(position, RuleSet.usual(DUO_TOGO), Scoring.ADVANCED)
    assert [side.colours for side in won] == [(Colour.GREEN,)]


def test_basic_scoring_seven_squares_beat_eight():
    """classic-mattel-en, "Winning the game": 8 squares, 7 squares, green wins."""
    position = finished({BLUE: "F P", YELLOW: "I4 L4", RED: "X Y", GREEN: "I3 T4"})
    assert [score_colour(position, c).basic for c in (YELLOW, GREEN)] == [8, 7]
    assert [s.name for s in winning_sides(position, RuleSet.usual(CLASSIC), Scoring.BASIC)] == ["green"]


def test_all_21_pieces_are_worth_15_if_the_single_square_was_not_the_last():
    assert score_colour(finished({}, last={BLUE: "2"}), BLUE).advanced == 15


def test_the_single_square_last_is_worth_nothing_if_another_piece_is_left():
    assert score_colour(finished({BLUE: "I5"}, last={BLUE: "1"}), BLUE).advanced == -5


def test_basic_scoring_knows_no_bonus():
    assert score_colour(finished({}, last={BLUE: "1"}), BLUE).basic == 0


def test_nothing_placed_is_89_squares():
    assert score_colour(Position(CLASSIC), RED).advanced == -89


@pytest.mark.parametrize("scoring", list(Scoring))
def test_ties_are_shared_wins(scoring):
    position = finished({BLUE: "I4", YELLOW: "O", RED: "F", GREEN: "X"})
    assert [s.name for s in winning_sides(position, RuleSet.usual(CLASSIC), scoring)] == ["blue", "yellow"]


def test_two_teams_add_the_scores_of_their_members():
    """classic-original-fr-en, variation A: blue and red against yellow and green."""
    rules = RuleSet.of(CLASSIC, {"teams": True})
    position = finished(FIGURE_5, last={BLUE: "1"})
    points = {s.name: side_points(position, s, Scoring.ADVANCED) for s in sides(CLASSIC, rules)}
    assert points == {"blue+red": 20 - 24, "yellow+green": -8 - 20}
    assert [s.name for s in winning_sides(position, rules, Scoring.ADVANCED)] == ["blue+red"]


def test_two_players_count_both_of_their_colours():
    """classic-mattel-en, two-player game: the squares in both colours they control."""
    rules = RuleSet.of(CLASSIC, {"players": 2})
    position = finished({BLUE: "F", RED: "I4", YELLOW: "I3", GREEN: "I5"})
    points = {s.name: side_points(position, s, Scoring.BASIC) for s in sides(CLASSIC, rules)}
    assert points == {"blue+red": 9, "yellow+green": 8}
    assert [s.name for s in winning_sides(position, rules, Scoring.BASIC)] == ["yellow+green"]


@pytest.mark.parametrize("shared", CLASSIC.colours)
def test_three_players_ignore_the_score_of_the_shared_colour(shared):
    """classic-mattel-en, three-player game: the remaining colour may be any of the four."""
    rules = RuleSet.of(CLASSIC, {"players": 3, "shared": shared})
    others = [colour for colour in CLASSIC.colours if colour is not shared]
    position = finished(dict.fromkeys(others, "I5"))
    assert [s.name for s in winning_sides(position, rules, Scoring.BASIC)] == [str(colour) for colour in others]


def test_the_usual_scoring_is_basic_on_classic_and_advanced_in_duo():
    assert RuleSet.usual(CLASSIC).scoring is Scoring.BASIC
    assert RuleSet.usual(DUO_TOGO).scoring is Scoring.ADVANCED
