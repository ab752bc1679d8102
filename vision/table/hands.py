"""Hands, arms and a cat, built from tapered round limbs in millimetres."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from vision.table.arrays import Random, Rgb, Spot

SKINS: tuple[Rgb, ...] = (
    (0.68, 0.45, 0.35),
    (0.60, 0.36, 0.25),
    (0.52, 0.30, 0.19),
    (0.42, 0.23, 0.14),
    (0.30, 0.155, 0.085),
    (0.20, 0.095, 0.05),
    (0.115, 0.055, 0.032),
    (0.06, 0.03, 0.02),
)
"""Reflectance from pale to dark."""
SLEEVES: tuple[Rgb, ...] = (
    (0.02, 0.05, 0.33),
    (0.70, 0.48, 0.02),
    (0.42, 0.015, 0.02),
    (0.01, 0.20, 0.07),
    (0.10, 0.02, 0.20),
    (0.75, 0.20, 0.01),
    (0.02, 0.02, 0.022),
    (0.62, 0.61, 0.58),
    (0.05, 0.08, 0.15),
    (0.25, 0.24, 0.23),
)
"""The pieces' colours first: a sleeve in a piece's colour is the hardest thing to tell from a piece."""


@dataclass(frozen=True, slots=True)
class Limb:
    """A round cone with round ends, from one place to another (mm)."""

    start: Spot
    end: Spot
    thick: float
    """Radius at the start."""
    thin: float
    """Radius at the end."""
    colour: Rgb
    cloth: bool = False


@dataclass(frozen=True)
class Arm:
    """One person's arm: whose it is, how it looks and from which side it comes."""

    skin: Rgb
    sleeve: Rgb | None
    """None for a bare arm."""
    cuff: float
    """How far (mm) behind the finger tips the sleeve begins."""
    side: float
    """Degrees: where on the table's edge the person sits (0 right, 90 far side)."""
    scale: float = 1.0
    left: bool = False
    """A left hand is the mirror image of a right one."""
    kind: str = "hand"
    """`hand`, or `cat`."""

    @cached_property
    def shoulder(self) -> tuple[float, float]:
        """Where (mm) the arm comes from, far outside the picture."""
        return 900 * float(np.cos(np.radians(self.side))), 900 * float(np.sin(np.radians(self.side)))


# Joints of a hand that pinches: (u, v, height, radius), u along the arm towards the tips, v to the thumb's other side.
PINCH: tuple[tuple[tuple[float, float, float, float], ...], ...] = (
    ((0, 5, 8, 7.0), (-26, 15, 32, 8.2), (-66, 24, 40, 10.5)),
    ((0, -6, 8, 8.0), (-28, -20, 24, 9.5), (-72, -16, 28, 14.0)),
    ((-12, 17, 16, 7.2), (-42, 31, 38, 8.4), (-76, 33, 40, 10.5)),
    ((-28, 30, 16, 6.8), (-54, 42, 34, 7.8), (-84, 40, 36, 10.0)),
    ((-44, 42, 16, 6.0), (-64, 50, 30, 6.8), (-90, 46, 34, 9.0)),
)
FLAT: tuple[tuple[tuple[float, float, float, float], ...], ...] = (
    ((4, 10, 7, 7.0), (-34, 14, 14, 8.2), (-78, 18, 20, 10.5)),
    ((-40, -46, 8, 8.0), (-66, -34, 14, 9.5), (-100, -14, 20, 14.0)),
    ((10, 30, 7, 7.2), (-30, 32, 14, 8.4), (-80, 33, 20, 10.5)),
    ((2, 50, 7, 6.8), (-36, 46, 14, 7.8), (-84, 44, 20, 10.0)),
    ((-18, 68, 7, 6.0), (-48, 60, 13, 6.8), (-92, 54, 19, 9.0)),
)
PALM: tuple[tuple[tuple[float, float, float, float], ...], ...] = (
    ((-72, 26, 30, 15.0), (-118, 8, 26, 18.0)),
    ((-70, 4, 30, 16.0), (-118, 2, 26, 19.0)),
    ((-86, 38, 28, 12.0), (-120, 14, 26, 16.0)),
    ((-112, 5, 28, 22.0), (-165, 5, 34, 23.0)),
    ((-165, 5, 34, 23.0), (-330, 8, 60, 33.0)),
    ((-330, 8, 60, 34.0), (-700, 10, 150, 44.0)),
)


