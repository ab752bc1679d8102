"""From relief, lamps and camera to linear light: one picture per circuit, so that lamps can be switched afterwards."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.table.arrays import Bytes, Floats
from vision.table.camera import Camera
from vision.table.lights import Lamp, Lighting
from vision.table.relief import Relief, Window
from vision.table.shadows import COARSER, cup_shadows, lamp_axes, lamp_shadow, open_sky
from vision.table.solids import Cup
from vision.table.tabletops import MM_PER_PIXEL, PIXELS, TableTop

STRIP = 48
"""Rows worked on at a time: small enough that a strip stays in the processor's cache."""
Area = tuple[int, int, int, int]
"""Top, bottom, left, right of a part of the picture, in pixels."""
FRESNEL = 0.052
"""Reflection of polystyrene seen straight on (refractive index 1.59)."""


@dataclass
class Ground:
    """A relief ready for shading: its slopes and, for each lamp, its shadows."""

    relief: Relief
    table: TableTop
    lighting: Lighting
    cups: tuple[Cup, ...] = ()
    slopes: Floats = field(init=False)
    shadows: list[Bytes] = field(init=False)
    sky: Bytes = field(init=False)
    _tall: dict[Lamp, Bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Work out slopes and shadows of the whole relief."""
        rows, columns = self.relief.height.shape
        small = (rows // COARSER, columns // COARSER)
        self.slopes = np.zeros((rows, columns, 2), np.float32)
        self.shadows = [np.zeros(small, np.uint8) for _ in self.lighting.lamps]
        self.sky = np.zeros(small, np.uint8)
        self.refresh((slice(0, rows), slice(0, columns)))

    def refresh(self, window: Window) -> None:
        """Work them out again for a part in which something changed."""
        rows, columns = self.relief.height.shape
        snap = 2 * COARSER
        window = (
            slice(max(0, window[0].start // snap * snap), min(rows // snap * snap, -(-window[0].stop // snap) * snap)),
            slice(
                max(0, window[1].start // snap * snap), min(columns // snap * snap, -(-window[1].stop // snap) * snap)
            ),
        )
        if window[0].stop <= window[0].start or window[1].stop <= window[1].start:
            return
        self.slopes[window] = self.relief.slopes(window)
        small = tuple(slice(part.start // COARSER, part.stop // COARSER) for part in window)
        self.sky[small] = open_sky(self.relief, window)
        for lamp, shadow in zip(self.lighting.lamps, self.shadows, strict=True):
            shadow[small] = lamp_shadow(self.relief, lamp, window)
            if self.cups:
                shadow[small] = np.minimum(shadow[small], self._cup_shadow(lamp)[small])

    def _cup_shadow(self, lamp: Lamp) -> Bytes:
        """The shadows of the cups; they stand still, so they are worked out once."""
        if lamp not in self._tall:
            self._tall[lamp] = cup_shadows(self.relief, lamp, self.cups)
        return self._tall[lamp]


def march(relief: Relief, camera: Camera, sx: Floats, sy: Floats) -> tuple[Floats, Floats, Floats]:
    """Where each ray meets the relief: column, row (in texels) and height."""
    cx, cy, cz = camera.position
    low = relief.ground
    levels = relief.levels
    scale = np.float32(1 / relief.texel)
    ox, oy = np.float32((cx - relief.left) * scale - 0.5), np.float32((relief.top - cy) * scale - 0.5)
    kx, ky = sx * scale, -sy * scale
    height = np.full(sx.shape, low, np.float32)
    open_ray = np.ones(sx.shape, bool)
    before = np.full(sx.shape, np.float32(1.0))
    upper = levels[0] + 1.0
    for z in levels:
        drop = np.float32(cz - z)
        there = cv2.remap(
            relief.height,
            ox + kx * drop,
            oy + ky * drop,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=low,
        )
        gap = np.float32(z) - there
        hit = open_ray & (gap <= 0)
        if hit.any():
            share = before[hit] / (before[hit] - gap[hit] + 1e-4)
            height[hit] = upper + (z - upper) * share
            open_ray &= ~hit
        before, upper = gap, z
    fall = np.float32(cz) - height
    return ox + kx * fall, oy + ky * fall, height


def _softbox(distance: Floats, edge: Floats | float) -> Floats:
    """1 inside a lamp's outline, 0 outside, with an edge as soft as the surface is rough."""
    return np.asarray(np.clip(0.5 + distance / edge, 0, 1), np.float32)


def _flare(lamp: Lamp, x: Floats, y: Floats, z: Floats, mirror: list[Floats], rough: Floats) -> Floats:
    """Radiance of a lamp seen in a mirror direction from each place, blurred by roughness."""
    across, along = lamp_axes(lamp)
    fx, fy, fz = lamp.facing
    rx, ry, rz = mirror
    towards = rx * fx + ry * fy + rz * fz
    dx, dy, dz = lamp.place[0] - x, lamp.place[1] - y, lamp.place[2] - z
    behind = dx * fx + dy * fy + dz * fz
    seen = (towards < -1e-3) & (behind < 0)
    t = behind / np.where(seen, towards, -1)
    qx, qy, qz = rx * t - dx, ry * t - dy, rz * t - dz
    a = np.abs(qx * across[0] + qy * across[1] + qz * across[2])
    b = np.abs(qx * along[0] + qy * along[1] + qz * along[2])
    edge = rough * np.abs(t) + 4.0
    w, h = lamp.width / 2, lamp.height / 2
    glow = _softbox(w - np.hypot(a, b), edge) if lamp.round else _softbox(w - a, edge) * _softbox(h - b, edge)
    if lamp.bars:
        bar = 30.0
        a2 = np.minimum(a, np.abs(a - w * 0.66)) if lamp.bars > 1 else a
        glow = glow * (1 - _softbox(bar - a2, edge)) * (1 - 0.8 * _softbox(bar - b, edge))
    # Spread over a wider cone, the same light is thinner.
    glow = glow / ((1 + 0.6 * edge / w) * (1 + 0.6 * edge / h))
    area = lamp.width * lamp.height * (0.785 if lamp.round else 1.0)
    return np.where(seen, glow * np.float32(lamp.power * 1e6 / area), 0)


def shade(ground: Ground, camera: Camera, area: Area, finer: int) -> list[Floats]:
    """Linear RGB light of a part of the picture for each circuit (see `Lighting.circuits`) at full power."""
    top, bottom, left, right = area
    circuits = ground.lighting.circuits
    result = [np.empty((bottom - top, right - left, 3), np.float32) for _ in range(circuits)]
    for start in range(top, bottom, STRIP):
        stop = min(bottom, start + STRIP)
        layers = _strip(ground, camera, (start, stop, left, right), finer)
        for layer, whole in zip(layers, result, strict=True):
            part = whole[start - top : stop - top]
            if finer > 1:
                # Clipping before averaging keeps the edge of a flare from glowing like neon.
                part[:] = cv2.resize(np.minimum(layer, 4.0), part.shape[1::-1], interpolation=cv2.INTER_AREA)
            else:
                part[:] = layer
    return result


def _table_colour(table: TableTop, x: Floats, y: Floats) -> Floats:
    """Coded RGB of the bare table (or the floor beyond it) at these places."""
    if table.turn or table.shift != (0.0, 0.0):
        c, s = np.float32(np.cos(np.radians(table.turn))), np.float32(np.sin(np.radians(table.turn)))
        x, y = c * x - s * y + np.float32(table.shift[0]), s * x + c * y + np.float32(table.shift[1])
    middle = PIXELS / 2
    period = 2 * (PIXELS - 1)
    # Mirrored by hand: OpenCV's own borders overflow for rays that end far away.
    u = np.abs((x / MM_PER_PIXEL + middle + period * 64) % period - (PIXELS - 1))
    v = np.abs((y / MM_PER_PIXEL + middle + period * 64) % period - (PIXELS - 1))
    picture = cv2.remap(table.picture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    if table.radius < 4000:
        off = (x - table.middle[0]) ** 2 + (y - table.middle[1]) ** 2 > table.radius**2
        picture[off] = np.sqrt(np.array(table.floor)) * 255
    return picture


def _strip(ground: Ground, camera: Camera, area: Area, finer: int) -> list[Floats]:
    relief, lighting = ground.relief, ground.lighting
    sx, sy = camera.slopes(*area, finer)
    column, row, z = march(relief, camera, sx, sy)
    drop = np.float32(camera.position[2]) - z
    x, y = np.float32(camera.position[0]) + sx * drop, np.float32(camera.position[1]) + sy * drop
    slope = cv2.remap(ground.slopes, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    colour = cv2.remap(relief.colour, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT).astype(np.float32)
    finish = cv2.remap(relief.finish, column, row, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT)
    bare = finish[..., 2] < 128
    gloss = finish[..., 0] * np.float32(1 / 255)
    rough = finish[..., 1] * np.float32(1 / 255)
    if bare.any():
        np.copyto(colour, _table_colour(ground.table, x, y), where=bare[..., None])
        gloss[bare], rough[bare] = ground.table.gloss, ground.table.roughness
    albedo = np.square(colour * np.float32(1 / 255))
    nz = 1 / np.sqrt(1 + slope[..., 0] ** 2 + slope[..., 1] ** 2)
    nx, ny = -slope[..., 0] * nz, -slope[..., 1] * nz
    # Towards the camera: the ray goes (sx, sy, -1) downwards.
    back = 1 / np.sqrt(1 + sx * sx + sy * sy)
    vx, vy, vz = -sx * back, -sy * back, back
    facing = np.maximum(nx * vx + ny * vy + nz * vz, 0.02)
    mirror = [2 * facing * nx - vx, 2 * facing * ny - vy, 2 * facing * nz - vz]
    fresnel = (FRESNEL + (1 - FRESNEL) * (1 - facing) ** 5) * gloss * (1 - 0.5 * rough)
    small_column, small_row = (column - 0.5) / COARSER, (row - 0.5) / COARSER
    sky = cv2.remap(
        ground.sky, small_column, small_row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=255
    ) * np.float32(1 / 255)
    # What the room throws back: more from above than from the sides, and mirrored faintly in everything glossy.
    diffuse_room = sky * (0.65 + 0.35 * nz)
    mirror_room = fresnel * sky * (0.35 + 0.65 * np.clip(mirror[2], 0, 1)) * 2.0
    layers: list[Floats] = [np.zeros((*x.shape, 3), np.float32) for _ in range(lighting.circuits)]
    for lamp, shadow in zip(lighting.lamps, ground.shadows, strict=True):
        dx, dy, dz = lamp.place[0] - x, lamp.place[1] - y, lamp.place[2] - z
        r2 = dx * dx + dy * dy + dz * dz
        r = 1 / np.sqrt(r2)
        seen = cv2.remap(
            shadow, small_column, small_row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=255
        ) * np.float32(1 / 255)
        lit = np.maximum((nx * dx + ny * dy + nz * dz) * r, 0)
        out = np.maximum(-(dx * lamp.facing[0] + dy * lamp.facing[1] + dz * lamp.facing[2]) * r, 0)
        direct = lit * out * seen * np.float32(lamp.power * 1e6 / np.pi) / r2
        # The room's share is set by what reaches the middle of the table, the same everywhere.
        straight, angle, away = lamp.over_table()
        share = max(straight * angle, 0.3 * lamp.power / away**2)
        strength = share * 1e6 / np.pi * lighting.bounce
        flare = _flare(lamp, x, y, z, mirror, rough * 0.5 + 0.01) * fresnel * (0.3 + 0.7 * seen)
        tint = np.array(lamp.colour, np.float32)
        plain = direct + diffuse_room * np.float32(strength)
        shine = flare + mirror_room * np.float32(strength * 0.5)
        layers[lamp.circuit] += (albedo * plain[..., None] + shine[..., None]) * tint
    layers[0] += albedo * np.float32(lighting.floor * 0.03)
    return layers
