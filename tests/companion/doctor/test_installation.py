"""The installation that is examined, and the bundle."""

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.geometry import find
from calibration.keeping import FOLDER, Shelf
from calibration.model import calibrated
from companion.cli import main
from companion.doctor import installation, sight
from companion.doctor.bundle import BundleError, write_bundle
from companion.doctor.examine import examine, told
from companion.doctor.finding import Finding, Machine, Verdict
from companion.doctor.sight import Looked
from companion.journal.journal import FILE
from companion.settings import Settings
from companion.starts import Starts
from vision.errors import NoCameraError
from vision.sources.folder import PhotoSource
from vision.table.stills import render_still


@pytest.fixture(scope="module")
def photo(tmp_path_factory):
    image, _ = render_still(3, "duo", size=(1280, 960), light="office", moves=14, tilt=5.0)
    path = tmp_path_factory.mktemp("photo") / "board.png"
    cv2.imwrite(str(path), image)
    return path


@pytest.fixture
def settings(tmp_path):
    return Settings(data=str(tmp_path), port=0, board="duo", pin="271828")


def showing(text):
    return Machine(Path("/nowhere"), lambda command: text)


def test_the_service():
    well = "LoadState=loaded\nActiveState=active\nSubState=running\nNRestarts=0\nStatusText=served\n"
    assert installation.service(showing(well)).verdict is Verdict.WELL
    again = installation.service(showing(well.replace("NRestarts=0", "NRestarts=3")))
    assert again.verdict is Verdict.NOTICE
    assert "3 times" in again.found
    dead = installation.service(showing(well.replace("ActiveState=active", "ActiveState=failed")))
    assert dead.verdict is Verdict.WRONG
    assert "systemctl restart" in dead.fix
    assert installation.service(showing(None)).verdict is Verdict.UNKNOWN


def test_starts_that_failed(settings):
    assert installation.starts(settings).verdict is Verdict.WELL
    starts = Starts(settings.folder)
    starts.begin()
    starts.note("the camera hangs")
    found = installation.starts(settings)
    assert found.verdict is Verdict.WRONG
    assert "the camera hangs" in found.found


def test_games_that_are_damaged_are_told_and_left_alone(settings):
    assert installation.journal(settings).verdict is Verdict.WELL
    path = settings.folder / FILE
    path.write_bytes(b"nothing of the kind" * 100)
    before = path.read_bytes()
    assert installation.journal(settings).verdict is Verdict.WRONG
    assert path.read_bytes() == before


def test_the_age_and_fit_of_a_calibration(settings, photo):
    settings = Settings(data=settings.data, source="picamera:0?fps=4")
    assert installation.calibration(settings)[0].verdict is Verdict.NOTICE
    image = cv2.imread(str(photo))
    made = calibrated(image, find(image, "duo"), "picamera:0", made="2026-01-01T12:00:00+00:00")
    Shelf(settings.folder / FOLDER).save(made)
    fresh = installation.calibration(settings, lambda: datetime(2026, 1, 11, 13, tzinfo=UTC))
    assert "10 days old" in fresh[0].found
    assert made.report.summary in fresh[0].found
    old = installation.calibration(settings, lambda: datetime(2027, 1, 1, tzinfo=UTC))
    assert old[0].verdict is not Verdict.WELL
    next((settings.folder / FOLDER).glob("*.json")).write_text("{")
    assert installation.calibration(settings)[0].verdict is Verdict.WRONG


def test_the_camera_is_opened_where_no_page_runs(settings, photo):
    looked = sight.look(settings, open_by=lambda address: PhotoSource(photo))
    assert looked.finding.verdict is Verdict.WELL
    assert "1280 × 960" in looked.finding.found
    found = sight.judge_picture(looked.picture, "duo")
    assert [one.name for one in found] == ["board", "sharpness", "light"]
    assert found[1].verdict is Verdict.WELL


