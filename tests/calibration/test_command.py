"""`companion calibrate`, and the commands that begin with what it kept."""

import json

import cv2
import numpy as np
import pytest

from companion.calibrated import calibrated_table
from companion.cli import main
from engine.profiles import PROFILES
from tests.calibration.conftest import still
from tests.shared import shared, shared_folder
from tests.vision.pictures import bare_table, chessboard, wrong_cells
from vision.changes import Notice
from vision.frames import Frame


@pytest.fixture
def photo(tmp_path):
    image, _ = still(6, "classic", moves=24)
    cv2.imwrite(str(tmp_path / "photo.png"), image)
    return tmp_path / "photo.png"


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    before = dict(PROFILES)
    yield tmp_path / "data"
    PROFILES.clear()
    PROFILES.update(before)


def kept_files(data):
    return sorted(str(path.relative_to(data)) for path in data.rglob("*.json")) if data.exists() else []


def run(capsys, *arguments):
    code = main([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_photo_is_calibrated_and_kept(photo, data, tmp_path, capsys):
    code, out, _ = run(capsys, "calibrate", photo, "--json", "--picture", tmp_path / "overlay.png")
    answer = json.loads(out)
    assert code == 0
    assert answer["board"]["name"] == "classic"
    assert answer["report"]["verdict"] in ("good", "usable")
    assert len(answer["report"]["distances"]) == 10
    assert json.loads((tmp_path / "data" / "calibrations").glob("*.json").__next__().read_text())["up"] == answer["up"]
    assert cv2.imread(str(tmp_path / "overlay.png")).shape[1] == 832
    assert len(kept_files(data)) == 1


def test_people_read_what_was_found_and_what_to_change(photo, data, capsys):
    code, out, _ = run(capsys, "calibrate", photo, "--board", "classic")
    assert code == 0
    assert out.startswith("classic board: ")
    assert "empty – blue: " in out
    assert f"kept in {data}" in out


def test_read_begins_with_the_calibration(photo, data, capsys):
    run(capsys, "calibrate", photo, "--up", "left")
    (path,) = data.glob("calibrations/*.json")
    _, plain, _ = run(capsys, "read", photo, "--json")
    code, out, _ = run(capsys, "read", photo, "--json", "--calibration", path)
    answer, without = json.loads(out), json.loads(plain)
    assert code == 0
    assert wrong_cells(answer["grid"], without["grid"]) == 0
    assert answer["grid"] != without["grid"]  # another side is up


def test_corners_and_taps_by_hand(photo, data, capsys):
    _, truth = still(6, "classic", moves=24)
    corners = ",".join(str(round(v + 3)) for corner in truth["corners"] for v in corner)
    grid = truth["grid"]
    row, column = next((r, c) for r in range(20) for c in range(20) if grid[r][c] == "R")
    square = f"{'abcdefghijklmnopqrst'[column]}{20 - row}"
    code, out, _ = run(
        capsys, "calibrate", photo, "--board", "classic", "--corners", corners, "--tap", f"{square}=red", "--json"
    )
    assert code == 0
    assert np.array(json.loads(out)["geometry"]["corners"]) == pytest.approx(np.array(truth["corners"]), abs=2.7)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--corners", "1,2,3"), "eight numbers"),
        (("--corners", "700,10,10,10,10,600,700,600", "--board", "classic"), "mirrored"),
        (("--tap", "z99=red"), "not on a board"),
        (("--tap", "a1"), "a1=red"),
        (("--tap", "a1=mauve"), "unknown colour"),
        (("--board", "chess"), "unknown board"),
        (("--new-board", "mine"), "--colours"),
        (("--new-board", "duo", "--board", "duo", "--colours", "red,blue"), "cannot be the name"),
        (("--new-board", "mine", "--board", "duo", "--colours", "red,blue,green"), "has 2 colours"),
        (("--new-board", "mine", "--board", "duo", "--colours", "black,white"), "cannot be told"),
    ],
)
def test_wrong_words_are_one_sentence_and_keep_nothing(arguments, words, photo, data, capsys):
    code, out, err = run(capsys, "calibrate", photo, *arguments)
    assert (code, out) == (1, "")
    assert words in err
    assert err.count("\n") == 1
    assert kept_files(data) == []


