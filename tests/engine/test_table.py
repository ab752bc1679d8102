"""When the table goes on regardless: each sentence of that chapter of RULES.md is a test here."""

from engine.events import Move, Remove
from engine.profiles import CLASSIC, BoardProfile
from engine.rules import Rule
from engine.scoring import score_colour
from engine.table import How
from tests.engine.tables import BLUE, CORNERS, GREEN, RED, YELLOW, after, at, played, said, told

ILLEGAL = "blue c20 c19 c18"
"""After CORNERS: touches blue's domino along an edge."""
WITH_INCIDENT = played(*CORNERS, ILLEGAL)
LEFT_LYING = after(WITH_INCIDENT, "yellow s18")


def numbers(items) -> list[int]:
    return [item.number for item in items]


def test_contact_is_judged_against_tolerated_illegal_pieces_too():
    game = after(LEFT_LYING, "red r2", "green b3", "blue d17")
    assert said(game) == {}  # its only corner contact is the illegal piece
    game = after(LEFT_LYING, "red r2", "green b3", "blue d18")
    assert said(game) == {Rule.EDGE_CONTACT: at("c18 d18")}


def test_doubles_are_judged_against_tolerated_illegal_pieces_too():
    game = after(LEFT_LYING, "red r2", "green b3", "blue d17 e17 f17")
    assert said(game) == {Rule.PIECE_ALREADY_PLAYED: at("c20 c19 c18")}


def test_starts_are_judged_against_tolerated_illegal_pieces_too():
    game = played("blue a20", "yellow k10 k11", "red t1", "green a1", "blue b19 c19", "yellow l12")
    assert said(game) == {}  # yellow is on the board, so its next piece needs a corner and no start square


def test_an_illegal_piece_opens_an_incident():
    assert numbers(WITH_INCIDENT.state.incidents) == [4]
    assert told(WITH_INCIDENT) == ["illegal"]


def test_an_illegal_piece_taken_back_closes_the_incident_and_it_is_that_colours_turn_again():
    game = after(WITH_INCIDENT, Remove(4))
    assert game.state.incidents == ()
    assert game.state.to_play is BLUE
    assert (told(game), game.steps[-1].outcomes[0].how) == (["corrected"], How.TAKEN_BACK)


def test_an_illegal_piece_taken_back_leaves_the_game_as_it_was_before():
    before, now = played(*CORNERS).state, after(WITH_INCIDENT, Remove(4)).state
    assert (now.position, now.turns, now.disturbed) == (before.position, before.turns, ())


def test_an_illegal_piece_put_right_closes_the_incident_and_counts_as_the_turn():
    game = after(WITH_INCIDENT, Move(4, at("c19 c18 c17")))
    assert said(game) == {}
    assert game.state.incidents == ()
    assert game.state.to_play is YELLOW
    assert (told(game), game.steps[-1].outcomes[0].how) == (["corrected", "placed"], How.MOVED)


def test_an_illegal_piece_moved_to_another_illegal_place_opens_another_incident():
    game = after(WITH_INCIDENT, Move(4, at("k10 k11 k12")))
    assert said(game) == {Rule.NO_CORNER_CONTACT: at("k10 k11 k12")}
    assert numbers(game.state.incidents) == [4]
    assert told(game) == ["corrected", "illegal"]


def test_an_illegal_piece_left_lying_counts_as_the_turn():
    assert said(LEFT_LYING) == {}
    assert LEFT_LYING.state.to_play is RED


def test_an_illegal_piece_left_lying_counts_as_a_played_piece():
    assert "I3" not in [piece.name for piece in LEFT_LYING.state.position.left(BLUE)]
    assert score_colour(LEFT_LYING.state.position, BLUE).basic == 89 - 2 - 3


def test_the_incident_of_a_piece_left_lying_stays_open():
    game = after(LEFT_LYING, "red r2", "green b3", "blue d17")
    assert numbers(game.state.incidents) == [4]


def test_the_incident_of_a_piece_left_lying_closes_when_it_is_put_right_later():
    game = after(LEFT_LYING, Move(4, at("c19 c18 c17")))
    assert (said(game), game.state.incidents) == ({}, ())
    assert game.state.to_play is RED


def test_an_illegal_piece_taken_back_late_is_that_colours_turn_again_and_nobody_else_is_accused():
    late = after(LEFT_LYING, Remove(4))
    assert late.state.incidents == ()
    assert late.state.to_play is BLUE
    assert said(after(late, "red r2")) == {}
    assert said(after(late, "blue c19")) == {}
    assert after(late, "blue c19").state.to_play is RED


def test_a_colour_that_took_back_late_plays_once_more_and_then_in_its_round():
    game = after(LEFT_LYING, Remove(4), "red r2", "blue c19", "green b3")
    assert [step.ruling.legal for step in game.steps[5:]] == [True] * 5
    assert game.state.to_play is BLUE


def test_a_piece_out_of_turn_is_an_incident():
    game = played("blue a20", "red t1")
    assert numbers(game.state.incidents) == [1]


def test_a_colour_that_was_passed_over_is_still_expected():
    assert played("blue a20", "red t1").state.to_play is YELLOW
    assert played("blue a20", "red t1", "green a1").state.to_play is YELLOW


def test_a_piece_out_of_turn_left_lying_takes_the_regular_turn_of_its_colour():
    game = played("blue a20", "red t1", "yellow t20")
    assert said(game) == {}
    assert game.state.to_play is GREEN
    assert after(game, "green a1").state.to_play is BLUE


def test_a_piece_out_of_turn_taken_back_leads_to_the_turn_that_was_passed_over():
    game = played("blue a20", "red t1", Remove(1))
    assert (game.state.to_play, game.state.incidents) == (YELLOW, ())
    assert after(game, "yellow t20").state.to_play is RED


