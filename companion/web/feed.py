"""State and events: all at once, since N, or as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, request

from companion.web.answers import Refused, answer, parts

blueprint = Blueprint("feed", __name__, url_prefix="/api")

MOST = 10_000_000
"""The highest `since` that is taken seriously."""


@blueprint.get("/state")
def state() -> Response:
    """Everything that a viewer needs who has seen nothing yet."""
    response = Response(parts().streams.state(), mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/events")
def events() -> Response:
    """The events of the live game after `since`."""
    since = number("since")
    keeper = parts().keeper
    with keeper.lock:
        table = keeper.table
        if table is None:
            return answer({"game": None, "events": []})
        return answer({"game": table.kept.id, "events": [row.line() for row in table.rows[since:]]})


@blueprint.get("/stream")
def stream() -> Response:
    """The same as server-sent events that go on; a browser that reconnects gets what it has missed."""
    game, since = _place()
    patches = bool(number("patches"))
    streams = parts().streams
    if not streams.enter():
        raise Refused(503, "All places for live viewers are taken; the page asks again by itself.", Retry_After="5")
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    messages = streams.messages(game, since, gone, patches)
    response = Response(_Places(messages, streams.leave), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


class _Places:
    """An iterator that gives its place back when it ends, however that happens."""

    def __init__(self, messages: Iterator[str], leave: Any) -> None:  # noqa: ANN401 - any callable
        self._messages = messages
        self._leave = leave

    def __iter__(self) -> Iterator[bytes]:
        for message in self._messages:
            yield message.encode()

    def close(self) -> None:
        """Called by the server once, at the end or when the viewer is gone."""
        leave, self._leave = self._leave, lambda: None
        leave()


def _place() -> tuple[int | None, int]:
    """What the viewer has seen: `since` in the address, or the id of the last event that it got."""
    last = request.headers.get("Last-Event-ID", "")
    game, dash, seq = last.partition("-")
    if dash and game.isascii() and game.isdigit() and seq.isascii() and seq.isdigit():
        return min(int(game[:9]), MOST), min(int(seq[:9]), MOST)
    game_given = request.args.get("game")
    return (number("game") if game_given is not None else None), number("since")


def number(name: str) -> int:
    """A whole number from the address, 0 if it is not there."""
    text = request.args.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) <= MOST):
        raise Refused(400, f"{name}: expected a whole number from 0 to {MOST}.")
    return int(text)
