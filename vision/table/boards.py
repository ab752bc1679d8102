"""The board and its storage panels as solid plastic: playing surface, ridges, nubs, rim, start marks."""

import numpy as np

from vision.table.arrays import Floats
from vision.table.kinds import Kit
from vision.table.relief import Relief, coded

NUB_RADIUS = 0.25
"""In cells; the hole of a piece is a little wider."""
ROUND_CORNER = 9.0
"""Radius (mm) of the board's outer corners."""


def _rounded_box(x: Floats, y: Floats, half_x: float, half_y: float, radius: float) -> Floats:
    """Signed distance (mm) to a rounded rectangle around the origin, negative inside."""
    qx, qy = np.abs(x) - (half_x - radius), np.abs(y) - (half_y - radius)
    outside = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0))
    return np.asarray(outside + np.minimum(np.maximum(qx, qy), 0) - radius, np.float32)


def _nub(distance: Floats, kit: Kit) -> Floats:
    """Height of a nub at a distance (mm) from its axis: a stud with a round head."""
    radius, tall = NUB_RADIUS * kit.cell, kit.piece_height * 0.95
    inside = np.clip(distance / radius, 0, 1)
    return np.asarray(np.where(inside < 1, tall * (1 - inside**2.4) ** 0.42, 0), np.float32)


def lay_plate(
    relief: Relief, kit: Kit, columns: int, rows: int, x: float, y: float, degrees: float, low: float
) -> None:
    """Lay a plate of cells with a rim onto the relief: the board itself, or a storage panel.

    The playing surface lies `low` millimetres below that of the board (0 for the board itself).
    """
    half_x, half_y = columns * kit.cell / 2, rows * kit.cell / 2
    reach = float(np.hypot(half_x, half_y)) + kit.rim_width + 2
    if degrees % 90 == 0:
        reach = max(half_x, half_y) + kit.rim_width + 2
    window = relief.window((x - reach, x + reach), (y - reach, y + reach))
    px, py = relief.places(window)
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    u, v = c * (px - x) + s * (py - y), -s * (px - x) + c * (py - y)
    outline = _rounded_box(u, v, half_x + kit.rim_width, half_y + kit.rim_width, min(ROUND_CORNER, kit.rim_width))
    play = _rounded_box(u, v, half_x, half_y, 0.6)
    cu, cv = (u + half_x) / kit.cell, (v + half_y) / kit.cell
    fu, fv = cu - np.floor(cu), cv - np.floor(cv)
    edge = np.minimum(np.minimum(fu, 1 - fu), np.minimum(fv, 1 - fv)) * kit.cell
    height = kit.ridge_height * np.exp(-((edge / (kit.ridge_width / 2)) ** 2))
    if kit.profile.nubs:
        height = height + _nub(np.hypot(fu - 0.5, fv - 0.5) * kit.cell, kit)
    # The rim rises over its first two millimetres and is rounded off at the outer edge.
    rise = np.clip(play / 2.0, 0, 1)
    fall = np.clip(1 + outline / 2.0, 0, 1)
    rim = kit.rim_height * rise - 2.0 * (1 - np.sqrt(np.maximum(1 - fall**2, 0)))
    height = np.where(play > 0, rim, height)
    mask = (outline < 0).astype(np.float32)
    colour = np.broadcast_to(coded(kit.board_colour), (*height.shape, 3)).copy()
    if low == 0.0 and kit.profile.kind == "duo":
        _start_marks(kit, u, v, colour)
    relief.lay(window, (height - low).astype(np.float32), mask, colour, kit.board_gloss, 0.16)


def _start_marks(kit: Kit, u: Floats, v: Floats, colour: Floats) -> None:
    """A printed ring (with nubs) or dot on the start squares."""
    dark_board = sum(kit.board_colour) < 1.0
    ink = coded((0.75, 0.75, 0.75) if dark_board else (0.12, 0.12, 0.13))
    for row, column in kit.profile.starts:
        x = (column + 0.5) * kit.cell - kit.half
        y = kit.half - (row + 0.5) * kit.cell
        distance = np.hypot(u - x, v - y) / kit.cell
        ring = (distance > 0.29) & (distance < 0.37) if kit.profile.nubs else distance < 0.17
        colour[ring] = ink
