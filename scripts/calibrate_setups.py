"""Random simulated set-ups through calibration: how far off the corners are, which cells are then read wrong.

usage: calibrate_setups.py [--first 0] [--count 60] [--table]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from calibration import CalibrationError, calibrated
from calibration.geometry import find, snap
from calibration.starting import verify
from vision.table.arrays import random_for
from vision.table.stills import render_still

BOARDS = ("classic", "duo-togo", "duo")
LIGHTS = ("office", "evening", "window", "mixed", "sunny")
LENSES = ("module 3", "hq 6 mm", "module 3 wide")
SIZE = (1296, 972)


@dataclass(frozen=True)
class Outcome:
    """One set-up, calibrated from one picture and tried on another position in the same light."""

    number: int
    board: str
    light: str
    lens: str
    tilt: float
    moves: int
    by_hand: bool
    """Whether the board was not found, and corners dragged to within 0.3 cells were snapped."""
    corners: float
    """The largest distance of a corner from the truth, in cells; infinite if nothing was found."""
    wrong: int
    """Cells read wrong in the picture of the calibration."""
    verdict: str
    predicted: float
    later_wrong: int
    """Cells read wrong in a later position with the kept calibration."""
    cells: int

    @property
    def exact(self) -> bool:
        """As it should be."""
        return self.corners < 0.1 and self.wrong == 0


def set_up(number: int, finer: int = 1, size: tuple[int, int] = SIZE) -> Outcome:
    """Set-up number N: the same number gives the same camera, board, light and positions."""
    random = random_for(number, "set-up")
    board, light, lens = BOARDS[number % 3], LIGHTS[number // 3 % 5], LENSES[number // 2 % 3]
    tilt = float(random.uniform(0, 45))
    full = 84 if board == "classic" else 42
    moves = 0 if number % 4 == 0 else int(random.integers(full // 6, full * 3 // 4))
    named = {"tilt": tilt, "light": light, "lens": lens, "size": size}
    image, truth = render_still(number, board, finer=finer, moves=moves, **named)
    true = np.array(truth["corners"])
    cells = len(truth["grid"]) ** 2
    by_hand = False
    try:
        found = find(image, board)
    except CalibrationError:
        by_hand = True
        side = np.linalg.norm(true[0] - true[2]) / np.sqrt(2) / len(truth["grid"])
        try:
            found = snap(image, (true + random.uniform(-0.2, 0.2, (4, 2)) * side).tolist(), board)
        except CalibrationError:
            return Outcome(
                number, board, light, lens, tilt, moves, True, float("inf"), cells, "none", 1.0, cells, cells
            )
    kept = calibrated(image, found, "simulated")
    off, wrong = compared(found.view.corners, found.reading.grid, truth)
    later, now = render_still(number, board, finer=finer, moves=full // 2, **named)
    try:
        again = verify(kept, later).found
        _, later_wrong = compared(again.view.corners, again.reading.grid, now)
    except CalibrationError:
        later_wrong = cells
    report = kept.report
    return Outcome(
        number, board, light, lens, tilt, moves, by_hand, off, wrong, str(report.verdict), report.error_rate,
        later_wrong, cells,
    )  # fmt: skip


def compared(corners: np.ndarray, grid: list[str], truth: dict) -> tuple[float, int]:
    """The largest distance of a corner in cells, and the cells that differ, in the quarter turn that fits best."""
    true, n = np.array(truth["corners"]), len(truth["grid"])
    side = np.linalg.norm(true[0] - true[2]) / np.sqrt(2) / n
    mine, expected = np.array([list(row) for row in grid]), np.array([list(row) for row in truth["grid"]])
    best = min(
        range(4), key=lambda quarters: float(np.linalg.norm(np.roll(corners, -quarters, axis=0) - true, axis=1).sum())
    )
    off = float(np.linalg.norm(np.roll(corners, -best, axis=0) - true, axis=1).max() / side)
    return off, int((np.rot90(mine, best) != expected).sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=60)
    options = parser.parse_args()
    outcomes = []
    for number in range(options.first, options.first + options.count):
        outcome = set_up(number)
        outcomes.append(outcome)
        mark = "" if outcome.exact else "  <--"
        print(
            f"{number:4d} {outcome.board:8s} {outcome.light:8s} {outcome.lens:13s} {outcome.tilt:4.0f}° "
            f"{outcome.moves:2d} moves{' by hand' if outcome.by_hand else ''}: corners {outcome.corners:.3f}, "
            f"{outcome.wrong} wrong, later {outcome.later_wrong}; {outcome.verdict}, "
            f"predicted {outcome.predicted * outcome.cells:.2f} cells{mark}",
            flush=True,
        )
    exact = sum(outcome.exact for outcome in outcomes)
    near = sum(outcome.corners < 0.1 for outcome in outcomes)
    found = sum(not outcome.by_hand for outcome in outcomes)
    read = sum(outcome.wrong == 0 for outcome in outcomes)
    print(
        f"{len(outcomes)} set-ups: {found} found by itself, {near} with corners within 0.1 cell, {read} read exactly, "
        f"{exact} both"
    )
    for verdict in ("good", "usable", "not usable"):
        mine = [outcome for outcome in outcomes if outcome.verdict == verdict]
        cells = sum(outcome.cells for outcome in mine)
        if mine:
            actual = sum(outcome.later_wrong for outcome in mine) / cells
            predicted = sum(outcome.predicted * outcome.cells for outcome in mine) / cells
            print(f"{verdict}: {len(mine)} set-ups, predicted cell error {predicted:.2e}, actual {actual:.2e}")


if __name__ == "__main__":
    main()
