"""The last fit: grid, lens and the height of the piece tops together, from the board's own lines or a measured lens."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sheet import Lens
from vision.geometry import PIECE_HEIGHT, BoardView, focal_of
from vision.locate.alike import out_of_line
from vision.locate.evened import Evened, Image, evened, grey_of
from vision.locate.refine import EDGE_SPREAD, HEIGHT_SPREAD, Edges, differences, seen_edges, solve

Array = NDArray[np.float64]

# The picture in which the lines are measured: 40 pixels a cell on a classic board that fills it.
PIXELS = 900e3
# How far beside its place a line is looked for, in cells, round by round: a wide lens that is not known yet leaves the
# corners off by a third of a cell.
REACHES = (0.34, 0.26, 0.2, 0.16, 0.14, 0.12)
# How far lenses bend, as fractions of the radius at the picture's corner: the Pi's wide module has -0.21 and +0.07.
LENS_SPREAD, OUTER_SPREAD = 0.2, 0.02
# Lenses that bend lines near the middle bend them less towards the corners: the fourth power takes back this part.
STRAIGHTENS = 0.28
# What a wide lens starts from, and the mean square miss (in cells) from which on it is tried: lines that are met are
# missed by 0.03, those of a bent grid by twice that.
WIDE, WELL = -0.18, 0.045**2
# A line that is missed by more than this, in cells, is another line.
MISSED = 0.15
# A lens that the sheet has measured is known to this much.
MEASURED = 0.002


def fitted(
    image: Image,
    view: BoardView,
    covered: NDArray[np.bool_],
    lens: Lens | None = None,
    other: BoardView | None = None,
) -> BoardView:
    """The view, off by a third of a cell at most, fitted to the lines of a BGR picture.

    Args:
        image: height × width × 3.
        view: where the board lies, roughly.
        covered: rows × columns: which cells hold pieces.
        lens: what the printed sheet has measured for this camera, if it has.
        other: another rough view to start from; the one that fits better is taken.
    """
    full = (image.shape[1], image.shape[0])
    picture = evened(grey_of(image), PIXELS)
    rough = view.scaled(picture.size)
    if lens is not None:
        return _fit(picture, bent(rough, *lens.bend), covered, lens.bend)[0].scaled(full)
    best, cost = _fit(picture, rough, covered, None)
    # A wide lens bends the lines by more than a straight start can follow.
    starts = [bent(rough, WIDE, -STRAIGHTENS * WIDE)]
    if other is not None:
        starts.insert(0, other.scaled(picture.size))
    for start in starts:
        if cost > WELL:
            tried, its = _fit(picture, start, covered, None)
            best, cost = (tried, its) if its < cost else (best, cost)
    return best.scaled(full)


def _fit(
    picture: Evened, view: BoardView, covered: NDArray[np.bool_], known: tuple[float, float] | None
) -> tuple[BoardView, float]:
    """The fitted view, and the mean square by which lines miss it, in cells, each bounded."""
    for reach in REACHES:
        edges = _within(seen_edges(picture, view, reach, covered), view.size)
        view = _moved(view, edges, known)
    edges = _within(seen_edges(picture, view, REACHES[1], covered), view.size)
    missed = np.minimum(edges.off**2, MISSED**2)
    return view, float(np.average(missed, weights=edges.weight)) if len(missed) else MISSED**2


def bent(view: BoardView, lens: float, outer: float) -> BoardView:
    """The same grid in the middle of the board, seen through a lens."""
    n = view.size
    ticks = np.linspace(0.25 * n, 0.75 * n, 5)
    points = np.stack(np.meshgrid(ticks, ticks), axis=-1).reshape(-1, 2)
    seen = view.project(points)
    through = replace(view, lens=lens, outer_lens=outer)
    straight = unbent(through, seen)
    homography, _ = cv2.findHomography(points, straight)
    homography = np.asarray(homography, float) / np.linalg.norm(homography)
    if np.sign(homography[2, 2]) != np.sign(view.homography[2, 2]):
        homography = -homography
    return replace(through, homography=homography, focal=focal_of(homography, view.image_size))


def unbent(view: BoardView, pixels: Array) -> Array:
    """Where pixels would be without the view's lens."""
    straight = pixels.copy()
    for _ in range(12):
        straight += pixels - view.bend(straight)
    return straight


def _within(edges: Edges, size: int) -> Edges:
    """Without the outermost lines of the board plane: the rim rises there, and is seen 0.05 to 0.1 cells too far out.

    With the lens free to bend, they would draw all corners outwards.
    """
    line = np.where(edges.upright, edges.x, edges.y)
    keep = edges.raised | ((line > 0) & (line < size))
    return Edges(*(getattr(edges, name)[keep] for name in Edges.__dataclass_fields__))


def _moved(view: BoardView, edges: Edges, known: tuple[float, float] | None) -> BoardView:
    """The view after the small change of grid, lens and height that explains the offsets best."""
    n = view.size
    x, y = edges.x - n / 2, edges.y - n / 2
    zero, one = np.zeros_like(x), np.ones_like(x)
    across = np.stack([one, x, y, zero, zero, zero, x * x, x * y], axis=1)
    down = np.stack([zero, zero, zero, one, x, y, x * y, y * y], axis=1)
    step = 0.01
    others = (
        replace(view, lens=view.lens + step, outer_lens=view.outer_lens - STRAIGHTENS * step),
        replace(view, outer_lens=view.outer_lens + step),
        replace(view, height=view.height + step),
    )
    columns = [*np.where(edges.upright[:, None], across, down).T]
    columns += [further / step for further in differences(view, others, edges)]
    bend, spread = ((0.0, 0.0), (LENS_SPREAD, OUTER_SPREAD)) if known is None else (known, (MEASURED, MEASURED))
    spreads = np.array([*spread, HEIGHT_SPREAD])
    stiffness = np.concatenate([np.zeros(6), np.full(2, (EDGE_SPREAD * n / 2) ** 2), (EDGE_SPREAD / spreads) ** 2])
    odd = [outer + STRAIGHTENS * lens for lens, outer in (bend, (view.lens, view.outer_lens))]
    start = np.concatenate([np.zeros(8), [bend[0] - view.lens, odd[0] - odd[1], PIECE_HEIGHT - view.height]])
    solution = solve(np.stack(columns, axis=1), edges.off, edges.weight, stiffness, start)
    a, b, c, d, e, f, g, h = solution[:8]
    centre = np.array([[1, 0, n / 2], [0, 1, n / 2], [0, 0, 1.0]])
    shift = np.array([[1 + b, c, a], [e, 1 + f, d], [-g, -h, 1.0]])
    homography = view.homography @ centre @ shift @ np.linalg.inv(centre)
    homography = homography / np.linalg.norm(homography)
    return replace(
        view,
        homography=homography,
        focal=focal_of(homography, view.image_size),
        lens=float(view.lens + solution[8]),
        outer_lens=float(view.outer_lens - STRAIGHTENS * solution[8] + solution[9]),
        height=float(np.clip(view.height + solution[10], 0.05, 0.4)),
    )


def straighter(picture: Evened, views: tuple[BoardView, ...], bare: NDArray[np.bool_]) -> BoardView:
    """The one of the views in which the cells of a board with nubs are more in line: a fit may follow their flanks."""
    return min(views, key=lambda view: out_of_line(picture, view.scaled(picture.size), bare))
