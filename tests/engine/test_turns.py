"""Whose turn it is: the order, who begins, passing, shared colours, and the end (RULES.md, "Turn order" and "End")."""

import pytest

from engine.colours import Colour
from engine.errors import GameError
from engine.events import ForcePass, Remove, SetTurn
from engine.profiles import CLASSIC, DUO, DUO_TOGO, BoardProfile
from engine.rules import Rule, RuleSet
from tests.engine.solutions import solution
from tests.engine.tables import BLUE, CORNERS, GREEN, ORANGE, PURPLE, RED, YELLOW, after, played, said, told


def order(**settings) -> list[str]:
    return [str(colour) for colour in RuleSet.of(CLASSIC, settings).order(CLASSIC)]


def test_the_order_is_blue_yellow_red_green():
    """classic-original-fr-en and classic-ravensburger-es."""
    assert order() == ["blue", "yellow", "red", "green"]


def test_the_players_may_choose_who_begins():
    """classic-mattel-en: choose a player to go first, then clockwise."""
    assert order(first="red") == ["red", "green", "blue", "yellow"]


def test_the_spanish_text_of_classic_mattel_goes_the_other_way_round():
    assert order(direction="counter_clockwise") == ["blue", "green", "red", "yellow"]
    assert order(direction="counter_clockwise", first="yellow") == ["yellow", "blue", "green", "red"]


@pytest.mark.parametrize("settings", [{}, {"players": 2}, {"players": 3}, {"teams": True}])
def test_four_pieces_are_a_round_in_every_classic_game(settings):
    game = played(*CORNERS, **settings)
    assert all(step.ruling.legal for step in game.steps)
    assert game.state.to_play is BLUE


@pytest.mark.parametrize("profile", [DUO, DUO_TOGO])
@pytest.mark.parametrize("index", [0, 1])
def test_in_duo_the_first_piece_on_the_board_says_who_began(profile, index):
    first, second = profile.colours[index], profile.colours[1 - index]
    game = played(f"{first} e10", board=profile)
    assert said(game) == {}
    assert game.state.to_play is second
    assert after(game, f"{second} j5").state.to_play is first


def test_in_duo_a_first_piece_taken_back_leaves_it_open_again_who_begins():
    game = played("purple e10", Remove(0), "orange e10", board=DUO)
    assert said(game) == {}
    assert game.state.to_play is PURPLE


def test_in_duo_with_the_first_player_named_the_other_is_out_of_turn():
    assert Rule.OUT_OF_TURN in said(played("orange e10", board=DUO, first="purple"))


def test_a_pass_with_moves_is_on_record_and_the_turn_is_gone():
    game = played("blue pass")
    assert (told(game), game.state.to_play) == (["illegal"], YELLOW)


def test_a_pass_agreed_by_the_table_is_a_ruling_by_people():
    game = played(*CORNERS, ForcePass(BLUE, "agreed"))
    assert (said(game), game.steps[-1].by_hand, game.state.to_play) == ({}, True, YELLOW)


def test_a_forced_pass_is_kept_when_the_last_piece_is_taken_back():
    game = played(*CORNERS, ForcePass(BLUE), Remove(3))
    assert game.state.to_play is GREEN
    assert after(game, "green a1").state.to_play is YELLOW


@pytest.mark.parametrize("shared", CLASSIC.colours)
def test_three_players_take_the_shared_colours_turns_in_rotation(shared):
    """classic-mattel-en: played alternately by each player when its turn comes up."""
    game, players = played(players=3, shared=str(shared)), []
    while len(players) < 6:
        if game.state.to_play is shared:
            players.append(game.state.player)
        else:
            assert game.state.player is game.state.to_play
        game = game.after(ForcePass(game.state.to_play))
    others = [colour for colour in CLASSIC.colours if colour is not shared]
    assert players == others * 2


