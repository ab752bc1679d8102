"""At each start the kept calibration is verified against what the camera sees: held, refined or redone."""

from dataclasses import replace

import numpy as np
import pytest

from calibration import CalibrationError, calibrated, starting
from calibration.geometry import find
from calibration.keeping import Shelf
from calibration.looking import KeptLook
from calibration.mat import Markers
from calibration.starting import How, verify
from engine.colours import Colour
from tests.calibration.conftest import kept, still
from tests.vision.pictures import bare_table, wrong_cells
from vision.errors import VisionError
from vision.frames import Frame
from vision.live.table import LiveTable


def test_a_board_that_lies_where_it_lay_holds():
    calibration, image = kept()
    verified = verify(calibration, image)
    assert verified.how is How.HELD
    assert verified.found.reading.grid == find(image, "classic").reading.grid


def test_a_camera_that_was_nudged_is_refined():
    calibration, image = kept()
    cell = calibration.view.cell_pixels
    nudged = np.roll(image, (round(0.3 * cell), round(-0.2 * cell)), axis=(0, 1))
    verified = verify(calibration, nudged)
    assert verified.how is How.REFINED
    moved = verified.calibration.view.corners - calibration.view.corners
    assert moved == pytest.approx(np.tile([round(-0.2 * cell), round(0.3 * cell)], (4, 1)), abs=0.1 * cell)


def test_a_board_elsewhere_is_found_anew_with_the_same_side_up():
    calibration, image = kept()
    moved = np.roll(image, (10, -60), axis=(0, 1))
    verified = verify(calibration.turned(1), moved)
    assert verified.how is How.REDONE
    assert verified.calibration.up == calibration.turned(1).up
    assert verified.found.reading.grid == verify(calibration.turned(1), image).found.reading.grid


def test_another_size_of_the_camera_is_scaled_or_refused():
    calibration, image = kept()
    larger = replace(calibration, view=calibration.view.scaled((1664, 1248)))
    assert verify(larger, image).how is How.HELD
    with pytest.raises(CalibrationError, match="was made for pictures of 832 × 624"):
        verify(calibration, image[:500])


def test_no_board_is_said():
    calibration, _ = kept()
    with pytest.raises(CalibrationError, match="no classic board is in view"):
        verify(calibration, np.ascontiguousarray(bare_table()[:624, :832]))


def test_colours_that_are_not_on_the_board_are_remembered():
    calibration, _ = kept()
    empty, _ = still(6, "classic", moves=3)
    verified = verify(calibration, empty)
    green = 1 + calibration.profile.colours.index(Colour.GREEN)
    assert verified.found.reading.palette.pure[green] == pytest.approx(calibration.palette.pure[green])
    assert verified.calibration.colours.cells[green] == calibration.colours.cells[green] > 0
    assert green in verified.start.met


def test_the_mats_markers_say_where_the_board_went(monkeypatch):
    calibration, image = kept()
    centres = np.array([[40.0, 20], [800, 25], [805, 600], [35, 610]])
    with_mat = replace(calibration, markers=tuple(map(tuple, centres)))
    moved = np.roll(image, (10, -60), axis=(0, 1))
    shifted = Markers(centres + np.array([-60, 10]))
    monkeypatch.setattr(starting, "find_markers", lambda _image: shifted)
    found = starting.by_markers(with_mat, moved)
    assert np.array(found.corners) == pytest.approx(calibration.view.corners + np.array([-60, 10]), abs=2.5)


class TestKeptLook:
    """The first look of a live table."""

    def test_without_anything_kept_the_board_is_found_and_kept(self, tmp_path):
        _, image = kept()
        look = KeptLook("usb:0", Shelf(tmp_path))
        start = look(image, "classic")
        assert look.how is None
        assert Shelf(tmp_path).load("usb:0", "classic").view.corners == pytest.approx(start.view.corners)

    def test_what_was_kept_is_used_again(self, tmp_path):
        calibration, image = kept()
        shelf = Shelf(tmp_path)
        shelf.save(calibration.turned(2))
        look = KeptLook("usb:0", shelf)
        start = look(image, "classic")
        assert look.how is How.HELD
        assert start.view.corners == pytest.approx(calibration.turned(2).view.corners, abs=1)
        assert shelf.previous("usb:0", "classic") == []

    def test_a_damaged_file_is_said_and_the_automatic_way_taken(self, tmp_path):
        _, image = kept()
        shelf = Shelf(tmp_path)
        path = shelf.path("usb:0", "classic")
        path.write_text("{ not whole")
        look = KeptLook("usb:0", shelf)
        assert look(image, "classic").profile.name == "classic"
        assert "damaged" in look.words
        # Even the damaged file is kept for those who want to know.
        assert shelf.previous("usb:0", "classic")[0].read_text() == "{ not whole"

    def test_another_picture_size_is_said_and_the_automatic_way_taken(self, tmp_path):
        calibration, image = kept()
        shelf = Shelf(tmp_path)
        shelf.save(calibration)
        look = KeptLook("usb:0", shelf)
        look(np.ascontiguousarray(image[:610]), "classic")
        assert "832 × 624" in look.words
        assert "found anew" in look.words

    def test_no_board_leaves_what_was_kept(self, tmp_path):
        calibration, _ = kept()
        shelf = Shelf(tmp_path)
        before = shelf.save(calibration).read_bytes()
        with pytest.raises(VisionError):
            KeptLook("usb:0", shelf)(np.ascontiguousarray(bare_table()[:624, :832]), "classic")
        assert shelf.path("usb:0", "classic").read_bytes() == before

    def test_colours_met_in_play_are_kept(self, tmp_path):
        empty, _ = still(12, "classic", moves=0, size=(1296, 972))
        shelf = Shelf(tmp_path)
        look = KeptLook("usb:0", shelf)
        start = look(empty, "classic")
        assert shelf.load("usb:0", "classic").colours.unmet == start.profile.colours
        assert look.follow(start.view, start.palette, frozenset({3, 4})) == ""
        assert shelf.load("usb:0", "classic").colours.unmet == (Colour.RED, Colour.GREEN)
        assert len(shelf.previous("usb:0", "classic")) == 1
        look.follow(start.view, start.palette, frozenset({3, 4}))
        assert len(shelf.previous("usb:0", "classic")) == 1

    def test_colours_that_come_to_look_alike_are_said_once(self):
        _, image = kept()
        look = KeptLook("usb:0")
        start = look(image, "classic")
        pure, whole = start.palette.pure.copy(), start.palette.whole.copy()
        pure[3], whole[3] = pure[2] + 0.01, whole[2] + 0.01
        alike = replace(start.palette, pure=pure, whole=whole)
        assert "yellow and red look alike" in look.follow(start.view, alike, frozenset())
        assert look.follow(start.view, alike, frozenset()) == ""
        assert look.follow(start.view, start.palette, frozenset()) == ""

    def test_a_live_table_begins_with_it(self, tmp_path):
        calibration, image = kept()
        look = KeptLook("usb:0", given=calibration.turned(1))
        table = LiveTable("classic", first_look=look)
        for number in range(8):
            table.feed(Frame(image, number * 0.3, number))
        assert np.array(table.corners) == pytest.approx(calibration.turned(1).view.corners, abs=1.5)


def test_a_calibration_made_empty_reads_the_game_that_follows():
    empty, _ = still(12, "classic", moves=0, size=(1296, 972))
    later, truth = still(12, "classic", moves=40, size=(1296, 972))
    calibration = calibrated(empty, find(empty, "classic"), "usb:0")
    assert wrong_cells(verify(calibration, later).found.reading.grid, truth["grid"]) == 0
