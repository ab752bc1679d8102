"""How fast the page is: start, event to browser with a crowd, memory and processor time while quiet.

The eyes are a double with no reading in it, so that these figures are those of the companion alone.
"""

from __future__ import annotations

import time

from companion.bench import browser
from companion.bench.figure import Figure
from companion.bench.load import crowd, playing

VIEWERS = 50


def figures() -> list[Figure]:
    """All figures of the page."""
    starts = []
    with playing(every=0) as companion:
        starts.append(companion.seconds_to_page)
        time.sleep(1)
        quiet = crowd(companion, 1, 0, 6)
        quiet_resident = companion.resident
    with playing(every=5) as companion:
        starts.append(companion.seconds_to_page)
        busy = crowd(companion, VIEWERS, 200, 10)
        resident = companion.resident
    return [
        Figure("process start to page served", min(starts) * 1000, 1500, "ms"),
        Figure(f"event to browser at {VIEWERS} viewers, 99 of 100", busy.latency(0.99) * 1000, 300, "ms"),
        Figure(f"event to browser at {VIEWERS} viewers, slowest", busy.latency(1) * 1000, 300, "ms"),
        Figure("events that missed a viewer", busy.missed, 0.5, "events"),
        Figure("frames lost with the crowd", max(0.0, busy.expected_frames - busy.frames - 1), 1, "frames"),
        Figure("resident, quiet, 1640 × 1232 at 10 frames a second", quiet_resident, 150, "MB"),
        Figure(f"resident with {VIEWERS} viewers", resident, 150, "MB"),
        Figure("processor while quiet", quiet.cpu * 100, 15, "% of a core"),
        *browser.figures(),
    ]
