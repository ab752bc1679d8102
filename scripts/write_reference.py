#!/usr/bin/env python3
"""Writes docs/reference.md, records, events and API, from the code; a test holds that it is up to date."""

import ast
import inspect
import json
import sys
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.records import FORMATS
from companion.web.openapi import description
from companion.web.texts import texts
from engine.pieces import PIECES
from engine.profiles import PROFILES
from engine.rules import Rule, RuleSet
from engine.table import How, Kind
from vision.changes import NoticeKind

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "reference.md"
EVENTS = {
    "started": ("`board`", "a game begins"),
    "found": ("`colour`, `piece`, `cells`", "a piece lay there before anybody followed"),
    Kind.PLACED: ("`colour`, `piece`, `cells`", "a legal piece"),
    Kind.ILLEGAL: ("the same, `violations`: [{`rule`, `cells`}]", "a piece that breaks rules; all of them at once"),
    Kind.CORRECTED: (f"`cells`, `how`: {', '.join(f'`{how}`' for how in How)}", "an incident or disturbance is closed"),
    Kind.ADJUSTED: ("`colour`, `piece`, `cells`", "the last piece was moved or taken back in its own turn"),
    Kind.DISTURBED: ("`colour`, `piece`, `cells`, `violations`", "a settled piece was moved or removed"),
    Kind.PASSED: ("`colour`, `why`", "a colour's turn is over without a piece"),
    NoticeKind.OBSCURED: ("", "something covers the board"),
    NoticeKind.CLEAR: ("", "the board is seen again"),
    NoticeKind.MOVED_CAMERA: ("", "camera or board was bumped"),
    NoticeKind.REALIGNED: ("", "the board is found again where it lies now"),
    NoticeKind.LIGHT: ("", "the light changed"),
    NoticeKind.UNSURE: ("`readings`", "what lies there is in doubt, and people are asked"),
    NoticeKind.SOURCE: ("`problem`", "the camera failed, or is back (an empty problem)"),
    "compared": ("`differences`", "how the board differs from the record that is resumed"),
    "ruled": ("`what`, `reason`", "people ruled, and no piece changed (page only)"),
    "paused": ("", "the board was closed (page only)"),
    "resumed": ("", "the game goes on (page only)"),
    "abandoned": ("`reason`", "the game was given up (page only)"),
    Kind.FINISHED: ("`board`, `scores`", "the game is over"),
    "stopped": ("`board`, `scores`", "the source ended first"),
}


def reference():
    """The whole page."""
    parts = ["# Reference: records, events, API", "", "Made by `scripts/write_reference.py`; do not edit by hand.", ""]
    return "\n".join([*parts, *_records(), *_events(), *_rules(), *_api()]) + "\n"


def _records():
    yield "## Records"
    yield ""
    formats = ", ".join(f"`{name}`" for name in FORMATS)
    yield f"Written as {formats}; [what they hold](records.md). Settings under `rules`:"
    yield ""
    yield from _table("setting", "usual", "what it is")
    for name, usual, says in _fields(RuleSet):
        yield f"| `{name}` | {f'`{usual}`' if usual else 'by the board'} | {says} |"
    yield ""
    yield from _table("board", "cells", "colours in turn order", "start squares", "nubs")
    for name, board in PROFILES.items():
        starts = ", ".join(str(list(cell)) for cell in board.starts)
        colours, nubs = ", ".join(board.colours), "yes" if board.nubs else "no"
        yield f"| `{name}` | {board.size} × {board.size} | {colours} | {starts} | {nubs} |"
    yield ""
    yield f"Pieces: {', '.join(f'`{piece.name}`' for piece in PIECES)}."
    yield ""


def _events():
    missing = {*Kind, *NoticeKind} - set(EVENTS)
    if missing:
        sys.exit(f"write_reference.py: events without a description: {sorted(missing)}")
    yield "## Events"
    yield ""
    yield "One JSON object each, from `companion watch`, in the journal and on the live stream, with `seq`, `time`"
    yield "(seconds of the source), `frame` and `type`."
    yield ""
    yield from _table("type", "further keys", "what happened")
    for name, (keys, says) in EVENTS.items():
        yield f"| `{name}` | {keys} | {says} |"
    yield ""


def _rules():
    yield "## Broken rules"
    yield ""
    yield from _table("`rule`", "as the page says it")
    for rule in Rule:
        yield f"| `{rule}` | {texts()[f'rule.{rule}']} |"
    yield ""


def _api():
    api = description()
    yield "## API"
    yield ""
    yield api["info"]["description"]
    yield "The same as OpenAPI: `GET /api/openapi.json`."
    for path, methods in api["paths"].items():
        for method, entry in methods.items():
            yield ""
            yield f"### `{method.upper()} {path}`"
            yield entry["summary"] if "summary" in entry else entry["description"]
            yield from _parameters(entry)


def _parameters(entry):
    rows = [
        (one["name"], one["schema"], one.get("description", ""), one.get("required"))
        for one in entry.get("parameters", [])
    ]
    body = next(iter(entry.get("requestBody", {}).get("content", {}).values()), {}).get("schema", {})
    needed = body.get("required", [])
    rows += [
        (name, schema, schema.get("description", ""), name in needed)
        for name, schema in body.get("properties", {}).items()
    ]
    if rows:
        yield ""
        yield from _table("name", "value", "")
    for name, schema, says, required in rows:
        yield f"| `{name}`{' (required)' if required else ''} | {_value(schema)} | {says} |"


def _value(schema):
    if "enum" in schema:
        return ", ".join(f"`{one}`" for one in schema["enum"])
    kind = schema.get("type", "anything")
    kind = " or ".join(kind) if isinstance(kind, list) else kind
    if kind == "array":
        return f"list of {_value(schema['items'])}"
    low, high = schema.get("minimum"), schema.get("maximum")
    if high is not None:
        return f"{kind}, {json.dumps(low)} to {high:,}"
    return f"{kind}, at most {schema['maxLength']} characters" if "maxLength" in schema else kind


def _table(*heads):
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)


def _fields(kind):
    """Name, default and docstring of each field of a dataclass."""
    body = ast.parse(inspect.getsource(kind)).body[0].body
    for item, after in pairwise(body):
        if isinstance(item, ast.AnnAssign):
            default = inspect.signature(kind).parameters[item.target.id].default
            usual = "" if default is inspect.Parameter.empty else str(default)
            says = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            yield item.target.id, usual, " ".join(says.split())


if __name__ == "__main__":
    TARGET.write_text(reference(), encoding="utf-8")