def test_a_colour_that_the_table_skips_shows_as_the_next_piece_out_of_turn():
    assert said(played("blue a20", "yellow t20", "green a1")) == {Rule.OUT_OF_TURN: at("a1")}


def test_a_settled_piece_taken_away_is_a_disturbance_on_record():
    game = played(*CORNERS, Remove(0))
    assert said(game) == {Rule.PIECE_MOVED: at("a20 b20")}
    assert (told(game), numbers(game.state.disturbed)) == (["disturbed"], [0])


def test_a_settled_piece_moved_is_a_disturbance_on_record():
    game = played(*CORNERS, Move(0, at("c20 d20")))
    assert said(game) == {Rule.PIECE_MOVED: at("a20 b20")}
    assert (told(game), numbers(game.state.disturbed)) == (["disturbed"], [0])


def test_a_disturbance_takes_nobodys_turn():
    assert played(*CORNERS, Remove(1)).state.to_play is BLUE
    assert played(*CORNERS, Move(1, at("s20 r20"))).state.to_play is BLUE


def test_a_piece_moved_away_and_put_back_closes_the_disturbance():
    game = played(*CORNERS, Move(0, at("c20 d20")), Move(0, at("a20 b20")))
    assert (told(game), game.steps[-1].outcomes[0].how) == (["corrected"], How.PUT_BACK)
    assert game.state == played(*CORNERS).state


def test_a_piece_taken_off_and_put_back_closes_the_disturbance():
    game = played(*CORNERS, Remove(0), "blue a20 b20")
    assert (said(game), told(game), game.steps[-1].outcomes[0].how) == ({}, ["corrected"], How.PUT_BACK)
    assert game.state == played(*CORNERS).state


def test_a_piece_put_back_where_another_lies_by_now_moves_that_one():
    game = played(*CORNERS, Remove(0), "blue b20", "yellow a20", "blue a20 b20")
    assert said(game) == {Rule.PIECE_MOVED: at("a20 b20")}
    assert [item.number for item in game.state.away] == [5, 6]


def test_until_it_is_back_the_referee_judges_by_what_lies_there_now():
    game = played(*CORNERS, Move(0, at("k10 l10")), "blue m9")
    assert said(game) == {}


def test_a_piece_off_the_board_may_be_played_again():
    game = played(*CORNERS, "blue c19", "yellow s18", "red r2", "green b3", Remove(0), "blue d18 d17")
    assert said(game) == {}
    assert game.state.disturbed == ()


def test_the_score_counts_what_lies_on_the_board():
    assert score_colour(played(*CORNERS, Remove(0)).state.position, BLUE).basic == 89
    assert score_colour(played(*CORNERS, Remove(0), "blue a20 b20").state.position, BLUE).basic == 87


def test_a_piece_put_over_others_sends_them_away_until_they_are_put_back():
    game = played(*CORNERS, "blue s20 t20 t19")
    assert [item.colour for item in game.state.away] == [YELLOW]
    game = after(game, Remove(4), "yellow t20 t19")
    assert game.state.away == ()
    assert game.state.to_play is BLUE


def test_the_last_piece_may_be_adjusted_until_the_next_colours_piece_is_down():
    game = played(*CORNERS, Move(3, at("a1 b1")))
    assert (said(game), told(game)) == ({}, ["adjusted"])
    assert game.state.to_play is BLUE
    assert said(played(*CORNERS, "blue c19", Move(3, at("a1 b1")))) == {Rule.PIECE_MOVED: at("a1 a2")}


def test_the_last_piece_taken_back_in_its_own_turn_is_no_violation():
    game = played(*CORNERS, Remove(3))
    assert (said(game), told(game)) == ({}, ["adjusted"])
    before = played(*CORNERS[:3]).state
    assert (game.state.position, game.state.turns) == (before.position, before.turns)


def test_the_last_piece_adjusted_to_an_illegal_place_is_an_incident():
    game = played(*CORNERS, Move(3, at("b1 c1")))
    assert said(game) == {Rule.START_NOT_COVERED: at("a1")}
    assert numbers(game.state.incidents) == [3]


# On five by five a game is short enough to write down: blue's three pieces wall yellow in.
SMALL = BoardProfile("small", "classic", 5, CLASSIC.colours[:2], ((0, 0), (0, 4)))
WALLED_IN = ("blue a5 a4 b4 b3 c3", "yellow e5", "blue d4 e4")


def test_a_colour_without_a_move_is_skipped_without_a_button():
    game = played(*WALLED_IN, board=SMALL)
    assert game.state.able(YELLOW) is False
    assert game.state.passed == (YELLOW,)
    assert game.state.to_play is BLUE
    assert told(game) == ["placed", "passed"]


def test_a_pass_said_by_a_colour_that_is_skipped_changes_nothing():
    game = played(*WALLED_IN, board=SMALL)
    assert after(game, "yellow pass").state == game.state
    assert said(after(game, "yellow pass")) == {}


def test_a_skipped_colours_piece_is_judged_by_its_place_and_not_by_its_turn():
    game = played(*WALLED_IN, "yellow a1", board=SMALL)
    assert set(said(game)) == {Rule.PIECE_ALREADY_PLAYED, Rule.NO_CORNER_CONTACT}


def test_a_turn_that_is_owed_stays_owed_when_the_last_piece_is_lifted_as_well():
    """Blue's illegal piece is taken back late, then yellow lifts its own."""
    game = after(LEFT_LYING, Remove(4), Remove(5))
    assert game.state.to_play is BLUE
    assert after(game, "blue c19").state.to_play is YELLOW
