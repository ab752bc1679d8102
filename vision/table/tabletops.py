"""Table tops: wood, felt, cloth, patterns and plain colours, as pictures seen from above."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.table.arrays import Bytes, Floats, Random, Rgb, smooth_noise
from vision.table.relief import coded

TABLES = (
    "wood",
    "dark wood",
    "felt",
    "cloth",
    "dots",
    "checks",
    "stripes",
    "white",
    "grey",
    "black",
    "red",
    "blue",
    "carpet",
)
MM_PER_PIXEL = 0.75
PIXELS = 1536
"""One picture covers a bit more than a metre; beyond its edges it is mirrored, which shows no seam."""


@dataclass(frozen=True)
class TableTop:
    """A table: its picture, how it shines and where it ends."""

    name: str
    picture: Bytes
    """Coded RGB (see `relief.coded`), `MM_PER_PIXEL`."""
    gloss: float
    roughness: float
    radius: float
    """Of the table (mm) around `middle`; beyond it lies the dark floor."""
    middle: tuple[float, float]
    floor: Rgb
    turn: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    """How far (degrees, mm) the board was pushed from where it lay at first."""

    def pushed(self, shift: tuple[float, float, float], turn: float) -> "TableTop":
        """The table as seen from a board that was pushed once more."""
        angle = np.radians(self.turn)
        c, s = float(np.cos(angle)), float(np.sin(angle))
        x, y = self.shift[0] + c * shift[0] - s * shift[1], self.shift[1] + s * shift[0] + c * shift[1]
        return replace(self, turn=self.turn + turn, shift=(x, y))

    def holds(self, x: float, y: float) -> bool:
        """Whether something the size of a hand can lie there without falling off."""
        return bool(np.hypot(x - self.middle[0], y - self.middle[1]) < self.radius - 60)


def _tinted(base: Rgb, shade: Floats, spread: float) -> Floats:
    """A colour, lighter and darker by the pattern `shade` (about one standard deviation)."""
    return np.asarray(np.array(base, np.float32) * np.exp(shade * spread)[..., None], np.float32)


def _wood(random: Random, base: Rgb) -> Floats:
    rings = smooth_noise(random, PIXELS, PIXELS // 24, 8)
    grain = cv2.resize(rings, (PIXELS, PIXELS), interpolation=cv2.INTER_CUBIC)
    fibres = cv2.resize(random.standard_normal((PIXELS, PIXELS // 48)).astype(np.float32), (PIXELS, PIXELS))
    shade = grain * 0.6 + fibres * 0.5 + smooth_noise(random, PIXELS, PIXELS, 300) * 0.5
    surface = _tinted(base, shade.astype(np.float32), float(random.uniform(0.08, 0.2)))
    if random.random() < 0.6:  # boards with dark gaps
        width = int(random.uniform(110, 220))
        for top in range(0, PIXELS, width):
            surface[top : top + width] *= np.float32(np.exp(random.normal(0, 0.1)))
            surface[top : top + 2] *= 0.35
    return surface


def _woven(random: Random, base: Rgb, spread: float) -> Floats:
    fine = random.standard_normal((PIXELS, PIXELS)).astype(np.float32)
    fine = np.asarray(cv2.GaussianBlur(fine, (0, 0), 0.9) * 2.2, np.float32)
    return _tinted(base, fine + 0.5 * smooth_noise(random, PIXELS, PIXELS, 130), spread)


def _pattern(random: Random, name: str) -> Floats:
    """Dots, checks or stripes in one strong colour on a pale cloth."""
    inks: list[Rgb] = [(0.02, 0.22, 0.25), (0.45, 0.03, 0.04), (0.03, 0.06, 0.35), (0.5, 0.33, 0.03), (0.02, 0.2, 0.05)]
    ink = inks[int(random.integers(len(inks)))]
    pitch = float(random.uniform(24, 70))
    y, x = np.mgrid[0:PIXELS, 0:PIXELS].astype(np.float32)
    if name == "dots":
        odd = (np.floor(y / pitch) % 2) * 0.5
        where = np.hypot((x / pitch + odd) % 1 - 0.5, (y / pitch) % 1 - 0.5) < 0.27
    elif name == "checks":
        where = ((x / pitch) % 1 < 0.5) ^ ((y / pitch) % 1 < 0.5)
    else:
        where = (x / pitch) % 1 < 0.4
    cover = np.asarray(cv2.GaussianBlur(where.astype(np.float32), (0, 0), 0.8), np.float32)[..., None]
    pale = _woven(random, (0.62, 0.60, 0.54), 0.06)
    return np.asarray(pale * (1 - cover) + _woven(random, ink, 0.1) * cover, np.float32)


PLAIN: dict[str, tuple[Rgb, float]] = {
    "felt": ((0.01, 0.13, 0.035), 0.25),
    "cloth": ((0.40, 0.36, 0.31), 0.08),
    "white": ((0.70, 0.69, 0.66), 0.03),
    "grey": ((0.26, 0.26, 0.25), 0.08),
    "black": ((0.018, 0.018, 0.02), 0.12),
    "red": ((0.36, 0.012, 0.02), 0.14),
    "blue": ((0.02, 0.05, 0.25), 0.14),
    "carpet": ((0.12, 0.11, 0.10), 0.4),
}


def random_table(random: Random, name: str | None = None) -> TableTop:
    """A table of the named sort (or any sort)."""
    if name is None:
        name = str(
            random.choice(TABLES, p=[0.2, 0.14, 0.1, 0.08, 0.05, 0.04, 0.04, 0.07, 0.09, 0.06, 0.05, 0.05, 0.03])
        )
    shining = random.random() < 0.5
    if name == "wood":
        surface = _wood(random, (0.46, 0.27, 0.13) if random.random() < 0.6 else (0.34, 0.15, 0.06))
    elif name == "dark wood":
        surface = _wood(random, (0.10, 0.045, 0.022))
    elif name in ("dots", "checks", "stripes"):
        surface, shining = _pattern(random, name), False
    else:
        base, spread = PLAIN[name]
        tint = np.exp(random.normal(0, 0.12, 3)) * np.array(base)
        surface = _woven(random, (float(tint[0]), float(tint[1]), float(tint[2])), spread)
        shining = shining and name in ("white", "grey", "black")
    gloss, roughness = (0.6, float(random.uniform(0.12, 0.3))) if shining else (0.25, 0.6)
    away = random.uniform(0, 2 * np.pi)
    radius = float(random.uniform(520, 800)) if random.random() < 0.35 else 5000.0
    drift = radius * 0.25 if radius < 1000 else 0.0
    return TableTop(
        name,
        np.clip(coded(surface), 0, 255).astype(np.uint8),
        gloss,
        roughness,
        radius,
        (float(np.cos(away) * drift), float(np.sin(away) * drift)),
        (0.03, 0.028, 0.03),
    )
