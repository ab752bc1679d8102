"""The OpenAPI description of the API, served at `/api/openapi.json`; a test holds that it matches the routes."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from companion.records import FORMATS
from companion.version import VERSION
from companion.web.access import TOKEN_HEADER
from companion.web.actions import ACTIONS
from companion.web.answers import answer
from companion.web.calibrating import STEPS
from engine.colours import Colour
from engine.profiles import PROFILES
from engine.puzzles import PUZZLES, Grade

blueprint = Blueprint("openapi", __name__, url_prefix="/api")

Schema = dict[str, Any]

_COLOUR: Schema = {"type": "string", "enum": [str(colour) for colour in Colour]}
_CELL: Schema = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": 39},
    "minItems": 2,
    "maxItems": 2,
}
_POINT: Schema = {
    "type": "array",
    "items": {"type": "number", "minimum": 0, "maximum": 1},
    "minItems": 2,
    "maxItems": 2,
}
_TAP: Schema = {
    "type": "object",
    "properties": {
        "row": {"type": "integer", "minimum": 0, "maximum": 39},
        "column": {"type": "integer", "minimum": 0, "maximum": 39},
        "colour": _COLOUR,
    },
    "additionalProperties": False,
    "required": ["row", "column"],
}
_CELLS: Schema = {"type": "array", "items": _CELL, "minItems": 1, "maxItems": 40}
_REASON: Schema = {"type": "string", "maxLength": 200}
_OBJECT: Schema = {"type": "object"}
_SINCE: Schema = {
    "name": "since",
    "in": "query",
    "description": "the number of the last event that is known",
    "schema": {"type": "integer", "minimum": 0, "maximum": 10_000_000},
}
_GAME: Schema = {
    "name": "game",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 0},
}


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """This description."""
    return answer(description())


def description() -> Schema:
    """The whole API."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Blokus companion",
            "version": VERSION,
            "description": (
                "Anyone in the local network may read. What changes things needs the cookie that POST /api/session "
                f"gives for the table's PIN, and the token from GET /api/session in the header {TOKEN_HEADER}. "
                'A refusal is {"error": sentence}.'
            ),
        },
        "components": {
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "companion"},
                "token": {"type": "apiKey", "in": "header", "name": TOKEN_HEADER},
            },
            "schemas": {"Error": _object({"error": {"type": "string"}}, "error")},
        },
        "paths": _paths(),
    }


