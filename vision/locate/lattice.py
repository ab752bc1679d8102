"""The lattice on a plane: at which pitch and phase the lines of the two families repeat, and where they are dense."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.lines import Lines
from vision.locate.planes import Plane

Array = NDArray[np.float64]

# Pitches looked for, as a fraction of the distance to the board (a cell of 20 mm seen from 100 mm to 1.3 m).
LARGEST, SMALLEST = 0.2, 0.015
# The lines' places are counted in bins of this width, over this many distances to each side (a field of view of 110°),
# and their spectrum is taken over four times that span, so that no pitch falls between two of its samples.
BIN, SPAN, SAMPLES = 0.002, 1.5, 8192
FREQUENCIES = np.fft.rfftfreq(SAMPLES, BIN)
FIRST, LAST = (int(np.searchsorted(FREQUENCIES, 1 / pitch)) for pitch in (LARGEST, SMALLEST))
# A focal length that is off by a third makes squares look up to 16 % longer one way at 45°.
UNEVEN = 0.16
# Lines within this fraction of a cell beside a lattice line lie on it; piece tops seen at a tilt still do.
ON_LINE = 0.16
# Room for the lattice around its origin, in cells.
REACH = 44


@dataclass(frozen=True)
class Lattice:
    """A square lattice on a plane: `matrix` takes homogeneous pixels to lattice coordinates."""

    score: float
    matrix: Array
    plane: Plane


def find_lattices(plane: Plane, lines: Lines, count: int) -> list[Lattice]:
    """The `count` likeliest lattices on the plane, best first."""
    middle = (lines.ends[:, :2] + lines.ends[:, 2:]) / 2
    u, v = _on_plane(plane.matrix, middle)
    across, down = plane.on_across, plane.on_down
    in_u, in_v = _spectrum(u[down], lines.weights[down]), _spectrum(v[across], lines.weights[across])
    strong_u, strong_v = np.abs(in_u), np.abs(in_v)
    pairs: set[tuple[float, int, int]] = set()
    for i in _peaks(strong_u, 6):
        j = _best_near(strong_v, i)
        pairs.add((float(strong_u[i] * strong_v[j]), i, j))
    for j in _peaks(strong_v, 6):
        i = _best_near(strong_u, j)
        pairs.add((float(strong_u[i] * strong_v[j]), i, j))
    found = []
    for strength, i, j in sorted(pairs, reverse=True)[:count]:
        to_cells = np.array(
            [
                [FREQUENCIES[i], 0.0, -np.angle(in_u[i]) / (2 * np.pi)],
                [0.0, FREQUENCIES[j], -np.angle(in_v[j]) / (2 * np.pi)],
                [0.0, 0.0, 1.0],
            ]
        )
        found.append(Lattice(strength * plane.score, to_cells @ plane.matrix, plane))
    return found


def densest_window(lattice: Lattice, lines: Lines, size: int) -> tuple[int, int, float]:
    """Column and row of the first cell of the `size` × `size` window with most lines on the lattice, and their share.

    A line on the lattice speaks for the edges of the cells it runs along, one between lattice lines against them.
    """
    first, second = (_on_plane(lattice.matrix, lines.ends[:, i : i + 2]) for i in (0, 2))
    vertical = _edges(first, second, lattice.plane.on_down, along=1)
    horizontal = _edges(first, second, lattice.plane.on_across, along=0)
    cells = vertical[:-1, :-1].T + vertical[1:, :-1].T + horizontal[:-1, :-1] + horizontal[1:, :-1]
    total = cv2.integral(cells)
    sums = total[size:, size:] - total[:-size, size:] - total[size:, :-size] + total[:-size, :-size]
    row, column = np.unravel_index(int(sums.argmax()), sums.shape)
    return int(column) - REACH, int(row) - REACH, float(sums.max()) / (4 * size * size)


def _edges(first: tuple[Array, Array], second: tuple[Array, Array], chosen: NDArray[np.bool_], along: int) -> Array:
    """Evidence per lattice edge, line × step along it: lengths on the line, less half of those beside it."""
    line = (first[1 - along][chosen] + second[1 - along][chosen]) / 2 + REACH
    ends = np.sort(np.stack([first[along][chosen], second[along][chosen]]), axis=0) + REACH
    room = 2 * REACH
    fits = (line > 1) & (line < room - 1) & (ends[0] > 0) & (ends[1] < room - 1)
    line, ends = line[fits], ends[:, fits]
    on, beside = np.zeros((room, room)), np.zeros((room, room))
    nearest = np.round(line).astype(int)
    lies_on = np.abs(line - nearest) < ON_LINE
    for k, good, start, stop in zip(nearest.tolist(), lies_on.tolist(), *ends.tolist(), strict=True):
        target = on if good else beside
        for step in range(int(start), int(stop) + 1):
            target[k, step] += min(stop, step + 1) - max(start, step)
    evidence: Array = np.minimum(on, 1) - 0.5 * np.minimum(beside, 1)
    return evidence


def _on_plane(matrix: Array, pixels: Array) -> tuple[Array, Array]:
    seen = pixels @ matrix[:, :2].T + matrix[:, 2]
    # Behind the horizon nothing lies on the plane; such points are sent far away.
    depth = np.where(seen[:, 2] > 1e-6, seen[:, 2], np.inf)
    far = ~np.isfinite(depth)
    return np.where(far, 1e9, seen[:, 0] / depth), np.where(far, 1e9, seen[:, 1] / depth)


def _spectrum(places: Array, weights: Array) -> NDArray[np.complex128]:
    """How strongly the places repeat at each of the frequencies, 0 to 1, with the phase; 0 outside the range."""
    near = np.abs(places) < SPAN - BIN
    places, weights = places[near] / BIN, weights[near]
    first = np.floor(places)
    share = places - first
    index = first.astype(int) % SAMPLES
    counts = np.bincount(index, weights=weights * (1 - share), minlength=SAMPLES)
    counts += np.bincount((index + 1) % SAMPLES, weights=weights * share, minlength=SAMPLES)
    # The conjugate, so that a place further on has a larger phase.
    strength: NDArray[np.complex128] = np.conj(np.fft.rfft(counts)) / (weights.sum() + 1e-9)
    strength[:FIRST] = 0
    strength[LAST:] = 0
    return strength


def _peaks(values: Array, count: int) -> list[int]:
    inside = np.flatnonzero((values[1:-1] > values[:-2]) & (values[1:-1] >= values[2:])) + 1
    return [int(i) for i in inside[np.argsort(-values[inside])][:count]]


def _best_near(values: Array, index: int) -> int:
    start, stop = int(index * (1 - UNEVEN)), int(index * (1 + UNEVEN)) + 1
    return start + int(values[start:stop].argmax())
