"""What every request passes: the Host header, the size of the body, and the headers that browsers obey."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from flask import Flask, Response, request

from companion.web.answers import Refused

MOST_BYTES = 64 * 1024
"""The largest body: a ruling has a few hundred bytes. There are no uploads of files."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def own_names(further: Iterable[str]) -> frozenset[str]:
    """The names under which this machine may be asked, in small letters."""
    host = socket.gethostname().split(".")[0].lower()
    return frozenset({"localhost", host, f"{host}.local", *(name.lower() for name in further)})


def host_allowed(header: str, names: frozenset[str]) -> bool:
    """Whether a Host header names this machine.

    An address in numbers is always right: DNS rebinding needs a name. Any other name must be known.
    """
    try:
        name = urlsplit(f"//{header}").hostname or ""
        urlsplit(f"//{header}").port  # noqa: B018 - raises for a port that is none
    except ValueError:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name.rstrip(".") in names
    return True


def install(app: Flask, names: frozenset[str]) -> None:
    """Put the guard before and after every request."""

    @app.before_request
    def check_host() -> None:
        if not host_allowed(request.headers.get("Host", ""), names):
            raise Refused(421, "This page is not served under that name; open it by its address, or allow the name.")
        origin = request.headers.get("Origin")
        if request.method not in ("GET", "HEAD", "OPTIONS") and origin is not None:
            wanted = request.host
            if urlsplit(origin).netloc != wanted:
                raise Refused(403, "The request comes from another page.")

    @app.after_request
    def add_headers(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return response
