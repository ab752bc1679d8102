"""The journal: every write is one transaction; a disk that fails is waited for, and nothing is lost meanwhile."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import dataclass, replace
from pathlib import Path

from companion.journal.opening import JournalError, open_database
from companion.journal.rows import Kept, Row, Status

FILE = "journal.sqlite3"


@dataclass(frozen=True)
class Write:
    """One transaction: what is to be stored about one game. Applying it twice changes nothing more."""

    game: int
    kept: Kept | None = None
    """A new game."""
    rows: tuple[Row, ...] = ()
    status: Status | None = None
    live: bool | None = None
    """Whether this game is the one on the table from now on; None leaves that as it is."""
    played: float | None = None
    """Seconds of play, noted between events."""
    delete: bool = False

    def apply(self, connection: sqlite3.Connection) -> None:
        """Store it; the caller holds the transaction."""
        run = connection.execute
        if self.delete:
            run("DELETE FROM events WHERE game = ?", (self.game,))
            run("DELETE FROM games WHERE id = ?", (self.game,))
            run("DELETE FROM facts WHERE name = ?", (f"played:{self.game}",))
        if self.kept is not None:
            kept = self.kept
            values = (kept.id, kept.created, kept.setup_json(), kept.clock, kept.clock_minutes, kept.status, kept.title)
            run("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", values)
            run("INSERT OR REPLACE INTO facts VALUES ('last_game', ?)", (str(kept.id),))
        marks = ", ".join("?" * 12)
        for row in self.rows:
            # The key (game, seq) makes a doubled event impossible, also when a commit is tried again.
            run(f"INSERT OR IGNORE INTO events VALUES ({marks})", row.stored(self.game))  # noqa: S608 - only marks
        if self.status is not None:
            run("UPDATE games SET status = ? WHERE id = ?", (self.status, self.game))
        if self.live is True:
            run("INSERT OR REPLACE INTO facts VALUES ('live', ?)", (str(self.game),))
        elif self.live is False:
            run("DELETE FROM facts WHERE name = 'live' AND value = ?", (str(self.game),))
        if self.played is not None:
            run("INSERT OR REPLACE INTO facts VALUES (?, ?)", (f"played:{self.game}", repr(self.played)))


class Journal:
    """All games of one data folder. Safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        """Open the database at `path`, or make it. JournalError if a newer companion made it."""
        self.path = path
        self._lock = threading.RLock()
        opened = open_database(path)
        self._connection = opened.connection
        self._writable = opened.writable
        self.notice = opened.notice
        """One sentence about how the journal was found, or nothing."""
        self._waiting: list[Write] = []
        """What could not be stored yet, in order."""
        self._problem = "" if opened.writable else opened.notice
        self.standing = ""
        """What is wrong until the next start, for people."""

    @property
    def problem(self) -> str:
        """Why nothing can be stored at the moment, for people; empty while all is well."""
        return self._problem or self.standing

    @property
    def waiting(self) -> int:
        """How many writes are still in memory only."""
        return len(self._waiting)

    def write(self, write: Write) -> bool:
        """Store one transaction durably; False if it stays in memory for now because the disk refuses it."""
        with self._lock:
            self._waiting.append(write)
            return self.catch_up()

    def catch_up(self) -> bool:
        """Store what could not be stored yet, in order; True if nothing is left."""
        with self._lock:
            if not self._writable and self._waiting:
                self._reopen()
            while self._waiting and self._writable:
                try:
                    self._commit(self._waiting[0])
                except sqlite3.Error as problem:
                    self._problem = f"The disk refuses the journal ({problem}): the game goes on in memory for now."
                    return False
                del self._waiting[0]
            if not self._waiting and self._writable:
                self._problem = ""
            return not self._waiting

    def _commit(self, write: Write) -> None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            write.apply(connection)
            connection.execute("COMMIT")
        except sqlite3.Error:
            if connection.in_transaction:
                try:
                    connection.execute("ROLLBACK")
                except sqlite3.Error:
                    self._connection = self._fresh()
            raise

    def _fresh(self) -> sqlite3.Connection:
        """Another connection in place of one that cannot even roll back."""
        self._connection.close()
        opened = open_database(self.path)
        self._writable = opened.writable
        return opened.connection

    def _reopen(self) -> None:
        """See whether the place can be written to by now."""
        try:
            opened = open_database(self.path)
        except JournalError as problem:
            self._problem = str(problem)
            return
        if opened.writable:
            self._connection.close()
            self._connection, self._writable = opened.connection, True
        else:
            opened.connection.close()

    def games(self) -> list[Kept]:
        """Every kept game, oldest first, what waits in memory included."""
        with self._lock:
            found = {row[0]: _kept(row) for row in self._connection.execute("SELECT * FROM games ORDER BY id")}
            for write in self._waiting:
                if write.delete:
                    found.pop(write.game, None)
                if write.kept is not None:
                    found.setdefault(write.game, write.kept)
                if write.status is not None and write.game in found:
                    found[write.game] = replace(found[write.game], status=write.status)
            return [found[number] for number in sorted(found)]

    def game(self, number: int) -> Kept | None:
        """One kept game."""
        return next((kept for kept in self.games() if kept.id == number), None)

    def rows(self, game: int) -> list[Row]:
        """All rows of a game in order."""
        with self._lock:
            query = "SELECT * FROM events WHERE game = ? ORDER BY seq"
            rows = {values[1]: Row.of(values) for values in self._connection.execute(query, (game,))}
            for write in self._waiting:
                if write.game == game:
                    rows.update({row.seq: row for row in write.rows})
            return [rows[seq] for seq in sorted(rows)]

    def live(self) -> int | None:
        """The game that is on the table."""
        with self._lock:
            found = self._fact("live")
            number = int(found) if found else None
            for write in self._waiting:
                if write.live is True:
                    number = write.game
                elif (write.live is False or write.delete) and number == write.game:
                    number = None
            return number

    def played(self, game: int) -> float:
        """The seconds of play that were noted last, events and notes together."""
        noted = float(self._fact(f"played:{game}") or 0)
        with self._lock:
            query = "SELECT MAX(played) FROM events WHERE game = ?"
            last = self._connection.execute(query, (game,)).fetchone()[0] or 0.0
        return max(noted, float(last), *(w.played for w in self._waiting if w.game == game and w.played is not None), 0)

    def next_game(self) -> int:
        """A number that no game has ever had."""
        with self._lock:
            known = [kept.id for kept in self.games()] + [write.game for write in self._waiting]
            return max(int(self._fact("last_game") or 0), *known, 0) + 1

    def _fact(self, name: str) -> str | None:
        with self._lock:
            found = self._connection.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
            return None if found is None else str(found[0])

    def close(self) -> None:
        """Let go of the database."""
        with self._lock:
            self.catch_up()
            self._connection.close()


def _kept(values: tuple[object, ...]) -> Kept:
    number, created, setup, clock, minutes, status, title = values
    return Kept(
        int(str(number)),
        float(str(created)),
        Kept.setup_from(str(setup)),
        str(clock),
        float(str(minutes)),
        Status(str(status)),
        str(title),
    )
