"""The settings: one typed, documented, range-checked schema. `docs/settings.md` is made from it."""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from engine.errors import CompanionError
from engine.profiles import PROFILES
from engine.rules import Scoring


class SettingsError(CompanionError):
    """A setting that does not exist or has a value it cannot have; the message names it and what was expected."""


def setting(
    default: Any,  # noqa: ANN401 - a dataclass field stands for a value of any type
    says: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:  # noqa: ANN401
    """One field of the schema: its default, one sentence about it, and what values it takes."""
    return field(default=default, metadata={"says": says, "low": low, "high": high, "choices": choices})


@dataclass(frozen=True)
class Settings:
    """Everything that can be set. The command line wins over the environment, the environment over the file."""

    source: str = setting(
        "picamera:0", "Where the pictures come from: picamera:0, usb:0, a video, a folder of photos, demo:duo."
    )
    board: str = setting("classic", "The board profile of a new game.", choices=tuple(PROFILES))
    players: int = setting(0, "How many people play a new game; 0 is as many as the board has colours.", low=0, high=4)
    scoring: str = setting(
        "", "Which score decides a new game; empty is the board's usual one.", choices=("", *(str(s) for s in Scoring))
    )
    clock: str = setting(
        "off", "The clock of a new game: off, counting up, or counting down.", choices=("off", "up", "down")
    )
    clock_minutes: float = setting(20.0, "How long each colour has on a clock that counts down.", low=1, high=600)
    host: str = setting("0.0.0.0", "The address the page listens on; 127.0.0.1 keeps it to this machine.")  # noqa: S104 - players' phones are the point
    port: int = setting(8080, "The port of the page; 0 takes any free one.", low=0, high=65535)
    names: tuple[str, ...] = setting(
        (), "Further host names under which the page may be opened, besides this machine's own name and addresses."
    )
    data: str = setting("~/.local/share/companion", "The folder of the journal, the evidence and the PIN.")
    pin: str = setting("", "The table's PIN, 4 to 12 digits; empty makes one up and keeps it in the data folder.")
    pictures: str = setting(
        "everyone",
        "Who may see camera pictures: everyone who may watch, those with the PIN, nobody.",
        choices=("everyone", "pin", "nobody"),
    )
    evidence_megabytes: int = setting(
        200, "How much disk the pictures of evidence may take; the oldest go first.", low=1, high=100_000
    )
    evidence_seconds: float = setting(6.0, "How many seconds before an incident are kept as pictures.", low=0, high=30)
    threads: int = setting(64, "How many requests are served at once; live viewers hold one each.", low=4, high=256)
    streams: int = setting(
        52, "How many live viewers there may be; the next one is asked to come back later.", low=1, high=250
    )
    ping_seconds: float = setting(5.0, "How often a live stream is given a sign of life.", low=0.1, high=10)
    retry_seconds: float = setting(30.0, "The longest wait before a failed camera is tried again.", low=0.05, high=600)

    def __post_init__(self) -> None:
        """Refuse values outside their range."""
        for item in fields(self):
            check(item, getattr(self, item.name))
        if self.pin and not (self.pin.isascii() and self.pin.isdigit() and 4 <= len(self.pin) <= 12):
            raise SettingsError("pin: expected 4 to 12 digits")
        if self.threads < self.streams + 4:
            raise SettingsError(
                f"threads: {self.threads} are too few for {self.streams} live viewers; "
                f"expected at least {self.streams + 4}, or fewer streams"
            )

    @property
    def folder(self) -> Path:
        """The data folder with the home folder filled in."""
        return Path(self.data).expanduser()


def check(item: Field[Any], value: object) -> None:
    """SettingsError if a value is not one that the field takes."""
    meta = item.metadata
    # Boards that people have taught are known by the time they are asked for.
    taught = item.name == "board" and value in PROFILES
    if meta["choices"] and value not in meta["choices"] and not taught:
        words = ", ".join(choice or "(empty)" for choice in meta["choices"])
        raise SettingsError(f"{item.name}: expected one of {words}, got {str(value)[:40]!r}")
    low, high = meta["low"], meta["high"]
    if low is not None and isinstance(value, int | float) and not low <= value <= high:
        raise SettingsError(f"{item.name}: expected a number from {low} to {high}, got {value}")


def documentation() -> str:
    """The schema as a page of Markdown."""
    lines = [
        "# Settings",
        "",
        "Made from `companion/settings.py` by `scripts/write_settings_page.py`; do not edit by hand.",
        "",
        "Each setting can be given in a TOML file (`companion run --settings FILE`, or `companion.toml` in the data",
        "folder), in the environment (`COMPANION_PORT=80`) or on the command line (`--port 80`); the later wins.",
        "A setting that does not exist is an error that names the nearest one that does.",
        "",
        "| setting | default | values | what it is |",
        "|---|---|---|---|",
    ]
    for item in fields(Settings):
        default = "(empty)" if item.default in ("", ()) else f"`{item.default}`"
        lines.append(f"| `{item.name}` | {default} | {_values(item)} | {item.metadata['says']} |")
    return "\n".join(lines) + "\n"


def _values(item: Field[Any]) -> str:
    meta = item.metadata
    if meta["choices"]:
        return ", ".join(f"`{choice}`" if choice else "(empty)" for choice in meta["choices"])
    if meta["low"] is not None:
        return f"{meta['low']:,g} to {meta['high']:,g}"
    return "a list of texts" if isinstance(item.default, tuple) else "text"
