"""Talking to systemd over its socket."""

import os
import socket

import pytest

from companion.supervisor import Supervisor, inherited_socket


@pytest.fixture
def manager(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(5)
        yield listening


def test_what_is_said(manager, tmp_path):
    supervisor = Supervisor({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    assert supervisor.present
    supervisor.ready("served\nWATCHDOG=1")
    supervisor.alive()
    supervisor.say("busy")
    supervisor.stopping()
    heard = [manager.recv(1000) for _ in range(4)]
    assert heard == [b"READY=1\nSTATUS=served WATCHDOG=1", b"WATCHDOG=1", b"STATUS=busy", b"STOPPING=1"]


def test_an_abstract_socket():
    name = f"companion-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0" + name)
        listening.settimeout(5)
        Supervisor({"NOTIFY_SOCKET": "@" + name}).alive()
        assert listening.recv(100) == b"WATCHDOG=1"


def test_nobody_listens(tmp_path):
    Supervisor({"NOTIFY_SOCKET": str(tmp_path / "gone")}).alive()
    assert not Supervisor({}).present
    Supervisor({}).ready("nobody hears it")


def test_a_socket_is_taken_over_only_if_it_is_meant_for_us():
    assert inherited_socket({}) is None
    assert inherited_socket({"LISTEN_PID": "1", "LISTEN_FDS": "1"}) is None
    assert inherited_socket({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "2"}) is None
