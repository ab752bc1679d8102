"""The eyes: the camera and its mode, sharpness and light, from the running page or from the camera itself."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.aim import BLURRED, Advice, Trouble, advice
from calibration.sharpness import edge_width
from companion.doctor.finding import Finding, Verdict
from companion.settings import Settings
from engine.errors import CompanionError
from vision.frames import Source
from vision.sources.address import open_source

Image = npt.NDArray[np.uint8]

LIGHT = frozenset({Trouble.DARK, Trouble.BURNT, Trouble.FLARE})
LOOKS = 3
"""Frames that are read: the first ones of a USB camera are often dark."""


@dataclass(frozen=True)
class Looked:
    """What looking gave: what to say about the camera, and a picture if there is one."""

    finding: Finding
    picture: Image | None = None


def ask_page(port: int, path: str) -> tuple[int, bytes] | None:
    """What the page on this machine answers; None if there is none."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        link.request("GET", path)
        answer = link.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        link.close()


def look(
    settings: Settings,
    ask: Callable[[int, str], tuple[int, bytes] | None] = ask_page,
    open_by: Callable[[str], Source] = open_source,
) -> Looked:
    """Through the running companion, which has the camera; where none runs, through the camera."""
    answer = ask(settings.port, "/api/health") if settings.port else None
    health = _json(answer[1]) if answer is not None and answer[0] == 200 else None
    if health is not None and "camera" in health:
        return _through_page(settings, health, ask)
    return _through_camera(settings, open_by)


def _json(text: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(text)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _through_page(
    settings: Settings, health: dict[str, Any], ask: Callable[[int, str], tuple[int, bytes] | None]
) -> Looked:
    found = f"{settings.source}, in use by the running companion: {health['camera']}, {health.get('frames', 0)} frames"
    problems = [str(problem) for problem in health.get("problems", [])]
    snapshot = ask(settings.port, "/api/snapshot")
    picture = None
    if snapshot is not None and snapshot[0] == 200:
        decoded = cv2.imdecode(np.frombuffer(snapshot[1], np.uint8), cv2.IMREAD_COLOR)
        picture = None if decoded is None else np.asarray(decoded, np.uint8)
    if problems:
        return Looked(
            Finding("camera", Verdict.WRONG, f"{found}: {' '.join(problems)}", "As the sentence says."), picture
        )
    return Looked(Finding("camera", Verdict.WELL, found), picture)


def _through_camera(settings: Settings, open_by: Callable[[str], Source]) -> Looked:
    try:
        with open_by(settings.source) as source:
            frames = [source.read() for _ in range(LOOKS)]
            height, width = frames[-1].image.shape[:2]
            found = f"{source.address}, {width} × {height} pixels{_mode(source)}"
    except CompanionError as problem:
        return Looked(Finding("camera", Verdict.WRONG, str(problem), "As the sentence says."))
    return Looked(Finding("camera", Verdict.WELL, found), frames[-1].image)


def _mode(source: Source) -> str:
    """The module, its sensor mode, and what is fixed, for a camera that tells them."""
    module, told = getattr(source, "module", None), ""
    if module is not None:
        told = f", {module.name}, sensor mode {module.mode[0]} × {module.mode[1]}"
    fixed = source.controls
    if fixed:
        told += f", exposure {fixed['exposure'] / 1000:g} ms, gain {fixed['gain']:.2g}"
    return told


def judge_picture(picture: Image | None, board: str) -> list[Finding]:
    """Sharpness and light on the board."""
    if picture is None:
        return [Finding(name, Verdict.UNKNOWN, "there is no picture") for name in ("sharpness", "light")]
    told, placed = advice(picture, board=board)
    if placed is None:
        found = " ".join(one.message for one in told)
        fix = "Put the whole board into the picture, and see to the light."
        return [Finding("board", Verdict.WRONG, found, fix)]
    width = edge_width(picture, placed.view)
    sharp = f"an edge is drawn over {width:.2f} of a cell (at most {BLURRED:g})"
    cells = f"{placed.profile.name}, cells of {placed.view.cell_pixels:.0f} pixels, tilted by {placed.view.tilt:.0f}°"
    rest = [one for one in told if one.trouble not in LIGHT and one.trouble is not Trouble.BLURRED]
    return [
        _with(Finding("board", Verdict.WELL, cells), rest),
        _with(Finding("sharpness", Verdict.WELL, sharp), [one for one in told if one.trouble is Trouble.BLURRED]),
        _with(Finding("light", Verdict.WELL, "enough, and even"), [one for one in told if one.trouble in LIGHT]),
    ]


def _with(finding: Finding, told: list[Advice]) -> Finding:
    """The finding with what is wrong about it."""
    if not told:
        return finding
    worst = Verdict.WRONG if any(one.serious for one in told) else Verdict.NOTICE
    found = finding.found if finding.name != "light" else ", ".join(one.trouble.value for one in told)
    return Finding(finding.name, worst, found, " ".join(one.message for one in told))
