"""Serving the app with waitress, in threads of this process."""

from __future__ import annotations

import socket
import threading
from typing import Any

from flask import Flask
from waitress.server import create_server  # type: ignore[import-untyped]

from companion.settings import Settings, SettingsError

DEAD_AFTER = 10_000
"""Milliseconds after which the system gives up a viewer that acknowledges nothing: with a ping every 5 s, a phone
that left the network is dropped within 15 s."""


class Server:
    """The page on its port. `start` returns when it can be opened."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        """Take the port; SettingsError if it cannot be had."""
        self._app = app
        try:
            self._server: Any = create_server(
                app,
                host=settings.host,
                port=settings.port,
                threads=settings.threads,
                # Reading on while a stream is open is how a viewer that hangs up is noticed at once.
                channel_request_lookahead=1,
                outbuf_high_watermark=256 * 1024,
                cleanup_interval=5,
                channel_timeout=30,
                connection_limit=settings.threads * 4,
                max_request_body_size=1024 * 1024,
                ident=None,
                clear_untrusted_proxy_headers=True,
            )
        except OSError as problem:
            raise SettingsError(f"port {settings.port} on {settings.host}: {problem.strerror or problem}") from None
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            option = (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_AFTER)
            self._server.adj.socket_options = [*self._server.adj.socket_options, option]
        self._thread = threading.Thread(target=self._serve, name="page", daemon=True)

    @property
    def port(self) -> int:
        """The port, also when any free one was asked for."""
        return int(self._server.effective_port)

    def start(self) -> None:
        """Serve from now on."""
        self._thread.start()

    def _serve(self) -> None:
        self._server.run()

    def stop(self) -> None:
        """Close the port and send the viewers home."""
        self._app.extensions["companion"].keeper.hub.close()
        self._server.close()
        self._thread.join(5)
