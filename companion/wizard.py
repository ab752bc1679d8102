"""The camera wizard: aim, corners, colours, report, save; one picture is held while people look at it."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from calibration import calibrated
from calibration.aim import Advice, advice
from calibration.colours import learn, tapped
from calibration.errors import CalibrationError
from calibration.geometry import Placed, find, snap
from calibration.keeping import FOLDER, Shelf, camera_name
from calibration.report import Report, judge
from companion.evidence import Image
from engine.colours import Colour
from engine.pieces import Cell


class Wizard:
    """Holds the picture and the board in it between the steps. One person at a time sets the camera up."""

    def __init__(self, camera: str, data: Path) -> None:
        """`camera` is the address of the source, under which the calibration is kept in the data folder."""
        self._camera = camera_name(camera)
        self._shelf = Shelf(data / FOLDER)
        self._lock = threading.Lock()
        self._before: Image | None = None
        self._held: tuple[Image, Placed] | None = None

    def aim(self, image: Image, board: str) -> dict[str, Any]:
        """What to change about the camera or the light, and where the board is, if it is seen."""
        with self._lock:
            same_size = self._before is not None and self._before.shape == image.shape
            told, found = advice(image, self._before if same_size else None, board)
            self._before = image
            if found is not None:
                self._held = (image, found)
            return {**self._shown(image, found), "advice": _advice(told)}

    def snap(self, image: Image, corners: Sequence[Sequence[float]], board: str) -> dict[str, Any]:
        """The board near four dragged corners, given as fractions of the picture."""
        with self._lock:
            height, width = image.shape[:2]
            found = snap(image, [(x * width, y * height) for x, y in corners], board)
            self._held = (image, found)
            return self._shown(image, found)

    def find(self, image: Image, board: str) -> dict[str, Any]:
        """The board, looked for without any help."""
        with self._lock:
            found = find(image, board)
            self._held = (image, found)
            return self._shown(image, found)

    def say(self, taps: Mapping[Cell, Colour | None]) -> dict[str, Any]:
        """The board read again after people have said what some cells are."""
        with self._lock:
            image, found = self._board()
            size = found.view.size
            if any(not (0 <= row < size and 0 <= column < size) for row, column in taps):
                raise CalibrationError("colours", f"the board has cells from 0 to {size - 1}")
            if any(colour not in (None, *found.profile.colours) for colour in taps.values()):
                raise CalibrationError("colours", "that colour does not belong to this board")
            found = tapped(image, found, taps)
            self._held = (image, found)
            return self._shown(image, found)

    def report(self) -> dict[str, Any]:
        """How good it is."""
        with self._lock:
            image, found = self._board()
            return {**self._shown(image, found), "report": _report(judge(image, found))}

    def save(self, controls: Mapping[str, float]) -> dict[str, Any]:
        """Keep it for this camera and board, with what the camera has fixed."""
        with self._lock:
            image, found = self._board()
            made = calibrated(image, found, self._camera, controls)
            self._shelf.save(made)
            self._held = None
            return {**self._shown(image, found), "report": _report(made.report), "saved": True}

    def _board(self) -> tuple[Image, Placed]:
        if self._held is None:
            raise CalibrationError("corners", "no board has been found yet: begin with its corners")
        return self._held

    def _shown(self, image: Image, found: Placed | None) -> dict[str, Any]:
        if found is None:
            return {"board": None, "corners": None}
        height, width = image.shape[:2]
        learnt = learn(found)
        grid = [*found.reading.grid]
        return {
            "board": found.profile.name,
            "size": found.view.size,
            "corners": [[round(x / width, 5), round(y / height, 5)] for x, y in found.corners],
            "grid": grid,
            "colours": {
                str(colour): {
                    "cells": sum(row.count(colour.letter) for row in grid),
                    "looks": _looks(image, found, grid, colour),
                    "met": colour not in learnt.unmet,
                }
                for colour in found.profile.colours
            },
        }


def _looks(image: Image, found: Placed, grid: Sequence[str], colour: Colour) -> str:
    """How the camera sees a colour now, as a web colour; empty if it is nowhere on the board."""
    places = [
        (c + 0.5, r + 0.5) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter == colour.letter
    ]
    if not places:
        return ""
    points = np.rint(found.view.project(np.array(places))).astype(int)
    height, width = image.shape[:2]
    inside = points[(points >= 0).all(axis=1) & (points[:, 0] < width) & (points[:, 1] < height)]
    if not len(inside):
        return ""
    blue, green, red = np.median(image[inside[:, 1], inside[:, 0]], axis=0).astype(int)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _advice(told: Sequence[Advice]) -> list[dict[str, Any]]:
    return [{"trouble": str(one.trouble), "serious": one.serious, "message": one.message} for one in told]


def _report(made: Report) -> dict[str, Any]:
    worst = min(made.distances, key=lambda pair: pair[2])
    return {
        "verdict": str(made.verdict).replace(" ", "_"),
        "cell_pixels": made.cell_pixels,
        "tilt": made.tilt,
        "error_rate": made.error_rate,
        "at_risk": [list(cell) for cell in made.at_risk],
        "alike": list(worst[:2]),
        "advice": _advice(made.advice),
    }
