"""Tells the viewers that something new can be seen. It holds nothing itself: viewers read what they have missed."""

from __future__ import annotations

import threading


class Hub:
    """A counter that viewers wait on; each publication wakes them all."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._version = 0
        self._closed = False

    @property
    def version(self) -> int:
        """How many publications there have been."""
        return self._version

    @property
    def closed(self) -> bool:
        """Whether the house is closing and viewers should go."""
        return self._closed

    def publish(self) -> None:
        """Wake everybody."""
        with self._changed:
            self._version += 1
            self._changed.notify_all()

    def wait(self, seen: int, timeout: float) -> int:
        """The version once it differs from `seen`, or after `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != seen or self._closed, timeout)
            return self._version

    def close(self) -> None:
        """Send everybody home."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
