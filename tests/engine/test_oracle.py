"""Every position, game and early pass that an independent program has worked out agrees exactly.

The oracle lies in ../shared/oracle; its README gives the conventions. `companion judge` is held against the same
entries in tests/companion/test_judge.py.
"""

import json

import pytest

from engine.colours import Colour
from engine.events import Pass
from engine.game import Game
from engine.moves import can_move, count_legal, legal_spots
from engine.profiles import CLASSIC, DUO
from engine.record import record_from_json
from engine.rules import RuleSet, Scoring
from engine.scoring import score_colour, side_points, sides, winning_sides
from tests.shared import as_record, colour_of, fingerprint, oracle, shared

PARTS = 4
POSITIONS = {"classic_positions": 360, "duo_positions": 420, "duo_early_pass": 20}
GAMES = {"games_classic": 40, "games_classic2": 40, "games_classic3": 40, "games_duo": 51}


def played(entry: dict) -> Game:
    return record_from_json(json.dumps(as_record(entry))).play()


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", POSITIONS)
def test_legal_placements_of_every_position(name, part):
    entries = oracle(name)
    assert len(entries) == POSITIONS[name]
    for entry in entries[part::PARTS]:
        game = played(entry)
        assert all(step.ruling.legal for step in game.steps)
        for word, count in entry["legal_count_all"].items():
            colour = colour_of(word)
            spots = [spot.cells for spot in legal_spots(game.state.position, game.rules, colour)]
            assert len(spots) == count == count_legal(game.state.position, game.rules, colour)
            assert fingerprint(spots) == entry["legal_sha256_all"][word]
            assert can_move(game.state.position, game.rules, colour) is entry["has_move"][word]
        assert game.state.over is entry["game_over"]
        if entry["legal_count"]:
            assert game.state.to_play is colour_of(entry["to_play"])
            assert fingerprint(spot.cells for spot in game.legal()) == entry["legal_sha256"]
        else:
            assert game.state.to_play is not colour_of(entry["to_play"])
            assert game.state.over or colour_of(entry["to_play"]) in game.state.passed


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_legal_ends_and_scores_alike(name):
    entries = oracle(name)
    assert len(entries) == GAMES[name]
    for entry in entries:
        game = played(entry)
        assert all(step.ruling.legal for step in game.steps)
        assert game.state.over
        for word in entry["points"]:
            line = score_colour(game.state.position, colour_of(word))
            assert line.basic == entry["remaining_squares"][word]
            assert line.advanced == entry["official_score"][word] == entry["points"][word] - 89
            assert line.bonus == entry["bonus"][word]
            assert sorted(piece.name for piece in line.left) == sorted(entry["remaining_pieces"][word])


@pytest.mark.parametrize("name", GAMES)
def test_no_game_is_over_before_its_last_piece(name):
    for entry in oracle(name):
        game = played(entry)
        assert [step.state.over for step in game.steps].index(True) == len(game.steps) - 1


@pytest.mark.parametrize("name", GAMES)
def test_every_pass_in_the_oracle_is_a_colour_that_the_referee_skips(name):
    for entry in oracle(name):
        game = played(entry)
        for before, step in zip(game.steps, game.steps[1:], strict=False):
            if isinstance(step.what, Pass):
                assert step.what.colour in before.state.passed
            else:
                assert before.state.to_play is step.what.colour


@pytest.mark.parametrize("name", GAMES)
def test_the_winners_of_every_game_agree(name):
    players = {"first": (Colour.BLUE, Colour.RED), "second": (Colour.YELLOW, Colour.GREEN)}
    for entry in oracle(name):
        game = played(entry)
        won = winning_sides(game.state.position, game.rules, Scoring.ADVANCED)
        if name == "games_classic2":
            wanted = [players[word] for word in entry["winners"]]
        else:
            wanted = [(colour_of(word),) for word in entry["winners"]]
        assert [side.colours for side in won] == wanted


def test_the_two_players_points_are_the_sums_of_their_colours():
    for entry in oracle("games_classic2"):
        game = played(entry)
        points = [side_points(game.state.position, s, Scoring.ADVANCED) for s in sides(game.profile, game.rules)]
        # Pentobi counts placed squares: 89 more for each of the two colours.
        assert [value + 2 * 89 for value in points] == list(entry["player_points"].values())


def test_the_player_of_the_shared_colour_agrees_at_every_turn():
    turns = 0
    for entry in oracle("games_classic3"):
        game = played(entry)
        states = [game.start, *(step.state for step in game.steps)]
        for state, move in zip(states, entry["moves"], strict=False):
            if not move.get("pass"):
                assert state.player is colour_of(move["player"])
                turns += move["color"] == "green"
    assert turns > 400


def test_early_passes_leave_the_second_player_without_a_move_after_three_pieces():
    for entry in oracle("duo_early_pass"):
        game = played(entry)
        assert game.state.passed == (DUO.colours[1],)
        assert game.state.to_play is DUO.colours[0]


@pytest.mark.parametrize(("board", "profile"), [("classic", CLASSIC), ("duo", DUO)])
def test_first_moves_agree(board, profile):
    perft = json.loads(shared("oracle/perft.json").read_text())[board]
    game = Game.new(profile, RuleSet.of(profile, {"starts": "by_colour"}))
    for word, count in perft["first_moves"].items():
        spots = [spot.cells for spot in game.legal(colour_of(word))]
        assert len(spots) == count
        assert fingerprint(spots) == perft["first_moves_sha256"][word]
