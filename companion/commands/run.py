"""`companion run`: the real thing: camera, calibration, page."""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType

from companion.eyes import LiveTable, MakeTable, OpenSource
from companion.house import House
from companion.settings import Settings
from companion.settings_sources import add_setting_arguments, settings_from_options
from engine.profiles import BoardProfile
from vision.changes import Patch
from vision.errors import CannotOpenError
from vision.sources.address import open_source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion run` takes: every setting."""
    add_setting_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    settings = settings_from_options(options, os.environ)
    return serve(settings, *eyes(settings))


def eyes(settings: Settings) -> tuple[OpenSource, MakeTable]:
    """The source and the live tables of the settings; AddressError for an address that names no source.

    A camera that is not there is no error here: the page says so, and the frame loop tries again.
    """
    with suppress(CannotOpenError):
        open_source(settings.source)
    return lambda: open_source(settings.source), _tables(settings)


def _tables(settings: Settings) -> MakeTable:
    """Live tables that begin with the camera's kept calibration, and keep it up."""

    def make(profile: BoardProfile, lying: Sequence[Patch]) -> LiveTable:
        maker = importlib.import_module("companion.calibrated")
        made: LiveTable = maker.calibrated_table(
            settings.source, settings.folder, profile.name, profile if lying else None, lying
        )
        return made

    return make


def make_table(profile: BoardProfile, lying: Sequence[Patch]) -> LiveTable:
    """The reader of one board; what the record says lies there is what it begins from."""
    # Imported when the first frame is there: the reader is the largest part of the eyes, and the page does not wait.
    reader = importlib.import_module("vision.live.table")
    made: LiveTable = reader.LiveTable(board=profile.name, profile=profile if lying else None, known=tuple(lying))
    return made


def serve(settings: Settings, source: OpenSource, table: MakeTable) -> int:
    """Open the house, say where, and wait for the end."""
    over = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        del number, frame
        over.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    with House.open(settings, source, table) as house:
        for line in greeting(settings, house):
            print(line, flush=True)  # noqa: T201 - the command line speaks here
        over.wait()
    return 0


def greeting(settings: Settings, house: House) -> list[str]:
    """What the terminal shows: where the page is, and the PIN."""
    host = socket.gethostname() if settings.host in ("0.0.0.0", "::") else settings.host  # noqa: S104 - a comparison
    lines = [f"The page: http://{host}:{house.server.port}", f"PIN to change things: {house.access.pin}"]
    journal = house.keeper.journal
    lines += [text for text in dict.fromkeys((journal.notice, journal.problem)) if text]
    return lines
