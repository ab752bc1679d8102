"""The referee names every broken rule at once, with the squares that prove it.

Rules as in the manuals: corners only (classic-mattel-en, "The One Rule"), first piece on a corner square
(classic-original-fr-en, "How to play"), starting points of Duo (blokus-to-go-en-es, 2).
"""

import pytest

from engine.colours import Colour
from engine.errors import GameError
from engine.events import End
from engine.profiles import CLASSIC, DUO, DUO_TOGO, BoardProfile
from engine.referee import rule_on_placement
from engine.rules import Rule
from tests.engine.tables import BLUE, CORNERS, at, played, said

TWO_ROUNDS = (*CORNERS, "blue c19 d19 e19", "yellow s18", "red r2", "green b3")


def test_a_piece_that_touches_its_colour_at_a_corner_only_is_legal():
    assert said(played(*CORNERS, "blue c19 d19 e19")) == {}


def test_different_colours_may_touch_in_any_way():
    small = BoardProfile("small", "classic", 5, CLASSIC.colours[:2], ((0, 0), (0, 4)))
    assert said(played("blue a5 b5", "yellow c5 d5 e5", board=small)) == {}


def test_edge_contact_is_proved_by_both_sides_of_the_touching_edge():
    assert said(played(*CORNERS, "blue c20 c19 c18")) == {Rule.EDGE_CONTACT: at("b20 c20")}


def test_edge_contact_shows_every_touching_edge():
    game = played("blue a20 a19 b19 c19 c20", "yellow t20", "red t1", "green a1", "blue b20")
    assert said(game) == {
        Rule.EDGE_CONTACT: at("a20 b20 c20 b19"),
    }


def test_edge_contact_with_two_pieces_of_one_colour_at_once():
    game = played(*TWO_ROUNDS, "blue c20")
    assert said(game) == {Rule.EDGE_CONTACT: at("b20 c20 c19")}


def test_no_corner_contact_has_nothing_to_prove_it_but_the_piece():
    assert said(played(*CORNERS, "blue k10 k11")) == {
        Rule.PIECE_ALREADY_PLAYED: at("a20 b20"),
        Rule.NO_CORNER_CONTACT: at("k10 k11"),
    }
    assert said(played(*CORNERS, "blue k10")) == {Rule.NO_CORNER_CONTACT: at("k10")}


def test_a_corner_of_another_colour_is_no_corner_contact():
    game = played(*CORNERS, "blue r18 s18")
    assert Rule.NO_CORNER_CONTACT in said(game)


def test_an_edge_alone_is_no_corner_contact():
    game = played("blue a20", "yellow t20", "red t1", "green a1", "blue a19 a18 a17")
    assert said(game) == {Rule.EDGE_CONTACT: at("a20 a19"), Rule.NO_CORNER_CONTACT: at("a19 a18 a17")}


def test_a_piece_that_was_played_is_proved_by_the_cells_of_the_earlier_one():
    assert said(played(*CORNERS, "blue c19 c18")) == {Rule.PIECE_ALREADY_PLAYED: at("a20 b20")}


def test_not_one_of_the_21_shapes():
    six = "c19 d19 e19 f19 g19 h19"
    assert said(played(*CORNERS, f"blue {six}")) == {Rule.NOT_A_PIECE: at(six)}


def test_two_pieces_put_down_at_once_are_several_pieces():
    two = "c19 d18 e18"
    assert said(played(*CORNERS, f"blue {two}")) == {Rule.NOT_A_PIECE: at(two), Rule.SEVERAL_PIECES: at(two)}


def test_a_second_piece_in_the_same_turn_is_several_pieces_and_shows_both():
    game = played(*CORNERS, "blue c19", "blue d18 d17 d16")
    assert said(game) == {Rule.OUT_OF_TURN: at("d18 d17 d16"), Rule.SEVERAL_PIECES: at("c19 d18 d17 d16")}


def test_a_piece_out_of_turn_is_proved_by_itself():
    assert said(played("blue a20", "red t1 s1")) == {Rule.OUT_OF_TURN: at("t1 s1")}


def test_a_colour_that_is_not_in_this_game():
    game = played("blue a20", "purple t20")
    assert said(game) == {Rule.FOREIGN_COLOUR: at("t20")}


def test_a_foreign_colour_of_a_foreign_shape_breaks_both_rules():
    assert set(said(played("orange a1 b2"))) == {Rule.FOREIGN_COLOUR, Rule.NOT_A_PIECE, Rule.SEVERAL_PIECES}


