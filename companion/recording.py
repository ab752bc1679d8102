"""Keeping the frames that matter: one per event, and the last seconds before each incident."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path

import cv2
import numpy as np

from engine.errors import CompanionError
from vision.frames import Frame

# Events that people argue about; the frames before them are kept as well.
DISPUTED = ("illegal", "disturbed", "unsure")
BEFORE = 5.0
"""Seconds before a disputed event."""
QUALITY = 85


class Recorder:
    """Writes JPEGs named after the event, and the events themselves, into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ring: deque[tuple[float, int, bytes]] = deque()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._log = (folder / "events.jsonl").open("w", encoding="utf-8")
        except OSError as problem:
            raise CompanionError(f"{folder}: {problem.strerror or problem}, so nothing can be recorded there") from None

    def frame(self, frame: Frame) -> None:
        """Remember a frame for the seconds before an incident."""
        self._ring.append((frame.seconds, frame.number, _jpeg(frame)))
        while self._ring and self._ring[0][0] < frame.seconds - BEFORE:
            self._ring.popleft()

    def event(self, line: dict[str, object], frame: Frame | None) -> None:
        """Write an event and what was seen."""
        self._log.write(json.dumps(line) + "\n")
        self._log.flush()
        if frame is None:
            return
        name = f"{line['seq']:05d}-{line['type']}"
        (self.folder / f"{name}.jpg").write_bytes(_jpeg(frame))
        if line["type"] in DISPUTED:
            before = self.folder / f"{name}-before"
            before.mkdir(exist_ok=True)
            for _, number, data in self._ring:
                (before / f"{number:06d}.jpg").write_bytes(data)


def _jpeg(frame: Frame) -> bytes:
    done, data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise CompanionError("a frame could not be written as JPEG")
    return np.asarray(data).tobytes()
