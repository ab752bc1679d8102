"""`companion games`: the kept games, newest first."""

from __future__ import annotations

import argparse
import json
import os
from datetime import datetime

from companion.journal.journal import FILE, Journal
from companion.journal.opening import JournalError
from companion.records import record_of
from companion.settings import Settings
from companion.settings_sources import add_setting_arguments, settings_from_options
from companion.view import kept_game, scores


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion games` takes."""
    parser.add_argument("--json", action="store_true", help="one JSON line per game")
    add_setting_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """List the games of the data folder."""
    journal = open_journal(settings_from_options(options, os.environ))
    live = journal.live()
    for kept in reversed(journal.games()):
        score = scores(record_of(kept, journal.rows(kept.id)).play())
        if options.json:
            print(json.dumps({**kept_game(kept), "scores": score, "live": kept.id == live}))  # noqa: T201 - the answer
            continue
        when = datetime.fromtimestamp(kept.created).strftime("%Y-%m-%d %H:%M")
        points = ", ".join(f"{colour} {line[score['scoring']]}" for colour, line in score["colours"].items())
        name = kept.title or kept.setup.profile.name
        print(f"{kept.id:4d}  {when}  {name:<10} {kept.status:<10} {points}")  # noqa: T201 - the answer
    return 0


def open_journal(settings: Settings) -> Journal:
    """The journal of the data folder; JournalError if there is none yet."""
    path = settings.folder / FILE
    if not path.exists():
        raise JournalError(f"there is no journal in {settings.folder}: no game has been played yet")
    return Journal(path)
