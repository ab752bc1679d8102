"""Comparing what was told about a film with what happened in it."""

from collections.abc import Iterable, Mapping
from typing import Any

GAME = ("placed", "illegal", "corrected", "adjusted", "disturbed", "passed")
"""The events of the game; the others are about seeing, and come when they come."""

Told = tuple[str, str, frozenset[tuple[int, int]]]


def game_events(lines: Iterable[Mapping[str, Any]], size: int, turns: int = 0) -> list[Told]:
    """Type, colour and cells of each event of the game, the board turned clockwise by some quarters."""
    found = []
    for line in lines:
        if line["type"] in GAME:
            cells = [(int(row), int(column)) for row, column in line.get("cells", [])]
            for _ in range(turns):
                cells = [(column, size - 1 - row) for row, column in cells]
            found.append((str(line["type"]), str(line.get("colour")), frozenset(cells)))
    return found


def turned_to_fit(lines: Iterable[Mapping[str, Any]], truth: Iterable[Mapping[str, Any]], size: int) -> list[Told]:
    """What was told, turned the way the truth lies: a camera may have seen the board from any side."""
    listed, wanted = list(lines), set(game_events(truth, size))
    return min((game_events(listed, size, turns) for turns in range(4)), key=lambda got: len(set(got) ^ wanted))
