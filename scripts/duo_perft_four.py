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

from engine.lattice import Spot
from engine.moves import count_legal, legal_spots
from engine.position import Lying, Position
from engine.profiles import DUO
from engine.rules import RuleSet

WANTED = 44_399_423_424


def covered(spots: list[Spot]) -> np.ndarray:
    table = np.zeros((len(spots), DUO.size, DUO.size), np.float32)
    for index, spot in enumerate(spots):
        for cell in spot.cells:
            table[index][cell] = 1.0
    return table.reshape(len(spots), -1)


def main() -> int:
    rules = RuleSet.of(DUO, {"starts": "by_colour"})
    first, second = DUO.colours
    known: dict[int, np.ndarray] = {}
    total = 0
    for number, a in enumerate(legal_spots(Position(DUO), rules, first)):
        one = Position(DUO, [Lying(0, first, a.cells, a.mask, a.piece)])
        for b in legal_spots(one, rules, second):
            two = one.adding(Lying(1, second, b.cells, b.mask, b.piece))
            thirds, fourths = legal_spots(two, rules, first), legal_spots(two, rules, second)
            apart = (rows(thirds, known) @ rows(fourths, known).T == 0).sum(axis=1)
            total += int(apart.sum())
            for index in np.flatnonzero(apart == 0):
                c = thirds[index]
                stuck = two.adding(Lying(2, first, c.cells, c.mask, c.piece))
                total += count_legal(stuck, rules, first)
        print(f"{number + 1} of 414 first pieces, {total:,} so far", file=sys.stderr, end="\r")
    print(f"\n{total:,} ({'agrees' if total == WANTED else f'expected {WANTED:,}'})")
    return 0 if total == WANTED else 1


def rows(spots: list[Spot], known: dict[int, np.ndarray]) -> np.ndarray:
    """The covered cells of each spot as a row; made once for each spot."""
    for spot in spots:
        if spot.mask not in known:
            known[spot.mask] = covered([spot])[0]
    return np.stack([known[spot.mask] for spot in spots])


if __name__ == "__main__":
    sys.exit(main())
