"""Things that stand up from the table: cups, drawn by meeting each ray with a cylinder."""

from dataclasses import dataclass

import numpy as np

from vision.table.arrays import Floats, Rgb, Spot
from vision.table.camera import Camera
from vision.table.lights import Lamp, Lighting

WALL = 4.0
"""Thickness (mm) of a cup."""


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup or glass on the table."""

    x: float
    y: float
    radius: float
    tall: float
    colour: Rgb
    filling: Rgb

    def corners(self, ground: float) -> list[Spot]:
        """Points around it, for finding the part of a picture it covers."""
        r = self.radius
        return [
            (self.x + a * r, self.y + b * r, z) for a in (-1, 1) for b in (-1, 1) for z in (ground, ground + self.tall)
        ]


def _lit(lamp: Lamp, at: Spot, nx: Floats, ny: Floats, nz: Floats | float, bounce: float) -> Floats:
    """Light of one lamp on a surface with these normals near a place."""
    d = np.array(lamp.place) - np.array(at)
    r2 = float(d @ d)
    d = d / np.sqrt(r2)
    strength = lamp.power * 1e6 / np.pi / r2
    out = max(float(-(d @ np.array(lamp.facing))), 0.15)
    return np.asarray((np.maximum(nx * d[0] + ny * d[1] + nz * d[2], 0) + bounce) * strength * out, np.float32)


def draw_cup(
    cup: Cup, ground: float, lighting: Lighting, camera: Camera, layers: list[Floats], area: tuple[int, int, int, int]
) -> None:
    """Draw a cup into the linear light of a part of the picture, in place."""
    seen = camera.project(cup.corners(ground))
    top, bottom, left, right = area
    x0, x1 = max(left, int(seen[:, 0].min()) - 2), min(right, int(seen[:, 0].max()) + 3)
    y0, y1 = max(top, int(seen[:, 1].min()) - 2), min(bottom, int(seen[:, 1].max()) + 3)
    if x1 <= x0 or y1 <= y0:
        return
    finer = 2
    sx, sy = camera.slopes(y0, y1, x0, x1, finer)
    cx, cy, cz = camera.position
    ox, oy = cx - cup.x, cy - cup.y
    lip = ground + cup.tall
    a = np.maximum(sx * sx + sy * sy, 1e-9)
    b = ox * sx + oy * sy
    t_lip = cz - lip
    px, py = ox + sx * t_lip, oy + sy * t_lip
    at_lip = np.hypot(px, py)
    root = np.sqrt(np.maximum(b * b - a * (ox * ox + oy * oy - cup.radius**2), 0))
    t_wall = (-b - root) / a
    z_wall = cz - t_wall
    wall = (b * b - a * (ox * ox + oy * oy - cup.radius**2) > 0) & (z_wall >= ground) & (z_wall <= lip)
    inside = at_lip < cup.radius - WALL
    rim = (at_lip <= cup.radius) & ~inside
    t_full = cz - (lip - cup.tall * 0.25)
    liquid = inside & (np.hypot(ox + sx * t_full, oy + sy * t_full) < cup.radius - WALL)
    there = wall | inside | rim
    nx = np.where(wall & ~inside & ~rim, (ox + sx * t_wall) / cup.radius, 0)
    ny = np.where(wall & ~inside & ~rim, (oy + sy * t_wall) / cup.radius, 0)
    nz = np.where(nx * nx + ny * ny > 0.1, 0.0, 1.0)
    inner = inside & ~liquid
    nx, ny = np.where(inner, -px / cup.radius, nx), np.where(inner, -py / cup.radius, ny)
    nz = np.where(inner, 0.25, nz)
    albedo = np.where(liquid[..., None], np.array(cup.filling), np.array(cup.colour)).astype(np.float32)
    cover = there.astype(np.float32)[..., None]
    size = (y1 - y0, x1 - x0)
    cover_small = cover.reshape(size[0], finer, size[1], finer, 1).mean(axis=(1, 3))
    for circuit, layer in enumerate(layers):
        light = np.zeros_like(albedo)
        for lamp in lighting.lamps:
            if lamp.circuit == circuit:
                lit = _lit(lamp, (cup.x, cup.y, ground + cup.tall / 2), nx, ny, nz, lighting.bounce * 0.5)
                # A streak of gloss where the wall mirrors the lamp.
                d = np.array(lamp.place) - np.array((cup.x, cup.y, ground))
                d = d / np.linalg.norm(d)
                streak = np.clip((nx * d[0] + ny * d[1]) / max(float(np.hypot(d[0], d[1])), 0.3), 0, 1) ** 60 * 0.6
                light += (albedo * lit[..., None] + (streak * lit * (1 - nz))[..., None]) * np.array(
                    lamp.colour, np.float32
                )
        mean = (light * cover).reshape(size[0], finer, size[1], finer, 3).mean(axis=(1, 3))
        part = layer[y0 - top : y1 - top, x0 - left : x1 - left]
        part *= 1 - cover_small
        part += mean
