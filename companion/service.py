"""Running unattended: ready and alive for systemd, an exit where only another start helps, and safe mode."""

from __future__ import annotations

import http.client
import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.starts import Starts
from companion.supervisor import Supervisor

if TYPE_CHECKING:
    from companion.house import House

log = logging.getLogger(__name__)

STARTED_AGAIN = 70
"""The exit code of a process that must be started again: the camera hangs (EX_SOFTWARE of sysexits.h)."""
GOOD_FRAMES, GOOD_SECONDS = 20, 60.0
"""Frames after which a start counts as good; or seconds, where there is no camera to wait for."""
LOOK_EVERY = 5.0
"""Seconds between two looks at the page where there are no frames to feed the watchdog."""


class Service:
    """One run under a supervisor, or under none: then it only waits."""

    def __init__(self, supervisor: Supervisor, starts: Starts | None = None) -> None:
        self._supervisor, self._starts = supervisor, starts
        self._over = threading.Event()
        self.hung = ""
        """Why the process has to be started again; empty if it has not."""

    @property
    def supervised(self) -> bool:
        """Whether somebody starts the process again when it ends."""
        return self._supervisor.present

    def alive(self) -> None:
        """The frame loop has done something."""
        self._supervisor.alive()

    def hang(self, sentence: str) -> None:
        """The camera is beyond help from inside this process."""
        self.hung = sentence
        log.error("%s", sentence)
        if self._starts is not None:
            self._starts.note(sentence)
        self._supervisor.say(sentence)
        self._over.set()

    def end(self) -> None:
        """Somebody wants the process to end."""
        self._over.set()

    def attend(self, house: House, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Wait for the end; meanwhile see that the page answers, and when the start was a good one."""
        self._supervisor.ready(f"the page is served on port {house.server.port}")
        began, good = monotonic(), False
        while not self._over.wait(LOOK_EVERY):
            loop = house.loop
            if (loop is None or not loop.running) and page_answers(house.server.port):
                self.alive()
            if not good and (monotonic() - began > GOOD_SECONDS or (loop is not None and loop.frames >= GOOD_FRAMES)):
                good = True
                self._good()
        self._supervisor.stopping()
        if not self.hung:
            self._good()

    def _good(self) -> None:
        if self._starts is not None:
            self._starts.good()


def page_answers(port: int, host: str = "127.0.0.1") -> bool:
    """Whether the page on this machine says how it is."""
    link = http.client.HTTPConnection(host, port, timeout=LOOK_EVERY)
    try:
        link.request("GET", "/api/health")
        return link.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        link.close()
