"""The app factory: `create_app` takes the parts and gives a Flask app."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from companion.keeper import Keeper
from companion.settings import Settings
from companion.summaries import Summaries
from companion.web import (
    actions,
    calibrating,
    compress,
    feed,
    games,
    guard,
    health,
    join,
    languages,
    openapi,
    page,
    pictures,
    sessions,
)
from companion.web.access import Access
from companion.web.answers import Parts, Refused, refusal
from companion.web.picture import Snapshot
from companion.web.streams import Streams
from engine.errors import CompanionError

log = logging.getLogger(__name__)

BLUEPRINTS = (page, join, feed, actions, games, calibrating, pictures, sessions, health, openapi)


def create_app(
    keeper: Keeper, settings: Settings, access: Access | None = None, monotonic: Callable[[], float] = time.monotonic
) -> Flask:
    """The page and the API around one keeper."""
    app = Flask("companion.web", static_folder="static", template_folder="templates")
    door = access or Access.of_folder(settings.folder, settings.pin, monotonic)
    app.secret_key = door.secret
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.config.update(
        MAX_CONTENT_LENGTH=guard.MOST_BYTES,
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        SEND_FILE_MAX_AGE_DEFAULT=0,
    )
    app.extensions["companion"] = Parts(
        keeper,
        settings,
        door,
        Streams(keeper, settings.streams, settings.ping_seconds, monotonic),
        Snapshot(keeper, monotonic),
        Summaries(keeper.journal),
    )
    languages.install(app)
    compress.install(app)
    guard.install(app, guard.own_names(settings.names))
    for module in BLUEPRINTS:
        app.register_blueprint(module.blueprint)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(CompanionError, _mistaken)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)
    return app


def _refused(problem: Refused) -> Response:
    response = refusal(problem.status, problem.sentence)
    for name, value in problem.headers.items():
        response.headers[name.replace("_", "-")] = value
    return response


def _mistaken(problem: CompanionError) -> Response:
    """What makes no sense in the game is a conflict with how it stands, and nothing was changed."""
    return refusal(409, str(problem))


def _http(problem: HTTPException) -> Response:
    response = refusal(problem.code or 500, problem.description or problem.name)
    for name, value in problem.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            response.headers[name] = value
    return response


def _broken(problem: Exception) -> Response:
    log.error("a request failed", exc_info=problem)
    return refusal(500, "Something went wrong here; the log says what.")
