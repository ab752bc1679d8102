"""Serving the app with waitress, in threads of this process."""

from __future__ import annotations

import os
import socket
import threading
from typing import Any

from flask import Flask
from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.server import create_server  # type: ignore[import-untyped]

from companion.settings import Settings, SettingsError
from companion.supervisor import inherited_socket

DEAD_AFTER = 5_000
"""Milliseconds after which the system gives up a viewer that acknowledges nothing. With a ping every 5 s, a phone
that left the network without a word is dropped within 15 s: 5 until it is sent something, 5 to 8 until the system's
next attempt after this limit fails, 1 until its thread looks."""


STOP_SECONDS = 3.0
"""How long to wait for viewers and threads at the end."""


class Server:
    """The page on its port. `start` returns when it can be opened."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        """Take the port; SettingsError if it cannot be had."""
        self._app = app
        self._map: dict[int, Any] = {}
        self._over = threading.Event()
        try:
            family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
            listening = inherited_socket(os.environ) or socket.create_server(
                (settings.host, settings.port), family=family, backlog=128
            )
        except OSError as problem:
            raise SettingsError(f"port {settings.port} on {settings.host}: {problem.strerror or problem}") from None
        self.port: int = listening.getsockname()[1]
        """The port, also when any free one was asked for."""
        self._server: Any = create_server(
            app,
            map=self._map,
            sockets=[listening],
            threads=settings.threads,
            # Reading on while a stream is open is how a viewer that hangs up is noticed at once.
            channel_request_lookahead=1,
            # What waits for each viewer at most; with 256 KB, fifty viewers took 25 MB more.
            outbuf_high_watermark=64 * 1024,
            cleanup_interval=5,
            channel_timeout=30,
            connection_limit=settings.threads * 4,
            max_request_body_size=1024 * 1024,
            asyncore_use_poll=True,
            log_socket_errors=False,
            ident=None,
            clear_untrusted_proxy_headers=True,
        )
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            option = (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_AFTER)
            self._server.adj.socket_options = [*self._server.adj.socket_options, option]
        self._thread = threading.Thread(target=self._serve, name="page", daemon=True)

    def start(self) -> None:
        """Serve from now on."""
        self._thread.start()

    def _serve(self) -> None:
        while not self._over.is_set():
            wasyncore.loop(timeout=1, use_poll=True, map=self._map, count=1)

    def stop(self) -> None:
        """Send the viewers home and close the port."""
        parts = self._app.extensions["companion"]
        parts.keeper.hub.close()
        parts.streams.wait_until_empty(STOP_SECONDS)
        self._over.set()
        self._server.pull_trigger()
        self._thread.join(STOP_SECONDS)
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=STOP_SECONDS)
        wasyncore.close_all(self._map, ignore_all=True)
