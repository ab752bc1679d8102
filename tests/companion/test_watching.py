"""Watching a source from the first frame to the last: what is told, bad input, games that go on, kept frames."""

import json

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.recording import Recorder
from companion.watching import Watching
from engine.events import Place
from engine.profiles import DUO
from engine.record import Record, record_to_json
from engine.rules import RuleSet
from tests.vision.live.drawn import frames, patch, picture, quiet
from tests.vision.live.listed import Listed
from vision.errors import BrokenFrameError, DisappearedError, SourceError

PURPLE = patch("purple", (4, 4), (4, 5), (5, 4), (5, 5))
ORANGE = patch("orange", (9, 9), (9, 10), (10, 9), (10, 10))
TOUCHING = patch("purple", (3, 4), (3, 5), (3, 6))


def watch(items, board="duo", record=None):
    with Listed(items) as source:
        return [line for line, _ in Watching(board, {}, record).lines(source)]


def plain(image, count, begin=0):
    return frames([image] * count, begin=begin)


def problems(lines):
    return [line["problem"] for line in lines if line["type"] == "source"]


def test_a_game_is_told_and_the_last_line_is_the_score():
    lines = watch(quiet(6) + quiet(6, [PURPLE], 6) + quiet(6, [PURPLE, ORANGE], 12))
    assert [line["type"] for line in lines] == ["started", "placed", "placed", "stopped"]
    assert [line["seq"] for line in lines] == [0, 1, 2, 3]
    assert lines[-1]["scores"]["advanced"] == {"purple": -85, "orange": -85}
    assert lines[-1]["board"][4] == "....PP........"


def test_no_frames_at_all():
    with pytest.raises(SourceError, match="has no frames, so there was nothing to watch"):
        watch([])


