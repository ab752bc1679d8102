"""`companion demo`: the simulated table, for now as a short clip and a picture."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from companion.commands.filming import bounded, progress, say
from engine.profiles import PROFILES
from vision.table.recording import record_film
from vision.table.stage import Stage
from vision.table.story import random_film


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion demo` takes."""
    parser.add_argument("--board", choices=sorted(PROFILES), default="duo", help="which printing (default: duo)")
    parser.add_argument("--seed", type=int, default=7, help="the same seed gives the same game (default: 7)")
    parser.add_argument("--seconds", type=bounded(2, 36000), default=40.0, help="length of the clip (default: 40)")
    parser.add_argument(
        "--mishaps", type=bounded(0, 1), default=0.3, help="share of turns with a mishap (default: 0.3)"
    )
    parser.add_argument("--out", type=Path, default=Path("out/demo"), help="where to write (default: out/demo)")


def run(options: argparse.Namespace) -> int:
    """Write the clip and the picture, and say where."""
    setting, plan = random_film(options.board, options.seed, 5.0, options.seconds, options.mishaps)
    stage = Stage(setting, plan)
    record_film(stage, options.out, options.seed, as_folder=False, progress=progress(plan.frames))
    picture = options.out / "picture.jpg"
    cv2.imwrite(str(picture), stage.shoot(plan.frames - 1).image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    say(f"a clip of {options.seconds:g} seconds: {options.out / 'video.mp4'}")
    say(f"its last picture: {picture}")
    return 0
