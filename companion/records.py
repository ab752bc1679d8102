"""The written game of a kept one."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from companion.journal.rows import Kept, Row
from engine.blksgf import record_to_blksgf
from engine.errors import GameError
from engine.events import ForcePass, Found, Pass, Place
from engine.game import Step
from engine.lattice import lattice
from engine.record import Record, record_to_json
from engine.squares import square_names

FORMATS = ("json", "blksgf", "csv")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a text that begins so for a formula."""


def record_of(kept: Kept, rows: Sequence[Row]) -> Record:
    """Board, rules, names, date and all events of the game."""
    events = [event for row in rows if (event := row.event(kept)) is not None]
    date = datetime.fromtimestamp(kept.created, UTC).strftime("%Y-%m-%d")
    return replace(kept.setup, events=tuple(events), date=date)


def written(record: Record, form: str) -> str:
    """The record as text in one of the formats."""
    if form == "json":
        return record_to_json(record) + "\n"
    if form == "blksgf":
        return record_to_blksgf(record)
    if form == "csv":
        return moves_table(record)
    raise GameError(f"unknown format {form[:40]!r}: expected one of {', '.join(FORMATS)}")


def moves_table(record: Record) -> str:
    """One line for each move: who, which piece, where, whether it was legal; for spreadsheets."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(["move", "colour", "player", "piece", "squares", "count", "legal", "broken rules", "by hand"])
    for number, step in enumerate(record.play().steps, start=1):
        if isinstance(step.what, Place | Found | Pass | ForcePass):
            table.writerow([number, *_line(record, step)])
    return text.getvalue()


def _line(record: Record, step: Step) -> list[object]:
    what = step.what
    colour = getattr(what, "colour", None)
    name = record.names.get(colour, "") if colour is not None else ""
    broken = " ".join(violation.rule for violation in step.ruling.violations)
    line: list[object] = [colour, f"'{name}" if name.startswith(_FORMULA) else name]
    if isinstance(what, Place | Found):
        board = lattice(record.profile.size)
        piece = board.piece(board.mask(what.cells))
        squares = square_names(what.cells, record.profile.size).replace(",", " ")
        line += [piece.name if piece else "", squares, len(what.cells)]
    else:
        line += ["pass", "", 0]
    return [*line, "no" if broken else "yes", broken, "yes" if step.by_hand else "no"]
