"""The pages. They hold no game: their scripts ask the API."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request

from companion.version import VERSION
from companion.web.join import page_address
from companion.web.languages import LANGUAGES, chosen, words
from engine.pieces import PIECES
from engine.profiles import PROFILES
from engine.puzzles import PUZZLES

blueprint = Blueprint("page", __name__)

SHAPES = {piece.name: [list(cell) for cell in piece.orientations[0]] for piece in PIECES}
BOARDS = {
    name: {
        "kind": profile.kind,
        "size": profile.size,
        "colours": list(profile.colours),
        "starts": [list(cell) for cell in profile.starts],
    }
    for name, profile in PROFILES.items()
}
THEMES = ("auto", "light", "dark")
THEME_COOKIE = "companion-theme"


@blueprint.get("/")
def live_table() -> str:
    """The live table."""
    return _page("table.html", tv=False)


@blueprint.get("/tv")
def tv() -> str:
    """The live table for a screen across the room."""
    return _page("table.html", tv=True, address=page_address())


@blueprint.get("/new")
def new_game() -> str:
    """A new game."""
    return _page("new.html", boards=BOARDS)


@blueprint.get("/games")
def games() -> str:
    """The past games."""
    return _page("games.html")


@blueprint.get("/games/<int:game>")
def review(game: int) -> str:
    """One game: score sheet, replay, plot, downloads."""
    return _page("review.html", game=game)


@blueprint.get("/camera")
def camera() -> str:
    """The camera wizard."""
    return _page("camera.html", boards=BOARDS)


@blueprint.get("/puzzles")
def puzzles() -> str:
    """The solo puzzles."""
    return _page("puzzles.html", puzzles=list(PUZZLES))


def _page(template: str, **further: Any) -> str:  # noqa: ANN401 - whatever a template needs
    found = words()
    theme = request.cookies.get(THEME_COOKIE, "")
    data = {"texts": found, "shapes": SHAPES, "language": chosen(), **further}
    return render_template(
        template,
        words=found,
        data=data,
        version=VERSION,
        language=chosen(),
        languages=LANGUAGES,
        theme=theme if theme in THEMES else "auto",
        **further,
    )
