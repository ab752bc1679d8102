"""What has lines or squares but is no board is refused; so is a board of which a part is missing."""

import numpy as np
import pytest

from tests.vision.pictures import bare_table, chessboard, printed_page, squared_paper
from vision.errors import VisionError
from vision.photo import read_photo
from vision.table.stills import render_still

NO_BOARDS = {
    "bare table": bare_table,
    "chessboard": chessboard,
    "draughts board": lambda: chessboard(10),
    "printed page": printed_page,
    "squared paper": squared_paper,
    "lens cap": lambda: np.zeros((480, 640, 3), np.uint8),
    "burnt out": lambda: np.full((480, 640, 3), 255, np.uint8),
}


@pytest.mark.parametrize(
    ("name", "board"), [*((name, "auto") for name in NO_BOARDS), ("chessboard", "classic"), ("chessboard", "duo")]
)
def test_it_is_refused_with_one_sentence(name, board):
    with pytest.raises(VisionError, match="board") as caught:
        read_photo(NO_BOARDS[name](), board)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("part", ["left", "top"])
def test_half_a_board_is_refused(part):
    image, truth = render_still(12, "classic", size=(960, 720), finer=1, light="office", tilt=10.0, moves=40)
    middle = np.mean(truth["corners"], axis=0).astype(int)
    half = image[:, : middle[0]] if part == "left" else image[: middle[1]]
    with pytest.raises(VisionError):
        read_photo(half, "auto")


def test_an_unknown_board_is_named():
    with pytest.raises(VisionError, match="unknown board"):
        read_photo(bare_table(), "trigon")
