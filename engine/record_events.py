"""One event of a written game, to JSON and back.

The two common forms are `{"colour": "blue", "cells": [[0, 0]]}` and `{"colour": "blue", "pass": true}`; the
others write down what a table does besides: see `docs/records.md`.
"""

from collections.abc import Mapping

from engine.colours import Colour
from engine.errors import GameError
from engine.events import (
    Accept,
    Cells,
    Correct,
    End,
    Event,
    ForcePass,
    Found,
    Move,
    Pass,
    Place,
    Remove,
    SetTurn,
    TakeBack,
)
from engine.lattice import lattice
from engine.profiles import BoardProfile


def event_to_json(event: Event) -> dict[str, object]:
    """A plain object for one event."""
    plain: dict[str, object]
    match event:
        case Place(colour, cells):
            plain = {"colour": str(colour), "cells": _plain(cells)}
        case Found(colour, cells):
            plain = {"colour": str(colour), "cells": _plain(cells), "found": True}
        case Pass(colour):
            plain = {"colour": str(colour), "pass": True}
        case ForcePass(colour, _):
            plain = {"colour": str(colour), "pass": True, "by_hand": True}
        case Remove(number):
            plain = {"remove": number}
        case Move(number, cells):
            plain = {"move": number, "cells": _plain(cells)}
        case Accept(number, _):
            plain = {"accept": number}
        case TakeBack(number, _):
            plain = {"take_back": number}
        case Correct(number, colour, cells, _):
            plain = {"correct": number, "colour": str(colour), "cells": _plain(cells)}
        case SetTurn(colour, _):
            plain = {"turn": str(colour)}
        case End(_):
            plain = {"end": True}
    reason = getattr(event, "reason", "")
    return {**plain, "reason": reason} if reason else plain


def event_from_json(data: object, profile: BoardProfile) -> Event:
    """The event of a plain object; GameError says what was expected."""
    if not isinstance(data, Mapping):
        raise GameError('expected an object like {"colour": "blue", "cells": [[0, 0]]}')
    reason = data.get("reason", "")
    if not isinstance(reason, str):
        raise GameError("reason: expected a text")
    reason = printable(reason)
    if "remove" in data:
        return Remove(_number(data, "remove"))
    if "move" in data:
        return Move(_number(data, "move"), _cells(data, profile))
    if "accept" in data:
        return Accept(_number(data, "accept"), reason)
    if "take_back" in data:
        return TakeBack(_number(data, "take_back"), reason)
    if "correct" in data:
        return Correct(_number(data, "correct"), _colour(data), _cells(data, profile), reason)
    if "turn" in data:
        return SetTurn(Colour.parse(data["turn"]), reason)
    if data.get("end") is True:
        return End(reason)
    colour = _colour(data)
    if "pass" in data:
        if data["pass"] is not True or "cells" in data:
            raise GameError('expected a pass as {"colour": …, "pass": true}, without cells')
        return ForcePass(colour, reason) if data.get("by_hand") is True else Pass(colour)
    cells = _cells(data, profile)
    if data.get("found") is True:
        if colour not in profile.colours:
            raise GameError(f"{colour} does not take part in this game")
        return Found(colour, cells)
    return Place(colour, cells)


def printable(text: str) -> str:
    """The text without half characters, which JSON can hold and no file or terminal can."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _plain(cells: Cells) -> list[list[int]]:
    return [list(cell) for cell in cells]


def _colour(data: Mapping[str, object]) -> Colour:
    if "colour" not in data:
        raise GameError("a move needs a colour")
    return Colour.parse(data["colour"])


def _number(data: Mapping[str, object], key: str) -> int:
    value = data[key]
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise GameError(f"{key}: expected the number of a move, counted from 0, got {str(value)[:40]!r}")
    return value


def _cells(data: Mapping[str, object], profile: BoardProfile) -> Cells:
    """The cells of a move, sorted; checked here so that the message can name the place in the record."""
    given = data.get("cells")
    if not isinstance(given, list):
        raise GameError("cells: expected a list of [row, column]")
    cells = []
    for cell in given:
        if not isinstance(cell, list) or len(cell) != 2 or not all(type(n) is int for n in cell):
            raise GameError(f"cells: expected [row, column], got {str(cell)[:40]!r}")
        cells.append((cell[0], cell[1]))
    lattice(profile.size).mask(cells)
    return tuple(sorted(cells))
