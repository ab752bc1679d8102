"""The page itself. It holds no game: its script asks the API."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.version import VERSION
from companion.web.texts import texts
from engine.pieces import PIECES

blueprint = Blueprint("page", __name__)

SHAPES = {piece.name: [list(cell) for cell in piece.orientations[0]] for piece in PIECES}


@blueprint.get("/")
def live_table() -> str:
    """The live table."""
    words = texts()
    return render_template("table.html", words=words, data={"texts": words, "shapes": SHAPES}, version=VERSION)
