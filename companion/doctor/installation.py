"""The installation: versions, the service, the kept games and the calibration."""

from __future__ import annotations

import importlib.metadata
import json
import sqlite3
import sys
from collections.abc import Callable
from datetime import UTC, datetime

from calibration.errors import CalibrationError
from calibration.keeping import FOLDER, Shelf, camera_name
from calibration.model import Calibration
from calibration.report import Verdict as Fit
from companion.doctor.finding import Finding, Machine, Verdict
from companion.journal.journal import FILE
from companion.journal.schema import VERSION as SCHEMA
from companion.settings import Settings
from companion.starts import FILE as STARTS
from companion.version import VERSION
from engine.profiles import PROFILES

PACKAGES = ("flask", "waitress", "numpy", "opencv-python-headless", "picamera2")
OLD = 90
"""Days after which lamps and camera have often been moved."""


def versions(machine: Machine) -> Finding:
    """What is installed."""
    parts = [f"companion {VERSION}", f"Python {sys.version.split()[0]}"]
    for package in PACKAGES:
        try:
            parts.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            parts.append(f"no {package}")
    system = dict(line.split("=", 1) for line in (machine.text("etc/os-release") or "").splitlines() if "=" in line)
    parts.append(system.get("PRETTY_NAME", "unknown system").strip('"'))
    parts.append(f"kernel {machine.text('proc/sys/kernel/osrelease') or 'unknown'}")
    return Finding("versions", Verdict.WELL, ", ".join(parts))


def service(machine: Machine) -> Finding:
    """Whether the service runs, and how often it was started again."""
    wanted = ["LoadState", "ActiveState", "SubState", "NRestarts", "Result", "StatusText"]
    answer = machine.output(["systemctl", "show", "companion.service", "-p", ",".join(wanted)])
    state = dict(line.split("=", 1) for line in (answer or "").splitlines() if "=" in line)
    if state.get("LoadState") != "loaded":
        return Finding("service", Verdict.UNKNOWN, "not installed as a service")
    found = f"{state['ActiveState']} ({state.get('SubState', '')})"
    restarts = int(state.get("NRestarts") or 0)
    if restarts:
        found += f", started again {restarts} times"
    if state.get("StatusText"):
        found += f": {state['StatusText']}"
    if state["ActiveState"] != "active":
        return Finding(
            "service", Verdict.WRONG, found, "sudo systemctl restart companion; why: journalctl -u companion"
        )
    return Finding("service", Verdict.NOTICE if restarts else Verdict.WELL, found, _why(restarts))


def _why(restarts: int) -> str:
    return "Why: journalctl -u companion" if restarts else ""


def starts(settings: Settings) -> Finding:
    """Whether starts have failed."""
    try:
        data = json.loads((settings.folder / STARTS).read_bytes())
        failed, reason = int(data["failed"]), str(data["reason"])
    except (OSError, ValueError, KeyError, TypeError):
        return Finding("starts", Verdict.WELL, "none has failed")
    if reason:
        fix = "Check the camera's cable and the power supply, then: sudo systemctl restart companion"
        return Finding("starts", Verdict.WRONG, f"the last one failed: {reason}", fix)
    return Finding(
        "starts", Verdict.WELL, "none has failed" if not failed else "the present one is not yet known to be good"
    )


def journal(settings: Settings) -> Finding:
    """Whether the kept games are whole. Read-only: nothing is repaired or moved here."""
    path = settings.folder / FILE
    if not path.exists():
        return Finding("games", Verdict.WELL, "no game has been played yet")
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            answer = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            count = connection.execute("SELECT COUNT(*) FROM games").fetchone()[0]
        finally:
            connection.close()
    except sqlite3.Error as problem:
        fix = "The next start keeps the damaged file and begins a new one; send it with a bug report."
        return Finding("games", Verdict.WRONG, f"{path} cannot be read: {problem}", fix)
    if version > SCHEMA:
        return Finding("games", Verdict.WRONG, f"{path} was made by a newer companion", "Update the companion.")
    if answer != "ok":
        return Finding("games", Verdict.WRONG, f"{path} is damaged: {answer}", "Copy it away before the next start.")
    return Finding("games", Verdict.WELL, f"{count} kept")


def calibration(settings: Settings, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> list[Finding]:
    """Age and fit of each kept calibration."""
    again = "Calibrate again: on the page, or companion calibrate"
    folder = settings.folder / FOLDER
    camera = camera_name(settings.source)
    shelf, found = Shelf(folder), []
    for board in PROFILES:
        try:
            kept = shelf.load(camera, board)
        except CalibrationError as problem:
            found.append(Finding(f"calibration of {board}", Verdict.WRONG, str(problem), again))
            continue
        if kept is not None:
            found.append(_fit(kept, now(), again))
    if not found:
        text = f"none for {camera}: boards are found and read without one"
        return [
            Finding("calibration", Verdict.NOTICE, text, "A calibration makes the reading surer: companion calibrate")
        ]
    return found


def _fit(kept: Calibration, now: datetime, again: str) -> Finding:
    try:
        days = (now - datetime.fromisoformat(kept.made)).days
    except (ValueError, TypeError):
        days = -1
    age = f"{days} days old" if days >= 0 else "of an unknown date"
    name, text = f"calibration of {kept.profile.name}", f"{age}, {kept.report.summary}"
    if kept.report.verdict is Fit.NOT_USABLE:
        return Finding(name, Verdict.WRONG, text, again)
    if kept.report.verdict is not Fit.GOOD or days > OLD:
        return Finding(name, Verdict.NOTICE, text, again)
    return Finding(name, Verdict.WELL, text)
