"""What holds for every game: random games of every variant, against the rules written once more in plain sets."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.bench import naive
from engine.blksgf import record_from_blksgf, record_to_blksgf
from engine.events import Remove, TakeBack
from engine.game import Game
from engine.moves import can_move, legal_spots, start_mask
from engine.pieces import PIECES
from engine.record import Record, record_from_json, record_to_json
from engine.referee import rule_on_placement
from engine.scoring import score_colour
from tests.engine.random_games import OWN, VARIANTS, every_cells, random_game

EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS)
SEEDS = st.integers(0, 2**32 - 1)


def plain(game: Game) -> tuple[dict, dict]:
    """The board and the used pieces as the naive check wants them."""
    lying = game.state.position.lying
    board = {cell: str(item.colour) for item in lying for cell in item.cells}
    used = {
        colour: {naive.piece_index(i.cells) for i in lying if i.colour is colour} for colour in game.profile.colours
    }
    return board, used


def naive_reasons(game: Game, colour, cells, board, used) -> set[str]:
    profile, rules = game.profile, game.rules
    starts = profile.starts
    if rules.starts == "by_colour":
        starts = (profile.starts[profile.colours.index(colour)],)
    return naive.broken_rules(profile.size, board, str(colour), cells, starts=starts, used=used[colour])


@EVERY_VARIANT
@settings(max_examples=8)
@given(seed=SEEDS)
def test_a_game_of_generated_placements_is_legal_to_its_end(variant, seed):
    game = random_game(variant, seed)
    assert all(step.ruling.legal for step in game.steps)
    assert game.state.over
    assert game.state.incidents == game.state.disturbed == ()
    if not game.rules.end_when_one_is_done:
        assert not any(can_move(game.state.position, game.rules, colour) for colour in game.profile.colours)


@EVERY_VARIANT
@settings(max_examples=8)
@given(seed=SEEDS)
def test_the_score_is_89_less_the_squares_on_the_board(variant, seed):
    game = random_game(variant, seed)
    grid = "".join(game.state.position.grid())
    for colour in game.profile.colours:
        assert score_colour(game.state.position, colour).basic == 89 - grid.count(colour.letter)


@EVERY_VARIANT
@settings(max_examples=6)
@given(seed=SEEDS)
def test_replaying_the_events_gives_the_same_game(variant, seed):
    game = random_game(variant, seed)
    assert Game.replay(game.profile, game.rules, game.events) == game


@EVERY_VARIANT
@settings(max_examples=5)
@given(seed=SEEDS, pieces=st.integers(0, 40))
def test_every_generated_placement_is_ruled_legal_and_the_naive_check_agrees(variant, seed, pieces):
    game = random_game(variant, seed, pieces)
    board, used = plain(game)
    for colour in game.profile.colours:
        for spot in legal_spots(game.state.position, game.rules, colour):
            assert rule_on_placement(game.state.position, game.rules, colour, spot.cells).legal
        some = legal_spots(game.state.position, game.rules, colour)
        for spot in random.Random(seed).sample(some, min(40, len(some))):
            assert naive_reasons(game, colour, spot.cells, board, used) == set()


@EVERY_VARIANT
@settings(max_examples=3)
@given(seed=SEEDS, pieces=st.integers(0, 40))
def test_every_other_placement_of_a_remaining_piece_is_illegal_for_reasons_that_the_naive_check_gives(
    variant, seed, pieces
):
    game = random_game(variant, seed, pieces)
    board, used = plain(game)
    chance = random.Random(seed)
    colour = game.state.to_play or game.profile.colours[0]
    generated = {spot.cells for spot in legal_spots(game.state.position, game.rules, colour)}
    for piece in game.state.position.left(colour):
        for cells in every_cells(game.profile, piece.name):
            ruling = rule_on_placement(game.state.position, game.rules, colour, cells)
            assert ruling.legal is (cells in generated)
            if not ruling.legal and chance.random() < 0.05:
                assert {str(rule) for rule in ruling.rules} == naive_reasons(game, colour, cells, board, used)


@settings(max_examples=6)
@given(seed=SEEDS, pieces=st.integers(0, 20))
def test_on_a_small_board_every_placement_of_every_piece_is_ruled_as_the_naive_check_does(seed, pieces):
    game = random_game("own board", seed, pieces)
    board, used = plain(game)
    for colour in OWN.colours:
        for piece in PIECES:
            for cells in every_cells(OWN, piece.name):
                ruling = rule_on_placement(game.state.position, game.rules, colour, cells)
                assert {str(rule) for rule in ruling.rules} == naive_reasons(game, colour, cells, board, used)


@EVERY_VARIANT
@settings(max_examples=5)
@given(seed=SEEDS, pieces=st.integers(0, 40))
def test_the_proof_of_an_edge_contact_is_pairs_of_cells_that_touch(variant, seed, pieces):
    game = random_game(variant, seed, pieces)
    position, chance = game.state.position, random.Random(seed)
    colour = chance.choice(game.profile.colours)
    own = {cell for item in position.lying if item.colour is colour for cell in item.cells}
    for piece in position.left(colour):
        spots = every_cells(game.profile, piece.name)
        for cells in chance.sample(spots, min(60, len(spots))):
            ruling = rule_on_placement(position, game.rules, colour, cells)
            for violation in ruling.violations:
                if violation.rule == "edge_contact":
                    new, old = set(cells), own - set(cells)
                    wanted = {c for c in new if naive.neighbours(c) & old} | {
                        c for c in old if naive.neighbours(c) & new
                    }
                    assert set(violation.cells) == wanted
                elif violation.rule == "start_not_covered":
                    starts = position.lattice.cells(start_mask(position, game.rules, colour))
                    assert violation.cells == (starts or tuple(sorted(cells)))


@EVERY_VARIANT
@settings(max_examples=5)
@given(seed=SEEDS, pieces=st.integers(1, 60))
def test_records_come_back_in_both_formats(variant, seed, pieces):
    game = random_game(variant, seed, pieces)
    record = Record(game.profile, game.rules, game.events, {game.profile.colours[0]: "Ann"}, "2024", "", "]\\")
    assert record_from_json(record_to_json(record)) == record
    if game.profile is not OWN:
        back = record_from_blksgf(record_to_blksgf(record))
        assert (back.profile, back.rules, back.events, back.names) == (
            record.profile, record.rules, record.events, record.names
        )  # fmt: skip
        assert back.play() == game


@EVERY_VARIANT
@settings(max_examples=5)
@given(seed=SEEDS, pieces=st.integers(1, 60))
def test_take_backs_undo_exactly(variant, seed, pieces):
    game = random_game(variant, seed, pieces)
    last = len(game.steps) - 1
    before = game.steps[-2].state if last else game.start
    assert game.after(TakeBack(last)).state == before
    lifted = game.after(Remove(last)).state
    assert (lifted.position, lifted.turns, lifted.to_play) == (before.position, before.turns, before.to_play)


@EVERY_VARIANT
@settings(max_examples=5)
@given(seed=SEEDS, pieces=st.integers(2, 40))
def test_taking_back_an_earlier_step_is_the_game_without_it(variant, seed, pieces):
    game = random_game(variant, seed, pieces)
    number = random.Random(seed).randrange(len(game.steps))
    back = game.after(TakeBack(number))
    without = Game.replay(game.profile, game.rules, [e for i, e in enumerate(game.events) if i != number])
    assert back.state.position.grid() == without.state.position.grid()
    assert back.state.turns == without.state.turns
    rulings = [step.ruling for i, step in enumerate(back.steps[:-1]) if i != number]
    assert rulings == [step.ruling for step in without.steps]
