"""Wiring: settings in, a running companion out. The one place that puts the parts together."""

from __future__ import annotations

import logging
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from companion.evidence import Evidence
from companion.eyes import MakeTable, OpenSource
from companion.journal.journal import FILE, Journal
from companion.journal.opening import JournalError
from companion.keeper import Keeper
from companion.live import FrameLoop
from companion.memory import share_arenas
from companion.service import Service
from companion.settings import Settings
from companion.web.access import Access
from companion.web.app import create_app
from companion.web.server import Server
from engine.profiles import PROFILES
from engine.record import Record
from engine.rules import RuleSet

log = logging.getLogger(__name__)


def open_keeper(settings: Settings, *, rescue: bool = False) -> Keeper:
    """The journal and the evidence of the data folder, standing where they stood.

    With `rescue`, kept games that cannot be opened do not stop the page: it goes on without them and says so.
    """
    evidence = Evidence(
        settings.folder / "evidence", settings.evidence_megabytes * 1_000_000, settings.evidence_seconds
    )
    try:
        journal = Journal(settings.folder / FILE)
    except (JournalError, sqlite3.Error, OSError) as problem:
        if not rescue:
            raise
        journal = Journal(Path(":memory:"))
        journal.standing = f"The kept games cannot be opened, and this game is not kept: {problem}"
    keeper = Keeper(journal, evidence, time.monotonic, time.time)
    try:
        keeper.open_live()
    except Exception as problem:
        if not rescue:
            raise
        log.exception("the game on the table cannot be resumed")
        keeper.table = None
        journal.standing = f"The last game cannot be resumed; it stays on record, and another one is begun: {problem}"
    return keeper


def new_game(keeper: Keeper, settings: Settings) -> None:
    """Begin the game that the settings describe."""
    profile = PROFILES[settings.board]
    rules: dict[str, object] = {"players": settings.players} if settings.players else {}
    if settings.scoring:
        rules["scoring"] = settings.scoring
    keeper.new_game(Record(profile, RuleSet.of(profile, rules)), settings.clock, settings.clock_minutes)


@dataclass
class House:
    """Everything that runs: leave the `with` block and it stops in order."""

    keeper: Keeper
    server: Server
    access: Access
    loop: FrameLoop | None = None

    @classmethod
    def open(
        cls,
        settings: Settings,
        open_source: OpenSource | None = None,
        make_table: MakeTable | None = None,
        service: Service | None = None,
    ) -> Self:
        """Serve the page; with a source and live tables, also follow the board. SettingsError if the port is taken."""
        share_arenas()
        supervised = service is not None and service.supervised
        keeper = open_keeper(settings, rescue=supervised)
        if keeper.table is None:
            new_game(keeper, settings)
        access = Access.of_folder(settings.folder, settings.pin, time.monotonic)
        server = Server(create_app(keeper, settings, access), settings)
        server.start()
        loop = None
        if open_source is not None and make_table is not None:
            loop = FrameLoop(
                keeper,
                open_source,
                make_table,
                settings.retry_seconds,
                service.alive if service is not None else None,
                service.hang if service is not None and supervised else None,
            )
            loop.start()
        return cls(keeper, server, access, loop)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop following, close the page, let go of the journal."""
        if self.loop is not None:
            self.loop.stop()
        self.server.stop()
        self.keeper.journal.close()
