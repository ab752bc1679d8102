"""`companion export GAME --format blksgf`: the record of a kept game."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from calibration.keeping import write_atomically
from companion.commands.games import open_journal
from companion.journal.opening import JournalError
from companion.records import FORMATS, record_of, written
from companion.settings_sources import add_setting_arguments, settings_from_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion export` takes."""
    parser.add_argument("game", metavar="GAME", type=int, help="the number that `companion games` shows")
    parser.add_argument("--format", choices=FORMATS, default="blksgf", help="blksgf opens in Pentobi; json has it all")
    parser.add_argument("--output", metavar="FILE", type=Path, help="write to a file instead of the terminal")
    add_setting_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Write the record of one game."""
    journal = open_journal(settings_from_options(options, os.environ))
    kept = journal.game(options.game)
    if kept is None:
        raise JournalError(f"there is no game {options.game}: `companion games` lists them")
    text = written(record_of(kept, journal.rows(kept.id)), options.format)
    if options.output is None:
        sys.stdout.write(text)
        return 0
    try:
        write_atomically(options.output, text)
    except OSError as problem:
        raise JournalError(f"{options.output}: {problem.strerror or problem}") from None
    return 0
