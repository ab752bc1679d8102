"""`companion read` and `companion score` as people call them."""

import json

import cv2
import pytest

from companion.cli import main
from tests.vision.pictures import chessboard, corner_error, wrong_cells
from vision.table.stills import render_still


@pytest.fixture(scope="module")
def photo(tmp_path_factory):
    """A finished game of two colours in an office, and its truth."""
    image, truth = render_still(1002, "duo", size=(960, 720), finer=1, light="window", tilt=20.0, moves=30)
    path = tmp_path_factory.mktemp("photo") / "photo.png"
    cv2.imwrite(str(path), image)
    return path, truth


def test_read_answers_as_the_design_says(photo, capsys):
    path, truth = photo
    assert main(["read", str(path), "--board", "duo", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["board"] == "duo"
    assert answer["printing"] == "duo"
    assert wrong_cells(answer["grid"], truth["grid"]) == 0
    assert corner_error(answer["corners"], truth["corners"], 14) < 0.15
    assert answer["unsure"] == []
    assert 0 < answer["confidence"] <= 1


def test_probabilities_are_given_on_request(photo, capsys):
    assert main(["read", str(photo[0]), "--json", "--probabilities"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["labels"] == ".PO?"
    assert sum(answer["probabilities"][3][4]) == pytest.approx(1, abs=0.001)


def test_without_json_a_board_is_drawn(photo, capsys):
    assert main(["read", str(photo[0])]) == 0
    shown = capsys.readouterr().out
    assert shown.count("\n") == 16
    assert "a  b  c" in shown
    assert "tilted" in shown


def test_the_reading_is_drawn_over_the_photo_and_every_stage_can_be_looked_at(photo, tmp_path, capsys):
    stages = tmp_path / "stages"
    overlay = tmp_path / "out.png"
    assert main(["read", str(photo[0]), "--picture", str(overlay), "--debug", str(stages), "--json"]) == 0
    assert cv2.imread(str(overlay)).shape == (720, 960, 3)
    assert {path.stem[3:] for path in stages.glob("*.png")} >= {
        "lines",
        "sheet",
        "found",
        "samples",
        "cells",
        "settled",
    }


def test_score_counts_what_is_left(photo, capsys):
    path, truth = photo
    assert main(["score", str(path), "--board", "duo", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    on_board = "".join(truth["grid"])
    for letter, name in (("P", "purple"), ("O", "orange")):
        sheet = answer["colours"][name]
        assert sheet["squares_left"] == 89 - on_board.count(letter)
        assert answer["scores"]["basic"][name] == sheet["squares_left"]
        assert answer["scores"]["advanced"][name] == -sheet["squares_left"]
        assert sum(len(item["cells"]) for item in sheet["pieces"]) == on_board.count(letter)
        assert len(sheet["pieces"]) + len(sheet["pieces_left"]) == 21
    assert answer["problems"] == []
    assert answer["unknown"] == []


def test_score_is_readable_on_a_terminal(photo, capsys):
    assert main(["score", str(photo[0]), "--board", "duo"]) == 0
    assert "purple: " in capsys.readouterr().out


@pytest.mark.parametrize("command", ["read", "score"])
def test_bad_input_ends_with_one_sentence_and_exit_code_1(command, tmp_path, capsys):
    page = tmp_path / "chess.png"
    cv2.imwrite(str(page), chessboard())
    (tmp_path / "text.jpg").write_text("hello")
    for path in (page, tmp_path / "text.jpg", tmp_path / "absent.jpg"):
        assert main([command, str(path), "--json"]) == 1
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.count("\n") == 1
        assert path.name in told.err


def test_a_picture_that_cannot_be_written_is_named(photo, tmp_path, capsys):
    assert main(["read", str(photo[0]), "--picture", str(tmp_path / "none" / "out.png")]) == 1
    assert "cannot write" in capsys.readouterr().err
