"""The journal: durable, append-only, and never lost."""

import sqlite3
from dataclasses import replace

import pytest

from companion.journal.journal import Journal, Write
from companion.journal.opening import JournalError
from companion.journal.rows import Kept, Row, Status
from engine.profiles import DUO
from engine.record import Record
from engine.rules import RuleSet

KEPT = Kept(1, 1_700_000_000.0, Record(DUO, RuleSet.usual(DUO)), "down", 5.0, Status.LIVE, "Sunday")
ROW = Row(1, "placed", {"cells": [[4, 4]]}, {"colour": "purple", "cells": [[4, 4]]}, 1.5, 2.5, 3.5, 7, "orange", True,
          ("1-1.jpg", "1-1-0.jpg"))  # fmt: skip


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "journal.sqlite3"


def filled(path):
    journal = Journal(path)
    assert journal.write(Write(1, kept=KEPT, rows=(ROW,), live=True, played=12.0))
    return journal


def test_what_was_written_is_there_after_another_start(path):
    filled(path).close()
    journal = Journal(path)
    assert journal.games() == [KEPT]
    assert journal.rows(1) == [ROW]
    assert journal.live() == 1
    assert journal.played(1) == 12.0
    assert journal.problem == ""


def test_the_database_is_set_to_survive_a_power_cut(path):
    connection = filled(path)._connection
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL


def test_an_event_cannot_be_stored_twice(path):
    journal = filled(path)
    journal.write(Write(1, rows=(replace(ROW, type="illegal"), replace(ROW, seq=2))))
    assert [(row.seq, row.type) for row in journal.rows(1)] == [(1, "placed"), (2, "placed")]


def test_a_deleted_game_is_gone_and_its_number_is_not_given_again(path):
    journal = filled(path)
    journal.write(Write(1, delete=True, live=False))
    assert journal.games() == []
    assert journal.rows(1) == []
    assert journal.live() is None
    assert journal.next_game() == 2


@pytest.mark.parametrize(
    "damage", [b"this is no database at all, but it is long enough to be taken for one" * 40, b"x"]
)
def test_a_damaged_database_is_moved_aside_and_said(path, damage):
    path.parent.mkdir(parents=True)
    path.write_bytes(damage)
    journal = Journal(path)
    assert "damaged" in journal.notice
    assert journal.games() == []
    (aside,) = path.parent.glob("journal.damaged-*.sqlite3")
    assert aside.read_bytes() == damage
    assert journal.write(Write(1, kept=KEPT))


def test_a_database_with_a_torn_page_is_moved_aside(path):
    journal = filled(path)
    journal.write(Write(1, rows=tuple(replace(ROW, seq=n, fields={"x": "y" * 500}) for n in range(2, 200))))
    journal.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:5000] + bytes(8000) + whole[13000:])
    again = Journal(path)
    assert "damaged" in again.notice
    assert list(path.parent.glob("journal.damaged-*.sqlite3"))


def test_two_damaged_databases_do_not_overwrite_each_other(path):
    path.parent.mkdir(parents=True)
    for _ in range(2):
        path.write_bytes(b"no database" * 100)
        Journal(path).close()
        for part in path.parent.glob("journal.sqlite3*"):
            part.unlink()
    assert len(list(path.parent.glob("journal.damaged-*.sqlite3"))) == 2


def test_a_journal_of_a_newer_companion_is_left_alone(path):
    filled(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="newer companion"):
        Journal(path)
    assert path.read_bytes() == before


def test_while_the_database_is_locked_play_goes_on_and_is_stored_later(path, monkeypatch):
    journal = filled(path)
    journal._connection.execute("PRAGMA busy_timeout = 0")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert not journal.write(Write(1, rows=(replace(ROW, seq=2),)))
    assert not journal.write(Write(2, kept=replace(KEPT, id=2), live=True))
    assert "goes on in memory" in journal.problem
    assert [row.seq for row in journal.rows(1)] == [1, 2]
    assert [kept.id for kept in journal.games()] == [1, 2]
    assert journal.live() == 2
    assert journal.next_game() == 3
    other.execute("ROLLBACK")
    assert journal.catch_up()
    assert journal.problem == ""
    other.close()
    journal.close()
    assert [row.seq for row in Journal(path).rows(1)] == [1, 2]


def test_a_place_that_cannot_be_written_gives_a_journal_in_memory(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    journal = Journal(tmp_path / "file" / "journal.sqlite3")
    assert "cannot be written" in journal.problem
    assert not journal.write(Write(1, kept=KEPT, rows=(ROW,), live=True))
    assert journal.rows(1) == [ROW]
    assert journal.live() == 1
