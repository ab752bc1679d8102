"""Pictures are kept within their limit, the oldest go first."""

import numpy as np
import pytest

from companion.evidence import SIDE, Evidence, board_picture

NOISE = np.random.default_rng(3).integers(0, 255, (300, 400, 3), np.uint8)


def test_the_board_is_cut_out():
    image = np.zeros((300, 400, 3), np.uint8)
    image[100:200, 100:200] = 255
    cut = board_picture(image, [(100, 100), (200, 100), (200, 200), (100, 200)])
    assert cut.shape == (SIDE, SIDE, 3)
    assert cut.mean() > 250


def test_without_corners_the_whole_view_is_kept_small():
    assert board_picture(np.zeros((1232, 1640, 3), np.uint8), None).shape == (481, 640, 3)


def test_the_oldest_pictures_make_room(tmp_path):
    store = Evidence(tmp_path, 400_000, 2.0)
    names = [store.keep(1, seq, NOISE, None, incident=False)[0] for seq in range(1, 12)]
    assert store.used <= 400_000
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) == store.used
    kept = [name for name in names if store.read(name)]
    assert kept == names[-len(kept) :]
    assert 2 <= len(kept) < 11


def test_the_limit_holds_after_another_start(tmp_path):
    Evidence(tmp_path, 10**9, 2.0).keep(1, 1, NOISE, None, incident=False)
    again = Evidence(tmp_path, 10**9, 2.0)
    assert again.used > 0
    again.forget(1)
    assert again.used == 0
    assert not list(tmp_path.iterdir())


def test_a_picture_larger_than_the_limit_is_not_kept(tmp_path):
    assert Evidence(tmp_path, 100, 2.0).keep(1, 1, NOISE, None, incident=False) == ()


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    store = Evidence(tmp_path / "file" / "evidence", 10**6, 2.0)
    assert store.keep(1, 1, NOISE, None, incident=True) == ()
    assert "cannot be kept" in store.problem


@pytest.mark.parametrize("name", ["../pin", "/etc/passwd", "1-2.jpg/..", "1.jpg", "1-2.png", ""])
def test_only_pictures_can_be_read(tmp_path, name):
    (tmp_path / "1-2.jpg").write_bytes(b"x")
    assert Evidence(tmp_path, 10**6, 2.0).read(name) is None
