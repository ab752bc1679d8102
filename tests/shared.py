"""Finds the material that is shared beside the project; tests that need it say clearly when it is absent."""

import functools
import hashlib
import json
import os
from pathlib import Path

import pytest

from engine.colours import Colour
from engine.profiles import DUO

ROOT = Path(__file__).parent.parent


def shared_folder() -> Path:
    """`../shared` beside the project, or the folder that COMPANION_SHARED names."""
    return Path(os.environ.get("COMPANION_SHARED") or ROOT.parent / "shared")


def shared(name: str) -> Path:
    """A file or folder of the shared material; skips the test if it is not there."""
    path = shared_folder() / name
    if not path.exists():
        pytest.skip(f"shared material absent: {name} is neither in ../shared nor in the folder of COMPANION_SHARED")
    return path


@functools.cache
def _lines(path: Path) -> tuple[dict, ...]:
    return tuple(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def oracle(name: str) -> tuple[dict, ...]:
    """The entries of one `.jsonl` file of the oracle."""
    return _lines(shared(f"oracle/{name}.jsonl"))


def colour_of(word: str) -> Colour:
    """The oracle calls the two colours of Duo first and second."""
    return {"first": DUO.colours[0], "second": DUO.colours[1]}.get(word) or Colour(word)


SETTINGS = {
    "classic": ("classic", {"starts": "by_colour"}),
    "classic_2": ("classic", {"starts": "by_colour", "players": 2}),
    "classic_3": ("classic", {"starts": "by_colour", "players": 3}),
    "duo": ("duo", {"starts": "by_colour", "first": "purple"}),
}
"""Board and rules of the oracle's variants."""


def as_record(entry: dict) -> dict:
    """An entry of the oracle as a record of our own."""
    board, rules = SETTINGS[entry["variant"]]
    moves = []
    for move in entry["moves"]:
        what = {"pass": True} if move.get("pass") else {"cells": move["cells"]}
        moves.append({"colour": str(colour_of(move["color"])), **what})
    return {"board": board, "rules": rules, "moves": moves}


def fingerprint(placements) -> str:
    """The hash rule of oracle/README.md."""
    words = sorted(" ".join(f"{row},{column}" for row, column in sorted(cells)) for cells in placements)
    return hashlib.sha256("\n".join(words).encode()).hexdigest()
