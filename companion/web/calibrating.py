"""The camera wizard's steps over the API."""

from __future__ import annotations

import importlib
import math
import threading
from typing import Any

from flask import Blueprint, Response

from companion.evidence import Image
from companion.web.answers import MAYBE_TEXT, Refused, answer, body, changes_things, parts
from engine.colours import Colour
from engine.errors import CompanionError, GameError
from engine.pieces import Cell
from engine.profiles import PROFILES

blueprint = Blueprint("calibrating", __name__, url_prefix="/api")

STEPS = ("aim", "corners", "colours", "report", "save")
MOST_TAPS = 400
_making = threading.Lock()


@blueprint.post("/calibration")
@changes_things
def step() -> Response:
    """One step; where the camera or the board is in the way, `problem` says what, in one word."""
    data = body(step=str, board=MAYBE_TEXT, corners=(list, type(None)), taps=(list, type(None)))
    if data["step"] not in STEPS:
        raise Refused(400, f"step: expected one of {', '.join(STEPS)}.")
    board = data["board"] or "auto"
    if board not in ("auto", *PROFILES):
        raise Refused(400, f"board: expected auto or one of {', '.join(PROFILES)}.")
    if data["step"] in ("aim", "corners") and parts().keeper.view() is None:
        return answer({"problem": "no_picture", "message": "There is no picture yet.", "corners": None})
    try:
        return answer({"problem": "", **_step(data, board)})
    except CompanionError as problem:
        word = getattr(problem, "problem", None)
        if word is None:
            raise
        return answer({"problem": word, "message": str(problem), "corners": None})


def _step(data: dict[str, Any], board: str) -> dict[str, Any]:
    wizard = _wizard()
    found: dict[str, Any]
    match data["step"]:
        case "aim":
            found = wizard.aim(_picture(), board)
        case "corners":
            found = wizard.snap(_picture(), _corners(data), board)
        case "colours":
            found = wizard.say(_taps(data))
        case "report":
            found = wizard.report()
        case _:
            keeper = parts().keeper
            found = wizard.save(keeper.controls)
            with keeper.lock:
                # The live table begins anew, with the calibration that has just been kept.
                keeper.wishes.begin = True
    return found


def _wizard() -> Any:  # noqa: ANN401 - the module is imported when the wizard is first opened
    """The wizard of this app. Calibration is large, and the page must not wait for it at the start."""
    with _making:
        found = parts()
        if found.wizard is None:
            module = importlib.import_module("companion.wizard")
            found.wizard = module.Wizard(found.settings.source, found.settings.folder)
        return found.wizard


def _picture() -> Image:
    view = parts().keeper.view()
    if view is None:
        raise Refused(409, "There is no picture yet.")
    return view[0]


def _corners(data: dict[str, Any]) -> list[tuple[float, float]]:
    corners = data["corners"]
    wrong = Refused(400, "corners: expected four points [x, y], each from 0 to 1, from the top left clockwise.")
    if not isinstance(corners, list) or len(corners) != 4:
        raise wrong
    found = []
    for point in corners:
        if not isinstance(point, list) or len(point) != 2 or not all(type(n) in (int, float) for n in point):
            raise wrong
        if not all(math.isfinite(n) and -0.5 <= n <= 1.5 for n in point):
            raise wrong
        found.append((float(point[0]), float(point[1])))
    return found


def _taps(data: dict[str, Any]) -> dict[Cell, Colour | None]:
    """What people say that cells are; without a colour: empty."""
    found: dict[Cell, Colour | None] = {}
    wrong = Refused(400, "taps: expected a list of objects with row, column and, unless it is empty, colour.")
    taps = data["taps"] or []
    if len(taps) > MOST_TAPS:
        raise wrong
    for tap in taps:
        if not isinstance(tap, dict) or not set(tap) <= {"row", "column", "colour"}:
            raise wrong
        row, column, colour = tap.get("row"), tap.get("column"), tap.get("colour")
        if type(row) is not int or type(column) is not int or not (0 <= row < 40 and 0 <= column < 40):
            raise wrong
        try:
            found[row, column] = None if colour is None else Colour.parse(colour)
        except GameError:
            raise wrong from None
    return found
