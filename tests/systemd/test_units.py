"""The units: understood by systemd, closed tightly, and what the code relies on."""

import configparser
import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.live import FIRST_RETRY
from companion.settings import Settings

PROJECT = Path(__file__).parents[2]
SYSTEMD = PROJECT / "systemd"

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")


@pytest.fixture
def units(tmp_path):
    """The units as they are, but for the program: it is only there after an installation."""
    for name in ("companion.service", "companion.socket"):
        text = (SYSTEMD / name).read_text()
        (tmp_path / name).write_text(text.replace("/opt/blokus-companion/current/bin/python", sys.executable))
    return tmp_path


def analyze(*words):
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False, timeout=60)


@needs_systemd
def test_systemd_understands_the_units(units):
    run = analyze(
        "verify", "--man=no", "--recursive-errors=no", units / "companion.service", units / "companion.socket"
    )
    assert (run.returncode, run.stderr) == (0, "")


@needs_systemd
def test_a_word_that_systemd_does_not_know_would_be_seen(units):
    path = units / "companion.service"
    path.write_text(path.read_text().replace("WatchdogSec=", "WatchdogSeconds="))
    assert analyze("verify", "--man=no", "--recursive-errors=no", path).returncode != 0


@needs_systemd
def test_the_service_is_closed_tightly(units):
    run = analyze("security", "--offline=true", "--threshold=20", "--no-pager", units / "companion.service")
    assert run.returncode == 0, run.stdout
    assert float(re.search(r"exposure level for companion.service: ([\d.]+)", run.stdout)[1]) <= 2.0


def service():
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str
    parser.read(SYSTEMD / "companion.service")
    return parser


def test_the_watchdog_outlasts_the_longest_wait_of_the_frame_loop():
    waits = Settings().retry_seconds + FIRST_RETRY
    opening = 40 + 5  # seconds that a camera may take to open, and to be given up
    assert int(service()["Service"]["WatchdogSec"]) > max(waits, opening)


def test_the_camera_is_reached_and_little_else():
    text = (SYSTEMD / "companion.service").read_text()
    assert set(re.findall(r"DeviceAllow=(\S+)", text)) == {"char-video4linux", "char-media", "char-dma_heap"}
    assert service()["Service"]["SupplementaryGroups"] == "video"
    assert "AF_NETLINK" in service()["Service"]["RestrictAddressFamilies"]
    assert "PrivateDevices" not in text


def test_starting_again_never_ends():
    assert service()["Service"]["Restart"] == "always"
    assert service()["Unit"]["StartLimitIntervalSec"] == "0"


def test_the_avahi_service_tells_the_port_of_the_socket():
    port = ElementTree.parse(SYSTEMD / "avahi.xml").findtext("service/port")  # noqa: S314 - our own file
    assert f"ListenStream={port}" in (SYSTEMD / "companion.socket").read_text()


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="needs shellcheck")
def test_shell_scripts_are_clean():
    scripts = [path for path in (PROJECT / "scripts").iterdir() if path.read_bytes().startswith(b"#!/bin/sh")]
    run = subprocess.run(
        ["shellcheck", *scripts, *SYSTEMD.glob("*.sh")], capture_output=True, text=True, check=False, timeout=60
    )
    assert (run.returncode, run.stdout) == (0, "")


def test_the_page_is_served_on_the_socket_that_systemd_opened(tmp_path):
    with socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True) as listening:
        port = listening.getsockname()[1]
        hand_over = (
            "import os, sys; os.dup2(int(sys.argv[1]), 3); "
            "os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1'); os.execv(sys.argv[2], sys.argv[2:])"
        )
        command = [sys.executable, "-m", "companion", "run", "--source", "usb:63", "--data", str(tmp_path)]
        process = subprocess.Popen(
            [sys.executable, "-c", hand_over, str(listening.fileno()), *command, "--port", "80"],
            pass_fds=[listening.fileno()],
            stdout=subprocess.PIPE,
            text=True,
            cwd=PROJECT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
    try:
        assert f":{port}" in process.stdout.readline()
        for host in ("127.0.0.1", "::1"):
            link = http.client.HTTPConnection(host, port, timeout=30)
            link.request("GET", "/api/health")
            assert link.getresponse().status == 200
            link.close()
    finally:
        process.terminate()
        process.communicate(timeout=30)
    assert process.returncode == 0
