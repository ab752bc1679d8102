"""How fast the simulated table is drawn: a demo and every test that needs a camera wait for it."""

from __future__ import annotations

import time

import cv2

from companion.bench.figure import Figure
from vision.sources.demo import DemoSource

SIZE, FRAMES = (1296, 972), 60


def figures() -> list[Figure]:
    """Frames a second on one core, with hands, after the first frame, which lays the table."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        with DemoSource("classic", seed=3, frames=FRAMES, mishaps=0.0, size=SIZE) as source:
            source.read()
            begin = time.process_time()
            drawn = sum(1 for _ in source)
            spent = time.process_time() - begin
    finally:
        cv2.setNumThreads(threads)
    return [Figure("frames of 1296 × 972 drawn a second", drawn / spent, 10, "frames", at_least=True)]
