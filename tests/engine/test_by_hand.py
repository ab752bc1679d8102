"""Rulings by people are events of the game: later legality and scores follow from what lies on the board then."""

import pytest

from engine.errors import GameError
from engine.events import Accept, Correct, End, ForcePass, Found, Pass, Remove, SetTurn, TakeBack
from engine.game import Game
from engine.profiles import CLASSIC
from engine.rules import Rule
from engine.scoring import score_colour
from tests.engine.tables import BLUE, CORNERS, GREEN, PURPLE, RED, YELLOW, after, at, played, said

ILLEGAL = "blue c20 c19 c18"
ROUND = (*CORNERS, "blue c19 c18 c17", "yellow s18", "red r2", "green b3", "blue d16")


def replayed(game: Game) -> Game:
    return Game.replay(game.profile, game.rules, game.events)


def test_an_accepted_piece_stays_and_its_incident_is_closed():
    game = played(*CORNERS, ILLEGAL, Accept(4, "we did not see it"))
    assert game.state.incidents == ()
    assert game.state.to_play is YELLOW
    assert score_colour(game.state.position, BLUE).basic == 89 - 5
    assert game.steps[4].ruling.rules == {Rule.EDGE_CONTACT}  # what was ruled stays on record


def test_an_accepted_piece_is_settled_like_any_other():
    game = played(*CORNERS, ILLEGAL, "yellow s18", Accept(4), Remove(4))
    assert said(game) == {Rule.PIECE_MOVED: at("c20 c19 c18")}


def test_a_legal_piece_cannot_be_accepted():
    with pytest.raises(GameError, match="nothing is wrong with what move 0 put down"):
        played("blue a20", Accept(0))


def test_a_step_taken_back_last_undoes_it_exactly():
    game = played(*ROUND)
    back = game.after(TakeBack(len(ROUND) - 1))
    assert back.state == game.steps[-2].state


def test_an_earlier_step_taken_back_has_the_rest_judged_again():
    game = played(*ROUND)
    back = game.after(TakeBack(4))
    assert said(Game(back.profile, back.rules, back.start, back.events[:9], back.steps[:9])) == {
        Rule.NO_CORNER_CONTACT: at("d16")
    }
    assert [n for n, step in enumerate(game.steps) if step.ruling != back.steps[n].ruling] == [5, 6, 7, 8]
    assert score_colour(back.state.position, BLUE).basic == 89 - 3


def test_a_step_taken_back_is_kept_as_an_event_and_keeps_its_number():
    game = played(*ROUND, TakeBack(4))
    assert len(game.events) == len(game.steps) == 10
    assert game.state.position.find(5).colour is YELLOW


def test_a_corrected_colour_counts_from_then_on():
    game = played("blue a20", "blue t20 t19").after(Correct(1, YELLOW, at("t20 t19"), "it was yellow"))
    assert [step.ruling.legal for step in game.steps] == [True] * 3
    assert game.state.to_play is RED
    assert game.steps[1].by_hand


def test_corrected_cells_count_from_then_on():
    game = played(*ROUND, Correct(4, BLUE, at("c19 d19 e19")))
    assert game.steps[4].ruling.legal
    assert game.steps[8].ruling.rules == {Rule.NO_CORNER_CONTACT}
    assert set(at("c19 d19 e19")) <= {c for item in game.state.position.lying for c in item.cells}


def test_a_correction_may_make_a_later_illegal_piece_legal():
    game = played(*CORNERS, "blue c19", "yellow s18", "red r2", "green b3", "blue d16")
    assert game.steps[8].ruling.rules == {Rule.PIECE_ALREADY_PLAYED, Rule.NO_CORNER_CONTACT}
    game = game.after(Correct(4, BLUE, at("c19 c18 c17")))
    assert game.steps[8].ruling.legal
    assert game.state.incidents == ()


def test_a_correction_onto_another_piece_is_refused_and_changes_nothing():
    game = played(*ROUND)
    with pytest.raises(GameError, match="covered by what move 5 put down"):
        game.after(Correct(4, BLUE, at("s18 s17")))
    assert game == played(*ROUND)


def test_a_taken_back_step_can_be_corrected_into_something():
    game = played("blue a20", "yellow t20", TakeBack(1), Correct(1, YELLOW, at("t20 s20")))
    assert game.steps[1].ruling.legal
    assert game.state.to_play is RED


@pytest.mark.parametrize("edit", [TakeBack(7), TakeBack(-1), Correct(7, BLUE, ((0, 0),)), TakeBack(1)])
def test_a_step_that_put_nothing_down_cannot_be_changed(edit):
    with pytest.raises(GameError, match="did not put a piece on the board"):
        played("blue a20", "yellow pass").after(edit)


def test_a_forced_pass_skips_a_colour_that_could_play():
    game = played(*CORNERS, ForcePass(BLUE, "the clock ran out"))
    assert game.state.to_play is YELLOW
    assert after(game, "yellow s18", "red r2", "green b3").state.to_play is BLUE


def test_a_game_ended_early_is_over_and_scored_as_it_lies():
    game = played(*CORNERS, End("supper"))
    assert game.state.over
    assert (game.state.to_play, game.state.ended, game.legal()) == (None, "supper", [])
    assert score_colour(game.state.position, BLUE).advanced == -87


def test_people_say_whose_turn_it_is():
    game = played("blue a20", SetTurn(GREEN))
    assert game.state.to_play is GREEN
    game = after(game, "green a1")
    assert said(game) == {}
    assert game.state.to_play is BLUE


def test_a_board_found_in_the_middle_of_a_game_goes_on():
    game = played(Found(BLUE, at("a20 b20")), Found(YELLOW, at("t20")), SetTurn(RED), "red t1", "green a1")
    assert [step.ruling.legal for step in game.steps] == [True] * 5
    assert game.state.to_play is BLUE


def test_found_pieces_cannot_lie_on_each_other():
    with pytest.raises(GameError, match="lies on the cells of another"):
        played(Found(BLUE, at("a20")), Found(RED, at("a20 b20")))


@pytest.mark.parametrize("event", [ForcePass(PURPLE), SetTurn(PURPLE), Found(PURPLE, ((0, 0),))])
def test_a_ruling_about_a_colour_that_is_not_in_the_game_is_refused(event):
    with pytest.raises(GameError, match="purple does not take part in this game"):
        played(event)


EVENTS = (
    *ROUND, TakeBack(4), Accept(8), ForcePass(RED), Correct(4, BLUE, at("c19 c18 c17")), Pass(BLUE),
    SetTurn(YELLOW), "yellow r17 q17", End("late"), "blue a1", TakeBack(16), Correct(5, YELLOW, at("s18 r18")),
)  # fmt: skip


@pytest.mark.parametrize("length", range(1, 7))
def test_replaying_the_events_gives_the_same_game(length):
    game = played(*EVENTS[: 3 * length])
    assert replayed(game) == game


def test_a_game_never_changes_what_it_came_from():
    game = played(*ROUND)
    copy = replayed(game)
    after(game, TakeBack(4), End())
    assert game == copy
    assert game.profile is CLASSIC
