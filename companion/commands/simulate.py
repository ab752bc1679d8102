"""`companion simulate`: film the simulated table, or take stills of it, with the truth beside them."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.filming import bounded, count, picture_size, progress, say
from engine.errors import CompanionError
from engine.profiles import PROFILES
from vision.table.camera import LENSES
from vision.table.lights import LIGHTS
from vision.table.recording import record_film, record_stills
from vision.table.script import film_from_script
from vision.table.stage import Stage
from vision.table.story import random_film
from vision.table.tabletops import TABLES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion simulate` takes."""
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder to write to")
    parser.add_argument(
        "--board", choices=sorted(PROFILES), default="classic", help="which printing (default: classic)"
    )
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same film (default: 0)")
    parser.add_argument("--frames", type=count, help="how many frames (default: the whole game)")
    parser.add_argument("--fps", type=bounded(0.5, 60), default=5.0, help="frames a second (default: 5)")
    parser.add_argument("--stills", type=count, metavar="N", help="write N single pictures instead of a film")
    parser.add_argument(
        "--script", type=Path, metavar="FILE", help="film what this script says instead of a random game"
    )
    parser.add_argument(
        "--mishaps", type=bounded(0, 1), default=0.15, help="share of turns with a mishap (default: 0.15)"
    )
    parser.add_argument("--size", type=picture_size, help="pixels (default: 1296x972, for stills any usual size)")
    parser.add_argument("--tilt", type=bounded(0, 45), help="tilt of the camera in degrees, 0 looks straight down")
    parser.add_argument("--light", choices=LIGHTS, help="the sort of light (default: by the seed)")
    parser.add_argument("--table", choices=TABLES, help="the sort of table (default: by the seed)")
    parser.add_argument("--lens", choices=sorted(LENSES), help="the camera's lens (default: by the seed)")
    parser.add_argument("--folder", action="store_true", help="write frames/000000.jpg … instead of video.mp4")
    parser.add_argument("--fine", action="store_true", help="four samples per pixel in films too: smoother, slower")


def run(options: argparse.Namespace) -> int:
    """Film or photograph, and say what was written."""
    if options.stills:
        named = {"tilt": options.tilt, "light": options.light, "table": options.table, "lens": options.lens}
        paths = record_stills(
            options.board,
            options.seed,
            options.stills,
            options.out,
            finer=2,
            named={**named, "size": options.size},  # type: ignore[typeddict-item]
        )
        say(f"{len(paths)} pictures with their truth in {options.out}")
        return 0
    size = options.size or (1296, 972)
    if options.script:
        setting, plan = film_from_script(_text(options.script), options.seed, options.fps, size, options.board)
    else:
        setting, plan = random_film(
            options.board,
            options.seed,
            options.fps,
            options.frames / options.fps if options.frames else None,
            options.mishaps,
            size,
            tilt=options.tilt,
            light=options.light,
            table=options.table,
            lens=options.lens,
        )
    stage = Stage(setting, plan, finer=2 if options.fine else 1)
    truth = record_film(stage, options.out, options.seed, as_folder=options.folder, progress=progress(plan.frames))
    what = "frames" if options.folder else "video.mp4"
    say(f"{options.out / what}: {plan.frames} frames, {len(truth['events'])} changes; the truth is in truth.json")
    return 0


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise CompanionError(f"the script {path} cannot be read as text") from None
