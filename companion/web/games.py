"""The kept games: list, begin, pause, resume, abandon, delete, and their records."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.journal.rows import Kept
from companion.records import record_of, written
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
MIME = {"json": "application/json", "blksgf": "application/x-blokus-sgf"}


@blueprint.get("/games")
def games() -> Response:
    """Every kept game, newest first."""
    keeper = parts().keeper
    return answer({"live": keeper.journal.live(), "games": [kept_game(k) for k in reversed(keeper.journal.games())]})


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
    )
    try:
        profile = PROFILES[data["board"]]
        rules = RuleSet.of(profile, data["rules"] or {})
        names = {Colour.parse(c): str(n).strip()[:LONGEST_NAME] for c, n in (data["names"] or {}).items()}
    except KeyError:
        raise Refused(400, f"board: expected one of {', '.join(PROFILES)}.") from None
    except GameError as problem:
        raise Refused(400, f"{problem}.") from None
    clock, minutes = data["clock"] or "off", float(data["clock_minutes"] or 20)
    if clock not in ("off", "up", "down") or not 1 <= minutes <= 600:
        raise Refused(400, "clock: expected off, up or down; clock_minutes: expected 1 to 600.")
    title = (data["title"] or "").strip()[:LONGEST_NAME]
    kept = parts().keeper.new_game(Record(profile, rules, names=names), clock, minutes, title)
    return answer(kept_game(kept), 201)


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
    """The written game: `format=json` or `format=blksgf`."""
    form = request.args.get("format", "json")
    if form not in MIME:
        raise Refused(400, f"format: expected one of {', '.join(MIME)}.")
    kept = _known(game)
    text = written(record_of(kept, parts().keeper.journal.rows(game)), form)
    response = Response(text, mimetype=MIME[form])
    response.headers["Content-Disposition"] = f'attachment; filename="game-{game}.{form}"'
    return response


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
