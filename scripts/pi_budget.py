"""Counts the instructions of each job of a frame with valgrind, and scales them to a Raspberry Pi Zero 2 W.

usage: python scripts/pi_budget.py [the beginning of a job's name]    (needs valgrind; some minutes)

Vector instructions are kept to 128 bits, as on ARM. Each job is run a few times and many times in a process of its own;
the difference is what it costs, without starting and loading.
"""

import os
import pickle
import re
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from companion.evidence import board_picture, jpeg, shrunk
from vision.errors import VisionError
from vision.frames import Frame
from vision.live.glance import reduced
from vision.live.start import first_look
from vision.live.table import LiveTable
from vision.sources.demo import DemoSource
from vision.sources.picamera_camera import bgr

SIZE = (1640, 1232)
NARROW = {
    "OPENCV_CPU_DISABLE": "AVX512_SKX,AVX512_ICL,AVX512_COMMON,AVX2,AVX,FMA3,FP16",
    "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3 AVX512F AVX512_SKX X86_V3 X86_V4",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
# What a Cortex-A53 at 1 GHz does a second. ARM gives 2.3 DMIPS/MHz: about 1.2 instructions a cycle for code and data in
# the cache. Pictures are not in the cache, so half of that is counted with.
A53_PER_SECOND = 0.6e9
FPS = 4.0

# Name: how often a second at four frames a second, and the numbers of runs that are compared.
JOBS = {
    "copy both pictures out of the camera": (FPS, 5, 25),
    "make the small picture a colour picture": (FPS, 5, 25),
    "look at a frame on which nothing moves": (FPS, 5, 25),
    "read a frame (every 2 s at rest, and after each move)": (0.5, 1, 4),
    "keep a picture for evidence (twice a second)": (2.0, 2, 8),
    "encode the page's picture (somebody looks)": (2.5, 2, 8),
    "find the board (once)": (0.0, 0, 1),
}


def prepare(folder: Path) -> None:
    """A table on which the board has been found, and two frames of it."""
    table = LiveTable("classic")
    image = None
    with DemoSource("classic", seed=3, frames=60, mishaps=0.0, size=SIZE, light="office") as source:
        for frame in source:
            table.feed(frame)
            image = frame.image
            if table.view is not None and frame.number > 20:
                break
    if table.view is None or image is None:
        raise SystemExit("the board was not found")
    (folder / "table").write_bytes(pickle.dumps(table))
    np.save(folder / "image.npy", image)


def work(job: str, times: int, folder: Path) -> None:
    """Do one job so many times."""
    cv2.setNumThreads(1)
    table: LiveTable = pickle.loads((folder / "table").read_bytes())  # noqa: S301 - written above
    image = np.load(folder / "image.npy")
    small = reduced(image)
    rows, columns = small.shape[0] * 3 // 2, 448
    lores = np.full((rows, columns), 128, np.uint8)
    corners = [(float(x), float(y)) for x, y in table.corners or []]
    for number in range(times):
        if job.startswith("copy"):
            np.copy(image)
            np.copy(lores)
        elif job.startswith("make"):
            bgr(lores, "YUV420", (small.shape[1], small.shape[0]))
        elif job.startswith("look"):
            other = small + np.uint8(number % 2)
            table.feed(Frame(image, 30.0 + number * 1e-6, 100 + number, other))
        elif job.startswith("read"):
            table.take_as_given(table.known)
            table.feed(Frame(image, 30.0 + number * 1e-6, 100 + number, small))
        elif job.startswith("keep"):
            jpeg(board_picture(image, corners))
        elif job.startswith("encode"):
            jpeg(shrunk(image, 960))
        else:
            with suppress(VisionError):  # a hand in the picture; the search has been made all the same
                first_look(image, "classic")


def count(job: str, times: int, folder: Path) -> int:
    """Instructions of a process that does a job so many times."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable]
    run = subprocess.run(
        [*command, __file__, job, str(times), str(folder)],
        env={**os.environ, **NARROW},
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(r"Collected : (\d+)", run.stderr)
    if found is None:
        raise SystemExit(run.stderr[-1000:])
    return int(found[1])


def main() -> None:
    if len(sys.argv) == 4:
        work(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        total = 0.0
        print("| job | million instructions | times a second | million a second |\n|---|---|---|---|", flush=True)
        wanted = sys.argv[1] if len(sys.argv) == 2 else ""
        for job, (often, few, many) in ((job, how) for job, how in JOBS.items() if job.startswith(wanted)):
            began = time.monotonic()
            each = (count(job, many, folder) - count(job, few, folder)) / (many - few) / 1e6
            total += each * often
            a_second = f"{each * often:.1f}" if often else f"({each * 1e6 / A53_PER_SECOND:.1f} s, once)"
            print(f"| {job} | {each:.1f} | {often:g} | {a_second} |", flush=True)
            print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)
        share = total * 1e6 / A53_PER_SECOND
        print(f"\ntogether {total:.0f} million a second: {share:.0%} of one core of four (A53, 1 GHz, 0.6 a cycle)")


if __name__ == "__main__":
    main()
