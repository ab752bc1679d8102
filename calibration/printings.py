"""Printings that people have taught: a board profile as a file, usable by its name like the built-in ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.colours import Learnt, prior
from calibration.errors import CalibrationError
from calibration.keeping import read_json, write_atomically
from calibration.written import profile_from_plain, profile_to_plain
from engine.colours import Colour
from engine.errors import GameError
from engine.pieces import Cell
from engine.profiles import CLASSIC, DUO, PROFILES, BoardProfile
from vision.reading.palette import Palette

FOLDER = "boards"
"""Inside the data folder."""
KIND = "blokus companion board profile"
SCHEMA = 1
_NAME = re.compile(r"[a-z][a-z0-9-]{1,39}")
BUILT_IN = frozenset(PROFILES)


@dataclass(frozen=True)
class Printing:
    """A printing: its profile, what its colours look like against the board, and the board's own colour if known."""

    profile: BoardProfile
    palette: Palette
    board_colour: tuple[int, int, int] | None = None
    """8-bit red, green, blue of the empty board, as the camera saw it."""


def new_profile(
    name: str, kind: str, colours: Iterable[Colour], starts: Iterable[Cell] = (), nubs: bool = False
) -> BoardProfile:
    """A profile for a printing that is not built in; CalibrationError (`profile`) if no game can be played on it."""
    like = {"classic": CLASSIC, "duo": DUO}.get(kind)
    if like is None:
        raise CalibrationError("profile", f"unknown board kind {kind!r}: expected classic or duo")
    if not _NAME.fullmatch(name) or name in BUILT_IN or name == "auto":
        raise CalibrationError(
            "profile",
            f"{name[:40]!r} cannot be the name of a new board: expected small letters, digits and dashes, and "
            f"none of {', '.join(sorted(BUILT_IN))}",
        )
    chosen = tuple(colours)
    if len(chosen) != len(like.colours):
        raise CalibrationError(
            "profile", f"a {kind} board has {len(like.colours)} colours, but {len(chosen)} were given"
        )
    prior(chosen)
    try:
        return BoardProfile(name, kind, like.size, chosen, tuple(starts) or like.starts, nubs)
    except GameError as problem:
        raise CalibrationError("profile", str(problem)) from problem


def save_printing(folder: Path, profile: BoardProfile, learnt: Learnt | None = None) -> Path:
    """Keep a printing as a file of its own, and make it known by its name."""
    palette = learnt.palette if learnt is not None else prior(profile.colours)
    looks = {
        str(colour): {
            "hue": [round(float(x), 4) for x in palette.pure[label]],
            "spread": round(float(palette.spread[label]), 4),
        }
        for label, colour in enumerate(profile.colours, 1)
    }
    data: dict[str, Any] = {"what": KIND, "schema": SCHEMA, **profile_to_plain(profile), "looks": looks}
    if learnt is not None:
        blue, green, red = (round(float(255 * v ** (1 / 2.2))) for v in np.clip(palette.mean_white, 0, 1))
        data["board_colour"] = [red, green, blue]
    target = folder / f"{profile.name}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(target, json.dumps(data, indent=2) + "\n")
    except OSError as problem:
        raise CalibrationError(
            "storage", f"the board profile cannot be kept in {folder}: {(problem.strerror or str(problem)).lower()}"
        ) from problem
    PROFILES[profile.name] = profile
    return target


def read_printing(path: Path) -> Printing:
    """The printing in a file; CalibrationError if it is none."""
    data = read_json(path)
    if not isinstance(data, dict) or data.get("what") != KIND:
        raise CalibrationError("foreign", f"{path} is not a board profile of this companion")
    try:
        profile = profile_from_plain(data)
        new_profile(profile.name, profile.kind, profile.colours, profile.starts, profile.nubs)
        palette = prior(profile.colours)
        for label, colour in enumerate(profile.colours, 1):
            look = data["looks"][str(colour)]
            hue = np.array(look["hue"], float)
            if hue.shape != (2,) or not np.isfinite(hue).all() or not 0.05 < np.linalg.norm(hue) < 1.5:
                raise ValueError(f"the hue of {colour} is {look['hue']}")
            palette.pure[label], palette.whole[label] = hue, 0.85 * hue
        board = data.get("board_colour")
        return Printing(profile, palette, tuple(board) if board else None)
    except (KeyError, TypeError, ValueError, AttributeError, GameError) as problem:
        raise CalibrationError(
            "damaged", f"{path} is damaged ({str(problem)[:120]}): teach the board again"
        ) from problem


def load_printings(folder: Path) -> tuple[dict[str, Printing], list[str]]:
    """All printings of a folder, made known by their names, and a sentence for each file that cannot be used."""
    printings: dict[str, Printing] = {}
    problems = []
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else []:
        try:
            printing = read_printing(path)
        except CalibrationError as problem:
            problems.append(str(problem))
            continue
        printings[printing.profile.name] = printing
        PROFILES[printing.profile.name] = printing.profile
    return printings, problems
