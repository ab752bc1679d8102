"""How the API answers: JSON, and for every refusal one sentence that a person can act on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec

from flask import Response, current_app, jsonify, request

from companion.keeper import Keeper
from companion.settings import Settings
from companion.summaries import Summaries
from companion.web.access import Access, has_token, knows_pin
from companion.web.languages import in_their_words
from companion.web.picture import Snapshot
from companion.web.streams import Streams

P = ParamSpec("P")


@dataclass
class Parts:
    """What the routes need; one per app, in `app.extensions["companion"]`."""

    keeper: Keeper
    settings: Settings
    access: Access
    streams: Streams
    snapshot: Snapshot
    summaries: Summaries
    wizard: Any = None
    """The camera wizard, once somebody has opened it."""


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """A request that is not granted."""

    def __init__(self, status: int, sentence: str, **headers: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.headers = headers


def parts() -> Parts:
    """The parts of this app."""
    found: Parts = current_app.extensions["companion"]
    return found


def answer(value: Any, status: int = 200) -> Response:  # noqa: ANN401 - any plain JSON value
    """A JSON answer that nobody keeps."""
    response = jsonify(value)
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


def refusal(status: int, sentence: str) -> Response:
    """A refusal as JSON, in the language of the browser."""
    return answer({"error": in_their_words(sentence)}, status)


def changes_things(route: Callable[P, Response]) -> Callable[P, Response]:
    """The route needs the PIN, and the token against requests that other pages make in the browser's name."""

    @wraps(route)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> Response:
        if not knows_pin():
            raise Refused(401, "This needs the table's PIN.")
        if not has_token():
            raise Refused(403, "The request does not carry this browser's token; reload the page.")
        return route(*args, **kwargs)

    guarded.changes_things = True  # type: ignore[attr-defined]
    return guarded


def body(**kinds: type | tuple[type, ...]) -> dict[str, Any]:
    """The JSON object of the request: only these keys, each of its kind. A key that may be left out takes None too."""
    data = request.get_json(silent=True)
    if not isinstance(data, dict):
        raise Refused(400, "Expected a JSON object.")
    for key in data:
        if key not in kinds:
            raise Refused(400, f"Unknown key {str(key)[:40]!r}: expected {', '.join(kinds) or 'none'}.")
    for key, kind in kinds.items():
        value = data.setdefault(key, None)
        allowed = kind if isinstance(kind, tuple) else (kind,)
        if type(value) not in allowed:
            words = " or ".join(_WORDS[k] for k in allowed if k is not type(None))
            raise Refused(400, f"{key}: expected {words}.")
    return data


_WORDS = {str: "a text", int: "a whole number", list: "a list", dict: "an object", float: "a number", bool: "a yes/no"}
MAYBE_TEXT = (str, type(None))
MAYBE_NUMBER = (int, type(None))
