"""What a measurement is, and how to take one that other work on the machine disturbs least."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the bench: what was measured, and how it stands to its target."""

    name: str
    measured: float
    target: float
    unit: str
    at_least: bool = False
    """Whether more is better."""
    note: str = ""

    @property
    def ratio(self) -> float:
        """How much of the target is used up: 1 is just met, below 1 is better."""
        if self.at_least:
            return self.target / self.measured if self.measured else float("inf")
        return self.measured / self.target

    @property
    def ok(self) -> bool:
        """Whether the target is met."""
        return self.ratio <= 1


@dataclass(frozen=True, slots=True)
class Growth:
    """One line of the growth table: what something costs at several sizes."""

    of: str
    """What grows: cells, pieces, viewers, megapixels."""
    name: str
    sizes: Sequence[float]
    costs: Sequence[float]
    unit: str

    @property
    def power(self) -> float:
        """The power of the size that the cost grows with, from the first to the last: 0 not at all, 1 in step."""
        return math.log(self.costs[-1] / self.costs[0]) / math.log(self.sizes[-1] / self.sizes[0])


def seconds(work: Callable[[], object], *, repeats: int = 7, at_least: float = 0.02) -> float:
    """The fastest of several runs, in seconds a call: the one that other work disturbed least."""
    number = 1
    while (spent := _timed(work, number)) < at_least:
        number = max(number * 2, int(number * at_least / max(spent, 1e-9)))
    return min([spent, *(_timed(work, number) for _ in range(repeats - 1))]) / number


def _timed(work: Callable[[], object], number: int) -> float:
    begin = time.perf_counter()
    for _ in range(number):
        work()
    return time.perf_counter() - begin
