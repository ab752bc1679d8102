"""What a settled stretch of frames says about every cell."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.colours import Colour
from vision.changes import Patch

EMPTY = 0
"""The label of an empty cell; label i + 1 is the i-th colour."""

# No single cell may decide alone: a flare or a shadow can make any one cell look like anything, however clearly.
# e^-8 is how often that happens to a cell: about once in three thousand.
STRONGEST = 8.0
# A cell that looks like nothing known says little, but is still more like one label than like another.
WEAK = 3.5


@dataclass(frozen=True)
class Evidence:
    """How likely each label is in each cell, in natural logarithms."""

    colours: tuple[Colour, ...]
    log_likelihood: NDArray[np.float32]
    """n × n × (1 + colours), the best label of a cell at 0, clipped at -STRONGEST; all 0 where hidden."""
    hidden: NDArray[np.bool_]
    """n × n: cells that cannot be seen, or that look like nothing known."""

    @classmethod
    def of(
        cls,
        colours: tuple[Colour, ...],
        log_p: NDArray[np.float32],
        hidden: NDArray[np.bool_],
        strange: NDArray[np.bool_] | None = None,
    ) -> "Evidence":
        """Evidence from raw log-probabilities: levelled, clipped, weak where strange, silent where hidden."""
        best = log_p.max(axis=2, keepdims=True)
        level = np.maximum(log_p - best, -STRONGEST).astype(np.float32)
        if strange is not None:
            level[strange] = np.maximum(level[strange], -WEAK)
        level[hidden] = 0.0
        return cls(colours, level, hidden)

    @property
    def size(self) -> int:
        """Cells along one side."""
        return int(self.hidden.shape[0])

    def label(self, colour: Colour) -> int:
        """The index of a colour's label."""
        return self.colours.index(colour) + 1


def known_labels(size: int, colours: tuple[Colour, ...], known: tuple[Patch, ...]) -> NDArray[np.int64]:
    """The n × n labels of a board on which these pieces lie."""
    labels = np.zeros((size, size), np.int64)
    for patch in known:
        label = colours.index(patch.colour) + 1
        for cell in patch.cells:
            labels[cell] = label
    return labels
