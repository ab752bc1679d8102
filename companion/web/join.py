"""Joining with a phone: the page's address as a QR code, and the manifest that makes the page an app."""

from __future__ import annotations

import io
import ipaddress
import socket
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, request, url_for
from flask_babel import pgettext  # type: ignore[import-untyped]

from companion.web.answers import answer
from companion.web.texts import texts

blueprint = Blueprint("join", __name__)

OUTSIDE = ("192.0.2.1", 9)
"""An address for documentation: asking the system for the way there sends nothing, and tells our own address."""


@blueprint.get("/join.svg")
def code() -> Response:
    """The address as a QR code."""
    drawn = io.BytesIO()
    segno.make(page_address(), error="m", micro=False).save(
        drawn, kind="svg", border=3, dark="#111", light="#fff", xmldecl=False, svgns=True, nl=False, omitsize=True
    )
    response = Response(drawn.getvalue(), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a browser needs to keep the page as an app."""
    name = pgettext("title", texts()["title"])
    icon = {"type": "image/png", "purpose": "any maskable"}
    made = answer(
        {
            "name": name,
            "short_name": "Blokus",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#14161a",
            "theme_color": "#14161a",
            "icons": [
                {"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml"},
                {"src": url_for("static", filename="icon-192.png"), "sizes": "192x192", **icon},
                {"src": url_for("static", filename="icon-512.png"), "sizes": "512x512", **icon},
            ],
        }
    )
    made.mimetype = "application/manifest+json"
    return made


def page_address() -> str:
    """The address under which other devices reach the page."""
    host = urlsplit(f"//{request.host}")
    name = host.hostname or ""
    if _only_here(name):
        name = own_address() or name
    shown = f"[{name}]" if ":" in name else name
    return f"{request.scheme}://{shown}{f':{host.port}' if host.port else ''}/"


def _only_here(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def own_address() -> str:
    """This machine's address in the local network; empty if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(OUTSIDE)
        except OSError:
            return ""
        return str(asking.getsockname()[0])
