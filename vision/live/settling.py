"""Settling: evidence gathered over quiet frames until an explanation of the change is certain."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.pieces import Cell
from vision.changes import Patch
from vision.live.evidence import Evidence
from vision.live.explain import Explained, Explanation, explain

# The lead, in natural logarithms, that an explanation needs over the next one: e^3 is twenty to one.
SURE = 3.0
# Looks that must agree before a change is believed, and seconds between the first and the last of them.
LOOKS, AGREE_FOR = 2, 0.15
# Seconds that what is certain waits for what is not yet, so that several pieces can be put in turn order.
WAIT = 2.0
# Seconds of quiet after which what is still undecided is put to the people.
PATIENCE = 2.5
# Seconds of quiet after which what is still undecided will hardly become clearer, and looks after which a cell that no
# piece explains will not become one: both are looked at now and then only.
HARDLY_CLEARER, NO_PIECE = 3.5, 3

Key = tuple[object, ...]


@dataclass
class Settling:
    """What has been gathered since the table last moved."""

    total: NDArray[np.float32] | None = None
    clear: NDArray[np.float32] | None = None
    """Rows × columns: in how many of the looks each cell could be seen."""
    since: float | None = None
    agreed: dict[Key, tuple[int, float]] = field(default_factory=dict)
    """For each explanation of the last look, how many looks in a row have had it, and since when."""
    asked: set[Key] = field(default_factory=set)

    def disturbed(self) -> None:
        """The table moved: begin again. What people were asked already is not asked again."""
        self.total, self.clear, self.since = None, None, None
        self.agreed.clear()

    def weigh(self, evidence: Evidence, known: tuple[Patch, ...], time: float) -> list[Explained]:
        """Add one look, and explain all of them together, each part of the board by itself."""
        if self.since is None:
            self.since = time
        log_p = evidence.log_likelihood
        clear = (~evidence.hidden).astype(np.float32)
        if self.total is None or self.clear is None or self.total.shape != log_p.shape:
            self.total, self.clear = log_p.copy(), clear
        else:
            self.total += log_p
            self.clear += clear
        # Frames of one quiet stretch share their flares and shadows: the mean counts, not the sum. A look in which
        # a cell was hidden says nothing about it.
        seen = np.maximum(self.clear, 1).astype(np.float32)
        mean = Evidence.of(evidence.colours, np.asarray(self.total / seen[..., None], np.float32), evidence.hidden)
        parts = explain(mean, known)
        before, self.agreed = self.agreed, {}
        for part in parts:
            looks, since = before.get(_key(part.best), (0, time))
            self.agreed[_key(part.best)] = (looks + 1, since)
        return parts

    def certain(self, part: Explained, time: float) -> bool:
        """Whether the best explanation of a part can be believed now."""
        return self.agreed_on(part, time) and part.margin >= SURE

    def agreed_on(self, part: Explained, time: float) -> bool:
        """Whether enough looks had this best explanation, by whatever lead."""
        looks, since = self.agreed.get(_key(part.best), (0, time))
        return looks >= LOOKS and time - since >= AGREE_FOR

    def waited(self, time: float) -> bool:
        """Whether what is certain has waited long enough for the rest."""
        return self.since is not None and time - self.since >= WAIT

    def hardly_clearer(self, time: float) -> bool:
        """Whether further looks at the same picture are not worth their cost."""
        nothing = bool(self.agreed) and all(not any(key) and n >= NO_PIECE for key, (n, _) in self.agreed.items())
        return nothing or (self.since is not None and time - self.since >= HARDLY_CLEARER)

    def to_ask(self, part: Explained, time: float) -> bool:
        """Whether people should be asked now; once for each question."""
        if self.since is None or time - self.since < PATIENCE or part.margin >= SURE:
            return False
        key = _key(part.best)
        if key in self.asked:
            return False
        self.asked.add(key)
        return True


def _key(explanation: Explanation) -> Key:
    return explanation.appeared, explanation.vanished, explanation.moved


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
