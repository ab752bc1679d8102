"""Puts the screenshots that the browser tests take on one sheet, docs/pictures/page.jpg.

First `python -m pytest tests/system/test_page_everyone.py`, which leaves them in out/screenshots.
"""

import sys
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).parents[1]
SHOTS = ROOT / "out" / "screenshots"
STATES = ("live", "incident", "games-1", "games", "new", "puzzles", "camera", "tv")
SIZES = ("phone", "tablet", "desk")
HEIGHT, GAP, GROUND = 300, 14, (96, 96, 96)


def shot(state, size, scheme):
    image = cv2.imread(str(SHOTS / f"{state}-{size}-{scheme}.png"))
    if image is None:
        sys.exit(f"{state}-{size}-{scheme}.png is not in {SHOTS}: run the browser tests first")
    width = round(image.shape[1] * HEIGHT / image.shape[0])
    small = cv2.resize(image, (width, HEIGHT), interpolation=cv2.INTER_AREA)
    return cv2.copyMakeBorder(small, GAP, 0, GAP, 0, cv2.BORDER_CONSTANT, value=GROUND)


def main():
    rows = [
        np.hstack([shot(state, size, scheme) for scheme in ("light", "dark") for size in SIZES]) for state in STATES
    ]
    sheet = cv2.copyMakeBorder(np.vstack(rows), 0, GAP, 0, GAP, cv2.BORDER_CONSTANT, value=GROUND)
    target = ROOT / "docs" / "pictures" / "page.jpg"
    cv2.imwrite(str(target), sheet, [cv2.IMWRITE_JPEG_QUALITY, 80])
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
