"""Soft shadows and dark corners in the relief: how much of each lamp, and of the room, a texel sees."""

import cv2
import numpy as np

from vision.table.arrays import Bytes, Floats
from vision.table.lights import Lamp
from vision.table.relief import Relief, Window
from vision.table.solids import Cup

COARSER = 2
"""Shadows are worked out on every second texel: they are softer than that anyway."""
STEPS = (0.4, 0.9, 1.6, 2.4, 3.4, 4.6, 6.5, 9.5, 13.0)
"""Heights (mm) above a texel at which something may stand between it and the lamp; nothing flat is higher."""
OFFSETS = ((0.0, 0.0), (0.35, 0.25), (-0.35, -0.25), (0.25, -0.35), (-0.25, 0.35))
"""Points on the lamp (in its width and height) whose visibility is averaged into a penumbra."""


def small_height(relief: Relief, window: Window) -> Floats:
    """The heights of a part at shadow resolution."""
    part = relief.height[window]
    size = (max(1, part.shape[1] // COARSER), max(1, part.shape[0] // COARSER))
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.float32)


def _with_margin(relief: Relief, window: Window, reach: float) -> Window:
    """A part with so many millimetres around it, inside the relief, on whole shadow texels."""
    margin = round(reach / relief.texel / COARSER) * COARSER
    rows, columns = window
    return (
        slice(max(0, rows.start - margin), min(relief.height.shape[0], rows.stop + margin)),
        slice(max(0, columns.start - margin), min(relief.height.shape[1], columns.stop + margin)),
    )


def lamp_axes(lamp: Lamp) -> tuple[Floats, Floats]:
    """The two directions along the sides of a lamp."""
    facing = np.array(lamp.facing, np.float32)
    helper = np.array([0, 1, 0] if abs(facing[2]) > 0.7 else [0, 0, 1], np.float32)
    across = np.cross(helper, facing)
    across /= np.linalg.norm(across)
    return across.astype(np.float32), np.cross(facing, across).astype(np.float32)


def lamp_shadow(relief: Relief, lamp: Lamp, window: Window) -> Bytes:
    """Share (0-255) of a lamp seen from each texel of a part, at shadow resolution."""
    rows, columns = window
    wide = _with_margin(relief, window, 30)
    height = small_height(relief, wide)
    r0, c0 = (rows.start - wide[0].start) // COARSER, (columns.start - wide[1].start) // COARSER
    tall, broad = max(1, (rows.stop - rows.start) // COARSER), max(1, (columns.stop - columns.start) // COARSER)
    own = height[r0 : r0 + tall, c0 : c0 + broad]
    tall, broad = own.shape
    step = relief.texel * COARSER
    column, row = np.meshgrid(np.arange(broad, dtype=np.float32), np.arange(tall, dtype=np.float32))
    x = relief.left + columns.start * relief.texel + (column + 0.5) * step
    y = relief.top - rows.start * relief.texel - (row + 0.5) * step
    across, along = lamp_axes(lamp)
    seen = np.zeros((tall, broad), np.float32)
    for u, v in OFFSETS:
        spot = np.array(lamp.place) + across * lamp.width * u + along * lamp.height * v
        rise = np.maximum(np.float32(spot[2]) - own, 30.0)
        dx, dy = (np.float32(spot[0]) - x) / rise / step, (np.float32(spot[1]) - y) / rise / step
        covered = np.zeros((tall, broad), np.float32)
        for up in STEPS:
            there = cv2.remap(
                height, column + dx * up + c0, row - dy * up + r0, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            # The edge counts softly: half a millimetre decides between lit and dark.
            covered = np.maximum(covered, np.clip((there - own - up) * 2.0 + 0.5, 0, 1))
        seen += 1 - covered
    result = cv2.GaussianBlur(seen * (255 / len(OFFSETS)), (0, 0), 0.7)
    return np.clip(result, 0, 255).astype(np.uint8)


def open_sky(relief: Relief, window: Window) -> Bytes:
    """How open (0-255) each texel of a part lies to the light of the whole room, at shadow resolution."""
    rows, columns = window
    wide = _with_margin(relief, window, 20)
    height = small_height(relief, wide)
    step = relief.texel * COARSER
    closed = np.zeros_like(height)
    for reach in (1.2, 3.5, 9.0):
        above = cv2.GaussianBlur(height, (0, 0), reach / step) - height
        closed += np.clip(above / reach, 0, 0.6) * 0.55
    r0, c0 = (rows.start - wide[0].start) // COARSER, (columns.start - wide[1].start) // COARSER
    tall, broad = max(1, (rows.stop - rows.start) // COARSER), max(1, (columns.stop - columns.start) // COARSER)
    part = closed[r0 : r0 + tall, c0 : c0 + broad]
    return np.asarray(np.clip(255 * np.exp(-part * 1.3), 0, 255), np.uint8)


def cup_shadows(relief: Relief, lamp: Lamp, cups: tuple[Cup, ...]) -> Bytes:
    """Share (0-255) of a lamp that the cups leave, over the whole relief at shadow resolution."""
    rows, columns = relief.height.shape[0] // COARSER, relief.height.shape[1] // COARSER
    result = np.full((rows, columns), 255, np.uint8)
    step = relief.texel * COARSER
    lx, ly, lz = lamp.place
    for cup in cups:
        top = relief.ground + cup.tall
        if lz < top + 50:
            continue
        # The lip, thrown from the lamp's middle onto the table, and the foot: the shadow is the hull of both.
        stretch = (lz - relief.ground) / (lz - top)
        angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        foot = np.stack([cup.x + np.cos(angle) * cup.radius, cup.y + np.sin(angle) * cup.radius], axis=1)
        thrown = np.array([lx, ly]) + (foot - np.array([lx, ly])) * stretch
        points = np.concatenate([foot, thrown])
        pixels = np.stack([(points[:, 0] - relief.left) / step, (relief.top - points[:, 1]) / step], axis=1)
        hull = cv2.convexHull(np.clip(pixels, -4000, 4000).astype(np.int32))
        dark = np.zeros((rows, columns), np.uint8)
        cv2.fillConvexPoly(dark, hull, 235)
        penumbra = max(lamp.width, lamp.height) * cup.tall / max(lz - top, 50) / 3 / step
        dark = np.asarray(cv2.blur(dark, (int(min(penumbra, 120)) + 2,) * 2), np.uint8)
        result = np.minimum(result, 255 - dark)
    return result
