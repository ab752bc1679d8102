"""A crowd before the page: viewers of the live stream, requests beside them, and what the companion makes of it."""

from __future__ import annotations

import http.client
import json
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

PATHS = ("/api/state", "/api/snapshot", "/api/events?since=5", "/api/health", "/static/js/main.js")


@dataclass
class Viewer:
    """One open stream and what came through it."""

    connection: socket.socket
    rest: bytes = b""
    seen: dict[int, float] = field(default_factory=dict)
    """For each event, the seconds from its ruling to its arrival."""

    def read(self) -> bool:
        """Take what has come; False once the stream has ended."""
        try:
            data = self.connection.recv(65536)
        except OSError:
            return False
        now = time.time()
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b'data: {"seq":'):
                told = json.loads(line[6:])
                self.seen.setdefault(told["seq"], now - told["wall"])
        return bool(data)


@dataclass
class Crowd:
    """What a crowd met."""

    viewers: list[Viewer]
    asked: int = 0
    """Requests that were answered."""
    failed: int = 0
    resident: list[float] = field(default_factory=list)
    """Megabytes, one reading a second."""
    cpu: float = 0.0
    """Share of one core over the whole time."""
    frames: int = 0
    expected_frames: float = 0.0

    @property
    def events(self) -> set[int]:
        """The events that somebody saw."""
        return {seq for viewer in self.viewers for seq in viewer.seen}

    @property
    def missed(self) -> int:
        """Events that did not reach somebody, counted once for each viewer. The very last may still be on its way."""
        last = max(self.events, default=0)
        wanted = {seq for seq in self.events if seq != last}
        return sum(len(wanted - set(viewer.seen)) for viewer in self.viewers)

    def latency(self, part: float) -> float:
        """Seconds within which this part of all events arrived."""
        times = sorted(value for viewer in self.viewers for value in viewer.seen.values())
        return times[min(len(times) - 1, int(part * len(times)))] if times else float("inf")


@dataclass
class Playing:
    """A companion in a process of its own that follows a scripted table."""

    process: subprocess.Popen[str]
    port: int
    seconds_to_page: float

    @property
    def resident(self) -> float:
        """Megabytes in memory."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024

    @property
    def cpu_seconds(self) -> float:
        """Processor time used so far."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / 100

    def get(self, path: str) -> tuple[int, bytes]:
        """One answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", path)
        answer = connection.getresponse()
        found = answer.status, answer.read()
        connection.close()
        return found

    def health(self, key: str) -> int:
        """One number of the health page."""
        return int(json.loads(self.get("/api/health")[1])[key])

    def view(self) -> Viewer:
        """Open a stream."""
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.sendall(b"GET /api/stream?since=9999999 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        connection.settimeout(10)
        return Viewer(connection)

    def refused(self) -> bytes:
        """The first line of the answer to a stream that nothing was read from yet."""
        viewer = self.view()
        line = viewer.connection.recv(64)
        viewer.connection.close()
        return line.split(b"\r\n")[0]


_PLAY = """
import sys, threading
from companion.bench.scripted import DrawnSource, ScriptedTable, busy_table
from companion.house import House
from companion.settings import Settings
table = busy_table(int(sys.argv[2]))
house = House.open(
    Settings(data=sys.argv[1], host="127.0.0.1", port=0, board="classic", pin="123456"),
    lambda: DrawnSource(table, fps=10), table.made_for)
print(house.server.port, flush=True)
sys.stdin.read()
"""


@contextmanager
def playing(every: int = 10) -> Iterator[Playing]:
    """A companion with a 1640 × 1232 source at 10 frames a second, an event every so many frames (0: none)."""
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-c", _PLAY, folder, str(every)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            if process.stdout is None:  # pragma: no cover - it was asked for
                raise RuntimeError("no output")
            port = int(process.stdout.readline())
            made = Playing(process, port, 0.0)
            made.get("/")
            made.seconds_to_page = time.perf_counter() - begin
            while not made.health("frames"):
                time.sleep(0.02)
            yield made
        finally:
            process.kill()
            process.communicate()


def crowd(companion: Playing, viewers: int, requests: float, seconds: float) -> Crowd:
    """Let so many viewers watch and so many requests a second come in, for so long."""
    found = Crowd([companion.view() for _ in range(viewers)])
    over = threading.Event()
    askers = [threading.Thread(target=_ask, args=(companion, found, requests / 4, over, n)) for n in range(4)]
    for asker in askers if requests else []:
        asker.start()
    begin, cpu, frames = time.monotonic(), companion.cpu_seconds, companion.health("frames")
    with selectors.DefaultSelector() as waiting:
        for viewer in found.viewers:
            waiting.register(viewer.connection, selectors.EVENT_READ, viewer)
        while (now := time.monotonic() - begin) < seconds:
            for key, _ in waiting.select(0.5):
                if not key.data.read():
                    waiting.unregister(key.fileobj)
            if len(found.resident) <= now:
                found.resident.append(companion.resident)
    spent = time.monotonic() - begin
    found.cpu = (companion.cpu_seconds - cpu) / spent
    found.frames, found.expected_frames = companion.health("frames") - frames, spent * 10
    over.set()
    for asker in askers if requests else []:
        asker.join()
    for viewer in found.viewers:
        viewer.connection.close()
    return found


def _ask(companion: Playing, found: Crowd, rate: float, over: threading.Event, number: int) -> None:
    """Ask again and again on one connection, at a steady rate."""
    connection = http.client.HTTPConnection("127.0.0.1", companion.port, timeout=10)
    begin, asked = time.monotonic(), 0
    while not over.is_set():
        early = begin + asked / rate - time.monotonic()
        if early > 0:
            over.wait(early)
        try:
            connection.request("GET", PATHS[(asked + number) % len(PATHS)])
            answer = connection.getresponse()
            answer.read()
            found.asked += 1
            found.failed += answer.status != 200
        except (OSError, http.client.HTTPException):
            found.failed += 1
            connection.close()
        asked += 1
    connection.close()
