"""How fast one photo is read, against the work that cannot be avoided: decoding it and looking at its pixels."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.bench.figure import Figure, seconds
from vision.photo import read_photo
from vision.picture import Image, decode_picture
from vision.reading.appearance import appearance_of, light_of
from vision.reading.cells import reading_of
from vision.reading.palette import Palette
from vision.reading.sampling import sample_places, take
from vision.table.stills import render_still

SEED = 5
FRAME = (1296, 972)
TWELVE_MEGAPIXELS = (4000, 3000)


def figures() -> list[Figure]:
    """All figures of reading one photo, on one core."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        frame = table_in_play()
        photo = cv2.resize(frame, TWELVE_MEGAPIXELS, interpolation=cv2.INTER_CUBIC)
        data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
        return [*_frame(frame), *_photo(data), *_command(data)]
    finally:
        cv2.setNumThreads(threads)


def table_in_play() -> Image:
    """The picture that is read: a classic board with forty pieces on it."""
    return render_still(SEED, "classic", size=FRAME, finer=1, light="office", tilt=20.0, moves=40)[0]


def _frame(frame: Image) -> list[Figure]:
    whole = seconds(lambda: read_photo(frame, "classic"), repeats=5)
    known = read_photo(frame, "classic")
    lab = seconds(lambda: cv2.cvtColor(frame, cv2.COLOR_BGR2Lab))
    places = sample_places(known.view)
    cells = seconds(lambda: cells_at(frame, places, known.reading.palette, known.view.size))
    return [
        Figure("locate and read a frame of 1296 × 972", 1000 * whole, 60, "ms"),
        Figure("cells of a known board, against its frame to Lab", cells / lab, 1, "times"),
    ]


def cells_at(frame: Image, places: NDArray[np.float32], palette: Palette, size: int) -> object:
    """Read the cells of a board whose samples and colours are known."""
    return reading_of(palette, appearance_of(light_of(take(frame, places)), palette.white), size)


def _photo(data: bytes) -> list[Figure]:
    raw = np.frombuffer(data, np.uint8)
    decode = seconds(lambda: cv2.imdecode(raw, cv2.IMREAD_COLOR), repeats=5)
    whole = seconds(lambda: read_photo(decode_picture(data, "photo").image, "classic"), repeats=5)
    return [Figure("decode, locate and read 12 megapixels, against decoding", whole / decode, 3, "times")]


def _command(data: bytes) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        path.write_bytes(data)
        command = [sys.executable, "-m", "companion", "read", str(path), "--json"]
        elapsed = seconds(lambda: subprocess.run(command, check=True, capture_output=True), repeats=3, at_least=0)
        probe = (
            "import sys, pathlib; from companion.cli import main; import companion.commands.read\n"
            "def peak(): return int(pathlib.Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0])\n"
            "before = peak(); main(sys.argv[1:]); print(peak() - before, file=sys.stderr)"
        )
        run = subprocess.run([sys.executable, "-c", probe, *command[3:]], check=True, capture_output=True, text=True)
        used = int(run.stderr.split()[-1]) * 1024
    decoded = 3 * TWELVE_MEGAPIXELS[0] * TWELVE_MEGAPIXELS[1]
    return [
        Figure("companion read of 12 megapixels, shell to answer", elapsed, 1, "s"),
        Figure("peak memory of reading 12 megapixels, against the decoded photo", used / decoded, 3, "times"),
    ]
