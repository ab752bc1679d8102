"""Camera pictures: the view now, and the evidence; only for those who may see them."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.web.access import knows_pin
from companion.web.answers import Refused, parts

blueprint = Blueprint("pictures", __name__, url_prefix="/api")


def may_see() -> bool:
    """Whether this browser may see camera pictures, by the setting `pictures`."""
    rule = parts().settings.pictures
    return rule == "everyone" or (rule == "pin" and knows_pin())


def _refuse_strangers() -> None:
    if not may_see():
        nobody = parts().settings.pictures == "nobody"
        raise Refused(403, "Camera pictures are switched off." if nobody else "Camera pictures need the table's PIN.")


@blueprint.get("/snapshot")
def snapshot() -> Response:
    """The camera's view as JPEG; poll it with its ETag."""
    _refuse_strangers()
    made = parts().snapshot.get()
    if made is None:
        raise Refused(404, "There is no picture yet.")
    tag, data = made
    response = Response(data, mimetype="image/jpeg")
    response.set_etag(tag)
    response.headers["Cache-Control"] = "no-cache, private"
    return response.make_conditional(request)  # type: ignore[return-value]


@blueprint.get("/evidence/<name>")
def evidence(name: str) -> Response:
    """A picture that was kept with an event."""
    _refuse_strangers()
    data = parts().keeper.evidence.read(name)
    if data is None:
        raise Refused(404, "That picture is not kept (any more).")
    response = Response(data, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=86400"
    return response
