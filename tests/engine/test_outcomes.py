"""What the table is told, word for word: whose piece, which cells, what is broken, how it was closed; what stays."""

import pytest

from engine.errors import GameError
from engine.events import Accept, End, ForcePass, Found, Move, Pass, Remove, SetTurn
from engine.game import Game
from engine.pieces import piece_of
from engine.profiles import CLASSIC, DUO, BoardProfile
from engine.referee import rule_on_pass
from engine.rules import Rule, Violation
from engine.scoring import score_colour
from engine.table import How, Kind, Outcome
from engine.turns import Turns
from tests.engine.tables import BLUE, CORNERS, GREEN, ORANGE, PURPLE, RED, YELLOW, after, at, played, said

EDGE = "blue c20 c19 c18"
"""After CORNERS: touches blue's domino along an edge."""
TOUCHING = Violation(Rule.EDGE_CONTACT, at("b20 c20"))
I3 = piece_of(at("c20 c19 c18"))
DOMINO = piece_of(at("a20 b20"))


def with_incident():
    return played(*CORNERS, EDGE)


def left_lying():
    """Yellow has played on, and blue's illegal piece still lies there."""
    return after(with_incident(), "yellow s18")


def outcomes(game):
    return game.steps[-1].outcomes


def test_a_placement_is_told_with_its_colour_cells_and_piece():
    assert outcomes(played("blue a20 b20")) == (Outcome(Kind.PLACED, BLUE, at("a20 b20"), DOMINO),)


def test_an_illegal_placement_is_told_with_its_proof():
    assert outcomes(with_incident()) == (Outcome(Kind.ILLEGAL, BLUE, at("c20 c19 c18"), I3, (TOUCHING,)),)


def test_an_incident_that_is_put_right_is_closed_where_it_was_and_placed_where_it_is():
    game = after(with_incident(), Move(4, at("c19 c18 c17")))
    assert outcomes(game) == (
        Outcome(Kind.CORRECTED, BLUE, at("c20 c19 c18"), I3, how=How.MOVED),
        Outcome(Kind.PLACED, BLUE, at("c19 c18 c17"), I3),
    )


def test_an_incident_of_an_earlier_turn_that_is_put_right_lies_where_it_was_put():
    game = after(left_lying(), Move(4, at("c19 c18 c17")))
    assert said(game) == {}
    assert game.state.position.find(4).cells == at("c19 c18 c17")
    assert game.state.to_play is RED


def test_the_last_piece_moved_in_its_turn_is_adjusted_to_its_new_cells():
    assert outcomes(after(played(*CORNERS), Move(3, at("a1 b1")))) == (
        Outcome(Kind.ADJUSTED, GREEN, at("a1 b1"), DOMINO),
    )


def test_the_last_piece_taken_back_is_adjusted_to_no_cells_and_leaves_nothing_to_adjust():
    game = after(played(*CORNERS), Remove(3))
    assert outcomes(game) == (Outcome(Kind.ADJUSTED, GREEN, (), DOMINO),)
    assert (game.state.last, game.state.turns_before_last) == (None, None)


def test_a_settled_piece_that_goes_is_a_disturbance_where_it_lay():
    moved = Violation(Rule.PIECE_MOVED, at("a20 b20"))
    told = (Outcome(Kind.DISTURBED, BLUE, at("a20 b20"), DOMINO, (moved,)),)
    assert outcomes(after(played(*CORNERS), Remove(0))) == told
    assert outcomes(after(played(*CORNERS), Move(0, at("j10 j11")))) == told


def test_a_piece_that_looks_like_another_after_it_was_moved_is_that_other():
    assert after(played(*CORNERS), Move(0, at("j10 j11 j12"))).state.position.find(0).piece is I3


def test_a_dragged_piece_lies_on_its_new_cells():
    lying = after(played(*CORNERS), Move(0, at("j10 j11"))).state.position.find(0)
    assert (lying.cells, lying.piece, lying.home) == (at("j10 j11"), DOMINO, at("a20 b20"))


def test_a_disturbed_piece_put_back_is_told_where_it_belongs():
    told = (Outcome(Kind.CORRECTED, BLUE, at("a20 b20"), DOMINO, how=How.PUT_BACK),)
    dragged = after(played(*CORNERS), Move(0, at("j10 j11")))
    assert outcomes(after(dragged, Move(0, at("a20 b20")))) == told
    assert outcomes(after(dragged, Remove(0), "blue a20 b20")) == told


def test_a_piece_put_back_is_not_in_its_own_way():
    game = after(played(*CORNERS), Move(0, at("b20 c20")), Move(0, at("a20 b20")))
    assert said(game) == {}