def test_pictures_without_one_board_overwrite_nothing(photo, data, tmp_path, capsys):
    run(capsys, "calibrate", photo)
    (name,) = kept_files(data)
    before = (data / name).read_bytes()
    board, _ = still(6, "classic", moves=24)
    other, _ = still(6, "duo", moves=12)
    for words, picture in (
        ("no Blokus board", bare_table()),
        ("Blokus board", chessboard()),
        ("two boards", np.hstack([board, other])),
    ):
        cv2.imwrite(str(photo), picture)
        code, _, err = run(capsys, "calibrate", photo)
        assert code == 1
        assert words in err
    assert kept_files(data) == [name]
    assert (data / name).read_bytes() == before


def test_a_calibration_that_is_not_usable_is_not_kept(photo, data, capsys):
    image, _ = still(6, "classic", moves=24)
    cv2.imwrite(str(photo), (image * 0.12).astype(np.uint8))
    code, out, err = run(capsys, "calibrate", photo, "--board", "classic")
    assert code == 1
    assert "too dark" in out + err
    assert kept_files(data) == []


def test_a_damaged_calibration_is_one_sentence(photo, tmp_path, capsys):
    (tmp_path / "bad.json").write_text("{")
    for command in (("read", photo), ("watch", photo)):
        code, _, err = run(capsys, *command, "--calibration", tmp_path / "bad.json")
        assert code == 1
        assert "damaged" in err


def test_a_new_printing_becomes_a_board_of_its_own(photo, data, capsys):
    image, truth = still(6, "duo", moves=20)
    cv2.imwrite(str(photo), image)
    code, out, _ = run(
        capsys, "calibrate", photo, "--board", "duo", "--new-board", "travel", "--colours", "orange,purple",
        "--starts", "e5,j10",
    )  # fmt: skip
    assert code == 0
    assert out.startswith("travel board")
    assert kept_files(data)[0] == "boards/travel.json"
    assert PROFILES.pop("travel").starts == ((9, 4), (4, 9))
    code, out, _ = run(capsys, "read", photo, "--board", "travel", "--json")
    assert code == 0
    assert json.loads(out)["printing"] == "travel"
    assert wrong_cells(json.loads(out)["grid"], truth["grid"]) == 0


def test_the_sheet_and_the_mat_are_printed(tmp_path, capsys):
    code, out, _ = run(capsys, "calibrate", "--print", tmp_path / "s.pdf", "--print-mat", tmp_path / "m.pdf")
    assert code == 0
    assert "100 %" in out
    assert all((tmp_path / name).read_bytes().startswith(b"%PDF") for name in ("s.pdf", "m.pdf"))
    code, _, err = run(capsys, "calibrate", "--print", tmp_path / "nowhere" / "s.pdf")
    assert code == 1
    assert "cannot write" in err


def test_the_live_table_of_run_keeps_what_it_found_and_begins_with_it_again(data):
    image, _ = still(6, "classic", moves=24)

    def begun():
        table = calibrated_table("usb:0?size=832x624", data, "classic")
        for number in range(8):
            table.feed(Frame(image, number * 0.3, number))
        return table

    first = begun()
    assert kept_files(data) == ["calibrations/usb-0--classic.json"]
    assert np.array(begun().corners) == pytest.approx(np.array(first.corners), abs=0.6)
    (data / "calibrations/usb-0--classic.json").write_text("{")
    table = calibrated_table("usb:0", data, "classic")
    told = [event for k in range(8) for event in table.feed(Frame(image, k * 0.3, k)) if isinstance(event, Notice)]
    assert [event.problem for event in told if "damaged" in event.problem]
    assert table.corners is not None


def pictures(folder):
    return sorted(path.stem for path in (shared_folder() / folder).glob("*.json")) or ["absent"]


@pytest.mark.parametrize(
    ("folder", "name"), [(folder, name) for folder in ("photos", "renders") for name in pictures(folder)]
)
def test_calibrate_then_read_is_as_good_as_reading(folder, name, data, capsys):
    """Every cell right."""
    truth = json.loads((shared(folder) / f"{name}.json").read_text())
    photo = shared(folder) / truth["image"]
    code, out, _ = run(capsys, "calibrate", photo, "--board", truth["board"], "--dry-run", "--json")
    assert code == 0
    path = data / "calibration.json"
    data.mkdir()
    path.write_text(out)
    code, out, _ = run(capsys, "read", photo, "--board", truth["board"], "--json", "--calibration", path)
    assert code == 0
    assert wrong_cells(json.loads(out)["grid"], truth["grid"], truth["odd_cells"]) == 0
