"""The shapes speak: where pixels leave a cell in doubt, the 21 pieces often do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engine.pieces import Cell, piece_of
from vision.reading.cells import Reading

Array = NDArray[np.float64]
Labels = NDArray[np.int64]

# Cells less certain than this are in doubt: pixels as clear as that are never overruled.
DOUBT = 0.98
# What must be believed against the pixels for a figure that is none of the 21 (players break rules about once in 150
# pieces, and then mostly with real pieces that touch) and for the same piece twice, in natural logarithms.
NO_PIECE, TWICE = 5.0, 3.0
# Cells in doubt that are settled together; larger groups are settled in parts.
MOST_TOGETHER = 7
# Labels tried per cell.
TRIED = 2


def settle(reading: Reading) -> Reading:
    """The reading with its doubtful cells weighed by the figures they would make."""
    probability = reading.probability.copy()
    labels = reading.labels.copy()
    certainty = reading.certainty
    for group in _groups(certainty < DOUBT):
        # The clearer ones first, so that the rest can lean on them.
        group.sort(key=lambda cell: -certainty[cell])
        for start in range(0, len(group), MOST_TOGETHER):
            _weigh(probability, labels, group[start : start + MOST_TOGETHER])
    # A large group was settled in parts: what then makes no piece is looked at once more, as a whole.
    for label in range(1, len(reading.colours) + 1):
        for figure in components(labels == label):
            if len(figure) > 5 or piece_of(figure) is None:
                group = sorted((cell for cell in figure if certainty[cell] < DOUBT), key=lambda cell: certainty[cell])
                if len(group) > 1:
                    _weigh(probability, labels, group[:MOST_TOGETHER])
    return replace(reading, probability=probability)


def components(mask: NDArray[np.bool_]) -> Iterator[frozenset[Cell]]:
    """The figures of a mask: cells that hang together along edges."""
    open_cells = {(int(row), int(column)) for row, column in np.argwhere(mask)}
    while open_cells:
        yield frozenset(_flood(open_cells, open_cells.pop()))


def _flood(open_cells: set[Cell], start: Cell) -> set[Cell]:
    figure, edge = {start}, [start]
    while edge:
        row, column = edge.pop()
        for cell in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if cell in open_cells:
                open_cells.discard(cell)
                figure.add(cell)
                edge.append(cell)
    return figure


def _groups(doubtful: NDArray[np.bool_]) -> Iterator[list[Cell]]:
    """Doubtful cells that may belong to one figure: within two steps of each other."""
    rest = {(int(row), int(column)) for row, column in np.argwhere(doubtful)}
    while rest:
        group = [rest.pop()]
        for row, column in group:
            near = [cell for cell in rest if abs(cell[0] - row) + abs(cell[1] - column) <= 2]
            rest -= set(near)
            group += near
        yield group


def _weigh(probability: Array, labels: Labels, group: list[Cell]) -> None:
    """Replaces the probabilities of a group's cells by those over all their labellings."""
    tried = [[int(label) for label in np.argsort(-probability[cell][:-1])[:TRIED]] for cell in group]
    colours = {label: _Colour(labels == label, group) for label in {x for choices in tried for x in choices} - {0}}
    value: dict[tuple[int, ...], float] = {}
    for labelling in product(*tried):
        pixels = sum(np.log(probability[cell][label] + 1e-12) for cell, label in zip(group, labelling, strict=True))
        odd = 0.0
        for label, colour in colours.items():
            odd += colour.oddness([cell for cell, its in zip(group, labelling, strict=True) if its == label])
        value[labelling] = float(pixels) - odd
    best = max(value.values())
    weight = {labelling: float(np.exp(worth - best)) for labelling, worth in value.items()}
    total = sum(weight.values())
    for index, cell in enumerate(group):
        hidden = probability[cell][-1]
        fresh = np.zeros(probability.shape[-1])
        for labelling, share in weight.items():
            fresh[labelling[index]] += share / total
        probability[cell] = fresh * (1 - hidden)
        probability[cell][-1] = hidden
        labels[cell] = int(probability[cell][:-1].argmax())


class _Colour:
    """One colour's figures on the board: those that a group of cells may join, and the pieces that it cannot."""

    def __init__(self, mask: NDArray[np.bool_], group: list[Cell]) -> None:
        rest = mask.copy()
        for cell in group:
            rest[cell] = False
        beside = {(r + dr, c + dc) for r, c in group for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        self.near: set[Cell] = set()
        self.far: Counter[str] = Counter()
        for figure in components(rest):
            if figure & beside:
                self.near |= figure
            else:
                piece = piece_of(figure) if len(figure) <= 5 else None
                self.far.update([piece.name] if piece else [])

    def oddness(self, cells: list[Cell]) -> float:
        """How much must be believed for these cells and those around them to be pieces."""
        open_cells = self.near | set(cells)
        names: Counter[str] = Counter()
        odd = 0.0
        while open_cells:
            figure = _flood(open_cells, open_cells.pop())
            piece = piece_of(figure) if len(figure) <= 5 else None
            if piece is None:
                odd += NO_PIECE
            else:
                names[piece.name] += 1
        repeats = sum(max(0, count + self.far[name] - max(1, self.far[name])) for name, count in names.items())
        return odd + TWICE * repeats
