"""Which pieces lie on a board that was read: one per figure, or several where figures touch, and what is wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from engine.colours import Colour
from engine.pieces import PIECES, Cell, Piece, piece_of
from vision.reading.cells import Reading
from vision.reading.shapes import components

# Figures larger than this are not taken apart: six pieces in a heap are a mess, not a position.
LARGEST_HEAP = 30
# Steps of the search after which a heap counts as impossible.
MOST_STEPS = 20_000


@dataclass(frozen=True)
class FoundPiece:
    """A piece on the board."""

    piece: Piece
    cells: tuple[Cell, ...]
    """In reading order."""


@dataclass(frozen=True)
class Problem:
    """Something that cannot be so in a game played by the rules, or that could not be read."""

    kind: str
    """`edge_contact`, `not_a_piece`, `piece_already_played` (as the rules are named) or `unreadable`."""
    cells: tuple[Cell, ...]
    colour: Colour | None = None
    piece: str | None = None


@dataclass(frozen=True)
class ColourPieces:
    """What one colour has on the board."""

    colour: Colour
    found: tuple[FoundPiece, ...]
    loose: tuple[Cell, ...]
    """Cells that belong to no piece."""
    problems: tuple[Problem, ...]

    @property
    def left(self) -> tuple[Piece, ...]:
        """The pieces that are not on the board, in the usual order."""
        names = {item.piece.name for item in self.found}
        return tuple(piece for piece in PIECES if piece.name not in names)


def pieces_on(reading: Reading) -> list[ColourPieces]:
    """The pieces of each colour, in the colours' order."""
    return [_colour(reading, label, colour) for label, colour in enumerate(reading.colours, start=1)]


def _colour(reading: Reading, label: int, colour: Colour) -> ColourPieces:
    figures = sorted(components(reading.labels == label), key=min)
    found: list[FoundPiece] = []
    loose: list[Cell] = []
    problems: list[Problem] = []
    heaps = []
    for figure in figures:
        piece = piece_of(figure) if len(figure) <= 5 else None
        if piece is None:
            heaps.append(figure)
        else:
            found.append(FoundPiece(piece, tuple(sorted(figure))))
    played = {item.piece.name for item in found}
    for heap in heaps:
        parts = taken_apart(heap, played)
        if parts is None:
            loose += sorted(heap)
            problems.append(Problem("not_a_piece", tuple(sorted(heap)), colour))
        else:
            found += parts
            played |= {part.piece.name for part in parts}
            problems.append(Problem("edge_contact", contact_cells(parts), colour))
    for name, count in Counter(item.piece.name for item in found).items():
        if count > 1:
            cells = tuple(cell for item in found if item.piece.name == name for cell in item.cells)
            problems.append(Problem("piece_already_played", cells, colour, name))
    return ColourPieces(colour, tuple(sorted(found, key=lambda item: item.cells)), tuple(loose), tuple(problems))


def taken_apart(heap: frozenset[Cell], played: set[str]) -> list[FoundPiece] | None:
    """Pieces that make up a figure: as few as possible, different ones that are not played yet if it can be done.

    None if no pieces do.
    """
    if len(heap) > LARGEST_HEAP:
        return None
    for fresh in (True, False):
        for count in range(2, len(heap) + 1):
            if -(-len(heap) // 5) > count:
                continue
            steps = [0]
            parts = _cover(heap, count, set(played) if fresh else set(), fresh, steps)
            if parts is not None:
                return parts
            if count > -(-len(heap) // 5) + 2:
                break
    return None


def _cover(rest: frozenset[Cell], count: int, used: set[str], fresh: bool, steps: list[int]) -> list[FoundPiece] | None:
    """Exactly `count` pieces that cover the cells; the first open cell must be covered by the next piece."""
    if not rest:
        return [] if count == 0 else None
    steps[0] += 1
    if steps[0] > MOST_STEPS or count == 0 or len(rest) > 5 * count or len(rest) < count:
        return None
    first = min(rest)
    for piece in sorted(PIECES, key=lambda piece: -piece.size):
        if piece.size > len(rest) or (fresh and piece.name in used):
            continue
        for shape in piece.orientations:
            row, column = first[0] - shape[0][0], first[1] - shape[0][1]
            cells = frozenset((r + row, c + column) for r, c in shape)
            if cells <= rest:
                others = _cover(rest - cells, count - 1, used | {piece.name}, fresh, steps)
                if others is not None:
                    return [FoundPiece(piece, tuple(sorted(cells))), *others]
    return None


def contact_cells(parts: list[FoundPiece]) -> tuple[Cell, ...]:
    """The cells of different pieces that touch along an edge."""
    owner = {cell: index for index, part in enumerate(parts) for cell in part.cells}
    touching = [
        cell
        for cell, index in owner.items()
        for beside in ((cell[0] + 1, cell[1]), (cell[0] - 1, cell[1]), (cell[0], cell[1] + 1), (cell[0], cell[1] - 1))
        if owner.get(beside, index) != index
    ]
    return tuple(sorted(set(touching)))


def unreadable(reading: Reading, below: float) -> tuple[Problem, ...]:
    """One problem for all cells less certain than `below`, if there are any."""
    cells = tuple((int(row), int(column)) for row, column in np.argwhere(reading.certainty < below))
    return (Problem("unreadable", cells),) if cells else ()
