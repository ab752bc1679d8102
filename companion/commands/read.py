"""`companion read`: one photo of a board, cell by cell."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from companion.photo_output import debug_watcher, draw_reading, load_and_read, say
from engine.text_board import text_board


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion read` takes."""
    add_photo_arguments(parser)
    parser.add_argument("--probabilities", action="store_true", help="with --json: each label's probability per cell")


def add_photo_arguments(parser: argparse.ArgumentParser) -> None:
    """What every command that reads a photo takes."""
    parser.add_argument("photo", type=Path, metavar="PHOTO", help="a JPEG, PNG, WebP or BMP picture of the board")
    parser.add_argument("--board", default="auto", help="auto (default), classic, duo, duo-togo")
    parser.add_argument("--calibration", type=Path, metavar="FILE", help="a kept calibration of the camera")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--picture", type=Path, metavar="OUT.png", help="draw the reading over the photo")
    parser.add_argument("--debug", type=Path, metavar="DIR", help="write a picture of each stage")


def run(options: argparse.Namespace) -> int:
    """Read the photo and print what lies on the board."""
    photo = load_and_read(
        options.photo, options.board, debug_watcher(options.debug, options.photo), options.calibration
    )
    if options.picture:
        draw_reading(photo, options.picture)
    if options.json:
        answer = photo.answer()
        if options.probabilities:
            answer["labels"] = photo.result.reading.letters
            answer["probabilities"] = photo.result.reading.probability.round(4).tolist()
        say(json.dumps(answer))
        return 0
    result = photo.result
    say(text_board(result.reading.grid, result.unsure, colour=sys.stdout.isatty()))
    say(photo.summary())
    return 0
