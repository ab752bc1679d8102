"""What happened, given what every cell looks like now and what lay on the board before."""

import numpy as np
import pytest

from engine.colours import Colour
from engine.pieces import piece_of
from engine.profiles import CLASSIC
from vision.changes import Patch, Shift
from vision.live.evidence import Evidence, known_labels
from vision.live.explain import explain, joined

BLUE_X = Patch(Colour.BLUE, ((4, 5), (5, 4), (5, 5), (5, 6), (6, 5)))
RED_I5 = Patch(Colour.RED, tuple((10, column) for column in range(3, 8)))
YELLOW_1 = Patch(Colour.YELLOW, ((0, 19),))


def seen(*patches, flared=(), hidden=()):
    """Clear evidence of these pieces, but for cells that look empty or cannot be seen."""
    labels = known_labels(CLASSIC.size, CLASSIC.colours, patches)
    logs = np.full((CLASSIC.size, CLASSIC.size, 5), -20.0, np.float32)
    np.put_along_axis(logs, labels[:, :, None], 0.0, axis=2)
    for cell in flared:
        logs[cell] = -20.0
        logs[cell][0] = 0.0
    mask = np.zeros(labels.shape, bool)
    for cell in hidden:
        mask[cell] = True
    return Evidence.of(CLASSIC.colours, logs, mask)


def whole(evidence, known):
    return joined([part.best for part in explain(evidence, known)])


def test_nothing_happened():
    assert explain(seen(BLUE_X, RED_I5), [BLUE_X, RED_I5]) == []


@pytest.mark.parametrize("patch", [BLUE_X, RED_I5, YELLOW_1])
def test_a_piece_appeared(patch):
    found = explain(seen(patch), [])
    assert whole(seen(patch), []).appeared == (patch,)
    assert all(part.margin >= 3 for part in found)


def test_two_pieces_far_apart_are_two_parts():
    assert len(explain(seen(BLUE_X, YELLOW_1), [])) == 2


@pytest.mark.parametrize("patch", [BLUE_X, RED_I5, YELLOW_1])
def test_a_piece_vanished(patch):
    found = explain(seen(), [patch])
    assert found[0].best.vanished == (patch,)
    assert found[0].margin >= 3


def test_a_nudged_piece_has_moved():
    nudged = Patch(Colour.BLUE, tuple((row + 1, column) for row, column in BLUE_X.cells))
    assert whole(seen(nudged), [BLUE_X]).moved == (Shift(Colour.BLUE, BLUE_X.cells, nudged.cells),)


def test_a_piece_that_went_here_and_came_far_away_has_moved():
    elsewhere = Patch(Colour.RED, tuple((17, column) for column in range(10, 15)))
    change = whole(seen(elsewhere, BLUE_X), [RED_I5, BLUE_X])
    assert change.moved == (Shift(Colour.RED, RED_I5.cells, elsewhere.cells),)
    assert not change.appeared
    assert not change.vanished


def test_a_single_square_that_moved_is_not_a_second_one():
    elsewhere = Patch(Colour.YELLOW, ((3, 17),))
    assert whole(seen(elsewhere), [YELLOW_1]).moved == (Shift(Colour.YELLOW, YELLOW_1.cells, elsewhere.cells),)


@pytest.mark.parametrize("flared", BLUE_X.cells)
def test_a_flare_on_one_cell_does_not_lose_a_cell_of_a_known_piece(flared):
    assert whole(seen(BLUE_X, flared=[flared]), [BLUE_X]).empty


def test_a_flare_in_the_middle_of_a_new_piece_does_not_split_it():
    assert whole(seen(BLUE_X, flared=[(5, 5)]), []).appeared == (BLUE_X,)


def test_an_illegal_piece_comes_out_as_it_lies():
    beside = Patch(Colour.BLUE, ((4, 7), (5, 7), (6, 7)))
    assert whole(seen(BLUE_X, beside), [BLUE_X]).appeared == (beside,)


def test_a_piece_half_hidden_is_not_certain():
    hidden = [(10, 7), (10, 8), (9, 7), (11, 7)]
    parts = explain(seen(RED_I5, hidden=hidden), [])
    assert parts[0].margin < 3


def test_a_swap_is_one_piece_gone_and_another_come():
    other = Patch(Colour.BLUE, ((4, 5), (5, 5), (6, 5), (7, 5)))
    change = whole(seen(other), [BLUE_X])
    assert (change.vanished, change.appeared) == ((BLUE_X,), (other,))


def test_a_smeared_board_is_not_explained_by_pieces():
    smear = Patch(Colour.GREEN, tuple((row, column) for row in range(8) for column in range(8)))
    (part,) = explain(seen(smear), [])
    assert part.best.empty
    assert len(part.unexplained) == 64


def test_every_new_patch_is_one_of_the_pieces():
    for patch in whole(seen(BLUE_X, RED_I5, YELLOW_1), []).appeared:
        assert piece_of(patch.cells) is not None
