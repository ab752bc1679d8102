"""Explaining a change: the likeliest pieces that appeared, vanished or moved, given all cells at once.

Every explanation says what each cell is now, so its score is the sum of the cells' log-likelihoods plus what it
costs to assume that something happened. A piece is rigid: it is there with all its cells or not at all, which is
why one flared cell cannot take a piece away and one shadowed cell cannot make one. Legality plays no part.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.colours import Colour
from engine.pieces import PIECES, Cell, Piece, piece_of
from vision.changes import Patch, Shift
from vision.live.evidence import Evidence, known_labels

# What it costs to assume, in natural logarithms. A new piece is what a table is for; a settled piece that goes or
# changes its place is rarer by far, and so is a second piece of a shape that the colour has already played.
COST_APPEARED = 4.0
COST_VANISHED = 4.0
COST_MOVED = 6.0
COST_DOUBLE = 1.0
# Two pieces of one colour side by side between two quiet moments: nearly always one piece with a flared cell.
COST_SAME_COLOUR = 6.0
# A cell is worth a closer look if another label than the known one is this much likelier (e^1.5 = 4.5 times).
SUSPICIOUS = 1.5
# More candidates than this at one cell are a smear, not a piece.
MOST_CANDIDATES = 60
MOST_TOUCHED = 4
# Steps of the search in one region; a clean change takes fewer than ten.
MOST_STEPS = 150
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


@cache
def _placements_over(size: int) -> dict[Cell, list[tuple[Piece, tuple[Cell, ...]]]]:
    """By cell, every placement of a piece that covers it; filled as cells are asked for."""
    return {}


def _placements(size: int, cell: Cell) -> list[tuple[Piece, tuple[Cell, ...]]]:
    known = _placements_over(size)
    if cell not in known:
        found = []
        for piece in PIECES:
            for shape in piece.orientations:
                for row, column in shape:
                    top, left = cell[0] - row, cell[1] - column
                    cells = tuple((top + r, left + c) for r, c in shape)
                    if all(0 <= r < size and 0 <= c < size for r, c in cells):
                        found.append((piece, cells))
        known[cell] = found
    return known[cell]


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
    for appeared, score in _fill(evidence, gain, blocked, targets, _played(staying, gone)):
        yield _named(gone, appeared, base + score)


def _played(staying: tuple[Patch, ...], gone: tuple[Patch, ...]) -> dict[Colour, set[str]]:
    """By colour, the shapes that lie on the board."""
    played: dict[Colour, set[str]] = {}
    for patch in staying:
        piece = piece_of(patch.cells)
        if patch not in gone and piece is not None:
            played.setdefault(patch.colour, set()).add(piece.name)
    return played


def _fill(
    evidence: Evidence,
    gain: NDArray[np.float32],
    blocked: NDArray[np.bool_],
    targets: list[Cell],
    played: dict[Colour, set[str]],
) -> list[tuple[tuple[Patch, ...], float]]:
    """The likeliest sets of new pieces over the target cells, a few of the best.

    Depth first: the cell that gains most must be covered by some piece, or be left as it is.
    """
    found: list[tuple[tuple[Patch, ...], float]] = []
    steps = 0

    def search(done: tuple[Patch, ...], score: float, taken: frozenset[Cell], skipped: frozenset[Cell]) -> None:
        open_cells = [
            (float(gain[cell][label]), cell, label)
            for cell in targets
            if cell not in taken and cell not in skipped and not blocked[cell]
            for label in range(1, gain.shape[2])
            if gain[cell][label] > SUSPICIOUS
        ]
        nonlocal steps
        steps += 1
        if not open_cells or len(done) >= 6 or steps > MOST_STEPS:
            found.append((done, score))
            return
        _, cell, label = max(open_cells)
        colour = evidence.colours[label - 1]
        names = played.get(colour, set()) | {
            p.name for d in done if d.colour is colour and (p := piece_of(d.cells)) is not None
        }
        ranked = []
        for piece, cells in _placements(evidence.size, cell):
            if any(blocked[c] or c in taken for c in cells):
                continue
            worth = float(sum(gain[c][label] for c in cells)) - COST_APPEARED
            worth -= COST_DOUBLE if piece.name in names else 0.0
            worth -= COST_SAME_COLOUR if any(d.colour is colour for d in done) else 0.0
            if worth > -COST_APPEARED - COST_SAME_COLOUR:
                ranked.append((worth, cells))
        ranked.sort(reverse=True)
        keep = 4 if not done else 2
        for worth, cells in ranked[:keep]:
            search((*done, Patch(colour, tuple(sorted(cells)))), score + worth, taken | set(cells), skipped)
        search(done, score, taken, skipped | {cell})

    search((), 0.0, frozenset(), frozenset())
    found.sort(key=lambda item: -item[1])
    return found[:MOST_CANDIDATES]


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
