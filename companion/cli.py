"""The command line: finds the command, runs it, turns every failure into one sentence and an exit code."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from companion.version import VERSION
from engine.errors import CompanionError

DONE, BAD_INPUT = 0, 1

# One module per command, imported only when it is called: `companion judge` must not wait for OpenCV.
COMMANDS: dict[str, tuple[str, str]] = {
    "bench": ("companion.commands.bench", "measure the figures of the performance table"),
    "calibrate": ("companion.commands.calibrate", "find the board, learn the colours, report the quality, keep it"),
    "read": ("companion.commands.read", "read one photo of a board"),
    "score": ("companion.commands.score", "the score of a finished game, from one photo"),
    "watch": ("companion.commands.watch", "follow a game from a film, a folder or a camera"),
    "demo": ("companion.commands.demo", "a simulated game in progress on the live page; needs no camera"),
    "doctor": ("companion.commands.doctor", "say what is wrong here, and how to fix it"),
    "export": ("companion.commands.export", "write the record of a kept game"),
    "games": ("companion.commands.games", "list the kept games"),
    "judge": ("companion.commands.judge", "referee a written game: every ruling, the score, the winners"),
    "run": ("companion.commands.run", "the real thing: camera, calibration, page"),
    "simulate": ("companion.commands.simulate", "film the simulated table, with the truth beside the film"),
}


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """The parser of the whole command line; with `only`, just that command's module is imported."""
    parser = argparse.ArgumentParser(prog="companion", description="A camera referee for a real Blokus board.")
    parser.add_argument("--version", action="version", version=f"companion {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (module, help_text) in COMMANDS.items():
        sub = commands.add_parser(name, help=help_text, description=help_text)
        if only in (None, name):
            importlib.import_module(module).add_arguments(sub)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the return value is the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    named = arguments[0] if arguments and arguments[0] in COMMANDS else None
    parser = build_parser(only=named)
    options = parser.parse_args(arguments)
    try:
        module = importlib.import_module(COMMANDS[options.command][0])
        code: int = module.run(options)
        sys.stdout.flush()
    except CompanionError as problem:
        print(f"companion: {problem}", file=sys.stderr)  # noqa: T201 - the command line speaks here
        return BAD_INPUT
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has gone (`companion judge … | head`); nothing is wrong here.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    return code
