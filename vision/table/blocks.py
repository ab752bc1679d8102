"""The pieces as solid plastic: bevels, inner squares, holes, moulding waves."""

from functools import lru_cache

import cv2
import numpy as np

from engine.pieces import Shape, normalised
from vision.table.arrays import Floats, Rgb, random_for, smooth_noise
from vision.table.kinds import Kit
from vision.table.relief import Stamp, coded

CLEARANCE = 0.25
"""Gap (mm) between a piece and the edge of its cells on each side: pieces must go in and out easily."""
HOLE = 0.31
"""Radius of the hole in a travel piece, in cells; the nub fills most of it."""


@lru_cache(maxsize=512)
def _form(shape: Shape, kit_key: tuple[float, ...], texel: float, holed: bool) -> tuple[Floats, Floats, Floats]:
    """Height, mask and 'how thick the plastic looks' (0 inner square, 1 rim) of a shape, at the relief's resolution."""
    cell, tall, bevel, dish = kit_key
    rows, columns = max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1
    pad = 3
    across, down = round(columns * cell / texel), round(rows * cell / texel)
    x = (np.arange(across + 2 * pad, dtype=np.float32) - pad + 0.5) * texel / cell
    y = (np.arange(down + 2 * pad, dtype=np.float32) - pad + 0.5) * texel / cell
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    filled = np.zeros((rows + 2, columns + 2), bool)
    for r, c in shape:
        filled[r + 1, c + 1] = True
    inside = filled[np.clip(row + 1, 0, rows + 1)][:, np.clip(column + 1, 0, columns + 1)]
    u, v = np.meshgrid(x - column, y - row)
    if holed:
        inside &= np.hypot(u - 0.5, v - 0.5) > HOLE
    solid = np.asarray(cv2.distanceTransform(inside.astype(np.uint8), cv2.DIST_L2, 5), np.float32) * texel
    depth = solid - CLEARANCE
    mask = np.clip(depth / texel + 0.5, 0, 1).astype(np.float32)
    rounding = np.clip(1 - depth / bevel, 0, 1)
    height = tall - bevel * (1 - np.sqrt(np.maximum(1 - rounding**2, 0)))
    edge = np.minimum(np.minimum(u, 1 - u), np.minimum(v, 1 - v)) * cell
    # Every square of a piece is rounded off by itself: a seam runs between the squares, less deep than the outer edge.
    square = np.clip(1 - edge / (0.9 * bevel), 0, 1)
    height = np.minimum(height, tall - 0.8 * bevel * (1 - np.sqrt(np.maximum(1 - square**2, 0))))
    thick = np.exp(-((edge / (0.065 * cell)) ** 2))
    if dish > 0 and not holed:
        # A moat around the inner square, which rises back to the top with a soft dome.
        frame = 0.22 * cell
        moat = np.exp(-(((edge - frame) / (0.042 * cell)) ** 2))
        dome = np.clip((edge - frame) / (0.28 * cell), 0, 1)
        height -= dish * moat - 0.12 * dish * np.sqrt(dome)
        thick = np.where(edge < frame, 0.75 + 0.25 * thick, 0.9 * moat)
    return height.astype(np.float32), mask, thick.astype(np.float32)


@lru_cache(maxsize=8)
def _waves(spot: int) -> Floats:
    """A sheet of moulding waves with spots of so many texels; every piece takes another part of it."""
    random = random_for(0, "moulding waves")
    return smooth_noise(random, 1024, 1024, spot) + 0.15 * smooth_noise(random, 1024, 1024, spot / 3)


def block(kit: Kit, cells: Shape, rgb: Rgb, texel: float, seed: int) -> Stamp:
    """A stamp of the piece with these cells in plastic of this reflectance; `seed` tells pieces of one kind apart."""
    shape = normalised(cells)
    holed = kit.profile.nubs
    height, mask, thick = _form(shape, (kit.cell, kit.piece_height, kit.bevel, kit.dish), texel, holed)
    random = random_for(seed, "block", shape)
    rows, columns = height.shape
    oy, ox = int(random.integers(0, 1024 - min(rows, 1000))), int(random.integers(0, 1024 - min(columns, 1000)))
    spot = round(0.55 * kit.cell / texel)
    wave = _waves(spot)[oy : oy + rows, ox : ox + columns]
    # A wave is about two spots long: amplitude = slope × length / (2 pi), in millimetres.
    waved = height + wave * np.float32(kit.ripple * 2 * spot * texel / 6.28)
    base = np.clip(np.array(rgb) * np.exp(random.normal(0, 0.05)) * np.exp(random.normal(0, 0.03, 3)), 0.002, 0.95)
    # Light that goes through to the board and back is tinted twice: what returns is the board in the piece's colour.
    through = np.array(kit.board_colour) * np.clip(base, 0.01, 1) ** 0.55
    inner = base * (1 - kit.translucency) + through * kit.translucency
    # Where light has a longer way through the plastic it comes back deeper: exponents darken what is dark already.
    rim = base ** (1.0 + 0.55 * kit.translucency) * (0.72 - 0.2 * kit.translucency)
    blend = thick[..., None]
    colour = coded(inner[None, None] * (1 - blend) + rim[None, None] * blend)
    return Stamp(waved.astype(np.float32), colour, 1.0, 0.06, mask)
