#!/usr/bin/env python3
"""Count all sequences of four placements on Duo, as the engine sees them: minutes, so no test runs it.

After one piece of each colour, the second piece of the second colour only has to avoid the second piece of the first:
so the pairs that do not overlap are counted for all of them at once.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from engine.colours import Colour
from engine.lattice import Spot
from engine.moves import count_legal, legal_spots
from engine.position import Lying, Position
from engine.profiles import DUO
from engine.rules import RuleSet

WANTED = 44_399_423_424


def main() -> int:
    rules = RuleSet.of(DUO, {"starts": "by_colour"})
    first, second = DUO.colours
    opening = legal_spots(Position(DUO), rules, first)
    rank = {spot.cells: index for index, spot in enumerate(opening)}
    table = Cells()
    total = 0
    for number, a in enumerate(opening):
        one = Position(DUO, [Lying(0, first, a.cells, a.mask, a.piece)])
        for b in legal_spots(one, rules, second):
            # Turned by half and with the colours swapped, this is another pair of openings: count each such two once.
            twin = rank[tuple(sorted((DUO.size - 1 - row, DUO.size - 1 - column) for row, column in b.cells))]
            if twin < number:
                continue
            two = one.adding(Lying(1, second, b.cells, b.mask, b.piece))
            ours, theirs = legal_spots(two, rules, first), legal_spots(two, rules, second)
            apart = table.of(ours) @ table.of(theirs).T == 0
            total += int(apart.sum()) * (1 if twin == number else 2)
            total += stuck(two, rules, first, ours, apart.any(axis=1))
            if twin != number:
                total += stuck(two, rules, second, theirs, apart.any(axis=0))
        print(f"{number + 1} of {len(opening)} first pieces, {total:,} so far", file=sys.stderr, end="\r")
    print(f"\n{total:,} ({'agrees' if total == WANTED else f'expected {WANTED:,}'})")
    return 0 if total == WANTED else 1


def stuck(position: Position, rules: RuleSet, colour: Colour, spots: list[Spot], answered: np.ndarray) -> int:
    """Where the other colour has no answer to a placement, this colour goes on: its next placements."""
    found = 0
    for index in np.flatnonzero(~answered):
        spot = spots[index]
        found += count_legal(position.adding(Lying(2, colour, spot.cells, spot.mask, spot.piece)), rules, colour)
    return found


class Cells:
    """The covered cells of spots, a row of noughts and ones each."""

    def __init__(self) -> None:
        self._rows = np.zeros((13_729, DUO.size * DUO.size), np.float32)
        self._index: dict[int, int] = {}

    def of(self, spots: list[Spot]) -> np.ndarray:
        """The rows of these spots."""
        for spot in spots:
            if spot.mask not in self._index:
                row = self._index[spot.mask] = len(self._index)
                self._rows[row, [r * DUO.size + c for r, c in spot.cells]] = 1.0
        return self._rows[[self._index[spot.mask] for spot in spots]]


if __name__ == "__main__":
    sys.exit(main())
