"""Wiring: settings in, a running companion out. The one place that puts the parts together."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Self

from companion.evidence import Evidence
from companion.eyes import MakeTable, OpenSource
from companion.journal.journal import FILE, Journal
from companion.keeper import Keeper
from companion.live import FrameLoop
from companion.memory import share_arenas
from companion.settings import Settings
from companion.web.access import Access
from companion.web.app import create_app
from companion.web.server import Server
from engine.profiles import PROFILES
from engine.record import Record
from engine.rules import RuleSet


def open_keeper(settings: Settings) -> Keeper:
    """The journal and the evidence of the data folder, standing where they stood."""
    evidence = Evidence(
        settings.folder / "evidence", settings.evidence_megabytes * 1_000_000, settings.evidence_seconds
    )
    keeper = Keeper(Journal(settings.folder / FILE), evidence, time.monotonic, time.time)
    keeper.open_live()
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
        cls, settings: Settings, open_source: OpenSource | None = None, make_table: MakeTable | None = None
    ) -> Self:
        """Serve the page; with a source and live tables, also follow the board. SettingsError if the port is taken."""
        share_arenas()
        keeper = open_keeper(settings)
        if keeper.table is None:
            new_game(keeper, settings)
        access = Access.of_folder(settings.folder, settings.pin, time.monotonic)
        server = Server(create_app(keeper, settings, access), settings)
        server.start()
        loop = None
        if open_source is not None and make_table is not None:
            loop = FrameLoop(keeper, open_source, make_table, settings.retry_seconds)
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
