#!/usr/bin/env python3
"""Makes docs/pictures/stages.jpg: one frame of the simulated table, and what each stage of reading makes of it.

The stages are those of `companion read --debug`; the frame is the same every time.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np

from companion.cli import main as companion

TARGET = Path(__file__).parents[1] / "docs" / "pictures" / "stages.jpg"
STILL = [
    "--board",
    "classic",
    "--seed",
    "8",
    "--size",
    "1296x972",
    "--stills",
    "1",
    "--light",
    "office",
    "--tilt",
    "20",
]
SAYS = {
    "frame": "the frame",
    "lines": "1 lines: straight edges, weighed by how many cross them",
    "sheet": "2 sheet: the board's plane seen from above, its ridges",
    "found": "3 found: the grid, on ridges and on piece tops",
    "samples": "4 samples: where a cell shows its top, not a wall",
    "white": "5 white: the empty board's light, cell by cell",
    "cells": "6 cells: the likeliest label of each cell",
    "settled": "7 settled: after doubtful cells were weighed by shapes",
}
SIZE, CAPTION, COLUMNS = (520, 390), 26, 2


def framed(image, words):
    """One picture on a tile of its own, with a caption below."""
    scale = min(SIZE[0] / image.shape[1], SIZE[1] / image.shape[0])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    tile = np.full((SIZE[1] + CAPTION, SIZE[0], 3), 245, np.uint8)
    left = (SIZE[0] - small.shape[1]) // 2
    tile[: small.shape[0], left : left + small.shape[1]] = small
    cv2.putText(tile, words, (6, SIZE[1] + 18), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (40, 40, 40), 1, cv2.LINE_AA)
    return cv2.copyMakeBorder(tile, 5, 5, 5, 5, cv2.BORDER_CONSTANT, value=(245, 245, 245))


def main():
    with tempfile.TemporaryDirectory() as folder:
        companion(["simulate", folder, *STILL])
        photo = next(Path(folder).glob("*.jpg"))
        stages = Path(folder) / "stages"
        companion(["read", str(photo), "--board", "classic", "--debug", str(stages)])
        named = {"frame": photo} | {path.stem.split("-")[1]: path for path in sorted(stages.iterdir())}
        if set(named) != set(SAYS):
            sys.exit(f"stage_pictures.py: the stages are {sorted(named)}, and the captions know {sorted(SAYS)}")
        tiles = [framed(cv2.imread(str(named[name])), words) for name, words in SAYS.items()]
    rows = [np.hstack(tiles[first : first + COLUMNS]) for first in range(0, len(tiles), COLUMNS)]
    cv2.imwrite(str(TARGET), np.vstack(rows), [cv2.IMWRITE_JPEG_QUALITY, 82])
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
