"""One thing that was looked at: what was found, whether it is well, and what to do if not."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class Verdict(StrEnum):
    """How it is."""

    WELL = "well"
    NOTICE = "notice"
    """Works, but may not for long, or could be better."""
    WRONG = "wrong"
    UNKNOWN = "unknown"
    """Cannot be found out here: no Raspberry Pi, or no rights."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to one question."""

    name: str
    verdict: Verdict
    found: str
    fix: str = ""


def _output(command: Sequence[str]) -> str | None:
    """What a program prints; None if it is not there, fails or takes too long."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return run.stdout if run.returncode == 0 else None


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine that is examined; tests bring one of their own."""

    root: Path = Path("/")
    output: Callable[[Sequence[str]], str | None] = field(default=_output)

    def text(self, path: str) -> str | None:
        """The content of a small file of the system, by its path without the first slash."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None
