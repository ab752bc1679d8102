#!/usr/bin/env python3
"""A contact sheet of the simulated table: every kind of light, table, board and mishap.

usage: gallery.py [--out docs/pictures]

Writes gallery.jpg (lights, tables, boards, lenses), mishaps.jpg (moments of films) and lighting.jpg (one position in
each kind of light, for the advice to people), all below a megabyte.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from engine.pieces import PIECES
from engine.profiles import PROFILES
from vision.table.director import Director
from vision.table.lights import LIGHTS
from vision.table.scene import random_setting
from vision.table.stage import Shot, Stage
from vision.table.stills import render_still
from vision.table.story import MISHAPS, Story
from vision.table.tabletops import TABLES

WIDTH, HEIGHT = 300, 225
MOST_BYTES = 900_000


def labelled(image: np.ndarray, text: str) -> np.ndarray:
    """A small copy of a picture with a line of text."""
    small = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    cv2.rectangle(small, (0, HEIGHT - 18), (WIDTH, HEIGHT), (32, 32, 32), -1)
    cv2.putText(small, text, (5, HEIGHT - 5), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (240, 240, 240), 1, cv2.LINE_AA)
    return small


def sheet(pictures: list[np.ndarray], columns: int) -> np.ndarray:
    """Pictures in rows."""
    while len(pictures) % columns:
        pictures.append(np.full((HEIGHT, WIDTH, 3), 32, np.uint8))
    return np.vstack([np.hstack(pictures[i : i + columns]) for i in range(0, len(pictures), columns)])


def save(image: np.ndarray, path: Path) -> None:
    """Write a JPEG that is small enough to be kept with the project."""
    for quality in range(88, 40, -6):
        done, content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if done and len(content) < MOST_BYTES:
            break
    path.write_bytes(content.tobytes())
    print(f"{path}: {len(content) // 1024} KB")


def stills() -> list[np.ndarray]:
    """One still per light, table, board and tilt."""
    shown = []
    boards = list(PROFILES)
    for number, light in enumerate(LIGHTS):
        image, _ = render_still(100 + number, boards[number % 3], light=light, size=(960, 720))
        shown.append(labelled(image, f"light: {light}"))
    for number, table in enumerate(TABLES):
        image, _ = render_still(200 + number, boards[(number + 1) % 3], table=table, size=(960, 720))
        shown.append(labelled(image, f"table: {table}"))
    for tilt in (0.0, 25.0, 45.0):
        image, _ = render_still(303, "classic", tilt=tilt, light="window", lens="module 3", size=(960, 720), moves=50)
        shown.append(labelled(image, f"tilt: {tilt:g} degrees"))
    image, _ = render_still(301, "classic", lens="module 3 wide", light="office", size=(960, 720))
    shown.append(labelled(image, "lens: module 3 wide"))
    return shown


def moment(name: str, seed: int) -> Shot:
    """The frame of a film in which a mishap shows best: most hidden cells, or right after it."""
    board = ["classic", "duo-togo", "duo"][seed % 3]
    profile = PROFILES[board]
    pieces = {colour: [piece.name for piece in PIECES] for colour in profile.colours}
    setting = random_setting(seed, profile, (960, 720), pieces, light="office" if seed % 2 else "mixed")
    director = Director(setting, seed, 5.0)
    story = Story(director, 0.0)
    for _ in range(10):
        story.turn()
    start = director.now
    story.mishap(name)
    director.wait(1.0)
    plan = director.finish()
    stage = Stage(director.setting, plan)
    first, last = int(start * 5) + 1, plan.frames - 1
    unsettled = [n for n in range(first, last) if not plan.board_at(n / 5).settled]
    if name in ("crooked", "dropped") and unsettled:
        return stage.shoot(unsettled[len(unsettled) // 2])
    shots = [stage.shoot(n) for n in range(first, last, 2)]
    if name in ("lamp out", "somebody passes"):
        return min(shots, key=lambda shot: float(shot.image.mean()))
    return max(shots, key=lambda shot: len(shot.hidden))


ADVICE = {
    "office": "good: broad light from above",
    "window": "good: a window at the side",
    "mixed": "good: window and lamp",
    "sunny": "good: bright, no sun on the board",
    "desk lamp": "fair: a lamp close by, uneven",
    "evening": "poor: the lamp is mirrored",
    "dim": "poor: little light, mirrored lamp",
}


def lighting() -> list[np.ndarray]:
    """One position in each kind of light, with what to think of it."""
    return [
        labelled(render_still(11, "classic", light=light, tilt=4.0, size=(960, 720), moves=40)[0], says)
        for light, says in ADVICE.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("docs/pictures"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    save(sheet(lighting(), 4), options.out / "lighting.jpg")
    save(sheet(stills(), 5), options.out / "gallery.jpg")
    moments = [labelled(moment(name, 400 + number).image, name) for number, name in enumerate(MISHAPS)]
    save(sheet(moments, 5), options.out / "mishaps.jpg")


if __name__ == "__main__":
    main()
