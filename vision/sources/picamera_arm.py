"""How high to hang a camera over a board, from its field of view."""

from __future__ import annotations

from dataclasses import dataclass
from math import radians, tan

from vision.sources.picamera_modules import MODULES, CameraModule

BOARDS = {"classic": (20, 20.0, 11.0), "duo": (14, 21.0, 11.0)}
"""Cells along a side, millimetres a cell, and the widest rim, of the usual printings."""
MARGIN = 0.06
"""Room around the board at each side, as a part of it: nobody hangs a camera exactly over the middle."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A camera straight over a board that just fills its picture."""

    height: float
    """Millimetres from the lens to the board."""
    cell_pixels: float


def arm_for(module: CameraModule, board: str) -> Arm:
    """The lowest place from which the whole board is seen with some room; higher is possible, with smaller cells.

    A camera that looks straight down sees 2 · height · tan(view / 2) along the shorter side of its picture.
    """
    cells, pitch, rim = BOARDS[board]
    side = (cells * pitch + 2 * rim) * (1 + 2 * MARGIN)
    down = min(module.view)
    height = side / 2 / tan(radians(down / 2))
    return Arm(height, min(module.main) / side * pitch)


def arm_table() -> str:
    """The table of the documentation."""
    lines = ["| module | classic: height | pixels a cell | Duo: height | pixels a cell |", "|---|---|---|---|---|"]
    for module in MODULES:
        found = [arm_for(module, board) for board in BOARDS]
        places = " | ".join(f"{arm.height / 10:.0f} cm | {arm.cell_pixels:.0f}" for arm in found)
        name = f"{module.name}, {module.lens} lens" if module.lens else module.name
        lines.append(f"| {name} | {places} |")
    return "\n".join(lines) + "\n"
