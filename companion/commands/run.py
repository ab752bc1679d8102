"""`companion run`: the real thing: camera, calibration, page."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import threading
from types import FrameType

from companion.eyes import MakeTable, OpenSource
from companion.house import House
from companion.settings import Settings
from companion.settings_sources import add_setting_arguments, settings_from_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion run` takes: every setting."""
    add_setting_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    settings = settings_from_options(options, os.environ)
    open_source, make_table = eyes(settings)
    return serve(settings, open_source, make_table)


def eyes(settings: Settings) -> tuple[OpenSource | None, MakeTable | None]:
    """The source and the live table of the settings; none while this build has no reader, and the page says so."""
    del settings
    return None, None


def serve(settings: Settings, open_source: OpenSource | None, make_table: MakeTable | None) -> int:
    """Open the house, say where, and wait for the end."""
    over = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        del number, frame
        over.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    with House.open(settings, open_source, make_table) as house:
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
