"""What calibrating costs: a whole calibration from one frame, the check at a start, the upkeep during play."""

from __future__ import annotations

from calibration import calibrated
from calibration.geometry import find
from calibration.looking import KeptLook
from calibration.starting import verify
from companion.bench.figure import Figure, seconds
from vision.table.stills import render_still

SEED, SIZE = 5, (1296, 972)


def figures() -> list[Figure]:
    """All figures of calibration."""
    frame, _ = render_still(SEED, "classic", size=SIZE, finer=1, light="office", tilt=20.0, moves=40)
    kept = calibrated(frame, find(frame, "classic"), "bench", made="")
    look = KeptLook("bench", given=kept)
    whole = seconds(lambda: calibrated(frame, find(frame, "classic"), "bench", made=""), repeats=3)
    check = seconds(lambda: verify(kept, frame), repeats=3)
    upkeep = seconds(lambda: look.follow(kept.view, kept.palette, frozenset()))
    return [
        Figure("a calibration from one frame of 1296 × 972", whole, 0.5, "s"),
        Figure("a kept calibration checked at a start", check, 0.5, "s"),
        # Once in 30 seconds, in the frame that is read anyway.
        Figure("upkeep of the calibration, in the frame it falls into", upkeep * 1000, 5, "ms"),
    ]
