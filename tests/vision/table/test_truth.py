"""The truth and the pixels say the same, by an independent look at the picture."""

from itertools import pairwise

import numpy as np
import pytest

from engine.colours import LETTERS
from engine.profiles import PROFILES
from tests.vision.table.looking import cell_patches, looks_like, looks_pale, washed
from vision.table.stage import Stage
from vision.table.stills import render_still
from vision.table.story import random_film


@pytest.mark.parametrize(("board", "seed"), [("classic", 11), ("classic", 12), ("duo", 13), ("duo", 14)])
def test_every_coloured_cell_of_a_still_has_its_colour(board, seed):
    image, truth = render_still(seed, board, tilt=12.0, light="office", size=(960, 720), finer=1, moves=30)
    size = PROFILES[board].size
    patches = cell_patches(image, truth["corners"], size)
    looks, flared = [], []
    for r, row in enumerate(truth["grid"]):
        for c, letter in enumerate(row):
            patch = patches[r][c]
            if letter == ".":
                looks.append(looks_pale(patch))
                continue
            flared.append(washed(patch))
            if not flared[-1]:
                looks.append(looks_like(patch, letter))
    assert np.mean(looks) > 0.97
    assert np.mean(flared) < 0.35


def test_a_still_is_the_same_for_the_same_seed_and_another_for_another():
    first, truth = render_still(5, "duo-togo", size=(320, 240), finer=1)
    again, same = render_still(5, "duo-togo", size=(320, 240), finer=1)
    other, _ = render_still(6, "duo-togo", size=(320, 240), finer=1)
    assert np.array_equal(first, again)
    assert truth == same
    assert not np.array_equal(first, other)


def test_the_truth_of_a_still_has_the_format_of_the_photo_collections():
    image, truth = render_still(3, "classic", size=(480, 360), finer=1)
    assert truth["board"] == "classic"
    assert len(truth["grid"]) == 20
    assert {len(row) for row in truth["grid"]} == {20}
    assert set("".join(truth["grid"])) <= {".", *LETTERS.values()}
    assert truth["odd_cells"] == []
    corners = np.array(truth["corners"])
    assert corners.shape == (4, 2)
    assert (corners >= 0).all()
    assert (corners <= image.shape[1::-1]).all()
    # Row 0 is the one that looks topmost, and the corners go round clockwise.
    assert corners.sum(axis=1).argmin() == 0
    (ax, ay), (bx, by) = corners[1] - corners[0], corners[2] - corners[0]
    assert ax * by - ay * bx > 0


@pytest.fixture(scope="module")
def film():
    """Forty seconds of a classic game in which much goes wrong, small and quick."""
    setting, plan = random_film("classic", 9, 5.0, 40.0, 0.3, (480, 360), tilt=10.0, light="office", table="grey")
    return plan, list(Stage(setting, plan).frames())


def test_visible_cells_show_the_true_board_in_every_frame(film):
    _, shots = film
    checked, right = 0, 0
    for shot in shots[::3]:
        patches = cell_patches(shot.image, shot.corners, 20)
        hidden = set(shot.hidden)
        for r, row in enumerate(shot.grid):
            for c, letter in enumerate(row):
                if letter != "." and (r, c) not in hidden and shot.quiet:
                    checked += 1
                    right += looks_like(patches[r][c], letter)
    assert checked > 300
    assert right / checked > 0.95


def test_hidden_cells_really_differ_from_the_board_without_a_hand(film):
    _, shots = film
    quiet = {shot.grid: shot.image for shot in shots if shot.quiet}
    compared = []
    for shot in shots:
        if shot.hidden and shot.grid in quiet:
            with_hand = cell_patches(shot.image, shot.corners, 20)
            without = cell_patches(quiet[shot.grid], shot.corners, 20)
            for r, c in shot.hidden:
                difference = np.abs(with_hand[r][c].astype(int) - without[r][c].astype(int)).mean()
                compared.append(difference > 12)
    assert len(compared) > 200
    assert np.mean(compared) > 0.9


def test_quiet_frames_of_one_board_differ_by_noise_only(film):
    _, shots = film
    pairs = [(a, b) for a, b in pairwise(shots) if a.quiet and b.quiet and a.grid == b.grid]
    assert len(pairs) > 30
    worst = max(np.abs(a.image.astype(int) - b.image.astype(int)).mean() for a, b in pairs)
    assert worst < 6


def test_frames_can_be_shot_in_any_order(film):
    _, shots = film
    setting, plan = random_film("classic", 9, 5.0, 40.0, 0.3, (480, 360), tilt=10.0, light="office", table="grey")
    stage = Stage(setting, plan)
    for number in (120, 30):
        again = stage.shoot(number)
        assert again.grid == shots[number].grid
        assert again.hidden == shots[number].hidden
        difference = np.abs(again.image.astype(int) - shots[number].image.astype(int))
        assert difference.mean() < 0.5
