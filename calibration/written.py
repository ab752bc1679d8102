"""A calibration as plain data and back, strictly: whatever is missing, strange or out of range is named."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from calibration.aim import Advice, Trouble
from calibration.colours import Learnt
from calibration.errors import CalibrationError
from calibration.model import SCHEMA, Calibration
from calibration.report import Report, Verdict
from engine.colours import Colour
from engine.errors import GameError
from engine.profiles import BoardProfile
from vision.geometry import BoardView
from vision.reading.palette import Palette

KIND = "blokus companion calibration"


def to_plain(calibration: Calibration) -> dict[str, Any]:
    """The calibration as plain data, in the order in which people read it."""
    view, palette, report = calibration.view, calibration.palette, calibration.report
    looks = zip(
        ("empty", *(str(colour) for colour in palette.colours)),
        palette.pure,
        palette.whole,
        palette.spread,
        palette.share,
        calibration.colours.cells,
        strict=True,
    )
    return {
        "what": KIND,
        "schema": SCHEMA,
        "camera": calibration.camera,
        "made": calibration.made,
        "board": profile_to_plain(calibration.profile),
        "up": calibration.up,
        "geometry": {
            "image_size": list(view.image_size),
            "corners": [_rounded(corner, 3) for corner in view.corners],
            "homography": [[float(value) for value in row] for row in view.homography],
            "focal": float(view.focal),
            "lens": float(view.lens),
            "outer_lens": float(view.outer_lens),
            "piece_height": float(view.height),
            "walls": float(view.walls),
        },
        "palette": {
            "white": _rounded(palette.mean_white, 5),
            "labels": {
                name: {
                    "hue": _rounded(pure, 4),
                    "whole": _rounded(whole, 4),
                    "spread": round(float(spread), 4),
                    "share": round(float(share), 4),
                    "cells": int(cells),
                }
                for name, pure, whole, spread, share, cells in looks
            },
        },
        "markers": [_rounded(marker, 2) for marker in calibration.markers],
        "controls": dict(calibration.controls),
        "report": {
            "verdict": str(report.verdict),
            "summary": report.summary,
            "distances": [[a, b, far] for a, b, far in report.distances],
            "cell_pixels": report.cell_pixels,
            "tilt": report.tilt,
            "edge_width": report.edge_width,
            "error_rate": report.error_rate,
            "at_risk": [list(cell) for cell in report.at_risk],
            "advice": [
                {
                    "trouble": str(item.trouble),
                    "message": item.message,
                    "serious": item.serious,
                    "cells": [list(cell) for cell in item.cells],
                }
                for item in report.advice
            ],
        },
    }


def from_plain(data: object, name: str = "the calibration") -> Calibration:
    """The calibration that plain data says; CalibrationError (`damaged`, `foreign`, `newer`) if it is none."""
    if not isinstance(data, dict) or data.get("what") != KIND:
        raise CalibrationError("foreign", f"{name} is not a calibration of this companion")
    schema = data.get("schema")
    if not isinstance(schema, int) or isinstance(schema, bool) or schema < 1:
        raise CalibrationError("damaged", f"{name} is damaged: it does not say which schema it follows")
    if schema > SCHEMA:
        raise CalibrationError(
            "newer",
            f"{name} was written by a newer companion (schema {schema}, this one knows {SCHEMA}): update, or "
            "calibrate again",
        )
    try:
        return _calibration(data)
    except (KeyError, TypeError, ValueError, AttributeError, GameError, np.linalg.LinAlgError) as problem:
        what = f"{problem.args[0]!s} is missing" if isinstance(problem, KeyError) else str(problem)
        raise CalibrationError("damaged", f"{name} is damaged ({what[:120]}): calibrate again") from problem


def profile_to_plain(profile: BoardProfile) -> dict[str, Any]:
    """A board profile as plain data."""
    return {
        "name": profile.name,
        "kind": profile.kind,
        "size": profile.size,
        "colours": [str(colour) for colour in profile.colours],
        "starts": [list(cell) for cell in profile.starts],
        "nubs": profile.nubs,
    }


def profile_from_plain(data: Mapping[str, Any]) -> BoardProfile:
    """The board profile that plain data says; ValueError or KeyError if it is none."""
    name, kind = str(data["name"]), str(data["kind"])
    if kind not in ("classic", "duo"):
        raise ValueError(f"kind is {kind!r}, expected classic or duo")
    return BoardProfile(
        name,
        kind,
        _whole(data["size"], "size"),
        tuple(Colour.parse(word) for word in data["colours"]),
        tuple((_whole(row, "start"), _whole(column, "start")) for row, column in data["starts"]),
        bool(data.get("nubs", False)),
    )


def _calibration(data: Mapping[str, Any]) -> Calibration:
    profile = profile_from_plain(data["board"])
    view = _view(data["geometry"], profile.size)
    colours = _colours(data["palette"], profile.colours)
    controls = {str(key): _number(value, key) for key, value in data.get("controls", {}).items()}
    markers = tuple((_number(x, "marker"), _number(y, "marker")) for x, y in data.get("markers", []))
    if len(markers) not in (0, 4):
        raise ValueError(f"there are {len(markers)} markers, expected four or none")
    report, made = _report(data["report"]), str(data.get("made", ""))
    return Calibration(str(data["camera"]), profile, view, colours, report, controls, markers, made)


def _view(data: Mapping[str, Any], size: int) -> BoardView:
    homography = _array(data["homography"], (3, 3), "homography")
    width, height = (_whole(value, "image_size") for value in data["image_size"])
    if not (64 <= width <= 20000 and 64 <= height <= 20000):
        raise ValueError(f"image_size is {width} × {height}")
    view = BoardView(
        size,
        homography,
        (width, height),
        _between(data["focal"], 10, 1e6, "focal"),
        lens=_between(data["lens"], -1, 1, "lens"),
        outer_lens=_between(data["outer_lens"], -1, 1, "outer_lens"),
        height=_between(data["piece_height"], 0, 1, "piece_height"),
        walls=_between(data["walls"], 0.1, 10, "walls"),
    )
    corners = view.corners
    sides = np.roll(corners, -1, axis=0) - corners
    following = np.roll(sides, -1, axis=0)
    if not np.isfinite(corners).all() or view.cell_pixels < 2:
        raise ValueError("the corners do not span a board")
    if not (sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0] > 0).all():
        raise ValueError("the corners are mirrored")
    return view


def _colours(data: Mapping[str, Any], colours: tuple[Colour, ...]) -> Learnt:
    labels = data["labels"]
    if list(labels) != ["empty", *(str(colour) for colour in colours)]:
        raise ValueError(f"the palette is for {', '.join(labels)}")
    looks = list(labels.values())
    palette = Palette(
        colours,
        np.array([_array(look["hue"], (2,), "hue") for look in looks]),
        np.array([_array(look["whole"], (2,), "whole") for look in looks]),
        np.array([_between(look["spread"], 0.005, 1, "spread") for look in looks]),
        np.array([_between(look["share"], 1e-6, 1, "share") for look in looks]),
        _array(data["white"], (3,), "white").astype(np.float32),
    )
    return Learnt(palette, tuple(_whole(look["cells"], "cells") for look in looks))


def _report(data: Mapping[str, Any]) -> Report:
    return Report(
        Verdict(data["verdict"]),
        tuple((str(a), str(b), _number(far, "distance")) for a, b, far in data["distances"]),
        _number(data["cell_pixels"], "cell_pixels"),
        _number(data["tilt"], "tilt"),
        _number(data["edge_width"], "edge_width"),
        _between(data["error_rate"], 0, 1, "error_rate"),
        _cells(data["at_risk"]),
        tuple(
            Advice(Trouble(item["trouble"]), str(item["message"]), bool(item["serious"]), _cells(item["cells"]))
            for item in data["advice"]
        ),
    )


def _cells(data: Sequence[Sequence[object]]) -> tuple[tuple[int, int], ...]:
    return tuple((_whole(row, "cell"), _whole(column, "cell")) for row, column in data)


def _array(data: object, shape: tuple[int, ...], name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    values = np.array(data, float)
    if values.shape != shape or not np.isfinite(values).all():
        raise ValueError(f"{name} has the shape {values.shape}, expected {shape}")
    return values


def _number(value: object, name: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{name} is {value!r}, expected a number")
    return float(value)


def _between(value: object, low: float, high: float, name: str) -> float:
    number = _number(value, name)
    if not low <= number <= high:
        raise ValueError(f"{name} is {number:g}, expected {low:g} to {high:g}")
    return number


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{name} is {value!r}, expected a whole number")
    return value


def _rounded(values: object, digits: int) -> list[float]:
    return [round(float(value), digits) for value in np.asarray(values, float)]
