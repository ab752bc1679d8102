"""Explaining a change: the likeliest pieces that appeared, vanished or moved, given all cells at once.

Every explanation says what each cell is now, so its score is the sum of the cells' log-likelihoods plus what it
costs to assume that something happened. A piece is rigid: it is there with all its cells or not at all, which is
why one flared cell cannot take a piece away and one shadowed cell cannot make one. Legality plays no part.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.colours import Colour
from engine.pieces import Cell, piece_of
from vision.changes import Patch, Shift
from vision.live.evidence import Evidence, known_labels
from vision.live.filling import COST_APPEARED, SUSPICIOUS, Search

# What it costs to assume, in natural logarithms: a settled piece that goes or changes its place is rare.
COST_VANISHED = 4.0
COST_MOVED = 6.0
MOST_TOUCHED = 4
# A board with more suspicious cells than this has not changed by pieces: it is covered, or lit otherwise.
MOST_SUSPICIOUS = 40


@dataclass(frozen=True)
class Explanation:
    """One way to explain the difference between what was known and what is seen."""

    appeared: tuple[Patch, ...] = ()
    vanished: tuple[Patch, ...] = ()
    moved: tuple[Shift, ...] = ()
    score: float = 0.0
    """Log-likelihood against the explanation that nothing happened; more is better."""

    @property
    def empty(self) -> bool:
        """Whether nothing happened."""
        return not (self.appeared or self.vanished or self.moved)


@dataclass(frozen=True)
class Explained:
    """One part of the board that differs: its likeliest explanation, and the next one."""

    best: Explanation
    second: Explanation
    unexplained: tuple[Cell, ...] = ()
    """Cells that clearly differ and that the best explanation leaves as they were."""

    @property
    def margin(self) -> float:
        """Lead of the best explanation, in natural logarithms."""
        return self.best.score - self.second.score


def explain(evidence: Evidence, known: Sequence[Patch]) -> list[Explained]:
    """The likeliest explanation of each part of the board that differs from what is known to lie there."""
    pieces = tuple(known)
    labels = known_labels(evidence.size, evidence.colours, pieces)
    log_p = evidence.log_likelihood
    suspicious = _doubt(log_p, labels) > SUSPICIOUS
    if int(suspicious.sum()) > MOST_SUSPICIOUS:
        smeared = tuple((int(r), int(c)) for r, c in np.argwhere(suspicious))
        return [Explained(Explanation(), Explanation(), smeared)]
    found = []
    # A piece that seems to be gone from one place is in hand for another.
    staying = tuple(p for p in pieces if 2 * sum(bool(suspicious[cell]) for cell in p.cells) < len(p.cells))
    for region in _regions(suspicious, pieces):
        first, second = _explain_region(evidence, staying, labels, region)[:2]
        left = _doubt(log_p, _labels_after(labels, evidence, first)) > SUSPICIOUS
        found.append(Explained(first, second, tuple(sorted(cell for cell in region.cells if left[cell]))))
    return found


def _doubt(log_p: NDArray[np.float32], labels: NDArray[np.int64]) -> NDArray[np.float32]:
    """How much likelier another label is than the given one, in natural logarithms."""
    doubt: NDArray[np.float32] = log_p.max(axis=2) - np.take_along_axis(log_p, labels[:, :, None], axis=2)[:, :, 0]
    return doubt


def _labels_after(labels: NDArray[np.int64], evidence: Evidence, best: Explanation) -> NDArray[np.int64]:
    after = labels.copy()
    for patch in (*best.vanished, *(Patch(s.colour, s.was) for s in best.moved)):
        for cell in patch.cells:
            after[cell] = 0
    for patch in (*best.appeared, *(Patch(s.colour, s.now) for s in best.moved)):
        for cell in patch.cells:
            after[cell] = evidence.label(patch.colour)
    return after


def joined(parts: Sequence[Explanation]) -> Explanation:
    """Several explanations as one: a piece that went here and came there has moved."""
    appeared = [patch for part in parts for patch in part.appeared]
    vanished = [patch for part in parts for patch in part.vanished]
    moved = [shift for part in parts for shift in part.moved]
    for gone in list(vanished):
        piece = piece_of(gone.cells)
        came = next((p for p in appeared if p.colour is gone.colour and piece and piece_of(p.cells) == piece), None)
        if came is not None:
            vanished.remove(gone)
            appeared.remove(came)
            moved.append(Shift(gone.colour, gone.cells, came.cells))
    return Explanation(tuple(appeared), tuple(vanished), tuple(moved), sum(part.score for part in parts))


@dataclass(frozen=True)
class _Region:
    """Suspicious cells that may have to do with each other, and the known pieces they belong to."""

    cells: frozenset[Cell]
    touched: tuple[Patch, ...]


def _regions(suspicious: NDArray[np.bool_], known: tuple[Patch, ...]) -> Iterator[_Region]:
    """Suspicious cells grouped by nearness and by the known pieces that they share.

    Two cells apart is near: a piece can bridge one cell that a flare hides.
    """
    waiting = {(int(r), int(c)) for r, c in np.argwhere(suspicious)}
    of_cell = {cell: patch for patch in known for cell in patch.cells}
    while waiting:
        edge = [waiting.pop()]
        cells, touched = set(edge), set()
        while edge:
            row, column = edge.pop()
            near = {(row + r, column + c) for r in (-2, -1, 0, 1, 2) for c in (-2, -1, 0, 1, 2)}
            piece = of_cell.get((row, column))
            if piece is not None and piece not in touched:
                touched.add(piece)
                near |= {(r + i, c + j) for r, c in piece.cells for i in (-1, 0, 1) for j in (-1, 0, 1)}
            reached = near & waiting
            waiting -= reached
            cells |= reached
            edge += sorted(reached)
        yield _Region(frozenset(cells), tuple(sorted(touched, key=lambda p: p.cells)))


def _explain_region(
    evidence: Evidence, staying: tuple[Patch, ...], labels: NDArray[np.int64], region: _Region
) -> list[Explanation]:
    """The two likeliest explanations of one region, best first; `staying` are the pieces that are surely there."""
    found: dict[tuple[object, ...], Explanation] = {}
    touched = region.touched[:MOST_TOUCHED]
    for count in range(len(touched) + 1):
        for gone in combinations(touched, count):
            for explanation in _with_gone(evidence, staying, labels, region, gone):
                key = (explanation.appeared, explanation.vanished, explanation.moved)
                if key not in found or found[key].score < explanation.score:
                    found[key] = explanation
    nothing = Explanation()
    found.setdefault(((), (), ()), nothing)
    ranked = sorted(found.values(), key=lambda e: -e.score)
    return ranked if len(ranked) > 1 else [ranked[0], Explanation(score=ranked[0].score - COST_APPEARED)]


def _with_gone(
    evidence: Evidence,
    staying: tuple[Patch, ...],
    labels: NDArray[np.int64],
    region: _Region,
    gone: tuple[Patch, ...],
) -> Iterator[Explanation]:
    """Explanations in which just these known pieces are not where they were."""
    log_p = evidence.log_likelihood
    current = labels.copy()
    base = 0.0
    lifted: set[Cell] = set()
    for patch in gone:
        for cell in patch.cells:
            base += float(log_p[cell][0] - log_p[cell][labels[cell]])
            current[cell] = 0
            lifted.add(cell)
    gain = log_p - np.take_along_axis(log_p, current[:, :, None], axis=2)
    blocked = current > 0
    targets = sorted(region.cells | lifted)
    for filling in Search(gain, blocked, evidence.colours, _played(staying, gone)).over(targets):
        yield _named(gone, filling.appeared, base + filling.score)


def _played(staying: tuple[Patch, ...], gone: tuple[Patch, ...]) -> dict[Colour, set[str]]:
    """By colour, the shapes that lie on the board."""
    played: dict[Colour, set[str]] = {}
    for patch in staying:
        piece = piece_of(patch.cells)
        if patch not in gone and piece is not None:
            played.setdefault(patch.colour, set()).add(piece.name)
    return played


def _named(gone: tuple[Patch, ...], appeared: tuple[Patch, ...], score: float) -> Explanation:
    """Pair what went with what came: the same piece of the same colour has moved."""
    new = list(appeared)
    moved, vanished = [], []
    for patch in gone:
        piece = piece_of(patch.cells)
        twin = next((p for p in new if p.colour is patch.colour and piece_of(p.cells) == piece), None)
        if twin is None:
            vanished.append(patch)
            score -= COST_VANISHED
        else:
            new.remove(twin)
            if set(twin.cells) != set(patch.cells):
                moved.append(Shift(patch.colour, patch.cells, twin.cells))
                score -= COST_MOVED - COST_APPEARED
            else:
                score -= 1e3  # lifted and put back on the same cells: that is nothing at all
    return Explanation(tuple(sorted(new, key=lambda p: p.cells)), tuple(vanished), tuple(moved), score)
