"""The picture with what the calibration sees over it: grid, labels, cells at risk, and the verdict in words."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.geometry import Placed
from calibration.report import Report, Verdict
from vision.locate.evened import Image
from vision.stages import drawn_grid, drawn_reading

_PAINT = {Verdict.GOOD: (80, 170, 30), Verdict.USABLE: (0, 160, 230), Verdict.NOT_USABLE: (40, 40, 220)}
LINE = 26


def drawn(image: Image, found: Placed, report: Report) -> Image:
    """The overlay: cyan for the board plane, magenta for the piece tops, rings around cells at risk."""
    canvas = drawn_grid(image, found.view)
    scale = canvas.shape[1] / image.shape[1]
    canvas = drawn_reading(
        canvas, found.view.scaled((canvas.shape[1], canvas.shape[0])), found.reading, list(report.at_risk)
    )
    corners = found.view.corners * scale
    for name, (x, y) in zip(("1", "2", "3", "4"), corners, strict=True):
        place = (round(float(x)), round(float(y)))
        cv2.circle(canvas, place, 9, (255, 255, 255), -1, cv2.LINE_AA)
        cv2.putText(
            canvas, name, (place[0] - 5, place[1] + 5), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA
        )
    return _with_words(canvas, report)


def _with_words(canvas: Image, report: Report) -> Image:
    """The verdict and what to change, below the picture; the font knows no other signs than ASCII."""
    sentences = [report.summary, *(item.message for item in report.advice)]
    most = max(20, canvas.shape[1] // 9)
    lines = [line for text in sentences for line in _wrapped(_ascii(text), most)]
    foot = np.full((LINE * len(lines) + 14, canvas.shape[1], 3), 255, np.uint8)
    foot[:, :8] = _PAINT[report.verdict]
    for number, line in enumerate(lines):
        place = (18, LINE * (number + 1) - 2)
        cv2.putText(foot, line, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (30, 30, 30), 1, cv2.LINE_AA)
    return np.vstack([canvas, foot])


def _wrapped(text: str, most: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > most and lines[-1]:
            lines.append("   ")
        lines[-1] += (" " if lines[-1].strip() else "") + word
    return lines


def _ascii(text: str) -> str:
    return text.replace("°", " deg").replace("×", "x").encode("ascii", "replace").decode()
