"""Who may do what: anyone may watch; changing things needs the table's PIN, remembered by the browser."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

from flask import current_app, request, session

from calibration.keeping import write_atomically

TRIES = 5
"""Wrong PINs that one address may send within the window."""
TRIES_OF_ALL = 30
"""Wrong PINs of all addresses together: a second address must not double the chances for long."""
WINDOW = 60.0
"""Seconds. At 30 a minute, half of the 10⁶ six-digit PINs take eleven days."""
PIN, SECRET = re.compile(r"\d{4,12}"), re.compile(r"[0-9a-f]{64}")
"""What the files of the data folder hold; anything else is damage, and made anew."""
TOKEN_HEADER = "X-Companion-Token"


class Limiter:
    """Counts wrong PINs."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._wrong: deque[tuple[float, str]] = deque(maxlen=1000)

    def wait(self, address: str) -> float:
        """Seconds until this address may try again; 0 if it may now."""
        with self._lock:
            now = self._monotonic()
            while self._wrong and now - self._wrong[0][0] >= WINDOW:
                self._wrong.popleft()
            own = [at for at, who in self._wrong if who == address]
            every = [at for at, _ in self._wrong]
            waits = [WINDOW - (now - own[-TRIES])] if len(own) >= TRIES else []
            if len(every) >= TRIES_OF_ALL:
                waits.append(WINDOW - (now - every[-TRIES_OF_ALL]))
            return max(waits, default=0.0)

    def note_wrong(self, address: str) -> None:
        """One more wrong PIN."""
        with self._lock:
            self._wrong.append((self._monotonic(), address))


class Access:
    """The PIN, the secret that signs cookies, and the count of wrong tries."""

    def __init__(self, pin: str, secret: bytes, monotonic: Callable[[], float]) -> None:
        self.pin = pin
        self.secret = secret
        self.limiter = Limiter(monotonic)

    @classmethod
    def of_folder(cls, folder: Path, pin: str, monotonic: Callable[[], float]) -> Access:
        """The PIN and the secret that the data folder keeps; made up, and kept if possible, when there are none."""
        made = f"{secrets.randbelow(10**6):06d}"
        return cls(
            pin or _kept(folder / "pin", made, PIN),
            bytes.fromhex(_kept(folder / "secret", secrets.token_hex(32), SECRET)),
            monotonic,
        )

    @property
    def mark(self) -> str:
        """What a browser keeps instead of the PIN: another PIN makes it worthless."""
        return hmac.new(self.secret, self.pin.encode(), hashlib.sha256).hexdigest()

    def right(self, pin: str) -> bool:
        """Whether this is the PIN."""
        return hmac.compare_digest(pin.encode(), self.pin.encode())


def _kept(path: Path, made: str, form: re.Pattern[str]) -> str:
    """The text of a file that only its owner may read, or `made`, stored there, if it has not that form."""
    try:
        text = path.read_text(encoding="ascii").strip()
        if form.fullmatch(text):
            return text
    except (OSError, UnicodeDecodeError):
        pass
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, made + "\n", mode=0o600)
    except OSError:
        pass  # a read-only disk: the PIN holds until the next start
    return made


def access() -> Access:
    """The access of this app."""
    found: Access = current_app.extensions["companion"].access
    return found


def knows_pin() -> bool:
    """Whether this browser has shown the PIN."""
    return hmac.compare_digest(str(session.get("mark", "")), access().mark)


def has_token() -> bool:
    """Whether the request carries the token that only our own page can read."""
    token = str(session.get("token", ""))
    return bool(token) and hmac.compare_digest(request.headers.get(TOKEN_HEADER, "").encode(), token.encode())
