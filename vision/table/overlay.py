"""What moves, laid over the still picture: sprites, their shadows, and the shadows of people who pass."""

import cv2
import numpy as np

from vision.table.arrays import Bytes, Floats
from vision.table.camera import Camera
from vision.table.figures import Box, Sprite, limb_shadow, together
from vision.table.hands import Limb
from vision.table.plan import Passing
from vision.table.scene import Setting

EDGE = 6
"""Pixels around a changed part whose blur reaches into it."""
Dark = tuple[int, float, Box, Bytes]
"""A shadow: the circuit it takes light from, how much, where, and its mask at a coarser resolution."""


def cast_shadows(setting: Setting, groups: list[list[Limb]]) -> list[Dark]:
    """The shadows of all limbs for each lamp, and the dimming of the room's light below them."""
    lighting, plane = setting.lighting, setting.kit.piece_height / 2
    dark: list[Dark] = []
    shares = _lamp_shares(setting)
    ambient = lighting.bounce / (1 + lighting.bounce)
    for group in groups:
        for lamp, part in zip(lighting.lamps, shares, strict=True):
            cast = limb_shadow(group, setting.camera, lamp, plane)
            if cast is not None:
                dark.append((lamp.circuit, part / (1 + lighting.bounce) * 0.95, *cast))
        below = limb_shadow(group, setting.camera, None, plane)
        if below is not None:
            dark += [(circuit, 0.7 * ambient, *below) for circuit in range(lighting.circuits)]
    return dark


def overlaid(
    layers: list[Floats], levels: list[float], sprites: list[Sprite], dark: list[Dark], passing: Floats | None
) -> tuple[Box, Floats] | None:
    """The part of the picture that differs from the still one, and its linear light; None if nothing does."""
    tall, broad = layers[0].shape[:2]
    boxes = [sprite.box for sprite in sprites] + [place for _, _, place, _ in dark]
    around = (0, tall, 0, broad) if passing is not None else together(boxes)
    if around is None:
        return None
    box = wider(around, EDGE, tall, broad)
    top, bottom, left, right = box
    light = np.zeros((bottom - top, right - left, 3), np.float32)
    for circuit, layer in enumerate(layers):
        factor: Floats = np.full(light.shape[:2], levels[circuit], np.float32)
        for which, depth, place, mask in dark:
            if which == circuit:
                size = (place[3] - place[2], place[1] - place[0])
                wide = cv2.resize(mask, size, interpolation=cv2.INTER_LINEAR) * np.float32(depth / 255)
                factor[place[0] - top : place[1] - top, place[2] - left : place[3] - left] *= 1 - wide
        if passing is not None:
            factor *= passing
        light += layer[top:bottom, left:right] * factor[..., None]
    for sprite in sprites:
        t, b, lo, hi = sprite.box
        region = light[t - top : b - top, lo - left : hi - left]
        region *= (1 - sprite.cover)[..., None]
        region += mixed(sprite.layers, levels)
    return box, light


def passing_factor(passings: list[Passing], time: float, camera: Camera) -> Floats | None:
    """The factor of broad soft shadows over the whole picture, or None if nobody passes."""
    result: Floats | None = None
    for passing in passings:
        if not passing.start <= time <= passing.end:
            continue
        share = (time - passing.start) / max(passing.end - passing.start, 0.1)
        way = np.radians(passing.degrees)
        y, x = np.mgrid[0:18, 0:24].astype(np.float32) / np.float32(18) - np.float32(0.5)
        along = x * np.float32(np.cos(way)) + y * np.float32(np.sin(way)) - np.float32(share * 2.8 - 1.4)
        factor = 1 - np.float32(passing.depth) * np.exp(-((along / 0.42) ** 2))
        wide = np.asarray(cv2.resize(factor, (camera.width, camera.height), interpolation=cv2.INTER_CUBIC), np.float32)
        result = wide if result is None else result * wide
    return result


def mixed(layers: list[Floats], levels: list[float]) -> Floats:
    """The light of all circuits at their levels."""
    total = layers[0] * np.float32(levels[0])
    for layer, level in zip(layers[1:], levels[1:], strict=True):
        total += layer * np.float32(level)
    return total


def wider(box: Box, edge: int, tall: int, broad: int) -> Box:
    """A box with an edge around it, inside the picture."""
    top, bottom, left, right = box
    return max(0, top - edge), min(tall, bottom + edge), max(0, left - edge), min(broad, right + edge)


def inside(box: Box, tall: int, broad: int) -> tuple[slice, slice]:
    """The part of a widened box whose blur was complete."""
    top, bottom, left, right = box
    return (
        slice(EDGE if top > 0 else 0, -EDGE if bottom < tall else None),
        slice(EDGE if left > 0 else 0, -EDGE if right < broad else None),
    )


def _lamp_shares(setting: Setting) -> list[float]:
    """Which part of its circuit's light on the board comes from each lamp."""
    strengths = []
    for lamp in setting.lighting.lamps:
        strength, angle, _ = lamp.over_table()
        strengths.append(strength * angle)
    totals: dict[int, float] = {}
    for lamp, strength in zip(setting.lighting.lamps, strengths, strict=True):
        totals[lamp.circuit] = totals.get(lamp.circuit, 0.0) + strength
    return [s / max(totals[lamp.circuit], 1e-12) for lamp, s in zip(setting.lighting.lamps, strengths, strict=True)]
