"""`companion run`: the real thing: camera, calibration, page."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import signal
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType

from calibration.keeping import FOLDER, Shelf, camera_name
from companion.eyes import LiveTable, MakeTable, OpenSource
from companion.house import House
from companion.service import STARTED_AGAIN, Service
from companion.settings import Settings, SettingsError
from companion.settings_sources import add_setting_arguments, load_settings, settings_from_options
from companion.starts import Starts
from companion.supervisor import Supervisor
from engine.errors import CompanionError
from engine.profiles import PROFILES, BoardProfile
from vision.changes import Patch
from vision.errors import CannotOpenError
from vision.frames import Source
from vision.sources.address import open_source

log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion run` takes: every setting."""
    add_setting_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted. As a service, whatever is broken is said on the page instead of ending here."""
    supervisor = Supervisor(os.environ)
    if supervisor.present:
        return _unattended(options, supervisor)
    settings = settings_from_options(options, os.environ)
    return serve(settings, *eyes(settings))


def _unattended(options: argparse.Namespace, supervisor: Supervisor) -> int:
    """Serve the page come what may: without the settings, the camera or the kept games if need be."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    trouble = ""
    try:
        settings = settings_from_options(options, os.environ)
    except SettingsError as problem:
        trouble = f"The settings cannot be used, and the usual ones are: {problem}"
        log.error("%s", trouble)
        settings = usual_settings(os.environ)
    starts = Starts(settings.folder)
    reason = starts.begin()
    if reason:
        trouble = safe_mode(reason)
        log.error("%s", trouble)
    found: tuple[OpenSource, MakeTable] | tuple[None, None] = (None, None)
    if not reason:
        try:
            found = eyes(settings)
        except CompanionError as problem:
            trouble = trouble or f"The camera cannot be used: {problem}"
            log.error("%s", trouble)
    return serve(settings, *found, service=Service(supervisor, starts), trouble=trouble)


def usual_settings(environ: Mapping[str, str]) -> Settings:
    """The usual settings; where the data lies and the page listens is taken from the environment if it makes sense."""
    for names in (("data", "port", "host"), ("data",), ()):
        with suppress(SettingsError):
            chosen = {
                name: environ[f"COMPANION_{name.upper()}"] for name in names if f"COMPANION_{name.upper()}" in environ
            }
            return load_settings(Path(os.devnull), {}, chosen)
    raise AssertionError("the usual settings are in order")


def safe_mode(reason: str) -> str:
    """What the page says when the camera is left alone."""
    return (
        f"Safe mode, without the camera, because the last two starts failed: {reason} "
        "Check the camera's cable and the power supply, then switch off and on again; `companion doctor` says more."
    )


def eyes(settings: Settings) -> tuple[OpenSource, MakeTable]:
    """The source and the live tables of the settings; AddressError for an address that names no source.

    A camera that is not there is no error here: the page says so, and the frame loop tries again.
    """
    with suppress(CannotOpenError):
        open_source(settings.source)

    camera: list[Source] = []

    def source() -> Source:
        opened = open_source(settings.source)
        camera[:] = [opened]
        shelf = Shelf(settings.folder / FOLDER)
        kept = shelf.newest(camera_name(opened.address), list(PROFILES))
        if kept is not None:
            opened.take_controls(kept.controls)
        return opened

    return source, _tables(settings, lambda: camera[0].controls if camera else {})


def _tables(settings: Settings, controls: Callable[[], Mapping[str, float]]) -> MakeTable:
    """Live tables that begin with the camera's kept calibration, and keep it up."""

    def make(profile: BoardProfile, lying: Sequence[Patch]) -> LiveTable:
        maker = importlib.import_module("companion.calibrated")
        made: LiveTable = maker.calibrated_table(
            settings.source, settings.folder, profile.name, profile if lying else None, lying, controls
        )
        return made

    return make


def make_table(profile: BoardProfile, lying: Sequence[Patch]) -> LiveTable:
    """The reader of one board; what the record says lies there is what it begins from."""
    # Imported when the first frame is there: the reader is the largest part of the eyes, and the page does not wait.
    reader = importlib.import_module("vision.live.table")
    made: LiveTable = reader.LiveTable(board=profile.name, profile=profile if lying else None, known=tuple(lying))
    return made


def serve(
    settings: Settings,
    source: OpenSource | None,
    table: MakeTable | None,
    *,
    service: Service | None = None,
    trouble: str = "",
) -> int:
    """Open the house, say where, and wait for the end. `trouble` is shown on the page from the start."""
    service = service or Service(Supervisor({}))

    def end(number: int, frame: FrameType | None) -> None:
        del number, frame
        service.end()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    with House.open(settings, source, table, service) as house:
        if trouble:
            house.keeper.journal.standing = house.keeper.journal.standing or trouble
        for line in greeting(settings, house):
            print(line, flush=True)  # noqa: T201 - the command line speaks here
        service.attend(house)
    if service.hung:
        # Everything is stored and closed. A driver that hangs would hang the interpreter's own end, too.
        logging.shutdown()
        os._exit(STARTED_AGAIN)
    return 0


def greeting(settings: Settings, house: House) -> list[str]:
    """What the terminal shows: where the page is, and the PIN."""
    host = socket.gethostname() if settings.host in ("0.0.0.0", "::") else settings.host  # noqa: S104 - a comparison
    lines = [f"The page: http://{host}:{house.server.port}", f"PIN to change things: {house.access.pin}"]
    journal = house.keeper.journal
    lines += [text for text in dict.fromkeys((journal.notice, journal.problem)) if text]
    return lines
