"""Talking to systemd: ready, alive, stopping. A datagram to the socket it names; nothing at all where it names none."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

FIRST_INHERITED = 3
"""The number of the first file descriptor that systemd hands over."""


class Supervisor:
    """The service manager that started this process, if one did."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        """Read where to talk to; a socket in the abstract namespace begins with @."""
        path = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + path[1:] if path.startswith("@") else path

    @property
    def present(self) -> bool:
        """Whether anybody listens: then a process that ends is started again."""
        return bool(self._address)

    def ready(self, status: str) -> None:
        """The page is served."""
        self._send(f"READY=1\nSTATUS={_line(status)}")

    def alive(self) -> None:
        """Feed the watchdog; to be called by work that was done, not by a timer."""
        self._send("WATCHDOG=1")

    def say(self, status: str) -> None:
        """What `systemctl status` shows."""
        self._send(f"STATUS={_line(status)}")

    def stopping(self) -> None:
        """The end has begun, and is meant."""
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as talk:
                talk.settimeout(1.0)
                talk.sendto(text.encode(), self._address)
        except OSError:
            return  # a manager that does not listen must not stop the work


def _line(text: str) -> str:
    return " ".join(text.split())


def inherited_socket(environ: Mapping[str, str]) -> socket.socket | None:
    """The listening socket that systemd opened for this process (port 80 needs rights that it does not have)."""
    if environ.get("LISTEN_PID") != str(os.getpid()) or environ.get("LISTEN_FDS") != "1":
        return None
    return socket.socket(fileno=FIRST_INHERITED)
