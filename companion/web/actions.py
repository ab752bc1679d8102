"""Rulings by people: every one is recorded and marked as made by hand."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from companion.keeper import Keeper
from companion.web.answers import MAYBE_NUMBER, MAYBE_TEXT, Refused, answer, body, changes_things, parts
from engine.colours import Colour
from engine.errors import GameError
from engine.events import Accept, Correct, End, Event, ForcePass, Place, SetTurn, TakeBack
from engine.pieces import Cell

blueprint = Blueprint("actions", __name__, url_prefix="/api")

LONGEST_REASON = 200
ACTIONS = (
    "accept", "take_back", "undo", "correct", "place", "pass", "turn", "end", "ask_again", "choose", "dismiss",
)  # fmt: skip


@blueprint.post("/actions")
@changes_things
def act() -> Response:
    """Make one ruling; the answer holds the events that it led to."""
    data = body(
        action=str,
        number=MAYBE_NUMBER,
        colour=MAYBE_TEXT,
        cells=(list, type(None)),
        reading=MAYBE_NUMBER,
        reason=MAYBE_TEXT,
    )
    keeper = parts().keeper
    with keeper.lock:
        rows = _act(keeper, data)
    return answer({"events": rows})


def _act(keeper: Keeper, data: dict[str, Any]) -> list[dict[str, Any]]:
    action = data["action"]
    if action == "ask_again":
        keeper.ask_again()
        return []
    if action == "dismiss":
        keeper.forget_differences()
        return []
    if action == "choose":
        return _choose(keeper, data)
    return [row.line() for row in keeper.rule(_event(keeper, data))]


def _event(keeper: Keeper, data: dict[str, Any]) -> Event:
    """The engine's event of an action."""
    reason = (data["reason"] or "").strip()[:LONGEST_REASON]
    match data["action"]:
        case "accept":
            return Accept(_number(data), reason)
        case "take_back":
            return TakeBack(_number(data), reason)
        case "undo":
            return TakeBack(_last_piece(keeper), reason)
        case "correct":
            return Correct(_number(data), _colour(data), _cells(data), reason)
        case "place":
            return Place(_own_colour(keeper, data), _cells(data))
        case "pass":
            return ForcePass(_colour(data), reason)
        case "turn":
            return SetTurn(_colour(data), reason)
        case "end":
            return End(reason or "by hand")
    raise Refused(400, f"action: expected one of {', '.join(ACTIONS)}.")


def _choose(keeper: Keeper, data: dict[str, Any]) -> list[dict[str, Any]]:
    """One of the readings that the camera could not decide between."""
    number = data["reading"]
    if number is None or not 0 <= number < len(keeper.doubt):
        raise Refused(409, "That reading is not asked about any more.")
    lines = []
    for patch in keeper.doubt[number]:
        lines += [row.line() for row in keeper.rule(Place(patch.colour, patch.cells))]
    return lines


def _last_piece(keeper: Keeper) -> int:
    table = keeper.table
    lying = () if table is None else table.match.state.position.lying
    if not lying:
        raise GameError("no piece lies on the board, so there is nothing to undo")
    return max(item.number for item in lying)


def _number(data: dict[str, Any]) -> int:
    number = data["number"]
    if number is None or number < 0:
        raise Refused(400, "number: expected the number of a move.")
    return int(number)


def _colour(data: dict[str, Any]) -> Colour:
    try:
        return Colour.parse(data["colour"])
    except GameError as problem:
        raise Refused(400, f"colour: {problem}.") from None


def _own_colour(keeper: Keeper, data: dict[str, Any]) -> Colour:
    colour = _colour(data)
    if keeper.table is not None and colour not in keeper.table.kept.setup.profile.colours:
        raise GameError(f"{colour} does not take part in this game")
    return colour


def _cells(data: dict[str, Any]) -> tuple[Cell, ...]:
    """The cells, checked as far as can be without the board; the engine checks the rest."""
    cells = data["cells"]
    if not cells or len(cells) > 40:
        raise Refused(400, "cells: expected a list of 1 to 40 cells, each [row, column].")
    found = []
    for cell in cells:
        if not isinstance(cell, list) or len(cell) != 2 or not all(type(n) is int for n in cell):
            raise Refused(400, "cells: expected each cell as [row, column].")
        found.append((cell[0], cell[1]))
    return tuple(sorted(found))
