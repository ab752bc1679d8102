"""Whether all is well, for watchdogs and people."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.version import VERSION
from companion.web.answers import answer, parts

blueprint = Blueprint("health", __name__, url_prefix="/api")


@blueprint.get("/health")
def health() -> Response:
    """The parts and their problems; always 200 as long as the page is served, because the page itself is well."""
    found = parts()
    keeper = found.keeper
    problems = [p for p in (keeper.journal.problem, keeper.evidence.problem, keeper.sight.problem) if p]
    return answer(
        {
            "ok": not problems,
            "problems": problems,
            "version": VERSION,
            "viewers": found.streams.open,
            "frames": keeper.sight.frames,
            "camera": keeper.sight.status,
            "game": None if keeper.table is None else keeper.table.kept.id,
        }
    )
