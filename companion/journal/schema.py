"""The tables of the journal and the settings of the database."""

from __future__ import annotations

import sqlite3

VERSION = 1

TABLES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    created REAL NOT NULL,
    setup TEXT NOT NULL,
    clock TEXT NOT NULL,
    clock_minutes REAL NOT NULL,
    status TEXT NOT NULL,
    title TEXT NOT NULL
) STRICT;
CREATE TABLE events (
    game INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    fields TEXT NOT NULL,
    cause TEXT,
    wall REAL NOT NULL,
    played REAL NOT NULL,
    time REAL NOT NULL,
    frame INTEGER NOT NULL,
    turn TEXT,
    by_hand INTEGER NOT NULL,
    evidence TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""
"""`facts` holds `live` (the game on the table), `last_game` (the highest number ever given) and, for the clocks,
`played:GAME` (seconds of play, written now and then so that a power cut costs little)."""


def prepare(connection: sqlite3.Connection) -> None:
    """Durable settings, and the tables if the database is new."""
    connection.execute("PRAGMA journal_mode = WAL")
    # With NORMAL the last commits may be lost when the power goes; what has been shown must have been stored.
    connection.execute("PRAGMA synchronous = FULL")
    if version_of(connection) == 0:
        connection.executescript(f"BEGIN IMMEDIATE; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;")


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version of a database; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
