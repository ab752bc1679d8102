"""`companion simulate` and `companion demo`: what they write, and what they say when they cannot."""

import json

import cv2
import numpy as np
import pytest

from companion.cli import main
from vision.sources.address import open_source

SMALL = ["--size", "320x240"]


@pytest.fixture(scope="module")
def filmed(tmp_path_factory):
    """A short film of a Duo game, written by the command."""
    out = tmp_path_factory.mktemp("film") / "game"
    code = main(["simulate", str(out), "--board", "duo", "--seed", "3", "--frames", "80", "--mishaps", "0", *SMALL])
    assert code == 0
    return out


def test_a_film_has_as_many_frames_as_asked_for(filmed):
    with open_source(str(filmed / "video.mp4")) as source:
        frames = list(source)
    assert len(frames) == 80
    assert frames[0].image.shape == (240, 320, 3)
    assert frames[-1].seconds == pytest.approx(79 / 5, abs=0.05)


def test_the_truth_has_the_format_of_the_film_collections(filmed):
    truth = json.loads((filmed / "truth.json").read_text())
    assert truth["kind"] == "duo_mattel"
    assert (truth["n"], truth["fps"], truth["frames"], truth["size"]) == (14, 5.0, 80, [320, 240])
    assert set(truth["order"]) == {"P", "O"}
    assert len(truth["final"]) == 14
    assert set("".join(truth["final"])) <= {"W", "P", "O"}
    assert truth["geometry"][0]["from_frame"] == 0
    assert set(truth["geometry"][0]["corners"]) == {"tl", "tr", "br", "bl"}
    assert truth["events"]
    assert {"op", "colour", "piece", "cells", "from_cells", "expected", "legal", "reasons", "role"} <= set(
        truth["events"][0]
    )
    scores = truth["scores"]["by_colour"]
    assert scores["P"]["advanced"] == -scores["P"]["basic_squares_left"]


def test_quiet_stretches_show_the_board_after_their_step(filmed):
    truth = json.loads((filmed / "truth.json").read_text())
    assert truth["quiet"][0]["after_step"] == -1
    assert set("".join(truth["quiet"][0]["board"])) == {"W"}
    assert truth["quiet"][-1]["board"] == truth["final"]
    for stretch in truth["quiet"]:
        first, last = stretch["frames"]
        assert 0 <= first <= last < 80
        for event in truth["events"]:
            assert not event["frame_hand_in"] < first < event["frame_changed"]


def test_every_frame_has_its_line_of_truth(filmed):
    lines = [json.loads(line) for line in (filmed / "frames.jsonl").read_text().splitlines()]
    assert [line["frame"] for line in lines] == list(range(80))
    assert any(line["hidden"] for line in lines)
    assert not any(line["hidden"] and line["quiet"] for line in lines)


def test_stills_with_their_truth(tmp_path, capsys):
    assert main(["simulate", str(tmp_path), "--board", "duo-togo", "--stills", "1", "--seed", "4", *SMALL]) == 0
    truth = json.loads((tmp_path / "duo_togo_0004.json").read_text())
    image = cv2.imread(str(tmp_path / truth["image"]))
    assert image.shape == (240, 320, 3)
    assert (truth["board"], truth["printing"]) == ("duo", "duo-togo")
    assert "1 pictures" in capsys.readouterr().out


def test_a_script_is_filmed_into_a_folder(tmp_path):
    script = tmp_path / "table.txt"
    script.write_text("the board is duo\nPurple plays X at e10\n")
    assert main(["simulate", str(tmp_path / "out"), "--script", str(script), "--folder", "--fps", "2", *SMALL]) == 0
    with open_source(f"folder:{tmp_path / 'out' / 'frames'}?fps=2") as source:
        assert len(list(source)) >= 6
    assert len(json.loads((tmp_path / "out" / "truth.json").read_text())["events"]) == 1


def test_a_script_that_cannot_be_followed_is_one_sentence(tmp_path, capsys):
    script = tmp_path / "table.txt"
    script.write_text("wait 1 s\nPurple dances\n")
    assert main(["simulate", str(tmp_path / "out"), "--script", str(script)]) == 1
    assert capsys.readouterr().err.startswith("companion: line 2: 'Purple dances'")
    assert main(["simulate", str(tmp_path / "out"), "--script", str(tmp_path / "lost.txt")]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made(tmp_path, capsys):
    (tmp_path / "file").touch()
    assert main(["simulate", str(tmp_path / "file" / "out"), "--stills", "1", *SMALL]) == 1
    assert "cannot be made" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate"],
        ["simulate", "out", "--board", "chess"],
        ["simulate", "out", "--frames", "0"],
        ["simulate", "out", "--tilt", "50"],
        ["simulate", "out", "--size", "huge"],
        ["demo", "--seconds", "0"],
    ],
)
def test_wrong_usage(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "expected" in (said := capsys.readouterr().err) or "required" in said or "invalid" in said


def test_the_demo_writes_a_clip_and_a_picture_and_says_where(tmp_path, capsys):
    assert main(["demo", "--clip", str(tmp_path), "--seconds", "2"]) == 0
    said = capsys.readouterr().out
    assert str(tmp_path / "video.mp4") in said
    picture = cv2.imread(str(tmp_path / "picture.jpg"))
    assert str(tmp_path / "picture.jpg") in said
    assert np.std(picture) > 10