@dataclass(frozen=True)
class Pose:
    """Where a hand is: its finger tips (mm), whether it lies flat, and which way it points."""

    tip: Spot
    flat: bool = False
    step: float = 0.0
    """Phase of a walking cat, in strides."""
    heading: float = 0.0
    """Degrees: where a cat walks."""


def random_arm(random: Random, side: float) -> Arm:
    """Somebody's arm; more than half of the sleeves have a piece's colour."""
    bare = random.random() < 0.2
    return Arm(
        SKINS[int(random.integers(len(SKINS)))],
        None if bare else SLEEVES[int(random.integers(len(SLEEVES)))],
        float(random.uniform(125, 330)),
        side + float(random.normal(0, 12)),
        float(random.uniform(0.85, 1.1)),
        bool(random.random() < 0.3),
    )


def limbs_of(arm: Arm, pose: Pose) -> list[Limb]:
    """The limbs of an arm in a pose, in table coordinates."""
    return _cat(arm, pose) if arm.kind == "cat" else _hand(arm, pose)


def _hand(arm: Arm, pose: Pose) -> list[Limb]:
    x, y, z = pose.tip
    direction = np.array([x - arm.shoulder[0], y - arm.shoulder[1]])
    ux, uy = (direction / np.linalg.norm(direction)).tolist()
    mirror = -1.0 if arm.left else 1.0

    def place(joint: tuple[float, float, float, float]) -> Spot:
        u, v, up, _ = joint
        u, v, up = u * arm.scale, v * arm.scale * mirror, up * arm.scale
        return x + ux * u - uy * v, y + uy * u + ux * v, z + up

    limbs = []
    for chain in (*(FLAT if pose.flat else PINCH), *PALM):
        for a, b in pairwise(chain):
            ra, rb = a[3] * arm.scale, b[3] * arm.scale
            begin, end = -a[0] * arm.scale, -b[0] * arm.scale
            if arm.sleeve is not None and end > arm.cuff and b[3] >= 20:
                share = float(np.clip((arm.cuff - begin) / (end - begin), 0, 1))
                pa, pb = np.array(place(a)), np.array(place(b))
                middle = tuple((pa + (pb - pa) * share).tolist())
                rm = ra + (rb - ra) * share
                if share > 0:
                    limbs.append(Limb(place(a), middle, ra, rm, arm.skin))
                limbs.append(Limb(middle, place(b), rm + 6, rb + 9, arm.sleeve, True))
            else:
                limbs.append(Limb(place(a), place(b), ra, rb, arm.skin))
    return limbs


def _cat(arm: Arm, pose: Pose) -> list[Limb]:
    """A cat that walks: body, head, ears, tail and four legs that swing."""
    x, y, z = pose.tip
    h = np.radians(pose.heading)
    ux, uy = float(np.cos(h)), float(np.sin(h))
    fur, s = arm.skin, arm.scale

    def at(u: float, v: float, up: float) -> Spot:
        return x + (ux * u - uy * v) * s, y + (uy * u + ux * v) * s, z + up * s

    limbs = [
        Limb(at(-230, 0, 170), at(-60, 0, 165), 62 * s, 55 * s, fur),
        Limb(at(-60, 0, 165), at(0, 0, 195), 45 * s, 40 * s, fur),
        Limb(at(20, 0, 205), at(48, 0, 190), 42 * s, 22 * s, fur),
        Limb(at(12, 22, 235), at(16, 28, 262), 12 * s, 3 * s, fur),
        Limb(at(12, -22, 235), at(16, -28, 262), 12 * s, 3 * s, fur),
    ]
    wag = 40 * float(np.sin(pose.step * 4))
    limbs += [
        Limb(at(-285, 0, 180), at(-400, wag, 230), 15 * s, 13 * s, fur),
        Limb(at(-400, wag, 230), at(-480, wag * 2, 300), 13 * s, 9 * s, fur),
    ]
    for u, v, phase in ((-40, 28, 0.0), (-40, -28, 0.5), (-230, 28, 0.5), (-230, -28, 0.0)):
        swing = float(np.sin(2 * np.pi * (pose.step + phase)))
        lift = max(0.0, float(np.cos(2 * np.pi * (pose.step + phase)))) * 25
        knee, paw = at(u + 15 * swing, v, 95), at(u + 45 * swing, v, 14 + lift)
        limbs += [Limb(at(u, v, 150), knee, 26 * s, 16 * s, fur), Limb(knee, paw, 15 * s, 13 * s, fur)]
    return limbs
