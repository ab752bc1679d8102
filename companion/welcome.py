"""What the installer shows at the end: where the page is, the PIN, and a code for telephones.

`python -m companion.welcome` prints it again.
"""

from __future__ import annotations

import io
import os
import socket
import sys
import time

import segno

from companion.settings import Settings
from companion.settings_sources import load_settings
from companion.web.access import Access
from companion.web.join import own_address
from engine.errors import CompanionError


def lines(name: str, address: str, port: int, pin: str) -> list[str]:
    """The addresses, by name and in numbers, and the PIN."""
    end = "" if port == 80 else f":{port}"
    shown = [f"The page:   http://{name}.local{end}"]
    if address:
        shown.append(f"            http://{address}{end}   (where names ending in .local are not known)")
    return [*shown, f"PIN:        {pin}   (to change things; anyone in the local network may watch)"]


def terminal_code(text: str) -> str:
    """A QR code in block characters, dark on light on a dark terminal too."""
    drawn = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(out=drawn, border=2, compact=True)
    return drawn.getvalue()


def welcome(settings: Settings) -> str:
    """Everything that is printed; makes the first PIN."""
    pin = Access.of_folder(settings.folder, settings.pin, time.monotonic).pin
    name, address = socket.gethostname().split(".")[0], own_address()
    end = "" if settings.port == 80 else f":{settings.port}"
    code = terminal_code(f"http://{address or f'{name}.local'}{end}/")
    return "\n".join([code, *lines(name, address, settings.port, pin)])


def main() -> int:
    """Print it."""
    try:
        print(welcome(load_settings(None, os.environ, {})))  # noqa: T201 - for the terminal
    except CompanionError as problem:
        print(f"companion: {problem}", file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