def test_an_accepted_incident_is_told_with_what_was_wrong_and_no_other_is_accepted():
    two = after(left_lying(), "red r2", "green c1 c2")
    game = after(two, Accept(4))
    assert outcomes(game) == (Outcome(Kind.CORRECTED, BLUE, at("c20 c19 c18"), I3, (TOUCHING,), How.BY_HAND),)
    assert [item.number for item in two.state.incidents] == [4, 7]
    assert [item.number for item in game.state.incidents] == [7]


def test_a_pass_by_people_is_told_as_theirs():
    told = (Outcome(Kind.PASSED, BLUE, how=How.BY_HAND, why="by_hand"),)
    assert outcomes(after(played(*CORNERS), ForcePass(BLUE))) == told


def test_a_pass_with_moves_is_told_with_a_placement_that_was_possible():
    game = after(played(*CORNERS), Pass(BLUE))
    assert outcomes(game) == (Outcome(Kind.ILLEGAL, BLUE, violations=game.steps[-1].ruling.violations),)
    assert said(game).keys() == {Rule.PASS_WITH_MOVES}


def test_a_pass_after_the_end_or_of_a_colour_that_must_pass_is_nothing_to_tell():
    game = after(played(*CORNERS), End("dinner"), Pass(BLUE))
    assert (said(game), outcomes(game)) == ({}, ())


def test_a_stranger_cannot_pass_even_after_the_end():
    assert said(after(played(*CORNERS), End("dinner"), Pass(PURPLE))).keys() == {Rule.FOREIGN_COLOUR}


def test_somebody_who_asks_about_a_pass_is_taken_to_be_in_turn():
    game = played(*CORNERS)
    ruling = rule_on_pass(game.state.position, game.rules, BLUE)
    assert ruling.rules == {Rule.PASS_WITH_MOVES}


def test_in_duo_a_pass_before_the_first_piece_says_who_began():
    game = played(Pass(ORANGE), board=DUO)
    assert game.state.turns.order == (ORANGE, PURPLE)
    assert game.state.to_play is PURPLE


def test_in_duo_a_ruling_on_the_first_turn_settles_who_begins():
    game = played(SetTurn(ORANGE), board=DUO)
    assert said(after(game, "purple e10")).keys() == {Rule.OUT_OF_TURN}


def owed():
    """Blue took its illegal piece back after yellow had played, and may put another one down."""
    return after(left_lying(), Remove(4))


def test_a_colour_that_is_owed_a_piece_and_passes_is_owed_nothing_more():
    assert said(after(owed(), "blue c19")) == {}
    assert said(after(owed(), Pass(BLUE), "blue c19")).keys() == {Rule.OUT_OF_TURN}
    assert after(owed(), ForcePass(BLUE)).state.to_play is RED
    assert after(owed(), "blue c19").state.to_play is RED


def test_a_colour_that_is_owed_a_piece_when_its_regular_turn_comes_is_owed_it_no_more():
    game = after(owed(), "red r2", "green b3", "blue c19", "yellow r17")
    assert said(after(game, "blue d18 d17 d16")).keys() == {Rule.OUT_OF_TURN}
    game = after(owed(), "red r2", "green b3", ForcePass(BLUE), "yellow r17")
    assert said(after(game, "blue c19")).keys() == {Rule.OUT_OF_TURN}


def test_a_piece_that_was_owed_may_be_adjusted_and_still_costs_no_turn():
    game = after(owed(), "blue c19", Move(7, at("c19 c18 c17")))
    assert said(game) == {}
    assert game.state.turns.taken_by(BLUE) == 2
    assert after(game, "red r2", "green b3").state.to_play is BLUE


def test_a_ruling_on_the_turn_ends_what_was_owed():
    assert said(after(owed(), SetTurn(RED), "blue c19")).keys() == {Rule.OUT_OF_TURN}


def test_a_ruling_on_the_turn_ends_the_time_for_adjusting():
    game = after(played(*CORNERS), SetTurn(RED))
    assert (game.state.last, game.state.turns_before_last) == (None, None)
    assert outcomes(after(game, Remove(3)))[0].kind is Kind.DISTURBED


def test_a_piece_out_of_turn_stays_so_wherever_it_is_moved():
    game = after(played(*CORNERS), "red r2")
    assert said(game).keys() == {Rule.OUT_OF_TURN}
    assert said(after(game, Move(4, at("s2 s3")))).keys() >= {Rule.OUT_OF_TURN}


