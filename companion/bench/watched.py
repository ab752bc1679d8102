"""What it costs to watch a recorded game, against decoding its film alone; and the memory it takes."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import cv2

from companion.bench.figure import Figure
from companion.watching import Watching
from vision.frames import Image
from vision.sources.address import open_source
from vision.sources.demo import DemoSource

SIZE = (1296, 972)
# So many frames are played, and shown forwards and backwards so often: the pieces come and go, 200 seconds long.
PLAYED, TIMES, FPS = 100, 10, 5.0


def figures() -> Iterator[Figure]:
    """The figures of one film, made for the purpose."""
    with tempfile.TemporaryDirectory() as folder:
        film = Path(folder) / "game.mp4"
        make_film(film)
        decoding = min(_timed(film, watch=False) for _ in range(3))
        watching = min(_timed(film, watch=True) for _ in range(3))
        length = PLAYED * TIMES / FPS
        note = f"({length / watching:.0f} times real time)"
        yield Figure("the watch of a recorded game against its decoding", watching / decoding, 2, "times", note=note)
        most, last = _memory(film)
        peak = f"({most:.0f} for a moment, when the board is found)"
        yield Figure("resident memory while watching", last, 120, "MB", note=peak)


def make_film(path: Path) -> None:
    """A simulated game of moving hands as a video file."""
    pictures: list[Image] = []
    with DemoSource("classic", seed=3, frames=PLAYED, mishaps=0.0, size=SIZE, light="office") as source:
        pictures += [frame.image for frame in source]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, SIZE)
    for turn in range(TIMES):
        for image in pictures if turn % 2 == 0 else reversed(pictures):
            writer.write(image)
    writer.release()


def _timed(film: Path, *, watch: bool) -> float:
    begin = time.process_time()  # of all threads: what it costs, whatever else the machine does
    with open_source(str(film)) as source:
        for _ in Watching("classic", {}).lines(source) if watch else source:
            pass
    return time.process_time() - begin


def _memory(film: Path) -> tuple[float, float]:
    """What a process of its own has resident while it watches, in MB: at most, and at the end."""
    command = [sys.executable, "-m", "companion.bench.watched", str(film)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    most, last = done.stdout.split()
    return float(most), float(last)


def _resident() -> tuple[float, float]:
    """At most, and now; what getrusage says would include the process that started this one."""
    lines = Path("/proc/self/status").read_text().splitlines()
    most, now = (next(line for line in lines if line.startswith(word)) for word in ("VmHWM", "VmRSS"))
    return int(most.split()[1]) / 1024, int(now.split()[1]) / 1024


if __name__ == "__main__":
    with open_source(sys.argv[1]) as opened:
        for _ in Watching("classic", {}).lines(opened):
            resident = _resident()
    print(*resident)  # noqa: T201 - read by `_memory`
