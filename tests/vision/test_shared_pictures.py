"""The photographs and renderings that lie beside the project, if they do: every cell, and the corners."""

import json

import cv2
import pytest

from tests.shared import shared, shared_folder
from tests.vision.pictures import corner_error, wrong_cells
from vision.photo import read_photo
from vision.picture import load_picture

# A product picture of 500 × 333 pixels at 56° to the board's normal, beyond what is promised (45°): its cells are
# right, but more of them are in doubt.
BEYOND = {"duo-product-shot"}


def names(folder):
    found = sorted(path.stem for path in (shared_folder() / folder).glob("*.json"))
    return found or ["absent"]


def read(folder, name):
    truth = json.loads((shared(folder) / f"{name}.json").read_text())
    picture = load_picture(shared(folder) / truth["image"])
    result = read_photo(picture.image, truth["board"])
    corners = result.view.scaled(picture.full_size).corners
    return result, truth, corner_error(corners, truth["corners"], len(truth["grid"]))


@pytest.mark.parametrize("name", names("renders"))
def test_a_rendering_is_read_exactly(name):
    result, truth, off = read("renders", name)
    assert wrong_cells(result.reading.grid, truth["grid"]) == 0
    assert off < 0.15


@pytest.mark.parametrize("name", names("photos"))
def test_a_photograph_is_read_exactly(name):
    result, truth, off = read("photos", name)
    wrong = wrong_cells(result.reading.grid, truth["grid"], truth["odd_cells"])
    # The corners of the photographs are known to 0.15 cells, to 0.3 at low angles.
    assert off < 0.3
    assert wrong == 0
    assert len(result.unsure) <= 0.01 * len(truth["grid"]) ** 2 + (12 if name in BEYOND else 0)


@pytest.mark.parametrize("name", ["c_easy", "c_normal", "d_normal"])
def test_frames_of_a_film_are_read_exactly(name):
    folder = shared(f"sequences/{name}")
    truth = json.loads((folder / "truth.json").read_text())
    film = cv2.VideoCapture(str(folder / "video.mp4"))
    quiet = truth["quiet"]
    for stretch in (quiet[0], quiet[len(quiet) // 2], quiet[-1]):
        film.set(cv2.CAP_PROP_POS_FRAMES, sum(stretch["frames"]) // 2)
        good, frame = film.read()
        assert good
        result = read_photo(frame, "classic" if truth["n"] == 20 else "duo")
        assert wrong_cells(result.reading.grid, [row.replace("W", ".") for row in stretch["board"]]) == 0


def test_the_kind_of_board_is_told_apart():
    for name in ("classic_030", "duo_mattel_006", "duo_togo_015"):
        truth = json.loads((shared("renders") / f"{name}.json").read_text())
        picture = load_picture(shared("renders") / truth["image"])
        result = read_photo(picture.image)
        assert result.profile.kind == truth["board"]
        assert result.profile.nubs == (truth["printing"] == "duo_togo")
        assert result.kind_confidence > 0.9
