"""The report: how well this camera can read this board in this light, as one verdict with what to change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

import numpy as np

from calibration.aim import Advice, Trouble, about, cells_of, flared_cells
from calibration.geometry import Placed
from calibration.risk import cell_risks
from calibration.sharpness import edge_width
from engine.pieces import Cell
from vision.locate.evened import Image
from vision.reading.palette import Palette
from vision.reading.sampling import sample_places, take

# Distances between two labels, in their spreads, from which on they are told apart without doubt, and at all.
CLEARLY, HARDLY = 4.0, 2.5
# Cell error rates of a single look up to which a calibration is good, and usable: a live table looks twice and knows
# that pieces are rigid, so one wrong cell in a hundred is mended as a rule, one in twenty is not.
GOOD, USABLE = 0.004, 0.04
# A cell that is misread this often is at risk.
AT_RISK = 0.05


class Verdict(StrEnum):
    """How good a calibration is."""

    GOOD = "good"
    USABLE = "usable"
    NOT_USABLE = "not usable"


@dataclass(frozen=True)
class Report:
    """What is known about the quality of a calibration."""

    verdict: Verdict
    distances: tuple[tuple[str, str, float], ...]
    """For each pair of labels how far apart they look, in spreads: below 4 they may be confused."""
    cell_pixels: float
    tilt: float
    """Degrees."""
    edge_width: float
    """Sharpness: over how much of a cell an edge is drawn. 0.1 is sharp, 0.3 blurred."""
    error_rate: float
    """The predicted share of cells that a single look reads wrong, over a whole game."""
    at_risk: tuple[Cell, ...]
    """Cells where pieces may be misread."""
    advice: tuple[Advice, ...]
    """What to change, most important first."""

    @property
    def summary(self) -> str:
        """One line for people."""
        worst = min(self.distances, key=lambda pair: pair[2])
        return (
            f"{self.verdict}: cells of {self.cell_pixels:.0f} pixels, tilted by {self.tilt:.0f}°, "
            f"about {_share(self.error_rate)} of the cells misread at a single look"
            + (f", {len(self.at_risk)} cells at risk" if self.at_risk else "")
            + f"; hardest to tell apart: {worst[0]} and {worst[1]}"
        )


def judge(image: Image, found: Placed) -> Report:
    """The report on a board that was found in a picture."""
    view, palette = found.view, found.reading.palette
    told = about(image, found)
    flared = flared_cells(take(image, sample_places(view)), found.reading.labels)
    risks = cell_risks(found, flared)
    error = float(risks.mean())
    pairs = distances(palette)
    close = [(a, b) for a, b, far in pairs if far < CLEARLY]
    if close:
        names = " and ".join(close[0])
        told.append(
            Advice(
                Trouble.COLOURS,
                f"{names.capitalize()} look alike here: use a whiter light, or set the camera's white balance by hand.",
                min(far for _, _, far in pairs) < HARDLY,
            )
        )
    return Report(
        _verdict(told, error),
        pairs,
        round(view.cell_pixels, 2),
        round(view.tilt, 2),
        round(edge_width(image, view), 4),
        float(f"{error:.3g}"),
        cells_of(risks > AT_RISK),
        tuple(sorted(told, key=lambda item: not item.serious)),
    )


def distances(palette: Palette) -> tuple[tuple[str, str, float], ...]:
    """For each pair of labels the distance of their looks, in the mean of their spreads."""
    names = ["empty", *(str(colour) for colour in palette.colours)]
    looks = np.concatenate([palette.pure, palette.whole], axis=1)
    result = []
    for a, b in combinations(range(len(names)), 2):
        # Pure and whole hue are two looks at the same thing: their mean, not their sum.
        apart = float(np.linalg.norm(looks[a] - looks[b]) / np.sqrt(2))
        spread = float(np.sqrt((palette.spread[a] ** 2 + palette.spread[b] ** 2) / 2))
        result.append((names[a], names[b], round(apart / spread, 2)))
    return tuple(result)


def _verdict(told: list[Advice], error: float) -> Verdict:
    if any(item.serious for item in told) or error > USABLE:
        return Verdict.NOT_USABLE
    if error > GOOD or any(item.trouble not in (Trouble.MOVING, Trouble.FLARE) for item in told):
        return Verdict.USABLE
    return Verdict.GOOD


def _share(rate: float) -> str:
    return f"1 in {round(1 / rate):,}" if rate > 1e-6 else "none"
