"""Refinement: the grid is moved until its lines lie on the lines of the picture, to a few hundredths of a cell."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import PIECE_HEIGHT, BoardView, focal_of
from vision.locate.evened import Evened
from vision.locate.sheet import PITCH

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

# The parts of an edge that are looked at, along it: those towards its ends, because beside its middle lie the edges
# of panes, nubs and holes, which repeat just as regularly.
ALONG = np.r_[0 : PITCH // 5, PITCH - PITCH // 5 : PITCH]
# How far the lens may bend (fraction at the corner of the picture) and how far piece heights differ, in cells:
# what the fit holds against the evidence of the edges, each of which is good to about this:
LENS_SPREAD, HEIGHT_SPREAD, EDGE_SPREAD = 0.12, 0.04, 0.06
# A wall seen narrower than this, in cells, does not show as a wall.
WALL = 0.03
# The outermost edges belong to the rim as well, which has a height of its own.
RIM_TRUST = 0.3


@dataclass(frozen=True)
class Edges:
    """Where the edges of the cells were seen: one entry per edge."""

    x: Array
    y: Array
    """Middle of the edge, in board coordinates."""
    off: Array
    """How far beside its place the edge was seen, in cells, towards larger x or y."""
    weight: Array
    upright: Mask
    """True for edges between columns, which say something about x."""
    raised: Mask
    """True for edges of piece tops."""


def refine(
    picture: Evened, view: BoardView, reaches: tuple[float, ...], covered: Mask | None = None, bent: bool = False
) -> BoardView:
    """The view with its grid moved onto the picture's lines.

    `view` belongs to the evened picture and may be off by `reaches[0]` cells; each reach is one round, so they should
    shrink. With `covered` (which cells hold pieces) piece tops are matched at their height, which is then fitted
    along with the lens; without, everything is taken to lie on the board plane, and the lens is fitted if it is `bent`.
    """
    for reach in reaches:
        edges = seen_edges(picture, view, reach, covered)
        view = moved(view, edges, with_lens=bent or covered is not None)
    return view


def seen_edges(picture: Evened, view: BoardView, reach: float, covered: Mask | None) -> Edges:
    """Where the edges of the cells are seen, looked for this far (in cells) beside their places."""
    parts = []
    for raised in (False,) if covered is None else (False, True):
        for upright in (True, False):
            chosen = None
            if covered is not None:
                tops = _tops(view, covered, upright)
                chosen = tops if raised else ~tops
                if not chosen.any():
                    continue
            parts.append(_offsets(picture, view, reach, upright, raised, chosen))
    return Edges(*(np.concatenate([getattr(part, name) for part in parts]) for name in Edges.__dataclass_fields__))


def _tops(view: BoardView, covered: Mask, upright: bool) -> Mask:
    """Row × line: which edges between columns (rows, if not `upright`) are seen at the height of piece tops.

    All that have a piece beside them, but for the side that a piece turns to the camera: there its wall is seen
    down to the board, and the foot of the wall is the clearer line.
    """
    n = view.size
    line, row = np.meshgrid(np.arange(n + 1.0), np.arange(n) + 0.5)
    points = np.stack([line, row] if upright else [row, line], axis=-1)
    lean = view.lean(points)[..., 0 if upright else 1]
    padded = np.pad(covered if upright else covered.T, ((0, 0), (1, 1)))
    before, after = padded[:, :-1], padded[:, 1:]
    foot = (after & ~before & (lean > WALL)) | (before & ~after & (lean < -WALL))
    return (before | after) & ~foot


def _offsets(picture: Evened, view: BoardView, reach: float, upright: bool, raised: bool, chosen: Mask | None) -> Edges:
    """Offsets of the edges between columns, or between rows if not `upright`."""
    size = view.size
    half = max(2, round(reach * PITCH))
    # Only what lies beside an edge and towards its ends is looked at; an even number of steps has it in its middle.
    beside = (np.arange(-half, half + 2) - 0.5) / PITCH
    across = (np.arange(size + 1)[:, None] + beside[None]).ravel()
    along = (np.arange(size)[:, None] + (ALONG + 0.5)[None] / PITCH).ravel()
    height = view.height if raised else 0.0
    columns, rows = view.project_grid(across, along, height) if upright else view.project_grid(along, across, height)
    seen = cv2.remap(
        picture.image, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(128,)
    ).astype(np.float32)
    levels = (seen if upright else seen.T).reshape(size, len(ALONG), size + 1, len(beside))
    # Square roots keep loud neighbours (nubs, flares) from drowning a faint ridge.
    windows = np.sqrt(np.abs(levels[..., 2:] - levels[..., :-2])).mean(axis=1).astype(float)
    places = (np.arange(2 * half) + 0.5 - half) / PITCH
    floor = windows.min(axis=2, keepdims=True)
    peak = windows.max(axis=2, keepdims=True)
    # Only what rises above half of the way from floor to peak tells where the edge is.
    rise = np.clip(windows - (0.5 * floor + 0.5 * peak), 0, None)
    mass = rise.sum(axis=2)
    off = (rise * places).sum(axis=2) / (mass + 1e-6)
    # Strong edges are not more exact than clear ones; faint ones are less so.
    contrast = (peak - floor)[..., 0]
    weight = contrast / (contrast + 3.0)
    weight[:, [0, -1]] *= RIM_TRUST
    if chosen is not None:
        weight = weight * chosen
    line, row = np.meshgrid(np.arange(size + 1.0), np.arange(size) + 0.5)
    x, y = (line, row) if upright else (row, line)
    keep = weight.ravel() > 0.05
    count = int(keep.sum())
    return Edges(
        x.ravel()[keep],
        y.ravel()[keep],
        off.ravel()[keep],
        weight.ravel()[keep],
        np.full(count, upright),
        np.full(count, raised),
    )


def moved(view: BoardView, edges: Edges, with_lens: bool) -> BoardView:
    """The view after the small projective shift (and lens, and height) that explains the offsets best."""
    n = view.size
    x, y = edges.x - n / 2, edges.y - n / 2
    zero, one = np.zeros_like(x), np.ones_like(x)
    # Shift of x: a + bx + cy + x(gx + hy); of y alike with the same g and h: all small projective maps.
    across = np.stack([one, x, y, zero, zero, zero, x * x, x * y], axis=1)
    down = np.stack([zero, zero, zero, one, x, y, x * y, y * y], axis=1)
    columns = np.where(edges.upright[:, None], across, down)
    # The prior on the projective part is loose: half a cell over half a board.
    stiffness = [0.0] * 6 + [(EDGE_SPREAD / (2.0 / n)) ** 2] * 2
    start = [0.0] * 8
    if with_lens:
        others = replace(view, lens=view.lens + 0.01), replace(view, height=view.height + 0.01)
        lens, height = (further / 0.01 for further in differences(view, others, edges))
        columns = np.concatenate([columns, lens[:, None], height[:, None]], axis=1)
        stiffness += [(EDGE_SPREAD / LENS_SPREAD) ** 2, (EDGE_SPREAD / HEIGHT_SPREAD) ** 2]
        start += [-view.lens, PIECE_HEIGHT - view.height]
    solution = solve(columns, edges.off, edges.weight, np.array(stiffness), np.array(start))
    a, b, c, d, e, f, g, h = solution[:8]
    centre = np.array([[1, 0, n / 2], [0, 1, n / 2], [0, 0, 1.0]])
    shift = np.array([[1 + b, c, a], [e, 1 + f, d], [-g, -h, 1.0]])
    homography = view.homography @ centre @ shift @ np.linalg.inv(centre)
    homography = homography / np.linalg.norm(homography)
    extra = {"lens": view.lens + solution[8], "height": view.height + solution[9]} if with_lens else {}
    return replace(view, homography=homography, focal=focal_of(homography, view.image_size), **extra)


def differences(view: BoardView, others: tuple[BoardView, ...], edges: Edges) -> list[Array]:
    """By how much each edge would be seen further along its direction in each of `others` than in `view`, in cells."""
    points = np.stack([edges.x, edges.y], axis=1)
    raised = np.where(edges.raised, 1.0, 0.0)
    here = view.project(points, raised * view.height)
    step = 1e-3
    right = (view.project(points + np.array([step, 0.0]), raised * view.height) - here) / step
    below = (view.project(points + np.array([0.0, step]), raised * view.height) - here) / step
    determinant = right[:, 0] * below[:, 1] - right[:, 1] * below[:, 0]
    # What a move in the picture, (x, y), is worth along the edge's direction.
    along = np.where(edges.upright, below[:, 1], -right[:, 1]), np.where(edges.upright, -below[:, 0], right[:, 0])
    result = []
    for other in others:
        moved = other.project(points, raised * other.height) - here
        result.append((moved[:, 0] * along[0] + moved[:, 1] * along[1]) / determinant)
    return result


def solve(columns: Array, off: Array, weight: Array, stiffness: Array, start: Array) -> Array:
    """Weighted least squares that lets go of outliers; `stiffness` pulls each unknown towards `start`."""
    solution: Array = np.zeros(columns.shape[1])
    scale = 0.2
    for _ in range(5):
        left = off - columns @ solution
        trust = weight / (1 + (left / scale) ** 2) ** 2
        weighted = columns * trust[:, None]
        normal = weighted.T @ columns + np.diag(stiffness + 1e-9)
        solution = np.asarray(np.linalg.solve(normal, weighted.T @ off + stiffness * start), float)
        scale = max(EDGE_SPREAD, 0.7 * scale)
    return solution