def test_a_blurred_and_a_dark_picture_are_told(photo):
    image = cv2.imread(str(photo))
    blurred = sight.judge_picture(cv2.GaussianBlur(image, (0, 0), 9), "duo")
    assert next(one for one in blurred if one.name in ("sharpness", "board")).verdict is not Verdict.WELL
    dark = sight.judge_picture((image * 0.15).astype(np.uint8), "duo")
    assert any(one.verdict is not Verdict.WELL and "light" in (one.name + one.fix + one.found) for one in dark)


def test_a_missing_camera_is_told(settings):
    def missing(address):
        raise NoCameraError("no camera found; check the ribbon cable")

    looked = sight.look(settings, open_by=missing)
    assert looked.finding.verdict is Verdict.WRONG
    assert "ribbon" in looked.finding.found
    assert {one.verdict for one in sight.judge_picture(looked.picture, "duo")} == {Verdict.UNKNOWN}


def test_the_running_page_is_asked_because_it_has_the_camera(photo):
    asked = []

    def ask(port, path):
        asked.append(path)
        if path == "/api/snapshot":
            return 200, photo.read_bytes()
        return 200, json.dumps({"camera": "live", "frames": 77, "problems": []}).encode()

    looked = sight.look(Settings(port=80), ask, open_by=None)
    assert asked == ["/api/health", "/api/snapshot"]
    assert "77 frames" in looked.finding.found
    assert looked.picture.shape == (960, 1280, 3)


def test_a_page_that_is_something_else_is_not_taken_for_ours(settings, photo):
    settings = Settings(data=settings.data, port=80)
    looked = sight.look(settings, lambda port, path: (200, b"<html>"), lambda address: PhotoSource(photo))
    assert looked.finding.verdict is Verdict.WELL


def test_the_bundle_has_no_pin_and_no_pictures_unless_asked(settings, tmp_path):
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence/1-1.jpg").write_bytes(b"picture")
    subject = Machine(
        tmp_path, lambda command: "PIN to change things: 271828\n" if command[0] == "journalctl" else None
    )
    found, _ = examine(settings, subject, None)
    names = write_bundle(tmp_path / "report.zip", found, settings, subject)
    assert not [name for name in names if name.endswith(".jpg")]
    with zipfile.ZipFile(tmp_path / "report.zip") as bundle:
        texts = {name: bundle.read(name).decode() for name in names}
    assert "271828" not in "".join(texts.values())
    assert "PIN to change things: (PIN)" in texts["log.txt"]
    assert "1 pictures of evidence" in texts["files.txt"]
    picture = np.zeros((8, 8, 3), np.uint8)
    assert "picture.jpg" in write_bundle(tmp_path / "with.zip", found, settings, subject, picture)


def test_a_bundle_that_cannot_be_written(settings, tmp_path):
    with pytest.raises(BundleError, match="cannot be written"):
        write_bundle(tmp_path / "no" / "such.zip", [], settings, Machine(tmp_path, lambda command: None))


def test_how_it_is_told():
    text = told([Finding("disk", Verdict.WELL, "room"), Finding("camera", Verdict.WRONG, "none", "Plug it in.")])
    assert text.splitlines() == ["   ok  disk: room", "WRONG  camera: none", "       → Plug it in.", "1 thing is wrong"]


def test_the_command(capsys, tmp_path, photo):
    code = main(["doctor", "--json", "--source", str(photo), "--board", "duo", "--data", str(tmp_path), "--port", "0"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    names = [line["name"] for line in lines]
    assert names[:4] == ["camera", "board", "sharpness", "light"]
    assert {"disk", "memory", "clock", "network name", "versions", "service", "games"} <= set(names)
    assert code == (1 if any(line["verdict"] == "wrong" for line in lines) else 0)
    assert all(line["fix"] for line in lines if line["verdict"] in ("wrong",))


def test_the_camera_can_be_left_alone(tmp_path):
    found, picture = examine(Settings(data=str(tmp_path)), showing(None), None)
    assert picture is None
    assert "camera" not in [one.name for one in found]
    looked = Looked(Finding("camera", Verdict.WELL, "there"))
    assert examine(Settings(data=str(tmp_path)), showing(None), lambda settings: looked)[0][0] is looked.finding
