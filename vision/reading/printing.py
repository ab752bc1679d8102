"""The printing: which colours a board's pieces have, where the number of cells leaves it open."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.colours import Colour
from engine.profiles import PROFILES, BoardProfile
from vision.reading.appearance import Appearance
from vision.reading.palette import USUAL

Array = NDArray[np.float64]

# Purer than this is a piece for certain (empty cells stained by a neighbour stay below).
PIECE_PURITY = 0.5
# How far a plastic's hue strays from its usual one, in degrees (a standard deviation).
HUE_SPREAD = 14.0
# Two hues are two colours if this far apart; the cells of one plastic stay within half of it.
TWO_COLOURS = 40.0


@dataclass(frozen=True)
class Printing:
    """A board profile that fits the colours seen, and how sure that is."""

    profile: BoardProfile
    confidence: float


def printing_of(profiles: list[BoardProfile], seen: Appearance) -> Printing:
    """The one of the profiles (all with the same number of cells) that the pieces on the board belong to.

    Where two clear hues fit none of them, the first profile is returned with its colours renamed to those seen.
    """
    if len(profiles) == 1:
        return Printing(profiles[0], 1.0)
    pure = seen.pure.astype(float)
    hues = np.degrees(np.arctan2(pure[:, 1], pure[:, 0]))[np.hypot(pure[:, 0], pure[:, 1]) > PIECE_PURITY]
    if len(hues) == 0:
        return Printing(profiles[0], 1 / len(profiles))
    costs = np.array([_cost(hues, profile.colours) for profile in profiles])
    likely = np.exp(-0.5 * (costs - costs.min()) * min(len(hues), 10))
    best = int(costs.argmin())
    # Off by two and a half standard deviations for the typical cell, and other names fit far better.
    others = _two_hues(hues)
    if others is not None and costs[best] > 6 and _cost(hues, others) < costs[best] / 3:
        return Printing(replace(profiles[best], name="duo-other", colours=others, nubs=False), 0.5)
    return Printing(profiles[best], float(likely[best] / likely.sum()))


def duo_profiles() -> list[BoardProfile]:
    """All printings with the smaller board."""
    return [profile for profile in PROFILES.values() if profile.kind == "duo"]


def hue_of(colour: Colour) -> float:
    """The usual hue of a colour's plastic, in degrees."""
    across, down = USUAL[colour]
    return float(np.degrees(np.arctan2(down, across)))


def _apart(hues: Array, hue: float) -> Array:
    return np.abs((hues - hue + 180) % 360 - 180)


def _cost(hues: Array, colours: tuple[Colour, ...]) -> float:
    """Typical squared deviation of the cells from the nearest of the colours, in spreads."""
    nearest = np.min([_apart(hues, hue_of(colour)) for colour in colours], axis=0)
    return float(np.median((nearest / HUE_SPREAD) ** 2))


def _two_hues(hues: Array) -> tuple[Colour, ...] | None:
    """The names of the two hues that the cells fall into, or None if it is not two."""
    first = _mean(hues)
    one = hues[np.argmax(_apart(hues, first))]
    two = hues[np.argmax(_apart(hues, float(one)))]
    for _ in range(5):
        near_one = _apart(hues, float(one)) < _apart(hues, float(two))
        if near_one.all() or not near_one.any():
            return None
        one, two = _mean(hues[near_one]), _mean(hues[~near_one])
    if _apart(np.array([one]), float(two))[0] < TWO_COLOURS:
        return None
    names = [min(USUAL, key=lambda colour: float(_apart(np.array([hue]), hue_of(colour))[0])) for hue in (one, two)]
    return tuple(names) if names[0] is not names[1] else None


def _mean(hues: Array) -> float:
    angles = np.radians(hues)
    return float(np.degrees(np.arctan2(np.sin(angles).mean(), np.cos(angles).mean())))
