"""One address opens every source, and a wrong one is answered with one clear sentence."""

import sys

import cv2
import numpy as np
import pytest

from vision.errors import AddressError, CannotOpenError, SourceError
from vision.sources.address import open_source
from vision.sources.demo import DemoSource
from vision.sources.folder import FolderSource, PhotoSource
from vision.sources.usb import UsbSource
from vision.sources.video import VideoSource


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("demo:duo?seed=7", DemoSource),
        ("demo:classic?seed=3&fps=10&size=640x480&mishaps=0.5&tilt=20&light=evening&table=felt", DemoSource),
        ("usb:0", UsbSource),
        ("usb:1?size=1280x720&fps=15", UsbSource),
        ("file:game.mp4", VideoSource),
        ("folder:frames?fps=5", FolderSource),
        ("photo:board.jpg?fps=2&frames=10", PhotoSource),
    ],
)
def test_an_address_names_a_source(address, kind):
    assert type(open_source(address)) is kind


def test_plain_paths_are_opened_by_what_lies_there(tmp_path):
    picture = tmp_path / "board.png"
    cv2.imwrite(str(picture), np.zeros((8, 8, 3), np.uint8))
    (tmp_path / "game.mp4").write_bytes(b"x")
    assert type(open_source(str(picture))) is PhotoSource
    assert type(open_source(str(tmp_path))) is FolderSource
    assert type(open_source(str(tmp_path / "game.mp4"))) is VideoSource


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "empty"),
        ("webcam:0", "names no source"),
        ("http://example.org/x.mp4", "names no source"),
        ("folder:frames?rate=5", "does not know the parameter 'rate'"),
        ("file:game.mp4?fps=5", "it knows none"),
        ("folder:frames?fps=fast", "expected a number"),
        ("folder:frames?fps=0", "from 0.01"),
        ("folder:frames?fps", "expected parameters"),
        ("photo:a.jpg?frames=1.5", "whole number"),
        ("usb:front", "number of a camera"),
        ("usb:0?size=big", "WIDTHxHEIGHT"),
        ("demo:chess", "no board 'chess'"),
        ("demo:duo?light=disco", "no light 'disco'"),
        ("demo:duo?tilt=60", "from 0 to 45"),
    ],
)
def test_a_wrong_address_is_one_clear_sentence(address, words):
    with pytest.raises(AddressError) as caught:
        open_source(address)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_address_names_the_known_ones():
    with pytest.raises(AddressError, match=r"usb:0.*file:game\.mp4"):
        open_source("tape:7")


def test_a_path_that_is_not_there_is_named():
    with pytest.raises(CannotOpenError, match="there is no file or folder holiday"):
        open_source("holiday")


def test_the_pi_camera_says_what_it_needs(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)  # as where it is not installed
    source = open_source("picamera:0")
    with pytest.raises(CannotOpenError, match="apt install python3-picamera2"):
        source.open()


def test_every_problem_has_a_word_for_the_record():
    words = {kind.problem for kind in SourceError.__subclasses__()}
    assert words == {
        "unknown_address",
        "cannot_open",
        "stalled",
        "ended",
        "size_changed",
        "broken_frame",
        "disappeared",
    }
