#!/usr/bin/env python3
"""Watch a table for hours of its own time and say how much memory that takes.

usage: memory_run.py [--hours 10] [--most 5]

The frames come from memory: a simulated table with fresh noise in each frame, five a second, on which a piece is put
down or taken back every five minutes. Prints the resident memory each hour; exit code 1 if it grows by more than
`--most` MB after the first hour.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.memory import give_back
from companion.watching import Watching
from vision.errors import EndedError
from vision.frames import Frame, Source
from vision.sources.demo import DemoSource

FPS, CHANGE_EVERY = 5, 300 * 5
NOISES = 7
SIZE = (800, 600)


class Hours(Source):
    """A quiet table, seen for so many frames."""

    def __init__(self, frames: int) -> None:
        super().__init__("memory:hours")
        self._frames = frames

    def _open(self) -> None:
        """The table before its first piece and with it, each with several noises."""
        bare, covered = _before_and_after()
        chance = np.random.default_rng(1)
        noises = [chance.integers(-2, 3, bare.shape).astype(np.int16) for _ in range(NOISES)]
        self._tables = [[np.clip(t + noise, 0, 255).astype(np.uint8) for noise in noises] for t in (bare, covered)]
        self._number = 0

    def _next(self) -> Frame:
        if self._number >= self._frames:
            raise EndedError("the hours are over")
        number, self._number = self._number, self._number + 1
        return Frame(self._tables[number // CHANGE_EVERY % 2][number % NOISES], number / FPS, number)

    def _close(self) -> None:
        self._tables = []


def _before_and_after() -> tuple[np.ndarray, np.ndarray]:
    with DemoSource("duo", seed=7, frames=60, mishaps=0.0, size=SIZE, light="office") as film:
        shots = [(frame.image, film.shot) for frame in film]
    quiet = [(image, shot.grid) for image, shot in shots if shot is not None and shot.quiet]
    first = quiet[0]
    return first[0].astype(np.int16), next(image for image, grid in quiet if grid != first[1]).astype(np.int16)


def resident() -> float:
    """Resident memory in MB."""
    line = next(x for x in Path("/proc/self/status").read_text().splitlines() if x.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description="how much memory hours of watching take")
    parser.add_argument("--hours", type=float, default=10.0)
    parser.add_argument("--most", type=float, default=5.0, help="MB of growth after the first hour")
    options = parser.parse_args()
    begun, kept = time.monotonic(), []
    hour = 3600 * FPS

    def each(frame: Frame) -> None:
        if frame.number % hour == 0 and frame.number:
            give_back()
            kept.append(resident())
            print(f"{frame.number // hour:3d} h  {kept[-1]:7.1f} MB  ({time.monotonic() - begun:.0f} s)", flush=True)

    with Hours(int(options.hours * hour) + 1) as source:
        events = sum(1 for _ in Watching("duo", {}).lines(source, each))
    grown = kept[-1] - kept[0] if kept else 0.0
    print(f"{events} events; {grown:+.1f} MB after the first hour")
    return int(grown > options.most)


if __name__ == "__main__":
    sys.exit(main())
