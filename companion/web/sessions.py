"""What this browser may do, and the PIN that lets it do more."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, request, session

from companion.web.access import access, knows_pin
from companion.web.answers import Refused, answer, body
from companion.web.pictures import may_see

blueprint = Blueprint("sessions", __name__, url_prefix="/api")


@blueprint.get("/session")
def show() -> Response:
    """Whether this browser may change things, and the token that its changes must carry."""
    return answer(_shown())


@blueprint.post("/session")
def enter() -> Response:
    """Show the PIN. Wrong ones are counted, and soon refused."""
    pin = body(pin=str)["pin"]
    limiter, address = access().limiter, request.remote_addr or ""
    wait = limiter.wait(address)
    if wait > 0:
        raise Refused(429, "Too many wrong PINs; wait a minute.", Retry_After=str(int(wait) + 1))
    if not access().right(pin):
        limiter.note_wrong(address)
        raise Refused(401, "That is not the PIN.")
    session.clear()
    session.permanent = True
    session["mark"] = access().mark
    session["token"] = secrets.token_urlsafe(24)
    return answer(_shown())


@blueprint.delete("/session")
def leave() -> Response:
    """Forget the PIN in this browser."""
    session.clear()
    return answer(_shown())


def _shown() -> dict[str, object]:
    may = knows_pin()
    return {"may_change": may, "may_see_pictures": may_see(), "token": session.get("token", "") if may else ""}
