"""Opening the journal's database, whatever state it is in: new, whole, damaged, read-only, or nowhere to put it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.journal.schema import VERSION, prepare, version_of
from engine.errors import CompanionError

# How long a statement waits for another process (an export, a backup) to let go of the database.
BUSY_SECONDS = 5.0


SMALLEST = 512
"""Bytes of the smallest database. SQLite takes a shorter file for a new one and writes over it."""


class JournalError(CompanionError):
    """A journal that cannot be used, and what to do about it."""


@dataclass(frozen=True)
class Opened:
    """A database that can be asked, and what is to be said about it."""

    connection: sqlite3.Connection
    writable: bool
    notice: str = ""
    """One sentence for people if anything out of the ordinary was found."""


def open_database(path: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Opened:
    """Open or make the database.

    A damaged one is moved aside under a name that says when, and a new one is begun: nothing is ever deleted.
    Where nothing can be written, what is there is read, or an empty journal in memory is given.
    JournalError if the database was made by a newer companion: it is left as it is.
    """
    notice = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return Opened(_open_whole(path), writable=True)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as problem:
            aside = move_aside(path, now())
            notice = f"The journal was damaged ({problem}); it is kept as {aside.name}, and a new one was begun."
            return Opened(_open_whole(path), writable=True, notice=notice)
    except (sqlite3.OperationalError, OSError) as problem:
        return _without_writing(path, problem)


def _connect(where: str, *, uri: bool = False) -> sqlite3.Connection:
    return sqlite3.connect(where, uri=uri, check_same_thread=False, isolation_level=None, timeout=BUSY_SECONDS)


def _open_whole(path: Path) -> sqlite3.Connection:
    """The database, checked and ready to be written to."""
    if path.exists() and 0 < path.stat().st_size < SMALLEST:
        raise sqlite3.DatabaseError("the file is too short")
    connection = _connect(str(path))
    try:
        answer = connection.execute("PRAGMA quick_check(1)").fetchone()
        if answer[0] != "ok":
            raise sqlite3.DatabaseError(str(answer[0]).splitlines()[0])
        _refuse_newer(connection, path)
        prepare(connection)
        # A database that can be read but not written shows itself only when it is written to.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT OR REPLACE INTO facts VALUES ('opened', '1')")
        connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _refuse_newer(connection: sqlite3.Connection, path: Path) -> None:
    version = version_of(connection)
    if version > VERSION:
        raise JournalError(
            f"{path} was made by a newer companion (schema {version}; this one knows {VERSION}): "
            "update the companion, or choose another data folder"
        )


def move_aside(path: Path, when: datetime) -> Path:
    """Rename the database and the files that belong to it; the new name of the first."""
    stamp = when.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}.damaged-{stamp}-{number}{path.suffix}")
    for ending in ("", "-wal", "-shm"):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside


def _without_writing(path: Path, problem: Exception) -> Opened:
    """What can be had where nothing can be written: the games that are there, or none."""
    notice = f"The journal cannot be written ({problem}): the game goes on in memory and is lost when the power goes."
    for options in ("mode=ro", "mode=ro&immutable=1"):
        try:
            connection = _connect(f"{path.resolve().as_uri()}?{options}", uri=True)
            _refuse_newer(connection, path)
            connection.execute("SELECT COUNT(*) FROM events").fetchone()
            return Opened(connection, writable=False, notice=notice)
        except sqlite3.Error:
            continue
    connection = _connect(":memory:")
    prepare(connection)
    return Opened(connection, writable=False, notice=notice)