@pytest.mark.parametrize("colour", CLASSIC.colours)
@pytest.mark.parametrize("moves", range(8))
def test_people_who_say_whose_turn_it_is_do_not_turn_the_rotation(moves, colour):
    start = played(players=3)
    for _ in range(moves):
        start = start.after(ForcePass(start.state.to_play))
    game = start.after(SetTurn(colour))
    assert game.state.to_play is colour
    while game.state.to_play is not GREEN:
        game = game.after(ForcePass(game.state.to_play))
    assert game.state.player is (BLUE, YELLOW, RED)[moves // 4]


def test_whoever_took_back_a_piece_of_the_shared_colour_late_puts_it_right():
    game = played(*CORNERS[:3], "green k10", "blue c19", Remove(3), players=3)
    assert (game.state.to_play, game.state.player) == (GREEN, BLUE)
    game = after(game, "green a1", "yellow s18", "red r2")
    assert (game.state.to_play, game.state.player) == (GREEN, YELLOW)


def test_the_shared_colour_is_green_unless_another_is_named():
    assert RuleSet.of(CLASSIC, {"players": 3}).shared is GREEN
    assert RuleSet.of(CLASSIC, {"players": 3, "shared": None}).shared is GREEN


def test_three_colours_for_three_players_share_nothing():
    three = BoardProfile("three", "classic", 9, CLASSIC.colours[:3], ((0, 0), (0, 8), (8, 8)))
    assert RuleSet.of(three, {"players": 3}).shared is None


def test_the_game_ends_when_no_colour_can_place_a_piece():
    alone = BoardProfile("alone", "classic", 5, (BLUE,), ((0, 0),))
    game = played(board=alone)
    while not game.state.over:
        game = after(game, f"blue {' '.join(_names(game.legal()[-1].cells))}")
    assert game.legal(BLUE) == []
    assert told(game) == ["placed", "finished"]


def _names(cells) -> list[str]:
    return [f"{'abcde'[column]}{5 - row}" for row, column in cells]


def test_a_table_may_end_the_game_when_one_player_has_placed_everything():
    """The Spanish text of blokus-to-go-en-es; off by default."""
    laid = solution("all-84")
    twenty_one = [piece for piece in laid if piece[0] is BLUE]
    for setting in (False, True):
        game = played(end_when_one_is_done=setting)
        for colour, cells in twenty_one:
            game = after(game, f"{colour} " + " ".join(f"{chr(97 + c)}{20 - r}" for r, c in cells))
        assert game.state.over is setting
        assert game.state.to_play is (None if setting else YELLOW)


@pytest.mark.parametrize(
    ("profile", "settings", "message"),
    [
        (CLASSIC, {"player": 2}, "did you mean 'players'"),
        (CLASSIC, {"colour_of_the_sky": 1}, "unknown rule setting 'colour_of_the_sky': expected one of players"),
        (CLASSIC, {"players": 5}, "5 cannot play on classic"),
        (CLASSIC, {"players": 1}, "1 cannot play on classic"),
        (CLASSIC, {"players": True}, "players: expected a number"),
        (CLASSIC, {"players": "4"}, "players: expected a number"),
        (CLASSIC, {"teams": 1}, "teams: expected true or false"),
        (CLASSIC, {"teams": True, "players": 2}, "only four players"),
        (CLASSIC, {"shared": "green"}, "three-player game only"),
        (CLASSIC, {"players": 3, "shared": "purple"}, "purple is not a colour of classic"),
        (CLASSIC, {"first": "orange"}, "orange is not a colour of classic"),
        (CLASSIC, {"first": 3}, "unknown colour 3"),
        (CLASSIC, {"starts": "corner"}, "starts: expected one of free, by_colour"),
        (CLASSIC, {"direction": None}, "direction: expected one of clockwise"),
        (CLASSIC, {"scoring": []}, "scoring: expected one of basic, advanced"),
        (DUO, {"players": 3}, "3 cannot play on duo"),
        (DUO, {"teams": True}, "only four players"),
        (DUO_TOGO, {"first": "purple"}, "purple is not a colour of duo-togo"),
    ],
)
def test_settings_that_do_not_exist_or_do_not_go_together_are_refused(profile, settings, message):
    with pytest.raises(GameError, match=message):
        RuleSet.of(profile, settings)


@pytest.mark.parametrize("profile", [CLASSIC, DUO, DUO_TOGO])
def test_the_default_of_every_board_differs_in_nothing(profile):
    assert RuleSet.usual(profile).differing(profile) == {}


def test_duo_colours_are_both_asked_for_their_turns():
    game = played("orange j5", "purple e10", board=DUO)
    assert game.state.to_play is ORANGE
    assert set(game.profile.colours) == {Colour.PURPLE, Colour.ORANGE}
