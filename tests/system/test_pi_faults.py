"""What a machine without a battery clock, with a card that fills up and a plug that is pulled has to live with.

`KILLS=200 pytest tests/system/test_pi_faults.py` for the long run.
"""

import os
import random
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.geometry import find
from calibration.keeping import PREVIOUS, Shelf, read_file, write_atomically
from calibration.model import calibrated
from companion.evidence import Evidence
from companion.journal.journal import FILE, Journal
from companion.keeper import Keeper
from companion.starts import FILE as STARTS
from companion.starts import Starts
from companion.view import view
from companion.web.access import Access
from engine.profiles import DUO
from engine.record import Record, record_from_json
from engine.rules import RuleSet
from tests.companion.moves import FIRST, SECOND, piece
from tests.system.test_failing_disk import can_mount
from vision.table.stills import render_still

KILLS = int(os.environ.get("KILLS", "8"))
ROOT = Path(__file__).parents[2]
YEAR = 365 * 86_400.0


def test_a_clock_that_jumps_by_years_changes_nothing_but_dates(tmp_path):
    wall = {"now": 0.0}  # 1970: a Pi that has not reached the network yet
    clock = {"now": 100.0}

    def opened():
        keeper = Keeper(
            Journal(tmp_path / FILE),
            Evidence(tmp_path / "evidence", 10**6, 1.0),
            lambda: clock["now"],
            lambda: wall["now"],
        )
        keeper.open_live()
        return keeper

    keeper = opened()
    keeper.new_game(Record(DUO, RuleSet.usual(DUO)), clock="down", minutes=20)
    clock["now"] += 30
    keeper.take([piece("purple", *FIRST)])
    wall["now"] = 56 * YEAR  # the network has told it the time
    clock["now"] += 10
    keeper.take([piece("orange", *SECOND)])
    used = view(keeper)["clocks"]["seconds"]
    assert used == {"purple": 20 * 60 - 30, "orange": 20 * 60 - 10}
    keeper.journal.close()

    wall["now"], clock["now"] = 60.0, 5.0  # switched off and on: 1970 again, and another monotonic clock
    keeper = opened()
    assert view(keeper)["clocks"]["seconds"] == used
    assert [item["colour"] for item in view(keeper)["board"]] == ["purple", "orange"]
    assert [row.seq for row in keeper.table.rows] == list(range(1, len(keeper.table.rows) + 1))
    assert keeper.new_game(Record(DUO, RuleSet.usual(DUO))).id == 2
    keeper.journal.close()


@pytest.mark.skipif(not can_mount(), reason="needs user namespaces to mount a small disk")
def test_the_page_starts_on_a_card_that_is_full(tmp_path):
    """The service is started with a data folder on a disk without a free byte; its own page is asked."""
    script = (
        "mount -t tmpfs -o size=400k tmpfs $1 && (cat /dev/zero >$1/filler 2>/dev/null || true) && "
        "exec $2 -m tests.system.full_card $1"
    )
    run = subprocess.run(
        ["unshare", "-rm", "sh", "-euc", script, "sh", tmp_path, sys.executable],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=ROOT,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert "memory" in run.stdout


@pytest.fixture(scope="module")
def calibration():
    image, _ = render_still(3, "duo", size=(1280, 960), light="office", moves=14, tilt=5.0)
    return calibrated(image, find(image, "duo"), "picamera:0", made="2026-01-01T00:00:00+00:00")


def prepared(folder, calibration):
    """A data folder with a calibration and a game."""
    shelf = Shelf(folder / "prepared")
    shutil.copy(shelf.save(calibration), folder / "first.json")
    keeper = Keeper(Journal(folder / FILE), Evidence(folder / "evidence", 10**6, 0), time.monotonic, time.time)
    keeper.new_game(Record(DUO, RuleSet.usual(DUO)))
    keeper.take([piece("purple", *FIRST)])
    keeper.journal.close()


def whole_pictures(folder):
    files = list((folder / "evidence").glob("*.jpg"))
    assert all(cv2.imdecode(np.frombuffer(file.read_bytes(), np.uint8), 1) is not None for file in files)
    assert all(file.read_bytes().endswith(b"\xff\xd9") for file in files)
    Evidence(folder / "evidence", 400_000, 0)
    assert not list((folder / "evidence").glob("*.part"))
    return len(files)


def whole_pin(folder):
    for name, length in (("pin", 6), ("secret", 64)):
        if (folder / name).exists():
            assert len((folder / name).read_text().strip()) == length
    return len(Access.of_folder(folder, "", time.monotonic).pin) == 6


def whole_starts(folder):
    assert set((folder / STARTS).read_text()[::-1][:1]) == {"}"}
    Starts(folder).begin()
    return True


def whole_calibrations(folder):
    shelf = Shelf(folder / "calibration")
    earlier = [read_file(path) for path in shelf.previous("picamera:0", "duo")]
    return shelf.load("picamera:0", "duo") is not None and len(earlier) <= PREVIOUS + 1


def whole_exports(folder):
    return len(record_from_json((folder / "game.json").read_text()).events) == 1


CHECKS = {
    "pictures": whole_pictures,
    "pin": whole_pin,
    "starts": whole_starts,
    "calibrations": whole_calibrations,
    "exports": whole_exports,
}


@pytest.mark.parametrize("kind", CHECKS)
def test_killed_in_the_middle_of_a_write_leaves_the_old_or_the_new(tmp_path, calibration, kind):
    prepared(tmp_path, calibration)
    chance = random.Random(kind)
    for _ in range(max(2, KILLS // 4)):
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.system.writing", kind, str(tmp_path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert process.stdout.readline() == "writing\n"
        threading.Event().wait(chance.uniform(0.0, 0.2))
        process.kill()
        process.communicate()
        assert CHECKS[kind](tmp_path)


def test_a_write_that_fails_half_way_leaves_the_old_content(tmp_path, monkeypatch):
    target = tmp_path / "kept.json"
    write_atomically(target, "old")

    def refuse(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space"):
        write_atomically(target, "new")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]