def test_a_piece_after_the_end_stays_so_wherever_it_is_moved_but_an_older_one_may_still_be_put_right():
    late = after(played(*CORNERS), End("dinner"), "blue c19")
    assert Rule.GAME_OVER in said(late)
    assert Rule.GAME_OVER in said(after(late, Move(5, at("c19 c18"))))
    assert said(after(left_lying(), End("dinner"), Move(4, at("c19 c18 c17")))) == {}


def test_a_piece_dragged_onto_others_takes_their_place():
    onto_last = after(played(*CORNERS), Move(0, at("a1 a2"))).state
    assert onto_last.position.find(3) is None
    assert onto_last.last is None
    assert [item.number for item in onto_last.away] == [3]
    onto_other = after(played(*CORNERS), Move(0, at("t20 t19"))).state
    assert onto_other.position.find(1) is None
    assert onto_other.last == 3


def test_a_piece_that_was_found_takes_its_colours_turn():
    game = after(Game.new(CLASSIC), Found(BLUE, at("a20 b20")))
    assert (game.state.to_play, outcomes(game)) == (YELLOW, ())
    with pytest.raises(GameError, match=r"^a piece that was found on the board lies on the cells of another one$"):
        after(game, Found(YELLOW, at("b20 b19")))


def test_what_does_not_lie_there_is_named_when_somebody_moves_it():
    assert played(*CORNERS).state.position.find(9) is None
    with pytest.raises(GameError, match="nothing that move 9 put down lies on the board"):
        after(played(*CORNERS), Remove(9))


def test_two_figures_of_which_one_is_no_piece_are_not_several_pieces():
    game = played("blue a20 b20 c20 d20 e20 f20 h20")
    assert Rule.NOT_A_PIECE in said(game)
    assert Rule.SEVERAL_PIECES not in said(game)


def test_other_pieces_make_another_position():
    assert played("blue a20").state.position != played("blue a20 b20").state.position
    assert played("blue a20").state.position == played("blue a20").state.position


def test_a_score_says_whose_it_is():
    assert score_colour(played(*CORNERS).state.position, RED).colour is RED


TWO = BoardProfile("two", "classic", 5, (BLUE, YELLOW), ((0, 0), (0, 4)))
BLOCKED = ("blue a5", "yellow e5", "blue b4 c4 d4")
"""Yellow's only corner is covered: it must pass until blue's second piece goes."""


@pytest.mark.parametrize("third", ["blue e3 e2", ForcePass(BLUE)])
def test_a_pass_that_a_colour_has_to_make_counts_as_its_turn(third):
    game = played(*BLOCKED, third, board=TWO)
    assert game.state.passed == (YELLOW,)
    assert game.state.turns.taken == (3, 2)


def test_a_colour_that_had_to_pass_makes_up_for_nothing_when_it_can_play_again():
    freed = played(*BLOCKED, "blue e3 e2", Remove(2), board=TWO)
    assert freed.state.to_play is YELLOW
    assert after(freed, "yellow d4 d3").state.to_play is BLUE


def test_a_pass_that_people_rule_on_counts_once_also_for_a_colour_that_has_to_pass():
    assert played(*BLOCKED, ForcePass(YELLOW), board=TWO).state.turns.taken == (2, 2)


def test_a_pass_that_people_rule_on_ahead_of_its_turn_counts():
    game = after(played(*CORNERS), ForcePass(YELLOW), "blue c19")
    assert game.state.to_play is RED


def test_turns_that_were_taken_stay_with_their_colours_when_it_turns_out_who_began():
    game = played(Found(ORANGE, ((9, 9),)), "orange k4", board=DUO)
    assert game.state.turns.order == (ORANGE, PURPLE)
    assert game.state.turns.taken_by(ORANGE) == 2


@pytest.mark.parametrize("keep", [BLUE, GREEN])
def test_a_ruling_on_the_turn_leaves_the_count_of_the_shared_colour(keep):
    turns = Turns(CLASSIC.colours, (5, 5, 4, 4)).set_to(RED, keep=keep)
    assert turns.taken_by(keep) == {BLUE: 5, GREEN: 4}[keep]
    assert turns.next_up(lambda colour: True) == (RED, ())


def test_a_colour_that_must_pass_is_told_once_for_each_of_its_turns_with_the_reason():
    passes = Outcome(Kind.PASSED, YELLOW, why="nothing_fits")
    blocked = played(*BLOCKED, board=TWO)
    assert outcomes(blocked)[1:] == (passes,)
    assert outcomes(after(blocked, Move(1, at("e1", 5)), Move(1, at("e5", 5))))[1:] == (passes,)
    assert outcomes(after(blocked, Found(YELLOW, at("a1", 5))))[1:] == ()
    assert outcomes(after(blocked, "blue e3 e2"))[1:] == (passes,)
