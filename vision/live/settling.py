"""Settling: evidence gathered over quiet frames until an explanation of the change is certain."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.colours import Colour
from engine.pieces import Cell
from vision.changes import Patch
from vision.live.evidence import Evidence
from vision.live.explain import Explained, Explanation, explain

# The lead, in natural logarithms, that an explanation needs over the next one: e^3 is twenty to one.
SURE = 3.0
# Looks that must agree before a change is believed, and seconds between the first and the last of them.
LOOKS, AGREE_FOR = 2, 0.15
# Seconds of quiet after which what is still undecided is put to the people.
PATIENCE = 2.5


@dataclass
class Settling:
    """What has been gathered since the table last moved."""

    total: NDArray[np.float32] | None = None
    looks: int = 0
    agreed: Explanation | None = None
    agreed_looks: int = 0
    agreed_since: float = 0.0
    since: float | None = None
    asked: set[tuple[object, ...]] = field(default_factory=set)

    def disturbed(self) -> None:
        """The table moved: begin again. What people were asked already is not asked again."""
        self.total, self.looks, self.agreed, self.agreed_looks, self.since = None, 0, None, 0, None

    def weigh(
        self,
        colours: tuple[Colour, ...],
        log_p: NDArray[np.float32],
        hidden: NDArray[np.bool_],
        known: tuple[Patch, ...],
        time: float,
    ) -> Explained:
        """Add one look, and explain all of them together."""
        if self.since is None:
            self.since = time
        if self.total is None or self.total.shape != log_p.shape:
            self.total, self.looks = log_p.copy(), 1
        else:
            self.total += log_p
            self.looks += 1
        # Frames of one quiet stretch share their flares and shadows: the mean counts, not the sum.
        explained = explain(Evidence.of(colours, self.total / self.looks, hidden), known)
        if self.agreed is not None and _same(self.agreed, explained.best):
            self.agreed_looks += 1
        else:
            self.agreed, self.agreed_looks, self.agreed_since = explained.best, 1, time
        return explained

    def certain(self, explained: Explained, time: float) -> bool:
        """Whether the best explanation can be believed now."""
        enough = self.agreed_looks >= LOOKS and time - self.agreed_since >= AGREE_FOR
        return enough and explained.margin >= SURE

    def to_ask(self, explained: Explained, time: float) -> bool:
        """Whether people should be asked now; once for each question."""
        if self.since is None or time - self.since < PATIENCE or explained.margin >= SURE:
            return False
        key = (explained.best.appeared, explained.best.vanished, explained.best.moved)
        if key in self.asked:
            return False
        self.asked.add(key)
        return True


def _same(a: Explanation, b: Explanation) -> bool:
    return (a.appeared, a.vanished, a.moved) == (b.appeared, b.vanished, b.moved)


def beside_hidden(explanation: Explanation, hidden: NDArray[np.bool_]) -> bool:
    """Whether a new piece lies on or along hidden cells, so that it may be longer than it looks."""
    n = hidden.shape[0]
    covered: list[Cell] = [cell for patch in explanation.appeared for cell in patch.cells]
    covered += [cell for shift in explanation.moved for cell in shift.now]
    covered += [cell for patch in explanation.vanished for cell in patch.cells]
    for row, column in covered:
        for r, c in ((row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < n and 0 <= c < n and hidden[r, c]:
                return True
    return False
