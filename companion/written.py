"""Written games: from a file's bytes to a record, whichever of the two formats it is in."""

from __future__ import annotations

from pathlib import Path

from engine.blksgf import record_from_blksgf
from engine.errors import RecordError
from engine.record import MOST_CHARACTERS, Record, record_from_json


def record_from_bytes(data: bytes) -> Record:
    """The written game in a file's bytes, in either format; RecordError if there is none."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("this is not text in UTF-8, so it is no written game") from None
    if not text.strip():
        raise RecordError("the file is empty")
    return record_from_blksgf(text) if text.lstrip()[0] == "(" else record_from_json(text)


def record_from_file(path: Path) -> Record:
    """The written game in a file; RecordError if there is none."""
    try:
        with path.open("rb") as file:
            return record_from_bytes(file.read(MOST_CHARACTERS * 4))
    except OSError as problem:
        raise RecordError(f"{path}: {problem.strerror or problem}") from None
    except RecordError as problem:
        raise RecordError(f"{path}: {problem}") from None
