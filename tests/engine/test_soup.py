"""Anything may happen at a table: random soups of events never break the game, only ever a GameError comes out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Game
from engine.record import Record, record_from_json, record_to_json
from engine.referee import rule_on_placement
from engine.scoring import score_colour
from tests.engine.random_games import VARIANTS, random_soup

EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS)
SOUP = {"seed": st.integers(0, 2**32 - 1), "events": st.integers(10, 90)}


@EVERY_VARIANT
@settings(max_examples=30)
@given(**SOUP)
def test_the_game_is_a_fold_over_its_events(variant, seed, events):
    game = random_soup(variant, seed, events)
    assert Game.replay(game.profile, game.rules, game.events) == game
    assert len(game.steps) == len(game.events)


@EVERY_VARIANT
@settings(max_examples=30)
@given(**SOUP)
def test_no_two_things_lie_on_one_cell_and_each_has_its_own_number(variant, seed, events):
    for step in random_soup(variant, seed, events).steps:
        cells = [cell for item in step.state.position.lying for cell in item.cells]
        assert len(cells) == len(set(cells))
        numbers = [item.number for item in (*step.state.position.lying, *step.state.away)]
        assert len(numbers) == len(set(numbers))


@EVERY_VARIANT
@settings(max_examples=15)
@given(**SOUP)
def test_whoever_is_to_play_can_play_and_is_never_out_of_turn(variant, seed, events):
    game = random_soup(variant, seed, events)
    state = game.state
    assert (state.to_play is None) is state.over
    if state.to_play is not None:
        spots = game.legal()
        assert spots
        for spot in spots[::50]:
            in_turn = state.in_turn(state.to_play)
            assert rule_on_placement(state.position, game.rules, state.to_play, spot.cells, in_turn=in_turn).legal


@EVERY_VARIANT
@settings(max_examples=15)
@given(**SOUP)
def test_the_score_counts_the_different_pieces_on_the_board(variant, seed, events):
    game = random_soup(variant, seed, events)
    for colour in game.profile.colours:
        pieces = {item.piece for item in game.state.position.lying if item.colour is colour and item.piece}
        assert score_colour(game.state.position, colour).basic == 89 - sum(piece.size for piece in pieces)


@EVERY_VARIANT
@settings(max_examples=15)
@given(**SOUP)
def test_the_record_of_a_soup_tells_the_same_game(variant, seed, events):
    game = random_soup(variant, seed, events)
    back = record_from_json(record_to_json(Record(game.profile, game.rules, game.events)))
    assert back.play().state == game.state
