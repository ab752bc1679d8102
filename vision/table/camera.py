"""The camera over the table: where it hangs, its lens, and both ways between pixels and millimetres."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.table.arrays import Floats, Random

# Horizontal field of view in degrees and radial distortion (k1, k2) of the Raspberry Pi modules and of a telephone.
LENSES: dict[str, tuple[float, float, float]] = {
    "module 1": (53.5, -0.04, 0.02),
    "module 2": (62.2, 0.04, -0.06),
    "module 3": (66.0, -0.03, 0.01),
    "module 3 wide": (102.0, -0.09, 0.012),
    "hq 6 mm": (63.0, -0.14, 0.06),
    "telephone": (65.0, 0.01, 0.0),
}


@dataclass(frozen=True)
class Camera:
    """A pinhole with radial distortion. Millimetres on the table; pixels with (0, 0) at the first pixel's centre."""

    position: tuple[float, float, float]
    rotation: tuple[tuple[float, float, float], ...]
    """Rows: the picture's right, down and forward directions on the table."""
    focal: float
    """In pixels."""
    width: int
    height: int
    k1: float = 0.0
    k2: float = 0.0

    @cached_property
    def matrix(self) -> Floats:
        """The intrinsic matrix."""
        cx, cy = (self.width - 1) / 2, (self.height - 1) / 2
        return np.array([[self.focal, 0, cx], [0, self.focal, cy], [0, 0, 1]], np.float32)

    def project(self, points: object) -> Floats:
        """Pixels (n × 2) of points on the table (n × 3)."""
        world = np.asarray(points, np.float64).reshape(-1, 3) - np.array(self.position)
        view = world @ np.array(self.rotation).T
        depth = np.maximum(view[:, 2], 1.0)
        x, y = view[:, 0] / depth, view[:, 1] / depth
        r2 = np.minimum(x * x + y * y, 4.0)
        bend = 1 + r2 * (self.k1 + r2 * self.k2)
        cx, cy = (self.width - 1) / 2, (self.height - 1) / 2
        return np.stack([x * bend * self.focal + cx, y * bend * self.focal + cy], axis=1).astype(np.float32)

    def scale_at(self, point: tuple[float, float, float]) -> float:
        """Pixels per millimetre for something that faces the camera at this place."""
        forward = np.array(self.rotation[2])
        depth = float((np.array(point) - np.array(self.position)) @ forward)
        return self.focal / max(depth, 1.0)

    def slopes(self, top: int, bottom: int, left: int, right: int, finer: int) -> tuple[Floats, Floats]:
        """How far each pixel's ray moves in x and y per millimetre of descent, for a part of the picture.

        With `finer` = 2 there are four rays per pixel. Rays that never come down are bent to a far place.
        """
        rows = (np.arange(top * finer, bottom * finer, dtype=np.float32) + 0.5) / finer - 0.5
        columns = (np.arange(left * finer, right * finer, dtype=np.float32) + 0.5) / finer - 0.5
        cx, cy = (self.width - 1) / 2, (self.height - 1) / 2
        u, v = np.meshgrid((columns - cx) / self.focal, (rows - cy) / self.focal)
        straight = self._straighten(np.hypot(u, v))
        u, v = (u * straight).astype(np.float32), (v * straight).astype(np.float32)
        axes = np.array(self.rotation, np.float32)
        away = [u * axes[0, i] + v * axes[1, i] + axes[2, i] for i in range(3)]
        down = np.maximum(-away[2], np.float32(0.04))
        return away[0] / down, away[1] / down

    def _straighten(self, bent: Floats) -> Floats:
        """By how much a distance from the picture's middle (in focal lengths) was shortened by the lens."""
        true = np.linspace(0, 2, 2001)
        seen = true * (1 + true**2 * (self.k1 + true**2 * self.k2))
        keep = np.concatenate([[True], np.diff(seen) > 0]).cumprod().astype(bool)
        ratio = np.where(seen > 0, true / np.maximum(seen, 1e-9), 1.0)
        return np.asarray(np.interp(bent, seen[keep], ratio[keep]), np.float32)

    def moved(self, shift: tuple[float, float, float], turn: float) -> "Camera":
        """The same camera after a knock: shifted on its stand (mm) and turned about the vertical (degrees)."""
        angle = np.radians(turn)
        spin = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        place = spin @ np.array(self.position) + np.array(shift)
        axes = np.array(self.rotation) @ spin.T
        return _camera(place, axes, self.focal, self.width, self.height, self.k1, self.k2)


def _camera(place: object, axes: object, focal: float, width: int, height: int, k1: float, k2: float) -> Camera:
    x, y, z = (float(value) for value in np.asarray(place))
    rows = tuple((float(a), float(b), float(c)) for a, b, c in np.asarray(axes))
    return Camera((x, y, z), rows, focal, width, height, k1, k2)


def looking_at(
    target: tuple[float, float, float],
    distance: float,
    tilt: float,
    azimuth: float,
    roll: float,
    size: tuple[int, int],
    lens: str = "module 3",
) -> Camera:
    """A camera that looks at a point from a distance; angles in degrees, tilt 0 is straight down.

    `azimuth` says from which side it looks (0: from the near side, where y is negative); `roll` turns the picture.
    """
    fov, k1, k2 = LENSES[lens]
    t, a, r = np.radians([tilt, azimuth, roll])
    behind = np.array([np.sin(t) * np.sin(a), -np.sin(t) * np.cos(a), np.cos(t)])
    forward = -behind
    right = np.array([np.cos(a), np.sin(a), 0.0])
    down = np.cross(forward, right)
    turned_right = np.cos(r) * right + np.sin(r) * down
    turned_down = -np.sin(r) * right + np.cos(r) * down
    width, height = size
    focal = width / 2 / np.tan(np.radians(fov) / 2)
    place = np.array(target) + behind * distance
    return _camera(place, [turned_right, turned_down, forward], float(focal), width, height, k1, k2)


def random_camera(
    random: Random, reach: float, size: tuple[int, int], tilt: float | None = None, lens: str | None = None
) -> Camera:
    """A camera somebody might have hung up: the square of half side `reach` (mm) around the origin fits its picture."""
    if lens is None:
        lens = str(random.choice(list(LENSES), p=[0.14, 0.2, 0.26, 0.1, 0.15, 0.15]))
    if tilt is None:
        tilt = float(min(45.0, abs(random.normal(0, 16)))) if random.random() < 0.85 else float(random.uniform(25, 45))
    azimuth = float(random.normal(0, 25)) + 90.0 * float(random.integers(0, 4))
    roll = float(random.normal(0, 8))
    margin = float(random.uniform(0.80, 0.97))
    sway = random.normal(0, reach * 0.06, 2)
    target = (float(sway[0]), float(sway[1]), 0.0)
    corners = [(x * reach, y * reach, 0.0) for x in (-1, 1) for y in (-1, 1)]
    near, far = reach * 0.8, reach * 12
    for _ in range(30):  # the nearest distance from which everything fits, by halving
        middle = (near + far) / 2
        camera = looking_at(target, middle, tilt, azimuth, roll, size, lens)
        off = np.abs(camera.project(corners) - camera.matrix[:2, 2]) / np.array([size[0] / 2, size[1] / 2])
        near, far = (near, middle) if off.max() < margin else (middle, far)
    return looking_at(target, far, tilt, azimuth, roll, size, lens)
