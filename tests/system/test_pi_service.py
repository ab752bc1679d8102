"""The service as systemd sees it: ready, fed by frames, a clean exit when the camera hangs, safe mode, and the page."""

import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from calibration.keeping import FOLDER, Shelf
from companion.journal.journal import FILE, Journal
from companion.service import STARTED_AGAIN
from engine.profiles import PROFILES

ROOT = Path(__file__).parents[2]


class Managed:
    """A process under a manager made of Python: its messages, its page, its end."""

    def __init__(self, tmp_path, how, data, **environ):
        self.heard = []
        self.listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        address = f"\0companion-{os.getpid()}-{id(self)}"
        self.listening.bind(address)
        self.listening.settimeout(60)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.system.service_run", how, str(data)],
            env={**os.environ, "NOTIFY_SOCKET": "@" + address[1:], **environ},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def hear(self, what):
        """Wait for a message that holds `what`."""
        while True:
            text = self.listening.recv(4096).decode()
            self.heard.append(text)
            if what in text:
                return text

    def ask(self, path):
        ready = next((text for text in self.heard if "READY=1" in text), None) or self.hear("READY=1")
        port = int(re.search(r"port (\d+)", ready)[1])
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        link.request("GET", path)
        answer = json.loads(link.getresponse().read())
        link.close()
        return answer

    def ask_until(self, holds):
        """Ask for the state until it is as wanted; the manager is listened to meanwhile, so a dead process is seen."""
        while True:
            state = self.ask("/api/state")
            if holds(state):
                return state
            self.hear("WATCHDOG=1")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def ended(self):
        _, self.errors = self.process.communicate(timeout=60)
        return self.process.returncode


@pytest.fixture
def manage(tmp_path):
    started = []

    def begin(how, data=tmp_path / "data", **environ):
        managed = Managed(tmp_path, how, data, **environ)
        started.append(managed)
        return managed

    yield begin
    for managed in started:
        if managed.process.poll() is None:
            managed.process.kill()
            managed.process.communicate(timeout=30)
        managed.listening.close()


def test_ready_fed_by_frames_and_a_clean_end(manage):
    service = manage("well")
    service.hear("READY=1")
    for _ in range(3):
        service.hear("WATCHDOG=1")
    assert service.stop() == 0
    service.hear("STOPPING=1")


def test_a_camera_that_hangs_for_good_ends_the_process_for_another_start(manage, tmp_path):
    service = manage("hangs")
    service.hear("READY=1")
    assert service.ended() == STARTED_AGAIN
    assert "hangs" in service.errors
    assert "Traceback" not in service.errors
    journal = Journal(tmp_path / "data" / FILE)
    assert journal.live() == 1
    journal.close()


def test_two_hanging_starts_lead_to_safe_mode_with_the_reason_on_the_page(manage):
    for _ in range(2):
        assert manage("hangs").ended() == STARTED_AGAIN
    careful = manage("hangs")
    problem = careful.ask("/api/state")["journal"]["problem"]
    assert problem.startswith("Safe mode")
    assert "the camera hangs" in problem
    careful.hear("WATCHDOG=1")  # fed although there are no frames, because the page answers
    assert careful.stop() == 0


def test_killed_twice_before_it_was_well_leads_to_safe_mode(manage):
    for _ in range(2):
        service = manage("dies")
        service.hear("READY=1")
        service.process.kill()
        assert service.ended() == -signal.SIGKILL
    assert manage("dies").ask("/api/state")["journal"]["problem"].startswith("Safe mode")


def test_a_process_stuck_in_the_camera_feeds_nothing(manage):
    service = manage("stuck")
    service.hear("READY=1")
    service.listening.settimeout(1.5)
    with pytest.raises(TimeoutError):
        service.hear("WATCHDOG=1")
    assert service.ask("/api/health")["ok"] is True, "the page itself is served meanwhile"


def test_a_missing_camera_is_said_and_the_watchdog_is_fed_by_the_attempts(manage):
    service = manage("missing")
    state = service.ask_until(lambda state: state["camera"]["problem"])
    assert "ribbon cable" in state["camera"]["problem"]
    service.hear("WATCHDOG=1")


def test_a_camera_that_vanishes_and_returns(manage):
    service = manage("returns")
    service.ask_until(lambda state: state["camera"]["problem"])
    service.ask_until(lambda state: not state["camera"]["problem"])


def test_a_camera_that_changes_its_size_is_followed_on(manage):
    service = manage("resizes")
    service.hear("READY=1")
    for _ in range(20):
        service.hear("WATCHDOG=1")
    assert service.ask("/api/state")["camera"]["problem"] == ""


def test_broken_settings_do_not_stop_the_page(manage, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data/companion.toml").write_text("prot = 80\n")
    service = manage("well", COMPANION_DATA=str(tmp_path / "data"), COMPANION_PORT="0", COMPANION_HOST="127.0.0.1")
    assert "did you mean 'port'" in service.ask("/api/state")["journal"]["problem"]


def test_a_journal_of_a_newer_companion_does_not_stop_the_page_and_is_left_alone(manage, tmp_path):
    (tmp_path / "data").mkdir()
    with sqlite3.connect(tmp_path / "data" / FILE) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    before = (tmp_path / "data" / FILE).read_bytes()
    service = manage("well")
    state = service.ask("/api/state")
    assert "newer companion" in state["journal"]["problem"]
    assert state["game"] is not None
    assert service.stop() == 0
    assert (tmp_path / "data" / FILE).read_bytes() == before


def test_a_damaged_journal_does_not_stop_the_page(manage, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / FILE).write_bytes(b"not a database at all" * 100)
    state = manage("well").ask("/api/state")
    assert "damaged" in state["journal"]["notice"]
    assert state["game"] is not None


@pytest.mark.parametrize("name", ["pin", "secret", "starts.json"])
def test_files_cut_short_by_a_power_cut_do_not_stop_the_page(manage, tmp_path, name):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / name).write_bytes(b"abc")
    assert manage("well").ask("/api/state")["game"] is not None


def test_a_damaged_calibration_does_not_stop_the_page(manage, tmp_path):
    shelf = Shelf(tmp_path / "data" / FOLDER)
    shelf.folder.mkdir(parents=True)
    for board in PROFILES:
        shelf.path("faulty:well", board).write_text('{"camera": "faulty:well", "cut off')
    service = manage("well")
    assert service.ask("/api/state")["game"] is not None
    service.hear("WATCHDOG=1")