def test_play_after_the_end():
    game = played(*CORNERS, End(), "blue c19")
    assert said(game) == {Rule.GAME_OVER: at("c19")}


def test_a_piece_over_another_one_moves_it():
    game = played(*CORNERS, "blue s20 t20 t19")
    assert said(game)[Rule.PIECE_MOVED] == at("t20 t19")


def test_all_violations_come_at_once():
    game = played(*TWO_ROUNDS, "red s1 s2")
    assert said(game) == {
        Rule.OUT_OF_TURN: at("s1 s2"),
        Rule.PIECE_MOVED: at("s1"),
        Rule.PIECE_ALREADY_PLAYED: at("t1 s1"),
        Rule.EDGE_CONTACT: at("t1 s1 r2 s2"),
    }


@pytest.mark.parametrize("corner", ["a20", "t20", "t1", "a1"])
def test_a_free_start_is_any_corner(corner):
    assert said(played(f"blue {corner}")) == {}


def test_a_first_piece_off_the_corners_is_proved_by_the_free_ones():
    assert said(played("blue c3")) == {Rule.START_NOT_COVERED: at("a20 t20 t1 a1")}


def test_a_corner_that_is_taken_is_free_no_more():
    game = played("blue a20 b20", "yellow c19")
    assert said(game) == {Rule.START_NOT_COVERED: at("t20 t1 a1")}


@pytest.mark.parametrize(("colour", "corner"), [("blue", "a20"), ("yellow", "t20"), ("red", "t1"), ("green", "a1")])
def test_a_fixed_start_is_the_corner_of_the_colour(colour, corner):
    assert said(played(f"{colour} {corner}", starts="by_colour", first=colour)) == {}
    wrong = "a1" if corner != "a1" else "t1"
    assert said(played(f"{colour} {wrong}", starts="by_colour", first=colour)) == {Rule.START_NOT_COVERED: at(corner)}


@pytest.mark.parametrize(("taken", "other"), [("e10", "j5"), ("j5", "e10")])
def test_duo_the_first_player_takes_either_starting_point_and_the_second_the_other(taken, other):
    assert said(played(f"blue {taken}", f"green {other}", board=DUO_TOGO)) == {}
    game = played(f"blue {taken}", "green a1", board=DUO_TOGO)
    assert said(game) == {Rule.START_NOT_COVERED: at(other, 14)}


def test_duo_with_fixed_starts():
    settings = {"starts": "by_colour", "first": "purple"}
    assert said(played("purple e10", "orange j5", board=DUO, **settings)) == {}
    assert said(played("purple j5", board=DUO, **settings)) == {Rule.START_NOT_COVERED: at("e10", 14)}


def test_duo_has_no_start_in_the_corners():
    assert said(played("purple a14", board=DUO)) == {Rule.START_NOT_COVERED: at("e10 j5", 14)}


def test_a_first_piece_with_no_free_start_left_is_proved_by_itself():
    game = played("blue t20", "yellow c5", starts="by_colour")
    assert said(game) == {Rule.START_NOT_COVERED: at("c5")}


def test_a_pass_with_moves_is_proved_by_a_placement_that_exists():
    game = played(*CORNERS, "blue pass")
    cells = said(game)[Rule.PASS_WITH_MOVES]
    assert len(cells) == 5
    assert rule_on_placement(game.steps[3].state.position, game.rules, BLUE, cells).legal


def test_a_pass_out_of_turn():
    assert said(played("blue a20", "green pass")) == {Rule.OUT_OF_TURN: ()}


def test_a_pass_of_a_colour_that_is_not_in_this_game():
    assert said(played("purple pass")) == {Rule.FOREIGN_COLOUR: ()}


def test_the_referee_answers_for_any_position_without_a_game():
    position = played(*CORNERS).state.position
    ruling = rule_on_placement(position, played().rules, BLUE, at("b19"), in_turn=False)
    assert ruling.rules == {Rule.OUT_OF_TURN, Rule.EDGE_CONTACT}
    assert not ruling.legal


@pytest.mark.parametrize("cells", [(), ((0, 0), (0, 0)), ((20, 0),), ((0, -1),)])
def test_cells_that_make_no_sense_are_an_error_and_no_ruling(cells):
    game = played(*CORNERS)
    with pytest.raises(GameError):
        rule_on_placement(game.state.position, game.rules, BLUE, cells)


def test_every_colour_word_is_answered():
    game = played(*CORNERS)
    for colour in Colour:
        ruling = rule_on_placement(game.state.position, game.rules, colour, at("k10"))
        assert (Rule.FOREIGN_COLOUR in ruling.rules) is (colour not in CLASSIC.colours)
