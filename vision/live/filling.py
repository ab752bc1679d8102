"""The likeliest new pieces over some cells, all placements weighed at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.colours import Colour
from engine.pieces import PIECES, Cell, piece_of
from vision.changes import Patch

# What it costs to assume, in natural logarithms. A new piece is what a table is for; a second piece of a shape that
# the colour has already played is rarer.
COST_APPEARED = 4.0
COST_DOUBLE = 1.0
# Two pieces of one colour side by side between two quiet moments: nearly always one piece with a flared cell.
COST_SAME_COLOUR = 6.0
# A cell is worth a closer look if another label than the known one is this much likelier (e^1.5 = 4.5 times).
SUSPICIOUS = 1.5
# Steps of the search in one region (a clean change takes fewer than ten), and pieces in one of its answers.
MOST_STEPS, MOST_PIECES = 150, 6
# More candidates than this at one cell are a smear, not a piece.
MOST_CANDIDATES = 60

LARGEST = max(piece.size for piece in PIECES)
_NUMBER = {piece.name: number for number, piece in enumerate(PIECES)}


@dataclass(frozen=True)
class Placements:
    """Every placement of a piece that covers one cell."""

    piece: NDArray[np.int64]
    """Which of the 21 pieces."""
    cells: NDArray[np.int64]
    """Placements × 5: cells numbered row by row; one beyond the last cell where a piece is smaller."""


@cache
def _around() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Every way to cover a cell: the piece, its cells counted from that one, and which of the five it has."""
    ways = [
        (number, [(a - r, b - c) for a, b in shape])
        for number, piece in enumerate(PIECES)
        for shape in piece.orientations
        for r, c in shape
    ]
    cells = np.array([steps + [(0, 0)] * (LARGEST - len(steps)) for _, steps in ways])
    there = np.array([[k < len(steps) for k in range(LARGEST)] for _, steps in ways])
    return np.array([number for number, _ in ways]), cells, there


@cache
def placements_over(size: int, cell: int) -> Placements:
    """All placements over a cell of a board with so many cells along its side."""
    pieces, steps, there = _around()
    cells = steps + np.array(divmod(cell, size))
    fits = ((cells >= 0) & (cells < size)).all(axis=(1, 2))
    flat = np.where(there, cells[..., 0] * size + cells[..., 1], size * size)
    return Placements(pieces[fits], flat[fits])


@dataclass(frozen=True)
class Filling:
    """New pieces, and how much likelier they make what is seen."""

    appeared: tuple[Patch, ...]
    score: float


class Search:
    """Depth first: the cell that gains most must be covered by some piece, or be left as it is."""

    def __init__(
        self,
        gain: NDArray[np.float32],
        blocked: NDArray[np.bool_],
        colours: Sequence[Colour],
        played: Mapping[Colour, set[str]],
    ) -> None:
        """A search on one board.

        Args:
            gain: rows × columns × labels: how much likelier a label is than the present one.
            blocked: rows × columns: cells on which nothing new can lie.
            colours: the colours of labels 1 and up.
            played: by colour, the shapes that lie on the board already.
        """
        self._size = gain.shape[0]
        # One cell more than there are: what placements smaller than five cells point to.
        self._gain = np.vstack([gain.reshape(-1, gain.shape[2]), np.zeros((1, gain.shape[2]), gain.dtype)])
        self._free = np.append(~blocked.ravel(), True)
        self._colours = colours
        self._double = {
            label: np.array([COST_DOUBLE * (piece.name in played.get(colour, ())) for piece in PIECES])
            for label, colour in enumerate(colours, 1)
        }
        self._found: list[Filling] = []
        self._steps = 0

    def over(self, targets: Sequence[Cell]) -> list[Filling]:
        """The likeliest sets of new pieces over these cells, best first."""
        cells = np.array([row * self._size + column for row, column in targets], np.int64)
        gains = self._gain[cells, 1:]
        rows, labels = np.nonzero((gains > SUSPICIOUS) & self._free[cells, None])
        best_first = np.argsort(-gains[rows, labels], kind="stable")
        self._open = [(int(cells[rows[k]]), int(labels[k]) + 1) for k in best_first]
        self._search((), 0.0, frozenset(), frozenset())
        self._found.sort(key=lambda filling: -filling.score)
        return self._found[:MOST_CANDIDATES]

    def _search(self, done: tuple[Patch, ...], score: float, taken: frozenset[int], skipped: frozenset[int]) -> None:
        self._steps += 1
        first = next((k for k, (cell, _) in enumerate(self._open) if cell not in taken and k not in skipped), None)
        if first is None or len(done) >= MOST_PIECES or self._steps > MOST_STEPS:
            self._found.append(Filling(done, score))
            return
        cell, label = self._open[first]
        colour = self._colours[label - 1]
        for worth, cells in self._ranked(cell, label, colour, done, taken):
            patch = Patch(colour, tuple(sorted(divmod(c, self._size) for c in cells)))
            self._search((*done, patch), score + worth, taken | set(cells), skipped)
        # Another colour may be seen there as well, if not as clearly.
        self._search(done, score, taken, skipped | {first})

    def _ranked(
        self, cell: int, label: int, colour: Colour, done: tuple[Patch, ...], taken: frozenset[int]
    ) -> list[tuple[float, list[int]]]:
        """The few best placements over a cell, with what each is worth."""
        all_over = placements_over(self._size, cell)
        cost = self._double[label]
        mine = [patch for patch in done if patch.colour is colour]
        if mine:
            cost = cost.copy()
            for patch in mine:
                piece = piece_of(patch.cells)
                if piece is not None:
                    cost[_NUMBER[piece.name]] = COST_DOUBLE
        free = self._free
        if taken:
            free = free.copy()
            free[list(taken)] = False
        worth = self._gain[all_over.cells, label].sum(axis=1) - COST_APPEARED - cost[all_over.piece]
        worth = worth - (COST_SAME_COLOUR if mine else 0.0)
        good = free[all_over.cells].all(axis=1) & (worth > -COST_APPEARED - COST_SAME_COLOUR)
        worth = np.where(good, worth, -np.inf)
        keep = 2 if done else 4
        best = np.argsort(-worth, kind="stable")[:keep]
        beyond = self._size * self._size
        return [(float(worth[k]), [int(c) for c in all_over.cells[k] if c != beyond]) for k in best if good[k]]
