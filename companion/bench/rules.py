"""How fast the referee is, and how its cost grows from Duo to classic."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable

from companion.bench import naive
from companion.bench.figure import Figure, seconds
from engine.events import Place
from engine.game import Game
from engine.moves import can_move, legal_spots
from engine.profiles import CLASSIC, DUO, BoardProfile
from engine.referee import rule_on_placement
from engine.rules import RuleSet

PENTOBI_LISTS_A_SECOND = 420_000
"""Full classic move lists of Pentobi's C++ library on one core of the machine where it was measured."""


def middle_game(profile: BoardProfile, pieces: int, seed: int = 3) -> Game:
    """A random legal game after some pieces."""
    chance = random.Random(seed)
    game = Game.new(profile, RuleSet.usual(profile))
    for _ in range(pieces):
        colour = game.state.to_play
        if colour is None:
            break
        large = max(spot.piece.size for spot in game.legal())
        spots = sorted(spot.cells for spot in game.legal() if spot.piece.size == large)
        game = game.after(Place(colour, chance.choice(spots)))
    return game


def figures() -> list[Figure]:
    """All figures of the rules."""
    classic, duo = middle_game(CLASSIC, 28), middle_game(DUO, 10)
    found = [*_of(classic), *_growth(classic, duo), *_tables()]
    position, colour = classic.state.position, classic.state.to_play
    board = {cell: item.colour.value for item in position.lying for cell in item.cells}
    used = {naive.piece_index(i.cells) or 0 for i in position.lying if i.colour is colour}
    slow = seconds(
        lambda: list(naive.legal_placements(20, board, str(colour), CLASSIC.starts, used)), repeats=3, at_least=0
    )
    fast = seconds(classic.legal)
    found.append(Figure("legal list against plain sets", slow / fast, 50, "times faster", at_least=True))
    found.append(
        Figure(
            "legal lists against Pentobi's C++", PENTOBI_LISTS_A_SECOND * fast, 420, "times slower", note="1 ms is 420"
        )
    )
    return found


def _of(game: Game) -> list[Figure]:
    position, rules, colour = game.state.position, game.rules, game.state.to_play
    if colour is None:  # pragma: no cover - a middle game has a colour to play
        return []
    spots = game.legal()
    legal = spots[len(spots) // 2].cells
    taken = position.lying[0].cells
    blocked = min(game.profile.colours, key=lambda c: len(legal_spots(position, rules, c)))
    return [
        Figure("rule on a legal placement", _us(lambda: rule_on_placement(position, rules, colour, legal)), 20, "µs"),
        Figure(
            "rule on an illegal placement", _us(lambda: rule_on_placement(position, rules, colour, taken)), 20, "µs"
        ),
        Figure("can this colour still move", _us(lambda: can_move(position, rules, blocked)), 200, "µs"),
        Figure(f"full legal list ({len(spots)} placements)", _us(game.legal), 1000, "µs"),
    ]


def _growth(classic: Game, duo: Game) -> list[Figure]:
    """Cost a placement found must not grow with the board: 400 cells against 196."""
    each = [seconds(game.legal) / len(game.legal()) for game in (classic, duo)]
    whole = [seconds(game.legal) for game in (classic, duo)]
    return [
        Figure("legal list, classic against Duo, each placement", each[0] / each[1], 400 / 196, "times"),
        Figure("legal list, classic against Duo, whole", whole[0] / whole[1], 4, "times"),
    ]


# Every spot of both boards is made as well, although a game fills that table only as it needs it.
_TABLES = """
import time
def resident():
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmRSS")).split()[1]) / 1024
before, begin = resident(), time.perf_counter()
import engine.game
from engine.lattice import lattice
spots = 0
for board in (lattice(20), lattice(14)):
    for orientations in board.orientations.values():
        for turned in orientations:
            anchors = -1
            for row, column in turned.shape:
                anchors &= board.board >> (row * board.stride + column)
            spots += len(list(board.spots(turned, anchors)))
assert spots == 30433 + 13729
print(time.perf_counter() - begin, resident() - before)
"""


def _tables() -> list[Figure]:
    """Importing the rules and building both boards' tables, in a process of its own."""
    command = [sys.executable, "-c", _TABLES]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() for _ in range(3)]
    return [
        Figure("import with all tables", min(float(run[0]) for run in runs) * 1000, 150, "ms"),
        Figure("memory of all tables", min(float(run[1]) for run in runs), 25, "MB"),
    ]


def _us(work: Callable[[], object]) -> float:
    return seconds(work) * 1e6
