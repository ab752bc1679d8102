"""`companion demo`: the simulated table on the live page; needs no camera. With `--clip`, a short film instead."""

from __future__ import annotations

import argparse
import importlib
import tempfile
from pathlib import Path

from companion.commands.filming import bounded, progress, say
from engine.profiles import PROFILES

# A game that shows what the companion is for: in progress, an illegal piece within the first minute, put right.
BOARD, SEED = "classic", 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion demo` takes."""
    parser.add_argument("--board", choices=sorted(PROFILES), default=BOARD, help=f"which printing (default: {BOARD})")
    parser.add_argument("--seed", type=int, default=SEED, help=f"the same seed gives the same game (default: {SEED})")
    parser.add_argument(
        "--mishaps", type=bounded(0, 1), default=0.3, help="share of turns with a mishap (default: 0.3)"
    )
    parser.add_argument(
        "--speed", type=bounded(0.25, 8), default=1.0, help="how much faster than people play (default: 1)"
    )
    parser.add_argument("--port", type=int, default=8080, help="of the page; 0 takes any free one (default: 8080)")
    parser.add_argument("--clip", type=Path, metavar="DIR", help="write a clip and a picture there and end")
    parser.add_argument("--seconds", type=bounded(2, 36000), default=40.0, help="length of the clip (default: 40)")


def run(options: argparse.Namespace) -> int:
    """Serve the page until interrupted, or write the clip."""
    return _clip(options) if options.clip else _page(options)


def _page(options: argparse.Namespace) -> int:
    """A whole simulated game on the page; its journal lives in a folder of its own and goes with it."""
    # Imported here: the clip needs no web server, and the page no film maker.
    serving = importlib.import_module("companion.commands.run")
    demo_game = importlib.import_module("companion.demo_game")
    say("the simulated table is being set; the page is there in a moment (Ctrl-C ends it)")
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as folder:
        game = demo_game.DemoGame(options.board, options.seed, options.mishaps, options.speed)
        settings = game.begin(Path(folder), options.port)
        code: int = serving.serve(settings, game.film, serving.make_table)
    return code


def _clip(options: argparse.Namespace) -> int:
    """Write the clip and the picture, and say where."""
    cv2 = importlib.import_module("cv2")
    recording = importlib.import_module("vision.table.recording")
    stage_module = importlib.import_module("vision.table.stage")
    story = importlib.import_module("vision.table.story")
    setting, plan = story.random_film(options.board, options.seed, 5.0, options.seconds, options.mishaps)
    stage = stage_module.Stage(setting, plan)
    recording.record_film(stage, options.clip, options.seed, as_folder=False, progress=progress(plan.frames))
    picture = options.clip / "picture.jpg"
    cv2.imwrite(str(picture), stage.shoot(plan.frames - 1).image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    say(f"a clip of {options.seconds:g} seconds: {options.clip / 'video.mp4'}")
    say(f"its last picture: {picture}")
    return 0
