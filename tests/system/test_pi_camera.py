"""The real Picamera2 on libcamera's virtual camera, in the Debian 13 system of `make test-pi`."""

import json

import cv2
import pytest

from tests.pi_root import copy_project, needs_pi_root, run_inside
from vision.table.stills import render_still

VIRTUAL = """%YAML 1.1
---
"Virtual0":
  supported_formats:
  - {width: 1280, height: 960, frame_rates: [10, 30]}
  - {width: 320, height: 240, frame_rates: [10, 30]}
  frames:
    path: "/srv/in/frames/"
  model: "virtual"
"""
START = """
mkdir -p /usr/share/libcamera/pipeline/virtual
cp /srv/in/virtual.yaml /usr/share/libcamera/pipeline/virtual/virtual.yaml
cd /srv/in/project
exec /opt/camera/bin/python -m tests.system.pi_camera
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """What the camera in there showed, and the truth about the table it looked at."""
    work = tmp_path_factory.mktemp("camera")
    (work / "in/frames").mkdir(parents=True)
    image, truth = render_still(3, "duo", size=(1280, 960), light="office", moves=14, tilt=5.0)
    cv2.imwrite(str(work / "in/frames/0.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    (work / "in/virtual.yaml").write_text(VIRTUAL)
    copy_project(work / "in/project")
    run = run_inside(work, "sh", "-euc", START)
    assert run.returncode == 0, run.stderr[-2000:]
    return json.loads(run.stdout.splitlines()[-1]), truth


@needs_pi_root
def test_it_opens_and_streams_both_pictures(seen):
    found, _ = seen
    assert found["cameras"] == ["virtual"]
    assert found["sizes"] == [[960, 1280, 3], [240, 320, 3]]
    assert found["small_is_used"]
    assert found["numbers"] == [0, 1, 2, 3, 4, 5]
    assert found["times_rise"]


@needs_pi_root
def test_the_board_is_read_right_from_its_frames(seen):
    found, truth = seen
    assert found["grid"] == truth["grid"]


@needs_pi_root
def test_a_stall_is_told_and_frames_come_again(seen):
    found, _ = seen
    assert "for 0.001 seconds" in found["stall"]
    assert found["again"] == [960, 1280, 3]


@needs_pi_root
def test_it_closes_and_opens_again(seen):
    found, _ = seen
    assert found["reopened"] == [0, [960, 1280, 3]]
    assert found["threads"] == ["MainThread"]


@needs_pi_root
def test_a_camera_that_is_not_there(seen):
    found, _ = seen
    assert "only cameras 0 to 0" in found["missing"]


@needs_pi_root
def test_every_control_that_is_set_is_one_of_libcamera(seen):
    found, _ = seen
    assert found["unknown_controls"] == []
