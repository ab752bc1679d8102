"""Keeping: one readable file per camera and board profile, written so that a power cut loses nothing."""

from __future__ import annotations

import json
import os
import re
import zlib
from dataclasses import asdict
from pathlib import Path

from calibration.errors import CalibrationError
from calibration.model import Calibration
from calibration.sheet import Lens
from calibration.written import from_plain, to_plain

FOLDER = "calibrations"
"""Inside the data folder."""
# Previous calibrations kept per camera and board: a year of evenings, and still only kilobytes.
PREVIOUS = 50
MOST_BYTES = 1_000_000
LENS_KIND = "blokus companion lens"


def camera_name(address: str) -> str:
    """The name under which a source's calibration is kept: a camera is the same camera at any size and speed."""
    return address.partition("?")[0] if address.startswith(("usb:", "picamera:")) else address


class Shelf:
    """A folder of calibrations. Nothing is overwritten: what was there before goes to `previous/`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, camera: str, board: str) -> Path:
        """Where the calibration of a camera over a board is kept."""
        return self.folder / f"{_slug(camera)}--{_slug(board)}.json"

    def save(self, calibration: Calibration) -> Path:
        """Keep a calibration; the one before it is kept too. CalibrationError (`storage`) if the disk will not."""
        target = self.path(calibration.camera, calibration.profile.name)
        text = json.dumps(to_plain(calibration), indent=2, ensure_ascii=False) + "\n"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if target.exists():
                self._set_aside(target)
            write_atomically(target, text)
        except OSError as problem:
            raise CalibrationError(
                "storage",
                f"the calibration cannot be kept in {self.folder}: {(problem.strerror or str(problem)).lower()}",
            ) from problem
        return target

    def load(self, camera: str, board: str) -> Calibration | None:
        """The calibration of a camera over a board profile, or None; CalibrationError if it is damaged or foreign."""
        path = self.path(camera, board)
        if not path.exists():
            return None
        kept = read_file(path)
        if (kept.camera, kept.profile.name) != (camera, board):
            raise CalibrationError("foreign", f"{path} is for {kept.camera} over {kept.profile.name}, not for {camera}")
        return kept

    def newest(self, camera: str, boards: list[str]) -> Calibration | None:
        """The calibration of a camera that was made last, among these board profiles; damaged ones are passed over."""
        found = []
        for board in boards:
            try:
                kept = self.load(camera, board)
            except CalibrationError:
                continue
            if kept is not None:
                found.append(kept)
        return max(found, key=lambda kept: kept.made, default=None)

    def save_lens(self, camera: str, lens: Lens) -> Path:
        """Keep what the printed sheet has measured for a camera."""
        target = self.folder / f"{_slug(camera)}--lens.json"
        data = {"what": LENS_KIND, "camera": camera, **asdict(lens)}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(target, json.dumps(data, indent=2) + "\n")
        except OSError as problem:
            raise CalibrationError(
                "storage", f"the lens cannot be kept in {self.folder}: {(problem.strerror or str(problem)).lower()}"
            ) from problem
        return target

    def load_lens(self, camera: str, image_size: tuple[int, int]) -> Lens | None:
        """The camera's measured lens for pictures of this size; None if it was not measured, or not for this shape."""
        path = self.folder / f"{_slug(camera)}--lens.json"
        if not path.exists():
            return None
        try:
            data = json.loads(path.read_bytes())
            if data["what"] != LENS_KIND or data["camera"] != camera:
                raise CalibrationError("foreign", f"{path} is not the lens of {camera}")
            width, height = (int(side) for side in data["image_size"])
            focal, k1, k2, misfit = (float(data[name]) for name in ("focal", "k1", "k2", "misfit"))
            lens = Lens((width, height), focal, k1, k2, misfit, int(data["pictures"]))
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise CalibrationError("damaged", f"{path} is damaged: measure the lens again, or delete it") from problem
        return lens.scaled(image_size)

    def previous(self, camera: str, board: str) -> list[Path]:
        """The files of earlier calibrations, newest first."""
        stem = self.path(camera, board).stem
        return sorted((self.folder / "previous").glob(f"{stem}--[0-9]*.json"), reverse=True)

    def _set_aside(self, target: Path) -> None:
        """The file before, damaged or not, moves to `previous/` as a second name for the same file."""
        aside = self.folder / "previous"
        aside.mkdir(exist_ok=True)
        numbers = [int(path.stem.rpartition("--")[2]) for path in aside.glob(f"{target.stem}--[0-9]*.json")]
        kept = aside / f"{target.stem}--{max(numbers, default=0) + 1:06d}.json"
        write_atomically(kept, target.read_bytes())
        for number in sorted(numbers)[: max(0, len(numbers) + 1 - PREVIOUS)]:
            (aside / f"{target.stem}--{number:06d}.json").unlink(missing_ok=True)


def read_file(path: Path) -> Calibration:
    """The calibration in a file; CalibrationError with one sentence if it is not one."""
    if path.is_file() and path.stat().st_size > MOST_BYTES:
        raise CalibrationError("foreign", f"{path} is far too large for a calibration")
    data = read_json(path, "; calibrate again with: companion calibrate")
    return from_plain(data, str(path))


def read_json(path: Path, remedy: str = "") -> object:
    """What a file of ours holds; CalibrationError with one sentence if it cannot be read or is not whole."""
    try:
        return json.loads(path.read_bytes())
    except OSError as problem:
        raise CalibrationError(
            "storage", f"cannot read {path}: {(problem.strerror or str(problem)).lower()}"
        ) from problem
    except (ValueError, RecursionError) as problem:
        raise CalibrationError("damaged", f"{path} is damaged: it is not whole JSON{remedy}") from problem


def write_atomically(target: Path, content: str | bytes, mode: int = 0o666) -> None:
    """Write a file so that after a power cut either the old or the new content is there, whole.

    `mode` says who may read it from its first byte on, as far as the umask lets them.
    """
    data = content.encode() if isinstance(content, str) else content
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _slug(text: str) -> str:
    """A name as part of a file name. Long ones (paths of films) are cut, and told apart by a checksum."""
    words = re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-").lower() or "unnamed"
    return words if len(words) <= 40 else f"{words[-40:].strip('-')}-{zlib.crc32(text.encode()):08x}"
