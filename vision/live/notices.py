"""What is told besides pieces: cells that stay covered, lamps, and pictures that show nothing."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.changes import Notice, NoticeKind
from vision.frames import Frame
from vision.live.glance import Image

# Seconds that something must cover cells before it is told.
OBSCURED_AFTER = 3.0
# A change of the light, in natural logarithms, that is told: a lamp, not a cloud.
LAMP = 0.3
# Seconds of the same trouble before it is told, and of identical frames before the camera counts as frozen.
TROUBLE_AFTER, FROZEN_AFTER = 3.0, 60.0
# Grey levels below which a picture is black (the darkest evening table is above 12), and the part of a picture that is
# burnt out when nothing can be read any more.
BLACK, BURNT, BURNT_PART = 6, 250, 0.6

BLACK_PICTURE = "the picture is black: take off the lens cap, or switch on a light"
BURNT_PICTURE = "the picture is burnt out: turn the lamp or the exposure down"
FROZEN_PICTURE = "the camera has sent the same picture for a minute: it hangs; unplug it and plug it in again"


@dataclass
class Covering:
    """Tells when cells stay covered, and when they are free again."""

    since: float | None = None
    told: bool = False

    def look(self, frame: Frame, hidden: NDArray[np.bool_] | None) -> list[Notice]:
        """What to tell, given the cells that are covered now (None: none)."""
        if hidden is None or not hidden.any():
            self.since = None
            if not self.told:
                return []
            self.told = False
            return [Notice(frame.seconds, frame.number, NoticeKind.CLEAR)]
        if self.since is None:
            self.since = frame.seconds
        if self.told or frame.seconds - self.since < OBSCURED_AFTER:
            return []
        self.told = True
        cells = tuple((int(row), int(column)) for row, column in np.argwhere(hidden))
        return [Notice(frame.seconds, frame.number, NoticeKind.OBSCURED, cells)]


def lamp(frame: Frame, change: NDArray[np.float32]) -> list[Notice]:
    """Tell a change of the light (cells × 3, in logarithms) that is a lamp's."""
    if float(np.abs(np.median(change, axis=0)).max()) < LAMP:
        return []
    return [Notice(frame.seconds, frame.number, NoticeKind.LIGHT)]


@dataclass
class Health:
    """Watches for pictures in which nothing can be seen, whatever the table does."""

    trouble: str = ""
    since: float = 0.0
    told: str = ""
    still_since: float = 0.0

    def look(self, frame: Frame, small: Image, previous: Image | None) -> list[Notice]:
        """What to tell about a frame; each trouble once, until it is over."""
        same = previous is not None and previous.shape == small.shape and np.array_equal(previous, small)
        if not same:
            self.still_since = frame.seconds
        trouble = _trouble(small)
        if not trouble and frame.seconds - self.still_since >= FROZEN_AFTER:
            trouble = FROZEN_PICTURE
        if trouble != self.trouble:
            self.trouble, self.since = trouble, frame.seconds
        if not trouble:
            self.told = ""
            return []
        waited = frame.seconds - self.since >= TROUBLE_AFTER or trouble == FROZEN_PICTURE
        if self.told == trouble or not waited:
            return []
        self.told = trouble
        return [Notice(frame.seconds, frame.number, NoticeKind.SOURCE, problem=trouble)]


def _trouble(small: Image) -> str:
    # Every eighth pixel tells as much: this runs on every frame.
    sample = small[::8, ::8]
    green = sample[..., 1]
    if int(cv2.minMaxLoc(green)[1]) < BLACK * 4 and float(green.mean()) < BLACK:
        return BLACK_PICTURE
    if float((sample.min(axis=2) >= BURNT).mean()) > BURNT_PART:
        return BURNT_PICTURE
    return ""
