"""`companion watch`: follow a game from a film, a folder or a camera and print the events, one JSON object a line."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from calibration.keeping import read_file
from calibration.looking import KeptLook
from companion.boards import learn_boards
from companion.recording import Recorder
from companion.watching import Watching
from companion.written import record_from_file
from engine.errors import GameError
from engine.profiles import PROFILES
from vision.sources.address import open_source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion watch` takes."""
    parser.add_argument(
        "source", metavar="SOURCE", help="a film, a folder, or an address such as usb:0 or demo:duo?seed=7"
    )
    learn_boards()
    boards = ["auto", *dict.fromkeys([p.kind for p in PROFILES.values()] + list(PROFILES))]
    parser.add_argument("--board", default="auto", choices=boards, help="which board lies there (default: look)")
    parser.add_argument("--players", type=int, choices=[2, 3, 4], help="how many people play (default: one a colour)")
    parser.add_argument("--rules", default="{}", metavar="JSON", help='settings such as \'{"starts": "by_colour"}\'')
    parser.add_argument("--calibration", type=Path, metavar="FILE", help="a kept calibration to begin with")
    parser.add_argument("--json", action="store_true", help="one JSON object a line (otherwise a sentence)")
    parser.add_argument("--record", type=Path, metavar="DIR", help="keep the frames that matter in this folder")
    parser.add_argument(
        "--resume", type=Path, metavar="RECORD", help="go on with this written game, and say how the board differs"
    )


def run(options: argparse.Namespace) -> int:
    """Watch until the source ends or the game has been over for a while."""
    recorder = Recorder(options.record) if options.record else None
    record = record_from_file(options.resume) if options.resume else None
    kept = read_file(options.calibration) if options.calibration else None
    board = kept.profile.name if kept is not None and options.board == "auto" else options.board
    watching = Watching(board, _settings(options), record)
    if kept is not None:
        watching.table.first_look = KeptLook(options.source, given=kept)
    with open_source(options.source) as source:
        for line, frame in watching.lines(source, recorder.frame if recorder else None):
            text = json.dumps(line, separators=(",", ":")) if options.json else _sentence(line)
            print(text, flush=True)  # noqa: T201 - the command line speaks here
            if recorder is not None:
                recorder.event(line, frame)
    if recorder is not None:
        recorder.close()
    return 0


def _settings(options: argparse.Namespace) -> dict[str, object]:
    try:
        settings = json.loads(options.rules)
    except ValueError:
        settings = None
    if not isinstance(settings, dict):
        raise GameError("--rules: expected a JSON object of rule settings")
    if options.players is not None:
        settings.setdefault("players", options.players)
    return settings


def _sentence(line: dict[str, object]) -> str:
    """The same for people."""
    kind = line["type"]
    parts = [f"{line['time']:8.1f} s", str(kind)]
    parts += [str(line[key]) for key in ("colour", "piece", "why", "how", "problem") if key in line]
    violations = line.get("violations")
    if isinstance(violations, list):
        parts.append(", ".join(v["rule"] for v in violations))
    if "differences" in line:
        parts.append(_differing(line["differences"]))
    if "cells" in line:
        parts.append(json.dumps(line["cells"]))
    if "scores" in line:
        parts.append(json.dumps(line["scores"]))
    return "  ".join(parts)


def _differing(found: object) -> str:
    if not isinstance(found, list) or not found:
        return "the board is as the record says"
    return "; ".join(f"{one['what']}: {one['colour']} {json.dumps(one['cells'])}" for one in found)