@pytest.mark.parametrize("content", [b"", b"this is no film", bytes(range(256)) * 64])
def test_a_film_that_cannot_be_decoded_is_one_sentence(tmp_path, capsys, content):
    film = tmp_path / "film.mp4"
    film.write_bytes(content)
    assert main(["watch", str(film), "--json"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "film.mp4" in said.err
    assert "Traceback" not in said.err


def test_a_broken_frame_is_named_and_the_game_goes_on():
    torn = BrokenFrameError("frame 6 cannot be decoded")
    lines = watch([*quiet(6), torn, *quiet(6, [PURPLE], 7)])
    assert [line["type"] for line in lines] == ["started", "source", "placed", "stopped"]
    assert problems(lines) == ["frame 6 cannot be decoded"]


def test_a_source_that_disappears_ends_with_the_score():
    lines = watch([*quiet(6), *quiet(6, [PURPLE], 6), DisappearedError("the camera was unplugged")])
    assert [line["type"] for line in lines] == ["started", "placed", "source", "stopped"]


def test_frames_of_another_size_are_named_and_the_game_goes_on():
    small = [cv2.resize(picture([PURPLE], seed=k), (432, 432), interpolation=cv2.INTER_AREA) for k in range(8)]
    after = [cv2.resize(picture([PURPLE, ORANGE], seed=k), (432, 432), interpolation=cv2.INTER_AREA) for k in range(8)]
    lines = watch([*quiet(6), *quiet(6, [PURPLE], 6), *frames(small, begin=12), *frames(after, begin=20)])
    assert [line["type"] for line in lines] == ["started", "placed", "source", "realigned", "placed", "stopped"]
    assert "432 × 432 pixels after 480 × 480" in problems(lines)[0]


def test_a_frozen_camera_is_named_once_and_the_game_goes_on():
    still = plain(picture(), 5 * 63, begin=6)
    lines = watch([*quiet(6), *still, *quiet(8, [PURPLE], 6 + 5 * 63)])
    assert [line["type"] for line in lines] == ["started", "source", "placed", "stopped"]
    assert "the same picture for a minute" in problems(lines)[0]
    assert 60 <= lines[1]["time"] < 63


@pytest.mark.parametrize(
    ("image", "words"),
    [
        (np.zeros((480, 480, 3), np.uint8), "the picture is black: take off the lens cap"),
        (np.random.default_rng(1).integers(0, 4, (480, 480, 3)).astype(np.uint8), "the picture is black"),
        (np.full((480, 480, 3), 255, np.uint8), "the picture is burnt out"),
    ],
    ids=["black", "lens cap", "overexposed"],
)
def test_a_picture_that_shows_nothing_is_named_once_and_the_game_goes_on(image, words):
    lines = watch([*quiet(6), *plain(image, 30, 6), *quiet(10, [PURPLE], 36)])
    assert [line["type"] for line in lines] == ["started", "source", "placed", "stopped"]
    assert problems(lines)[0].startswith(words)


def test_a_camera_that_points_elsewhere_is_named():
    chance = np.random.default_rng(5)
    wall = cv2.GaussianBlur(chance.integers(60, 200, (480, 480, 3)).astype(np.uint8), (0, 0), 9)
    pictures = [np.clip(wall + chance.normal(0, 2, wall.shape), 0, 255).astype(np.uint8) for _ in range(30)]
    lines = watch(frames(pictures))
    assert [line["type"] for line in lines] == ["started", "source", "stopped"]
    assert problems(lines)[0].startswith("no duo board found: show the whole board")
    assert lines[-1]["problem"] == "no board was found"


def test_a_board_of_the_wrong_kind_is_named():
    lines = watch(quiet(30, [PURPLE, ORANGE]), board="classic")
    assert [line["type"] for line in lines] == ["started", "source", "stopped"]
    assert "classic" in problems(lines)[0]


def test_a_game_that_goes_on_is_compared_with_its_record():
    record = Record(DUO, RuleSet.usual(DUO), (Place(PURPLE.colour, PURPLE.cells), Place(ORANGE.colour, ORANGE.cells)))
    later = patch("purple", (6, 6), (7, 6), (8, 6))
    lines = watch(quiet(6, [PURPLE, ORANGE]) + quiet(6, [PURPLE, ORANGE, later], 6), record=record)
    assert [line["type"] for line in lines] == ["started", "compared", "placed", "stopped"]
    assert lines[1]["differences"] == []
    assert lines[2]["colour"] == "purple"


def test_how_the_board_differs_from_the_record_is_listed(tmp_path, capsys):
    record = Record(DUO, RuleSet.usual(DUO), (Place(PURPLE.colour, PURPLE.cells), Place(ORANGE.colour, ORANGE.cells)))
    extra = patch("purple", (6, 6), (7, 6), (8, 6))
    lines = watch(quiet(10, [PURPLE, extra]), record=record)
    found = {(one["what"], one["colour"]): one["cells"] for one in lines[1]["differences"]}
    assert found == {
        ("missing", "orange"): [list(cell) for cell in ORANGE.cells],
        ("extra", "purple"): [list(cell) for cell in extra.cells],
    }
    assert [line["type"] for line in lines[2:]] == ["adjusted", "illegal", "stopped"]
    written = tmp_path / "game.json"
    written.write_text(record_to_json(record))
    folder = tmp_path / "frames"
    folder.mkdir()
    for frame in quiet(10, [PURPLE, extra]):
        cv2.imwrite(str(folder / f"{frame.number:03d}.png"), frame.image)
    assert main(["watch", f"folder:{folder}?fps=5", "--resume", str(written)]) == 0
    assert "missing: orange [[9, 9], [9, 10], [10, 9], [10, 10]]" in capsys.readouterr().out


def test_a_record_that_cannot_be_read_is_one_sentence(tmp_path, capsys):
    assert main(["watch", "demo:duo", "--resume", str(tmp_path / "lost.json")]) == 1
    assert "lost.json: No such file" in capsys.readouterr().err


def test_the_frames_that_matter_are_kept_and_no_others(tmp_path):
    """One frame for each event, and for an illegal piece the seconds around it."""
    recorder = Recorder(tmp_path / "kept")
    items = quiet(40) + quiet(6, [PURPLE], 40) + quiet(30, [PURPLE, TOUCHING], 46)
    with Listed(items) as source:
        for line, frame in Watching("duo", {}).lines(source, recorder.frame):
            recorder.event(line, frame)
    recorder.close()
    events = [json.loads(line) for line in (tmp_path / "kept" / "events.jsonl").read_text().splitlines()]
    assert [event["type"] for event in events] == ["started", "placed", "illegal", "stopped"]
    kept = sorted(path.name for path in (tmp_path / "kept").glob("*.jpg"))
    assert kept == ["00000-started.jpg", "00001-placed.jpg", "00002-illegal.jpg", "00003-stopped.jpg"]
    (around,) = [path for path in (tmp_path / "kept").iterdir() if path.is_dir()]
    assert around.name == "00002-illegal"
    numbers = [int(path.stem) for path in sorted(around.glob("*.jpg"))]
    seen = events[2]["frame"]
    assert numbers == list(range(seen - 25, seen + 26)), "five seconds before and five after"
    assert cv2.imread(str(around / f"{seen:06d}.jpg")).shape == (480, 480, 3)


def test_what_is_kept_is_bounded(tmp_path):
    recorder = Recorder(tmp_path, most=400_000)
    frame = quiet(1)[0]
    for number in range(60):
        recorder.frame(frame)
        recorder.event({"seq": number, "type": "illegal"}, frame)
    recorder.close()
    assert sum(path.stat().st_size for path in tmp_path.rglob("*.jpg")) <= 400_000
    assert (tmp_path / "00059-illegal.jpg").exists(), "the oldest go first"
    assert len((tmp_path / "events.jsonl").read_text().splitlines()) == 60


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["watch", "demo:duo", "--record", str(tmp_path / "file" / "kept")]) == 1
    assert "so nothing can be recorded there" in capsys.readouterr().err
