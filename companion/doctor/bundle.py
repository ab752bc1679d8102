"""A zip for a bug report: findings, log, settings, names in the data folder. No PIN; no picture unless asked."""

from __future__ import annotations

import dataclasses
import json
import zipfile
from pathlib import Path

from calibration.keeping import FOLDER
from companion.doctor.examine import told
from companion.doctor.finding import Finding, Machine
from companion.doctor.sight import Image
from companion.evidence import jpeg
from companion.settings import Settings
from engine.errors import CompanionError

LOG_LINES = 1000
SECRET = frozenset({"pin"})
"""Settings that are not told."""


class BundleError(CompanionError):
    """The zip cannot be written."""


def write_bundle(
    path: Path, found: list[Finding], settings: Settings, subject: Machine, picture: Image | None = None
) -> list[str]:
    """Write the zip; the names of what is in it. A picture is put in only if one is given."""
    log = subject.output(
        ["journalctl", "-u", "companion.service", "-n", str(LOG_LINES), "--no-pager", "-o", "short-iso"]
    )
    texts = {
        "report.txt": told(found) + "\n",
        "report.json": json.dumps([dataclasses.asdict(one) for one in found], indent=2, ensure_ascii=False),
        "settings.json": json.dumps(_settings(settings), indent=2, ensure_ascii=False),
        "files.txt": "\n".join(_files(settings.folder)) + "\n",
        "log.txt": log or "the log of the service cannot be read here; try again as root\n",
    }
    pin = _pin(settings)
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, text in texts.items():
                bundle.writestr(name, text.replace(pin, "(PIN)") if pin else text)
            for kept in sorted((settings.folder / FOLDER).glob("*.json")):
                bundle.write(kept, f"calibration/{kept.name}")
            if picture is not None:
                bundle.writestr("picture.jpg", jpeg(picture, 90))
            return bundle.namelist()
    except OSError as problem:
        raise BundleError(f"{path} cannot be written: {(problem.strerror or str(problem)).lower()}") from None


def _settings(settings: Settings) -> dict[str, object]:
    given = dataclasses.asdict(settings)
    return {name: "(not told)" if name in SECRET and value else value for name, value in given.items()}


def _pin(settings: Settings) -> str:
    """The PIN in use, so that it can be kept out of the log, where a start has written it."""
    try:
        return settings.pin or (settings.folder / "pin").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _files(folder: Path) -> list[str]:
    """Names and sizes of what lies in the data folder; pictures only as a sum."""
    lines: list[str] = []
    pictures, bytes_of_pictures = 0, 0
    try:
        for path in sorted(folder.rglob("*")):
            if path.suffix == ".jpg":
                pictures, bytes_of_pictures = pictures + 1, bytes_of_pictures + path.stat().st_size
            elif path.is_file():
                lines.append(f"{path.stat().st_size:>12} {path.relative_to(folder)}")
    except OSError as problem:
        lines.append(f"{folder}: {problem}")
    return [*lines, f"{bytes_of_pictures:>12} in {pictures} pictures of evidence"]
