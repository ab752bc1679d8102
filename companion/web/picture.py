"""One shared picture of the camera's view, encoded when somebody looks, at most a few times a second."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.evidence import jpeg, shrunk
from companion.keeper import Keeper

WIDTH = 960
"""Pixels: sharp on a phone, about 60 KB."""
EVERY = 0.4
"""Seconds between two encodings, however many look."""


class Snapshot:
    """The last view as JPEG with a name that changes when it does."""

    def __init__(self, keeper: Keeper, monotonic: Callable[[], float]) -> None:
        self._keeper = keeper
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._made: tuple[float, str, bytes] | None = None

    def get(self) -> tuple[str, bytes] | None:
        """The tag and the JPEG; None before the first frame."""
        with self._lock:
            view = self._keeper.view()
            if view is None:
                return None
            image, number = view
            tag = f"{id(self._keeper):x}-{number}"
            now = self._monotonic()
            if self._made is None or (self._made[1] != tag and now - self._made[0] >= EVERY):
                self._made = (now, tag, jpeg(shrunk(image, WIDTH)))
            return self._made[1], self._made[2]
