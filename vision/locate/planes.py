"""Planes that would explain the lines: two families of lines, at right angles on a plane seen at some tilt.

The camera's tilt has two unknowns. All of them are tried: on the right plane the directions of the lines, seen from
above, fall into two sharp peaks 90° apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.locate.lines import Lines

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

# Tilts up to 64°, 8° apart: half a step bends the grid's directions by less than a bin of the histogram.
TILTS = tuple(range(0, 65, 8))
BINS = 90
# How far a line may miss its vanishing point, in radians of the camera, while the point is being narrowed down.
MISSES = (0.06, 0.036, 0.021, 0.021)
# Two planes whose axes differ by less than this (the cosine of 10°) are the same one.
SAME_AXIS = 0.985


@dataclass(frozen=True)
class Plane:
    """A plane on which two families of lines lie square to each other."""

    score: float
    across: Array
    """Unit ray to the vanishing point of the lines of constant v (they run along u)."""
    down: Array
    """Unit ray to the vanishing point of the lines of constant u."""
    on_across: Mask
    on_down: Mask
    focal: float
    """The focal length assumed, in pixels."""
    image_size: tuple[int, int]

    def rays(self, pixels: Array) -> Array:
        """N × 3 camera rays of N × 2 pixels."""
        return rays(pixels, self.focal, self.image_size)

    @cached_property
    def matrix(self) -> Array:
        """3 × 3, from homogeneous pixels to (u, v, 1) on the plane; lines `across` have one v, lines `down` one u."""
        normal = np.cross(self.across, self.down)
        normal *= np.sign(normal[2]) / np.linalg.norm(normal)
        rows = np.stack([np.cross(self.down, normal), np.cross(normal, self.across), normal])
        width, height = self.image_size
        f = self.focal
        to_rays = np.array([[1 / f, 0, -(width - 1) / 2 / f], [0, 1 / f, -(height - 1) / 2 / f], [0, 0, 1.0]])
        matrix: Array = rows @ to_rays
        return matrix


def rays(pixels: Array, focal: float, image_size: tuple[int, int]) -> Array:
    """N × 3 camera rays of N × 2 pixels."""
    centre = np.array([(image_size[0] - 1) / 2, (image_size[1] - 1) / 2])
    return np.concatenate([(pixels - centre) / focal, np.ones((len(pixels), 1))], axis=1)


def _normals() -> Array:
    """Unit normals of the planes to try, even over the sphere's cap."""
    found = []
    for degrees in TILTS:
        tilt = np.radians(degrees)
        for turn in np.linspace(0, 2 * np.pi, max(1, round(45 * np.sin(tilt))), endpoint=False):
            found.append((np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)))
    return np.array(found)


NORMALS = _normals()
FIRST_AXES = np.cross(np.array([0.0, 1.0, 0.0]), NORMALS)
FIRST_AXES /= np.linalg.norm(FIRST_AXES, axis=1, keepdims=True)
SECOND_AXES = np.cross(NORMALS, FIRST_AXES)


def find_planes(lines: Lines, focal: float, count: int) -> list[Plane]:
    """The `count` best planes, best first; `focal` in pixels need only be right within a third or so."""
    if len(lines) < 8:
        return []
    first, second = (rays(lines.ends[:, i : i + 2], focal, lines.image_size) for i in (0, 2))
    # Each segment and the camera span a plane; its normal is perpendicular to the line's direction in space.
    spans = np.cross(first, second)
    spans /= np.linalg.norm(spans, axis=1, keepdims=True)
    # Segments that count for nothing (wood grain) need not be counted.
    heavy = lines.weights > 0.05 * lines.weights.max()
    few = spans[heavy].astype(np.float32)
    angle = np.arctan2(few @ FIRST_AXES.T.astype(np.float32), -(few @ SECOND_AXES.T.astype(np.float32)))
    bins = ((angle + np.float32(2 * np.pi)) * np.float32(BINS / np.pi)).astype(np.int32) % BINS
    bins += BINS * np.arange(len(NORMALS), dtype=np.int32)
    spread = np.broadcast_to(lines.weights[heavy][:, None], bins.shape)
    votes = np.bincount(bins.ravel(), weights=spread.ravel(), minlength=BINS * len(NORMALS)).reshape(-1, BINS)
    votes = 0.5 * votes + 0.25 * (np.roll(votes, 1, axis=1) + np.roll(votes, -1, axis=1))
    # Both families must be there: the geometric mean of the two peaks.
    scores = np.sqrt(votes * np.roll(votes, BINS // 2, axis=1))[:, : BINS // 2]
    planes: list[Plane] = []
    starts: list[tuple[Array, Array]] = []
    for index in np.argsort(scores.max(axis=1))[::-1]:
        turn = np.pi * (scores[index].argmax() + 0.5) / BINS
        a, b = FIRST_AXES[index], SECOND_AXES[index]
        one, two = np.cos(turn) * a + np.sin(turn) * b, np.cos(turn) * b - np.sin(turn) * a
        if any(_same(one, two, *start) for start in starts):
            continue
        starts.append((one, two))
        across, on_across = _vanishing(spans, lines.weights, one)
        down, on_down = _vanishing(spans, lines.weights, two)
        if abs(across @ down) < 0.5 and on_across.sum() >= 4 and on_down.sum() >= 4:
            score = float(scores[index].max())
            planes.append(Plane(score, across, down, on_across, on_down, focal, lines.image_size))
        if len(starts) == count:
            break
    return planes


def _same(one: Array, two: Array, other_one: Array, other_two: Array) -> bool:
    straight = min(abs(one @ other_one), abs(two @ other_two))
    swapped = min(abs(one @ other_two), abs(two @ other_one))
    return bool(max(straight, swapped) > SAME_AXIS)


def _vanishing(spans: Array, weights: Array, ray: Array) -> tuple[Array, Mask]:
    """The ray to the vanishing point near `ray`, and the segments that point at it."""
    for miss in MISSES:
        off = spans @ ray
        near = np.abs(off) < miss
        if near.sum() < 4:
            return ray, near
        pull = weights[near] * (1 - (off[near] / miss) ** 2)
        moments = (spans[near] * pull[:, None]).T @ spans[near]
        found = np.linalg.eigh(moments)[1][:, 0]
        ray = found if found @ ray > 0 else -found
    return ray, np.abs(spans @ ray) < MISSES[-1]
