"""A piece in the air, between two fingers: its lit top and sides as a sprite over the picture."""

import cv2
import numpy as np

from engine.colours import Colour
from engine.pieces import Shape
from vision.table.arrays import Floats, Spot
from vision.table.blocks import block
from vision.table.camera import Camera
from vision.table.figures import Sprite, clipped
from vision.table.kinds import Kit
from vision.table.lights import Lighting

SLICES = 3
"""Layers that make up the sides of a piece seen from an angle."""


def draw_carried(
    kit: Kit, colour: Colour, shape: Shape, place: Spot, degrees: float, camera: Camera, lighting: Lighting, seed: int
) -> Sprite | None:
    """A piece with the middle of its foot at `place`; None if it is outside the picture."""
    texel = kit.cell / 20
    stamp = block(kit, shape, kit.plastics[colour], texel, seed)
    rows, columns = stamp.height.shape
    half_x, half_y = columns * texel / 2, rows * texel / 2
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    x, y, z = place

    def corners(up: float) -> Floats:
        box = [(-half_x, half_y), (half_x, half_y), (half_x, -half_y), (-half_x, -half_y)]
        return camera.project([(x + c * u - s * v, y + s * u + c * v, z + up) for u, v in box])

    seen = np.concatenate([corners(0), corners(kit.piece_height)])
    low, high = seen.min(axis=0), seen.max(axis=0)
    box = clipped((int(low[1]) - 24, int(high[1]) + 25, int(low[0]) - 24, int(high[0]) + 25), camera)
    if box is None:
        return None
    size = (box[3] - box[2], box[1] - box[0])
    flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    slope_x = cv2.Sobel(stamp.height, cv2.CV_32F, 1, 0, ksize=3, scale=1 / (8 * texel))
    slope_y = cv2.Sobel(stamp.height, cv2.CV_32F, 0, 1, ksize=3, scale=-1 / (8 * texel))
    nz = 1 / np.sqrt(1 + slope_x**2 + slope_y**2)
    albedo = np.square(stamp.colour / 255)
    layers = [np.zeros((size[1], size[0], 3), np.float32) for _ in range(lighting.circuits)]
    cover = np.zeros((size[1], size[0]), np.float32)
    for number in range(SLICES + 1):
        top = number == SLICES
        target = corners(kit.piece_height * (number + 0.5) / SLICES if not top else kit.piece_height)
        turn = cv2.getPerspectiveTransform(flat, (target - np.array([box[2], box[0]])).astype(np.float32))
        mask = np.asarray(cv2.warpPerspective(stamp.mask, turn, size, flags=cv2.INTER_AREA), np.float32)
        cover += mask * (1 - cover)
        for circuit, layer in enumerate(layers):
            light = np.zeros((rows, columns, 3), np.float32)
            for lamp in lighting.lamps:
                if lamp.circuit != circuit:
                    continue
                way = np.array(lamp.place) - np.array(place)
                r2 = float(way @ way)
                way /= np.sqrt(r2)
                out = max(float(-(way @ np.array(lamp.facing))), 0.05)
                lit = (
                    np.maximum(-slope_x * way[0] - slope_y * way[1] + way[2], 0) * nz if top else np.full_like(nz, 0.25)
                )
                strength = lamp.power * 1e6 / np.pi / r2 * out
                light += albedo * ((lit + lighting.bounce * 0.7) * strength)[..., None] * np.array(lamp.colour)
            warped = cv2.warpPerspective(light.astype(np.float32), turn, size, flags=cv2.INTER_AREA)
            layer[:] = layer * (1 - mask)[..., None] + warped * mask[..., None]
    return Sprite(box, layers, cover)
