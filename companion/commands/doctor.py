"""`companion doctor`: what is wrong with this installation, camera, light or calibration, and how to fix it."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
from pathlib import Path

from companion.commands.filming import say
from companion.doctor.bundle import write_bundle
from companion.doctor.examine import examine, told
from companion.doctor.finding import Machine, Verdict
from companion.doctor.sight import look
from companion.settings_sources import add_setting_arguments, settings_from_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion doctor` takes."""
    parser.add_argument("--json", action="store_true", help="one JSON line per finding")
    parser.add_argument("--no-camera", action="store_true", help="leave the camera alone")
    parser.add_argument("--bundle", type=Path, metavar="FILE.zip", help="also write all that a bug report needs")
    # `--pictures` is the setting that says who may see them.
    parser.add_argument("--with-picture", action="store_true", help="put the camera's picture into the bundle, too")
    add_setting_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Examine and tell; exit code 1 if anything is wrong."""
    settings, subject = settings_from_options(options, os.environ), Machine()
    found, picture = examine(settings, subject, None if options.no_camera else look)
    if options.json:
        for one in found:
            say(json.dumps(dataclasses.asdict(one), ensure_ascii=False))
    else:
        say(told(found))
    if options.bundle is not None:
        names = write_bundle(options.bundle, found, settings, subject, picture if options.with_picture else None)
        if not options.json:
            say(f"{options.bundle}: {', '.join(names)}")
    return 1 if any(one.verdict is Verdict.WRONG for one in found) else 0
