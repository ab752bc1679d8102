"""Counting starts that went wrong: after two in a row the next one is careful."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from calibration.keeping import write_atomically

FILE = "starts.json"
MOST_FAILED = 2
"""Starts in a row that may fail before the camera is left alone."""


class Starts:
    """A small file in the data folder. Where nothing can be written, every start is an ordinary one."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._failed, self._reason = 0, ""
        try:
            data = json.loads(self._path.read_bytes())
            self._failed, self._reason = min(max(0, int(data["failed"])), 100), str(data["reason"])[:500]
        except (OSError, ValueError, KeyError, TypeError):
            pass

    def begin(self) -> str:
        """Count this start as failed until it is known to be good; why to be careful, or nothing.

        A careful start leaves the count at one below the limit, so that the next one is an ordinary one again:
        switching off and on is how people leave safe mode, and one more failure leads back to it.
        """
        careful = self._failed >= MOST_FAILED
        self._failed = MOST_FAILED - 1 if careful else self._failed + 1
        self._write()
        return (self._reason or "it ended before the camera had given pictures") if careful else ""

    def note(self, reason: str) -> None:
        """Why this start fails, for whoever is shown safe mode."""
        self._reason = reason
        self._write()

    def good(self) -> None:
        """This start has worked."""
        if self._failed or self._reason:
            self._failed, self._reason = 0, ""
            self._write()

    def _write(self) -> None:
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path, json.dumps({"failed": self._failed, "reason": self._reason}))
