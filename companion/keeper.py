"""The keeper: owns the game on the table and the journal. Everything is stored first, then shown."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.comparing import changed_meanwhile, differences
from companion.evidence import Evidence, Image, Point
from companion.hub import Hub
from companion.journal.journal import Journal, Write
from companion.journal.rows import Kept, Row, Status
from companion.match import Entry
from companion.on_table import OnTable, Stamp, rejudged, ruling_word, without_match
from companion.sight import Sight, Wishes
from companion.telling import Telling
from engine.errors import GameError
from engine.events import Correct, Event, TakeBack
from engine.record import Record
from vision.changes import Change, LiveEvent, Notice, NoticeKind, Patch

log = logging.getLogger(__name__)

INCIDENTS = frozenset({"illegal", "disturbed", "unsure"})
COMPARE_SECONDS = 10.0
"""How long after a resumed board is seen again a change still counts as one that nobody saw happen."""
PULSE_SECONDS = 10.0
"""How often the seconds of play are noted between events: what a power cut may cost a clock."""


@dataclass
class Keeper:
    """One live game, and the kept ones. Safe to use from several threads."""

    journal: Journal
    evidence: Evidence
    monotonic: Callable[[], float]
    wall: Callable[[], float]
    hub: Hub = field(default_factory=Hub)
    lock: threading.RLock = field(default_factory=threading.RLock)
    table: OnTable | None = None
    sight: Sight = field(default_factory=Sight)
    wishes: Wishes = field(default_factory=Wishes)
    doubt: tuple[tuple[Patch, ...], ...] = ()
    """The readings that the table is asked to choose from."""
    differing: list[dict[str, Any]] = field(default_factory=list)
    """How the board differs from the record since the game was resumed."""
    controls: dict[str, float] = field(default_factory=dict)
    """What the camera has fixed, for a calibration to keep."""
    _resumed_at: float | None = None
    """The source's time when the board was first seen after the game was resumed, while it is being compared."""
    _view: tuple[Image, tuple[Point, ...] | None, float, int] | None = None
    _pulse: float = 0.0

    def open_live(self) -> None:
        """Stand where the journal says we stood."""
        with self.lock:
            number = self.journal.live()
            kept = None if number is None else self.journal.game(number)
            if kept is None:
                return
            self.table = self._load(kept)
            if kept.status is not Status.PAUSED:
                self._resume_now()

    def _load(self, kept: Kept) -> OnTable:
        return OnTable.load(kept, self.journal.rows(kept.id), self.journal.played(kept.id), self.monotonic)

    def _resume_now(self) -> None:
        table = self._table()
        table.watch.run()
        self.differing = []
        self.wishes = Wishes(compare=bool(table.match.state.position.lying))
        self._store(Entry(None, (Telling("resumed"),)))

    def new_game(self, setup: Record, clock: str = "off", minutes: float = 20.0, title: str = "") -> Kept:
        """Begin a game; one that is on the table is paused."""
        with self.lock:
            if self.table is not None:
                self.pause()
            kept = Kept(self.journal.next_game(), self.wall(), setup, clock, minutes, Status.LIVE, title)
            self.journal.write(Write(kept.id, kept=kept, live=True))
            self.table = OnTable.begin(kept, self.monotonic)
            self.table.watch.run()
            self.doubt, self.differing, self.wishes = (), [], Wishes()
            self._store(Entry(None, (Telling("started", {"board": setup.profile.name}),)))
            return kept

    def take(self, events: Sequence[LiveEvent], *, found: bool = False) -> None:
        """What the live table reports: judged, stored, shown. Ignored while no game is being played.

        With `found`, the pieces of a change lay there before anybody followed, and a game that has none yet takes
        them as they are.
        """
        with self.lock:
            table = self.table
            for event in events:
                if table is None or (table.paused and not isinstance(event, Notice)):
                    continue
                try:
                    if found and isinstance(event, Change) and not table.match.game.events:
                        entries = table.match.find_on_board(event.appeared)
                    else:
                        entries = table.match.take(event)
                except GameError as problem:
                    log.warning("the record cannot follow the table: %s", problem)
                    entries = [Entry(None, (without_match(problem),))]
                    self.wishes.assume = True
                self._note_doubt(event)
                self._note_differences(event)
                for entry in entries:
                    self._store(entry, time=event.time, frame=event.frame)

    def _note_doubt(self, event: LiveEvent) -> None:
        if not isinstance(event, Notice):
            self.doubt = ()
        elif event.kind is NoticeKind.UNSURE:
            self.doubt = event.readings

    def _note_differences(self, event: LiveEvent) -> None:
        """What changes as soon as the board is seen again has changed while nobody looked."""
        if self._resumed_at is None or not isinstance(event, Change):
            return
        if event.time - self._resumed_at <= COMPARE_SECONDS:
            self._tell_differences(changed_meanwhile(event), event.time, event.frame)
        self._resumed_at = None

    def _tell_differences(self, found: list[dict[str, Any]], time: float, frame: int) -> None:
        self.differing = found
        if found:
            self._store(Entry(None, (Telling("compared", {"differences": found}),)), time=time, frame=frame)

    def rule(self, event: Event) -> list[Row]:
        """A ruling by people; GameError, and nothing changed, if it makes no sense here."""
        with self.lock:
            table = self._table()
            if table.paused:
                raise GameError("the game is paused: resume it first")
            before = table.match.game
            entry = table.match.rule_by_hand(event)
            told = list(entry.told) or [Telling("ruled", {"what": ruling_word(event)})]
            fields: dict[str, object] = {"reason": getattr(event, "reason", "")} if getattr(event, "reason", "") else {}
            if isinstance(event, TakeBack | Correct):
                fields["rejudged"] = rejudged(before, table.match.game, event.number)
                fields["what"] = ruling_word(event)
            told[0] = Telling(told[0].type, {**told[0].fields, **fields})
            self.doubt = ()
            return self._store(Entry(event, tuple(told)), by_hand=True)

    def tell(self, telling: Telling, *, by_hand: bool = False) -> None:
        """Put something on record that does not change the game."""
        with self.lock:
            if self.table is not None:
                self._store(Entry(None, (telling,)), by_hand=by_hand)

    def see(self, image: Image, time: float, number: int, sight: Sight) -> None:
        """What the eyes see now: kept for snapshots and evidence, shown if it says something new."""
        with self.lock:
            changed = replace(sight, frames=0) != replace(self.sight, frames=0)
            self.sight = sight
            self._view = (image, sight.corners, time, number)
            self.evidence.see(time, image, sight.corners)
            table = self.table
            if table is not None and self.wishes.compare and sight.grid is not None and not table.paused:
                self.wishes.compare = False
                self._resumed_at = time
                found = differences(table.match.state.position, sight.grid, table.match.pinned_cells)
                self._tell_differences(found, time, number)
            self._beat()
        if changed:
            self.hub.publish()

    def lose_sight(self, problem: str) -> None:
        """The source failed: said once, until another problem or a frame comes."""
        with self.lock:
            known = self.sight.problem == problem
            self.sight = replace(self.sight, status="lost", problem=problem)
            if not known:
                self.tell(Telling("source", {"problem": problem}))
            self._beat()
        self.hub.publish()

    def _beat(self) -> None:
        """Note the seconds of play now and then, and store what waits for the disk."""
        table = self.table
        if table is None or abs(table.watch.seconds - self._pulse) < PULSE_SECONDS:
            return
        self._pulse = table.watch.seconds
        if self.journal.waiting:
            had = self.journal.problem
            self.journal.catch_up()
            if had != self.journal.problem:
                self.hub.publish()
        elif table.kept.clock != "off" and table.watch.running:
            self.journal.write(Write(table.kept.id, played=table.watch.seconds))

    def ask_again(self) -> None:
        """Have the live table look afresh."""
        with self.lock:
            self.wishes.read_again = True
            self.doubt = ()
            self.tell(Telling("ruled", {"what": "ask_again"}), by_hand=True)

    def forget_differences(self) -> None:
        """People have seen how the board differs from the record."""
        with self.lock:
            self.differing = []
        self.hub.publish()

    def pause(self) -> None:
        """Close the board; the game can be resumed weeks later. A finished game only leaves the table."""
        with self.lock:
            table = self._table()
            if not table.paused and not table.match.state.over:
                table.watch.stop()
                table.kept = replace(table.kept, status=Status.PAUSED)
                self._store(Entry(None, (Telling("paused"),)), status=Status.PAUSED)
            self.doubt, self.differing = (), []

    def resume(self, number: int) -> None:
        """Put a kept game on the table again, and go on with it."""
        with self.lock:
            if self.table is not None and self.table.kept.id == number and not self.table.paused:
                return
            kept = self.journal.game(number)
            if kept is None:
                raise GameError(f"there is no game {number}")
            if self.table is not None and self.table.kept.id != number:
                self.pause()
            self.journal.write(Write(number, live=True))
            self.table = self._load(kept)
            self.table.kept = replace(kept, status=self.table.status)
            self._resume_now()

    def abandon(self, number: int, reason: str = "") -> None:
        """Give a game up: it stays on record, and leaves the table."""
        with self.lock:
            kept = self.journal.game(number)
            if kept is None:
                raise GameError(f"there is no game {number}")
            table = self.table if self.table is not None and self.table.kept.id == number else self._load(kept)
            table.watch.stop()
            self._store(
                Entry(None, (Telling("abandoned", {"reason": reason}),)),
                on=table,
                status=Status.ABANDONED,
                by_hand=True,
                live=False,
            )
            if table is self.table:
                self.table, self.doubt, self.differing = None, (), []
        self.hub.publish()

    def delete(self, number: int) -> None:
        """Delete a game with its evidence, for good."""
        with self.lock:
            if self.journal.game(number) is None:
                raise GameError(f"there is no game {number}")
            if self.table is not None and self.table.kept.id == number:
                self.table, self.doubt, self.differing = None, (), []
            self.journal.write(Write(number, delete=True, live=False))
            self.evidence.forget(number)
        self.hub.publish()

    def _table(self) -> OnTable:
        if self.table is None:
            raise GameError("no game is on the table: begin or resume one first")
        return self.table

    def _store(
        self,
        entry: Entry,
        *,
        on: OnTable | None = None,
        time: float | None = None,
        frame: int | None = None,
        by_hand: bool = False,
        status: Status | None = None,
        live: bool | None = None,
    ) -> list[Row]:
        """Journal first, then the viewers."""
        table = on or self._table()
        status = status or (table.kept.status if table.paused else table.status)
        told = entry.told or (Telling("ruled", {"what": ruling_word(entry.cause)}),)
        image, corners, seen_at, seen_frame = self._view or (None, None, 0.0, 0)
        evidence: tuple[str, ...] = ()
        if image is not None and (entry.cause is not None or told[0].type in INCIDENTS):
            incident = any(telling.type in INCIDENTS for telling in told)
            evidence = self.evidence.keep(table.kept.id, table.seq + 1, image, corners, incident=incident)
        stamp = Stamp(
            self.wall(), seen_at if time is None else time, seen_frame if frame is None else frame, by_hand, evidence
        )
        rows = table.rows_of(Entry(entry.cause, told), stamp)
        if table.kept.status is not status:
            table.kept = replace(table.kept, status=status)
        self.journal.write(Write(table.kept.id, rows=tuple(rows), status=status, live=live))
        table.rows.extend(rows)
        self.hub.publish()
        return rows

    def view(self) -> tuple[Image, int] | None:
        """The last picture and its number."""
        return None if self._view is None else (self._view[0], self._view[3])
