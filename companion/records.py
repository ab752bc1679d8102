"""The written game of a kept one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from companion.journal.rows import Kept, Row
from engine.blksgf import record_to_blksgf
from engine.errors import GameError
from engine.record import Record, record_to_json

FORMATS = ("json", "blksgf")


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
    raise GameError(f"unknown format {form[:40]!r}: expected one of {', '.join(FORMATS)}")
