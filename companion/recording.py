"""Keeping the frames that matter: one per event, and the seconds around each incident, within a bound."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path

import cv2
import numpy as np

from calibration.keeping import write_atomically
from engine.errors import CompanionError
from vision.frames import Frame

# Events that people argue about; the frames around them are kept as well.
DISPUTED = ("illegal", "disturbed", "unsure")
AROUND = 5.0
"""Seconds before and after a disputed event."""
QUALITY = 85
MOST = 2_000_000_000
"""Bytes of pictures in the folder; beyond that the oldest go. Ten hours with an incident a minute need less."""


class Recorder:
    """Writes JPEGs named after the event, and the events themselves, into a folder."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self.folder = folder
        self._most, self._used = most, 0
        self._kept: dict[Path, int] = {}
        """The bytes of each picture, the oldest first."""
        self._ring: deque[tuple[float, int, bytes]] = deque()
        self._open: list[tuple[Path, float]] = []
        """Folders of disputed events that still take frames, each until a time."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._log = (folder / "events.jsonl").open("w", encoding="utf-8")
        except OSError as problem:
            raise self._problem(problem) from None

    def close(self) -> None:
        """No more frames and events."""
        self._log.close()

    def frame(self, frame: Frame) -> None:
        """Remember a frame for the seconds around an incident."""
        data = _jpeg(frame)
        self._ring.append((frame.seconds, frame.number, data))
        while self._ring[0][0] < frame.seconds - AROUND:
            self._ring.popleft()
        self._open = [(around, until) for around, until in self._open if frame.seconds <= until]
        for around, _ in self._open:
            self._write(around / f"{frame.number:06d}.jpg", data)

    def event(self, line: dict[str, object], frame: Frame | None) -> None:
        """Write an event and what was seen."""
        try:
            self._log.write(json.dumps(line) + "\n")
            self._log.flush()
        except OSError as problem:
            raise self._problem(problem) from None
        if frame is None:
            return
        name = f"{line['seq']:05d}-{line['type']}"
        if line["type"] in DISPUTED:
            around = self.folder / name
            for _, number, data in self._ring:
                self._write(around / f"{number:06d}.jpg", data)
            self._open.append((around, frame.seconds + AROUND))
        self._write(self.folder / f"{name}.jpg", _jpeg(frame))

    def _write(self, path: Path, data: bytes) -> None:
        """Store a picture; the oldest make room for it."""
        try:
            self._used -= self._kept.pop(path, 0)
            while self._kept and self._used + len(data) > self._most:
                oldest = next(iter(self._kept))
                self._used -= self._kept.pop(oldest)
                oldest.unlink(missing_ok=True)
            path.parent.mkdir(exist_ok=True)
            write_atomically(path, data)  # a power cut leaves a whole picture or none
        except OSError as problem:
            raise self._problem(problem) from None
        self._kept[path] = len(data)
        self._used += len(data)

    def _problem(self, problem: OSError) -> CompanionError:
        return CompanionError(f"{self.folder}: {problem.strerror or problem}, so nothing can be recorded there")


def _jpeg(frame: Frame) -> bytes:
    done, data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise CompanionError("a frame could not be written as JPEG")
    return np.asarray(data).tobytes()
