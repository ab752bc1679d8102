"""Calibrations on the shelf: kept whole, never overwritten, and refused in clear words when they are damaged."""

import json
import os
from dataclasses import replace

import pytest

from calibration import CalibrationError
from calibration.keeping import Shelf, read_file
from calibration.written import from_plain, to_plain


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "calibrations")


def test_what_is_kept_comes_back_the_same(shelf, calibration):
    path = shelf.save(calibration)
    back = shelf.load("usb:0", "classic")
    assert to_plain(back) == to_plain(calibration)
    assert back.view.corners == pytest.approx(calibration.view.corners)
    assert back.controls == {"exposure": 156.0}
    data = json.loads(path.read_text())
    assert (data["schema"], data["camera"], data["board"]["name"]) == (1, "usb:0", "classic")


def test_there_is_one_per_camera_and_board(shelf, calibration):
    shelf.save(calibration)
    shelf.save(replace(calibration, camera="usb:1"))
    assert shelf.load("usb:0", "classic").camera == "usb:0"
    assert shelf.load("usb:1", "classic").camera == "usb:1"
    assert shelf.load("usb:0", "duo") is None


def test_the_one_before_is_kept(shelf, calibration):
    shelf.save(calibration)
    first = shelf.path("usb:0", "classic").read_bytes()
    shelf.save(calibration.turned(1))
    shelf.save(calibration.turned(2))
    assert [path.name for path in shelf.previous("usb:0", "classic")] == [
        "usb-0--classic--000002.json",
        "usb-0--classic--000001.json",
    ]
    assert shelf.previous("usb:0", "classic")[-1].read_bytes() == first


def test_the_newest_of_a_camera_is_told_and_damaged_ones_are_passed_over(shelf, calibration):
    shelf.save(calibration)
    assert shelf.newest("usb:0", ["duo", "classic"]).profile.name == "classic"
    shelf.path("usb:0", "classic").write_text("{")
    assert shelf.newest("usb:0", ["duo", "classic"]) is None


def test_every_truncation_is_a_clear_error(shelf, calibration):
    path = shelf.save(calibration)
    whole = path.read_bytes()
    for length in range(0, len(whole) - 2, 37):
        path.write_bytes(whole[:length])
        with pytest.raises(CalibrationError) as problem:
            read_file(path)
        assert problem.value.problem in ("damaged", "foreign")
        assert str(path) in str(problem.value)


def test_each_missing_or_strange_value_is_a_clear_error(calibration):
    def spoilt(data, path, value):
        copy = json.loads(json.dumps(data))
        place = copy
        for key in path[:-1]:
            place = place[key]
        if value is None:
            del place[path[-1]]
        else:
            place[path[-1]] = value
        return copy

    plain = json.loads(json.dumps(to_plain(calibration)))
    from_plain(plain)
    for path in (
        ("geometry", "homography"),
        ("geometry", "focal"),
        ("geometry", "image_size"),
        ("palette", "labels"),
        ("palette", "labels", "red"),
        ("palette", "labels", "red", "spread"),
        ("palette", "white"),
        ("board", "size"),
        ("board", "colours"),
        ("report", "verdict"),
        ("camera",),
    ):
        for value in (None, "nonsense", -3, [], {}, float("nan")):
            if path == ("camera",) and value is not None:
                continue
            with pytest.raises(CalibrationError, match="damaged"):
                from_plain(spoilt(plain, path, value))


def test_a_mirrored_homography_is_refused(calibration):
    plain = json.loads(json.dumps(to_plain(calibration)))
    for row in plain["geometry"]["homography"]:
        row[0], row[1] = row[1], row[0]
    with pytest.raises(CalibrationError, match="mirrored"):
        from_plain(plain)


def test_a_foreign_and_a_newer_file_are_told_apart(tmp_path, calibration):
    path = tmp_path / "x.json"
    path.write_text('{"name": "a shopping list"}')
    with pytest.raises(CalibrationError, match="not a calibration") as problem:
        read_file(path)
    assert problem.value.problem == "foreign"
    path.write_text(json.dumps({**to_plain(calibration), "schema": 99}))
    with pytest.raises(CalibrationError, match="newer companion"):
        read_file(path)


def test_another_cameras_file_is_not_taken(shelf, calibration):
    shelf.save(calibration)
    shelf.path("usb:0", "classic").rename(shelf.path("usb:3", "classic"))
    with pytest.raises(CalibrationError, match="usb:0"):
        shelf.load("usb:3", "classic")


def test_a_write_that_fails_leaves_what_was_there(shelf, calibration, monkeypatch):
    path = shelf.save(calibration)
    before = path.read_bytes()

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CalibrationError, match="no space left"):
        shelf.save(calibration.turned(1))
    assert path.read_bytes() == before
    assert [item.name for item in shelf.folder.rglob("*") if item.is_file()] == [path.name]


def test_everything_reaches_the_disk_before_it_is_renamed(shelf, calibration, monkeypatch):
    done = []
    fsync, replace_ = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda fd: (done.append("fsync"), fsync(fd))[1])
    monkeypatch.setattr(os, "replace", lambda *a: (done.append("rename"), replace_(*a))[1])
    shelf.save(calibration)
    assert done == ["fsync", "rename", "fsync"]


def test_another_size_of_the_same_picture_is_scaled_and_another_picture_refused(calibration):
    half = calibration.for_size((416, 312))
    assert half.view.cell_pixels == pytest.approx(calibration.view.cell_pixels / 2)
    with pytest.raises(CalibrationError, match="832 × 624, but now they are 640 × 360") as problem:
        calibration.for_size((640, 360))
    assert problem.value.problem == "size"


def test_another_side_can_be_up(calibration):
    sides = ["top", "right", "bottom", "left"]
    first = sides.index(calibration.up)
    assert [calibration.turned(k).up for k in range(4)] == [sides[(first + k) % 4] for k in range(4)]
