"""Drawing round limbs: shaded sprites over the picture, and their shadows on the board."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.table.arrays import Bytes, Floats, random_for, smooth_noise
from vision.table.camera import Camera
from vision.table.hands import Limb
from vision.table.lights import Lamp, Lighting

Box = tuple[int, int, int, int]
"""Top, bottom, left, right in pixels."""
SHADOW_SCALE = 4
"""Shadows of hands are drawn at a quarter of the resolution: they are soft."""


@dataclass(frozen=True)
class Sprite:
    """Something drawn over a part of the picture: premultiplied linear light per circuit, and how much it covers."""

    box: Box
    layers: list[Floats]
    cover: Floats


def clipped(box: Box, camera: Camera) -> Box | None:
    """The part of a box inside the picture, or None."""
    top, bottom, left, right = box
    inside = (max(0, top), min(camera.height, bottom), max(0, left), min(camera.width, right))
    return inside if inside[1] - inside[0] > 1 and inside[3] - inside[2] > 1 else None


def together(boxes: list[Box]) -> Box | None:
    """The box around several boxes."""
    if not boxes:
        return None
    tops, bottoms, lefts, rights = zip(*boxes, strict=True)
    return min(tops), max(bottoms), min(lefts), max(rights)


def _ends(limbs: list[Limb], camera: Camera) -> tuple[Floats, Floats, Floats, Floats]:
    """Pixels and pixel radii of both ends of each limb."""
    starts, ends = camera.project([limb.start for limb in limbs]), camera.project([limb.end for limb in limbs])
    thick = np.array([limb.thick * camera.scale_at(limb.start) for limb in limbs], np.float32)
    thin = np.array([limb.thin * camera.scale_at(limb.end) for limb in limbs], np.float32)
    return starts, ends, thick, thin


_TEXTURE = (
    smooth_noise(random_for(0, "skin"), 512, 512, 9) * 0.6 + smooth_noise(random_for(1, "skin"), 512, 512, 3) * 0.4
)


def draw_limbs(limbs: list[Limb], camera: Camera, lighting: Lighting, margin: int = 0) -> Sprite | None:
    """The limbs as seen by the camera, lit by all lamps; None if they are outside the picture.

    `margin` widens the sprite's box, so that it can be smeared by motion.
    """
    starts, ends, thick, thin = _ends(limbs, camera)
    reach = np.maximum(thick, thin) + 2 + margin
    low, high = np.minimum(starts, ends) - reach[:, None], np.maximum(starts, ends) + reach[:, None]
    whole = clipped(
        (int(low[:, 1].min()), int(high[:, 1].max()) + 1, int(low[:, 0].min()), int(high[:, 0].max()) + 1), camera
    )
    if whole is None:
        return None
    top, bottom, left, right = whole
    shape = (bottom - top, right - left)
    depth = np.full(shape, -1e6, np.float32)
    cover = np.zeros(shape, np.float32)
    normal = np.zeros((*shape, 3), np.float32)
    albedo = np.zeros((*shape, 3), np.float32)
    for i, limb in enumerate(limbs):
        box = clipped((int(low[i, 1]), int(high[i, 1]) + 1, int(low[i, 0]), int(high[i, 0]) + 1), camera)
        if box is None:
            continue
        part = (slice(box[0] - top, box[1] - top), slice(box[2] - left, box[3] - left))
        x = np.arange(box[2], box[3], dtype=np.float32)[None, :] - starts[i, 0]
        y = np.arange(box[0], box[1], dtype=np.float32)[:, None] - starts[i, 1]
        ax, ay = ends[i] - starts[i]
        t = np.clip((x * ax + y * ay) / max(float(ax * ax + ay * ay), 1e-3), 0, 1)
        dx, dy = x - t * ax, y - t * ay
        radius = thick[i] + t * (thin[i] - thick[i])
        off = np.sqrt(dx * dx + dy * dy)
        edge = np.clip(radius - off + 0.5, 0, 1)
        round_ = np.sqrt(np.maximum(1 - (off / radius) ** 2, 0))
        z = limb.start[2] + t * (limb.end[2] - limb.start[2]) + round_ * (limb.thick + t * (limb.thin - limb.thick))
        nearer = (edge > 0) & (z > depth[part])
        depth[part] = np.where(nearer, z, depth[part])
        cover[part] = np.maximum(cover[part], edge)
        fold = 0.12 * np.sin(t * 23 + off / radius * 2.0) if limb.cloth else np.float32(0)
        tint = np.array(limb.colour, np.float32)
        for axis, value in enumerate((dx / radius + fold, dy / radius, -round_)):
            normal[part][..., axis] = np.where(nearer, value, normal[part][..., axis])
        albedo[part] = np.where(nearer[..., None], tint, albedo[part])
    grain = np.tile(_TEXTURE, (-(-shape[0] // 512), -(-shape[1] // 512)))[: shape[0], : shape[1]]
    albedo *= np.exp(0.06 * grain)[..., None]
    axes = np.array(camera.rotation, np.float32)
    world = normal @ axes
    middle = np.mean([limb.start for limb in limbs[:4]], axis=0)
    layers = [np.zeros((*shape, 3), np.float32) for _ in range(lighting.circuits)]
    for lamp in lighting.lamps:
        way = np.array(lamp.place) - middle
        r2 = float(way @ way)
        way /= np.sqrt(r2)
        out = max(float(-(way @ np.array(lamp.facing))), 0.1)
        # Light seeps around the edge of flesh: lit from 115 degrees instead of 90.
        lit = np.maximum((world @ way.astype(np.float32) + 0.35) / 1.35, 0)
        strength = lamp.power * 1e6 / np.pi / r2 * out
        glow = (lit * 0.95 + lighting.bounce * (0.45 + 0.35 * world[..., 2])) * np.float32(strength)
        layers[lamp.circuit] += albedo * glow[..., None] * np.array(lamp.colour, np.float32)
    for layer in layers:
        np.multiply(layer, cover[..., None], out=layer)
    return Sprite(whole, layers, cover)


def smeared(sprite: Sprite, dx: float, dy: float) -> Sprite:
    """The sprite blurred by motion over (dx, dy) pixels while the shutter was open."""
    length = float(np.hypot(dx, dy))
    if length < 1.5:
        return sprite
    size = int(min(length, 60)) | 1
    kernel = np.zeros((size, size), np.float32)
    middle = size // 2
    ux, uy = dx / length * middle, dy / length * middle
    cv2.line(
        kernel, (round(middle - ux), round(middle - uy)), (round(middle + ux), round(middle + uy)), 1.0, 1, cv2.LINE_AA
    )
    kernel /= kernel.sum()
    blur = [np.asarray(cv2.filter2D(layer, -1, kernel), np.float32) for layer in sprite.layers]
    return Sprite(sprite.box, blur, np.asarray(cv2.filter2D(sprite.cover, -1, kernel), np.float32))


def limb_shadow(limbs: list[Limb], camera: Camera, lamp: Lamp | None, plane: float) -> tuple[Box, Bytes] | None:
    """Where limbs stand between a lamp and the board: a box and, at a quarter of its resolution, darkness 0-255.

    Without a lamp: the dimming of the whole room's light below them.
    """
    spots: list[tuple[float, float, float]] = []
    sizes: list[float] = []
    soft = 0.0
    if lamp is not None and lamp.place[2] < max(limb.start[2] for limb in limbs) + 60:
        limbs = [limb for limb in limbs if max(limb.start[2], limb.end[2]) < lamp.place[2] - 60]
        if not limbs:
            return None
    for limb in limbs:
        for (x, y, z), radius in ((limb.start, limb.thick), (limb.end, limb.thin)):
            up = max(z - plane, 0.0)
            if lamp is None:
                spots.append((x, y, plane))
                sizes.append(radius + 4)
                continue
            lx, ly, lz = lamp.place
            stretch = (lz - plane) / (lz - z)
            spots.append((lx + (x - lx) * stretch, ly + (y - ly) * stretch, plane))
            sizes.append(radius * stretch)
    if lamp is not None:
        near = limbs[: max(4, len(limbs) // 2)]
        up = float(np.mean([max(limb.start[2] - plane, 2) for limb in near]))
        soft = max(lamp.width, lamp.height) * 0.35 * up / max(lamp.place[2] - up, 60)
    else:
        soft = 22.0
    pixels = camera.project(spots)
    scale = camera.scale_at((0.0, 0.0, plane))
    blur = float(np.clip(soft * scale / SHADOW_SCALE, 0.6, 40))
    pad = int(blur * 2.5 * SHADOW_SCALE) + 8
    radii = np.array(sizes) * scale
    low, high = (pixels - radii[:, None]).min(axis=0), (pixels + radii[:, None]).max(axis=0)
    box = clipped((int(low[1]) - pad, int(high[1]) + pad, int(low[0]) - pad, int(high[0]) + pad), camera)
    if box is None:
        return None
    top, bottom, left, right = box
    dark = np.zeros((-(-(bottom - top) // SHADOW_SCALE), -(-(right - left) // SHADOW_SCALE)), np.uint8)
    corner = np.array([left, top])
    for i in range(0, len(pixels), 2):
        a, b = (pixels[i] - corner) / SHADOW_SCALE, (pixels[i + 1] - corner) / SHADOW_SCALE
        ends = np.clip(np.array([a, b]), -3000, 3000).round().astype(int)
        width = max(1, round(float(radii[i] + radii[i + 1]) / SHADOW_SCALE))
        first = (int(ends[0, 0]), int(ends[0, 1]))
        second = (int(ends[1, 0]), int(ends[1, 1]))
        cv2.line(dark, first, second, 255, min(width, 200), cv2.LINE_AA)
    return box, np.asarray(cv2.GaussianBlur(dark, (0, 0), blur), np.uint8)
