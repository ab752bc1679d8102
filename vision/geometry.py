"""Where the board lies in a picture: a plane seen by a camera, with a simple lens and pieces that stand above it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# Piece tops above the board, in cells: 3 to 4 mm on cells of 17 to 20 mm, and bevelled, so that their edges are seen
# a little lower. Measured on pictures with known corners: 0.12 to 0.26.
PIECE_HEIGHT = 0.17
# Field of view of phones and of the Pi cameras along the longer side: 60° to 66°, so 0.77 to 0.87 of that side.
USUAL_FOCAL = 0.82
# How far real pictures stray from it (crops lengthen it, wide lenses shorten it), as a factor: e ** 0.35 = 1.4.
FOCAL_SPREAD = 0.35
# How exactly the two axes of a refined board come out orthogonal and equally long, as a fraction.
AXIS_PRECISION = 0.01


@dataclass(frozen=True)
class BoardView:
    """How one camera sees one board: every point over the board has its pixel.

    Board coordinates are cells: x to the right (columns), y down (rows), both 0 at the outer corner of cell (0, 0).
    Pixels are those of OpenCV: the centre of the first pixel is (0, 0).
    """

    size: int
    """Cells along one side."""
    homography: Array
    """3 × 3, from board coordinates on the board plane to pixels before the lens bends them."""
    image_size: tuple[int, int]
    """Width and height of the picture, in pixels."""
    focal: float
    """In pixels. Straight above the board it cannot be told from the picture, and hardly matters."""
    lens: float = 0.0
    """Radial distortion at the picture's corner as a fraction of the radius; negative for barrel."""
    outer_lens: float = 0.0
    """The same for the part that grows with the fourth power of the radius: wide lenses have it."""
    height: float = PIECE_HEIGHT
    """Piece tops above the board plane, in cells, as their edges are seen."""
    walls: float = 1.0
    """How much wider the walls of pieces show than `height` says: bevels hide the upper part of a wall's height, and
    blur and reflections widen it."""

    def project(self, points: NDArray[np.floating], height: float | NDArray[np.floating] = 0.0) -> Array:
        """Pixels (… × 2) of board points (… × 2), raised above the board by `height` cells."""
        x, y = np.asarray(points[..., 0], float), np.asarray(points[..., 1], float)
        up = self.up
        raised = np.asarray(height, float)
        seen = [row[0] * x + row[1] * y + row[2] + raised * up[i] for i, row in enumerate(self.homography)]
        return np.stack(self._bent(seen[0] / seen[2], seen[1] / seen[2]), axis=-1)

    def project_grid(
        self, x: NDArray[np.floating], y: NDArray[np.floating], height: float
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Pixel columns and rows (each len(y) × len(x)) of all points with these board coordinates, at one height.

        The same as `project`, for the large grids of the finder: in single precision, which is good to 0.001 pixels.
        """
        planes = [
            (row[0] * x).astype(np.float32)[None] + (row[1] * y + row[2] + height * lift).astype(np.float32)[:, None]
            for row, lift in zip(self.homography, self.up, strict=True)
        ]
        # Points on the horizon have no pixel; they come out as infinite, outside of every picture.
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            depth = np.reciprocal(planes[2])
            across, down = planes[0] * depth, planes[1] * depth
            if self.lens != 0.0 or self.outer_lens != 0.0:
                width, tall = self.image_size
                right, below = across - np.float32((width - 1) / 2), down - np.float32((tall - 1) / 2)
                square = (right * right + below * below) * np.float32(4 / (width * width + tall * tall))
                bent = square * (np.float32(self.lens) + np.float32(self.outer_lens) * square)
                across += right * bent
                down += below * bent
        return across, down

    def bend(self, pixels: Array) -> Array:
        """Where the lens moves pixels of a straight-line picture to."""
        return np.stack(self._bent(pixels[..., 0], pixels[..., 1]), axis=-1)

    def _bent(self, x: Array, y: Array) -> tuple[Array, Array]:
        if self.lens == 0.0 and self.outer_lens == 0.0:
            return x, y
        width, height = self.image_size
        right, below = x - (width - 1) / 2, y - (height - 1) / 2
        square = (right * right + below * below) * (4 / (width * width + height * height))
        bent = square * (self.lens + self.outer_lens * square)
        return x + right * bent, y + below * bent

    @cached_property
    def up(self) -> Array:
        """What one cell of height adds to the homogeneous pixel of a board point."""
        return _up(self.homography, self.focal, self.image_size)

    def lean(self, points: NDArray[np.floating]) -> Array:
        """How far a piece top (… × 2 board points, at the view's height) appears shifted over the board, in cells.

        It always leans away from the camera; what it hides of the board is as wide as this.
        """
        across, down, deeper = np.linalg.solve(self.homography, self.up) * self.height
        moved: Array = (np.asarray(points, float) + np.array([across, down])) / (1 + deeper) - points
        return moved

    @property
    def corners(self) -> Array:
        """4 × 2 pixels: top left, top right, bottom right, bottom left of the playing area, on the board plane."""
        n = float(self.size)
        return self.project(np.array([[0.0, 0.0], [n, 0.0], [n, n], [0.0, n]]))

    @property
    def tilt(self) -> float:
        """Degrees between the camera's axis and the board's normal."""
        axes = _metric(self.homography, self.focal, self.image_size)
        normal = _normal_of(axes)
        return float(np.degrees(np.arccos(min(1.0, abs(normal[2]) / np.linalg.norm(normal)))))

    @property
    def cell_pixels(self) -> float:
        """The mean side of a cell, in pixels."""
        p = self.corners
        area = 0.5 * abs(np.sum(p[:, 0] * np.roll(p[:, 1], -1) - p[:, 1] * np.roll(p[:, 0], -1)))
        return float(np.sqrt(area)) / self.size

    @property
    def cut_off(self) -> float:
        """How far the playing area reaches out of the picture, in cells; 0 if it is all there."""
        width, height = self.image_size
        x, y = self.corners.T
        out = max(0.0, float(-x.min()), float(-y.min()), float(x.max()) - width + 1, float(y.max()) - height + 1)
        return out / self.cell_pixels

    def scaled(self, image_size: tuple[int, int]) -> BoardView:
        """The same view in the same picture at another size."""
        fx, fy = image_size[0] / self.image_size[0], image_size[1] / self.image_size[1]
        # Pixel centres lie at whole numbers, so the picture's edge, which scaling keeps, lies at -0.5.
        scale = np.array([[fx, 0, 0.5 * fx - 0.5], [0, fy, 0.5 * fy - 0.5], [0, 0, 1.0]])
        return replace(
            self, homography=scale @ self.homography, image_size=image_size, focal=self.focal * float(np.sqrt(fx * fy))
        )

    def turned(self, quarters: int) -> BoardView:
        """The same board with another corner as its top left: each quarter turns the board coordinates by 90°."""
        n = float(self.size)
        quarter = np.array([[0.0, -1.0, n], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
        return replace(self, homography=self.homography @ np.linalg.matrix_power(quarter, quarters % 4))

    def upright(self) -> BoardView:
        """The same board turned so that its rows run from left to right in the picture, as near as may be."""

        def slope(view: BoardView) -> float:
            middle = view.size / 2
            a, b = view.project(np.array([[middle - 1, middle], [middle + 1, middle]]))
            return float((b - a)[0] / np.linalg.norm(b - a))

        return max((self.turned(quarters) for quarters in range(4)), key=slope)


def _metric(homography: Array, focal: float, image_size: tuple[int, int]) -> Array:
    """The homography in camera rays: its first columns are the board's axes, its third the board's origin."""
    width, height = image_size
    rays = np.array([[1 / focal, 0, -(width - 1) / 2 / focal], [0, 1 / focal, -(height - 1) / 2 / focal], [0, 0, 1.0]])
    seen: Array = rays @ homography
    return seen


def _normal_of(axes: Array) -> Array:
    """The cross product of the board's axes; numpy's own takes ten times as long for two vectors."""
    (a, b), (c, d), (e, f) = axes[:, :2].tolist()
    return np.array([c * f - e * d, e * b - a * f, a * d - c * b])


def _up(homography: Array, focal: float, image_size: tuple[int, int]) -> Array:
    axes = _metric(homography, focal, image_size)
    length = np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
    normal = _normal_of(axes)
    normal *= length / np.linalg.norm(normal)
    # Towards the camera: the board is seen from above, so its depth shrinks as one rises. The sign of the whole
    # homography is free; depth is its third row.
    if normal[2] * axes[2, 2] > 0:
        normal = -normal
    width, height = image_size
    camera = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
    raised: Array = camera @ normal
    return raised


def focal_of(homography: Array, image_size: tuple[int, int]) -> float:
    """The focal length in pixels that makes the board's axes orthogonal and equal, held near the usual one.

    Seen from straight above every focal length fits, and the usual one is returned.
    """
    side = max(image_size)
    # With rays in units of the longer side, the focal length only scales the first two rows.
    axes = _metric(homography, float(side), image_size)
    factors = np.geomspace(0.4, 6.0, 80)
    scaled = np.stack([axes[0, :2] / factors[:, None], axes[1, :2] / factors[:, None]], axis=1)
    ahead = axes[2, :2]
    squares = (scaled**2).sum(axis=1) + ahead**2
    crossed = (scaled[:, :, 0] * scaled[:, :, 1]).sum(axis=1) + ahead[0] * ahead[1]
    scale = squares.mean(axis=1)
    misfit = (crossed / scale) ** 2 + ((squares[:, 0] - squares[:, 1]) / scale / 2) ** 2
    costs = misfit / AXIS_PRECISION**2 + (np.log(factors / USUAL_FOCAL) / FOCAL_SPREAD) ** 2
    return float(factors[int(np.argmin(costs))] * side)
