"""The live streams: how many there are, and what each of them is sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

from companion.keeper import Keeper
from companion.view import view
from companion.web.patches import State, differs, patch

LONGEST = 600.0
"""Seconds before a stream ends and the browser comes again: a viewer that sleeps cannot hold a place for ever."""

LOOK = 1.0
"""Seconds between two looks whether a viewer is still there."""


class Streams:
    """Counts the viewers and makes what they see, once for all of them."""

    def __init__(self, keeper: Keeper, most: int, ping: float, monotonic: Callable[[], float]) -> None:
        self._keeper = keeper
        self._most = most
        self._ping = ping
        self._monotonic = monotonic
        self._lock = threading.Condition()
        self._open = 0
        self._made: tuple[int, State, State, str] = (-1, {}, {}, "")
        self._patched: tuple[State, State, str] = ({}, {}, "")
        self._making = threading.Lock()

    @property
    def open(self) -> int:
        """How many viewers there are."""
        return self._open

    def enter(self) -> bool:
        """Take a place; False if all are taken."""
        with self._lock:
            if self._open >= self._most:
                return False
            self._open += 1
            return True

    def leave(self) -> None:
        """Give the place back."""
        with self._lock:
            self._open -= 1
            self._lock.notify_all()

    def wait_until_empty(self, timeout: float) -> bool:
        """Wait for the last viewer to leave; False if some are still there after `timeout` seconds."""
        with self._lock:
            return self._lock.wait_for(lambda: self._open == 0, timeout)

    def state(self) -> str:
        """The view as JSON, made anew only when something was published."""
        return self._view()[2]

    def _view(self) -> tuple[State, State, str]:
        """The view, the same without what only a look at the camera's picture needs, and the first as JSON."""
        with self._making:
            version = self._keeper.hub.version
            if self._made[0] != version:
                made = view(self._keeper)
                slim = {**made, "camera": {name: made["camera"][name] for name in ("status", "problem")}}
                self._made = (version, made, slim, _json(made))
            return self._made[1:]

    def _patch(self, was: State, now: State) -> str:
        """The patch as JSON, made once for all viewers that have seen the same."""
        with self._making:
            if self._patched[0] is not was or self._patched[1] is not now:
                self._patched = (was, now, _json(patch(was, now)))
            return self._patched[2]

    def messages(self, game: int | None, since: int, gone: Callable[[], bool], patches: bool = False) -> Iterator[str]:
        """Server-sent events: the rows after `since` of the live game, then the state; a ping when all is quiet.

        Args:
            game: the game that `since` speaks of; None for the one on the table.
            since: the number of the last row that this viewer has.
            gone: whether the viewer has hung up.
            patches: whether the viewer takes what has changed in place of each state after the first, and asks by
                itself for what the eyes read while it shows the camera's picture.
        """
        hub, keeper = self._keeper.hub, self._keeper
        began = said = self._monotonic()
        yield "retry: 1000\n\n"
        version = -1
        sent: State | None = None
        while not hub.closed and not gone() and self._monotonic() - began < LONGEST:
            if version == hub.version and hub.wait(version, min(LOOK, self._ping)) == version:
                if self._monotonic() - said >= self._ping:
                    said = self._monotonic()
                    yield "event: ping\ndata: {}\n\n"
                continue
            version = hub.version
            with keeper.lock:
                table = keeper.table
                number = None if table is None else table.kept.id
                if number != game:
                    since = 0 if game is not None else since
                    game = number
                # A viewer cannot have seen more than there is.
                since = 0 if table is None else min(since, table.seq)
                rows = [] if table is None else table.rows[since:]
            told = []
            for row in rows:
                since = row.seq
                line = json.dumps(row.line(), ensure_ascii=False, separators=(",", ":"))
                told.append(f"id: {game}-{row.seq}\nevent: told\ndata: {line}\n\n")
            _, slim, text = self._view()
            if not patches or sent is None:
                told.append(f"event: state\ndata: {text}\n\n")
                sent = slim
            elif rows or differs(sent, slim):
                told.append(f"event: patch\ndata: {self._patch(sent, slim)}\n\n")
                sent = slim
            # In one go: each piece that arrives by itself wakes the browser once more.
            if told:
                said = self._monotonic()
                yield "".join(told)


def _json(value: Any) -> str:  # noqa: ANN401 - any plain value
    return json.dumps(value, separators=(",", ":"))