def _paths() -> Schema:
    return {
        "/api/state": {"get": _read("Everything that a viewer needs who has seen nothing yet.")},
        "/api/events": {"get": _read("The events of the live game after `since`.", parameters=[_SINCE])},
        "/api/stream": {
            "get": _read(
                "Server-sent events: `told` (one event of the journal, its id is GAME-SEQ), `state` (as /api/state), "
                "`ping`. With `patches=1` every state after the first comes as `patch`: `set` (values by name), `tail` "
                "(lists by name: how many items stay, and those after them), `gone` (names); of the camera only "
                "status and problem. Goes on until the viewer leaves; 503 when all places are taken.",
                kind="text/event-stream",
                parameters=[
                    _SINCE,
                    {**_SINCE, "name": "game", "description": "the game that `since` speaks of"},
                    {**_SINCE, "name": "patches", "description": "1 for patches in place of states"},
                ],
                refusals=(400, 503),
            )
        },
        "/api/actions": {
            "post": _change(
                "One ruling by people; the answer holds the events that it led to.",
                _object(
                    {
                        "action": {"type": "string", "enum": list(ACTIONS)},
                        "number": {"type": "integer", "minimum": 0},
                        "colour": _COLOUR,
                        "cells": _CELLS,
                        "reading": {"type": "integer", "minimum": 0},
                        "reason": _REASON,
                    },
                    "action",
                ),
            )
        },
        "/api/games": {
            "get": _read("Every kept game, newest first."),
            "post": _change(
                "Begin a game; one that is on the table is paused.",
                _object(
                    {
                        "board": {"type": "string", "enum": list(PROFILES)},
                        "rules": _OBJECT,
                        "names": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 40}},
                        "clock": {"type": "string", "enum": ["off", "up", "down"]},
                        "clock_minutes": {"type": "number", "minimum": 1, "maximum": 600},
                        "title": {"type": "string", "maxLength": 40},
                        "puzzle": {"type": "string", "enum": list(PUZZLES)},
                        "grade": {"type": "string", "enum": list(Grade)},
                    },
                    "board",
                ),
                done=201,
            ),
        },
        "/api/games/{game}": {
            "get": _read("One game with its score and events.", parameters=[_GAME, _SINCE], refusals=(400, 404)),
            "delete": _change("Delete a game with its evidence, for good.", None, game=True),
        },
        "/api/games/{game}/record": {
            "get": _read(
                "The written game.",
                parameters=[
                    _GAME,
                    {"name": "format", "in": "query", "schema": {"type": "string", "enum": list(FORMATS)}},
                ],
                refusals=(400, 404),
            )
        },
        "/api/games/{game}/replay": {
            "get": _read(
                "The game step by step: pieces `put` and `gone`, points and possible placements.",
                parameters=[_GAME],
                refusals=(400, 404),
            )
        },
        "/api/games/{game}/pause": {"post": _change("Close the board and finish later.", None, game=True)},
        "/api/games/{game}/resume": {"post": _change("Put a game on the table again.", None, game=True)},
        "/api/games/{game}/abandon": {
            "post": _change("Give a game up; it stays on record.", _object({"reason": _REASON}), game=True)
        },
        "/api/calibration": {
            "post": _change(
                "One step of the camera wizard on the present picture; `problem` is one word, empty if all is well.",
                _object(
                    {
                        "step": {"type": "string", "enum": list(STEPS)},
                        "board": {"type": "string", "enum": ["auto", *PROFILES]},
                        "corners": {"type": "array", "items": _POINT, "minItems": 4, "maxItems": 4},
                        "taps": {"type": "array", "items": _TAP, "maxItems": 400},
                    },
                    "step",
                ),
            )
        },
        "/api/snapshot": {
            "get": _read(
                "The camera's view; ask with If-None-Match.", kind="image/jpeg", refusals=(403, 404), unchanged=True
            )
        },
        "/api/evidence/{name}": {
            "get": _read(
                "A picture that was kept with an event.",
                kind="image/jpeg",
                parameters=[{"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}],
                refusals=(403, 404),
            )
        },
        "/api/session": {
            "get": _read("Whether this browser may change things, and its token."),
            "post": {
                "summary": "Show the PIN.",
                "requestBody": _body(_object({"pin": {"type": "string"}}, "pin")),
                "responses": _responses(200, "application/json", (400, 401, 403, 413, 415, 429)),
            },
            "delete": {
                "summary": "Forget the PIN in this browser.",
                "responses": _responses(200, "application/json", (403,)),
            },
        },
        "/api/health": {"get": _read("Whether all is well.")},
        "/api/openapi.json": {"get": _read("This description.")},
    }


def _object(properties: Schema, *required: str) -> Schema:
    made: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**made, "required": list(required)} if required else made


def _body(schema: Schema) -> Schema:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _responses(done: int, kind: str, refusals: tuple[int, ...]) -> Schema:
    content: Schema = {kind: {"schema": _OBJECT if kind == "application/json" else {"type": "string"}}}
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        str(done): {"description": "done", "content": content},
        **{str(code): {"description": "refused", "content": error} for code in refusals},
    }


def _read(
    summary: str,
    *,
    kind: str = "application/json",
    parameters: list[Schema] | None = None,
    refusals: tuple[int, ...] = (400,),
    unchanged: bool = False,
) -> Schema:
    responses = _responses(200, kind, refusals)
    if unchanged:
        responses["304"] = {"description": "not changed"}
    return {"summary": summary, **({"parameters": parameters} if parameters else {}), "responses": responses}


def _change(summary: str, schema: Schema | None, *, game: bool = False, done: int = 200) -> Schema:
    refusals = (400, 401, 403, 404, 409, 413, 415) if game else (400, 401, 403, 409, 413, 415)
    made: Schema = {
        "summary": summary,
        "security": [{"cookie": [], "token": []}],
        "responses": _responses(done, "application/json", refusals),
    }
    if game:
        made["parameters"] = [_GAME]
    if schema is not None:
        made["requestBody"] = _body(schema)
    return made
