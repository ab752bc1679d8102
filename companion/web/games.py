"""The kept games: list, begin, pause, resume, abandon, delete, and their records."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from companion.journal.rows import Kept
from companion.puzzling import puzzle_setup
from companion.records import record_of, written
from companion.replay import replay as steps_of
from companion.view import kept_game, scores
from companion.web.answers import MAYBE_TEXT, Refused, answer, body, changes_things, parts
from companion.web.feed import number
from engine.colours import Colour
from engine.errors import GameError
from engine.profiles import PROFILES
from engine.record import Record
from engine.rules import RuleSet

blueprint = Blueprint("games", __name__, url_prefix="/api")

LONGEST_NAME = 40
MIME = {"json": "application/json", "blksgf": "application/x-blokus-sgf", "csv": "text/csv"}


@blueprint.get("/games")
def games() -> Response:
    """Every kept game, newest first, with its score."""
    return answer({"live": parts().keeper.journal.live(), "games": parts().summaries.all()})


@blueprint.post("/games")
@changes_things
def begin() -> Response:
    """Begin a game; one that is on the table is paused."""
    data = body(
        board=str,
        rules=(dict, type(None)),
        names=(dict, type(None)),
        clock=MAYBE_TEXT,
        clock_minutes=(int, float, type(None)),
        title=MAYBE_TEXT,
        puzzle=MAYBE_TEXT,
        grade=MAYBE_TEXT,
    )
    try:
        setup = puzzle_setup(data["puzzle"], data["grade"] or "easy") if data["puzzle"] else _setup(data)
    except KeyError:
        raise Refused(400, f"board: expected one of {', '.join(PROFILES)}.") from None
    except GameError as problem:
        raise Refused(400, f"{problem}.") from None
    clock, minutes = data["clock"] or "off", float(data["clock_minutes"] or 20)
    if clock not in ("off", "up", "down") or not 1 <= minutes <= 600:
        raise Refused(400, "clock: expected off, up or down; clock_minutes: expected 1 to 600.")
    title = (data["title"] or "").strip()[:LONGEST_NAME]
    kept = parts().keeper.new_game(setup, clock, minutes, title)
    return answer(kept_game(kept), 201)


def _setup(data: dict[str, Any]) -> Record:
    """Board, rules and names of a game of several players."""
    profile = PROFILES[data["board"]]
    rules = RuleSet.of(profile, data["rules"] or {})
    names = {Colour.parse(c): str(n).strip()[:LONGEST_NAME] for c, n in (data["names"] or {}).items()}
    return Record(profile, rules, names={colour: name for colour, name in names.items() if name})


@blueprint.get("/games/<int:game>")
def game(game: int) -> Response:
    """One game with its score and its events after `since`."""
    kept = _known(game)
    rows = parts().keeper.journal.rows(game)
    played = record_of(kept, rows).play()
    since = number("since")
    return answer({**kept_game(kept), "scores": scores(played), "events": [r.line() for r in rows if r.seq > since]})


@blueprint.get("/games/<int:game>/record")
def record(game: int) -> Response:
    """The written game: `format=json`, `format=blksgf` or `format=csv`."""
    form = request.args.get("format", "json")
    if form not in MIME:
        raise Refused(400, f"format: expected one of {', '.join(MIME)}.")
    kept = _known(game)
    text = written(record_of(kept, parts().keeper.journal.rows(game)), form)
    # Spreadsheets take a table for UTF-8 only if it begins with this mark.
    response = Response("\ufeff" + text if form == "csv" else text, mimetype=MIME[form])
    response.headers["Content-Disposition"] = f'attachment; filename="game-{game}.{form}"'
    return response


@blueprint.get("/games/<int:game>/replay")
def replay(game: int) -> Response:
    """The game step by step, with the score and the possible placements after each."""
    kept = _known(game)
    return answer(steps_of(kept, parts().keeper.journal.rows(game)))


@blueprint.post("/games/<int:game>/pause")
@changes_things
def pause(game: int) -> Response:
    """Close the board and finish later."""
    keeper = parts().keeper
    with keeper.lock:
        if keeper.table is None or keeper.table.kept.id != _known(game).id:
            raise GameError("only the game on the table can be paused")
        keeper.pause()
    return answer(kept_game(_known(game)))


@blueprint.post("/games/<int:game>/resume")
@changes_things
def resume(game: int) -> Response:
    """Put a game on the table again; the board is compared with the record."""
    parts().keeper.resume(_known(game).id)
    return answer(kept_game(_known(game)))


@blueprint.post("/games/<int:game>/abandon")
@changes_things
def abandon(game: int) -> Response:
    """Give a game up; it stays on record."""
    data = body(reason=MAYBE_TEXT)
    parts().keeper.abandon(_known(game).id, (data["reason"] or "").strip()[:200])
    return answer(kept_game(_known(game)))


@blueprint.delete("/games/<int:game>")
@changes_things
def delete(game: int) -> Response:
    """Delete a game with its evidence, for good."""
    parts().keeper.delete(_known(game).id)
    return answer({"deleted": game})


def _known(number: int) -> Kept:
    kept = parts().keeper.journal.game(number) if number <= 2**53 else None
    if kept is None:
        raise Refused(404, f"There is no game {number}.")
    return kept
