"""How cost grows: with the cells of a board, the pieces on it, the viewers of the page and the pixels of a frame."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from companion.bench.figure import Growth, seconds
from companion.bench.live import QuietTable, explanation
from companion.bench.load import crowd, playing
from companion.bench.reading import cells_at, table_in_play
from companion.bench.rules import middle_game
from companion.bench.scripted import legal_game
from companion.house import open_keeper
from companion.settings import Settings
from companion.view import view
from engine.game import Game
from engine.profiles import CLASSIC, BoardProfile
from engine.record import Record
from engine.referee import rule_on_placement
from engine.rules import RuleSet
from vision.photo import read_photo
from vision.reading.sampling import sample_places

SIDES = (14, 20, 30)
"""Boards of 196, 400 and 900 cells."""
PIECES = (8, 24, 48)
VIEWERS = (1, 10, 50)
WIDTHS = (648, 1296, 2592)


def growths() -> Iterator[Growth]:
    """All of them, the quick ones first."""
    yield from _cells()
    yield from _pieces()
    yield from _frames()
    yield from _viewers()


def board_of(side: int) -> BoardProfile:
    """The classic game on a board of another size."""
    last = side - 1
    starts = ((0, 0), (0, last), (last, last), (last, 0))
    return replace(CLASSIC, name=f"classic-{side}", size=side, starts=starts)


def _cells() -> Iterator[Growth]:
    games = [middle_game(board_of(side), 24) for side in SIDES]
    cells = [side * side for side in SIDES]
    yield Growth("cells", "rule on a placement", cells, [_ruling(game) for game in games], "µs")
    yield Growth("cells", "full legal list, 24 pieces lie", cells, [1e6 * seconds(game.legal) for game in games], "µs")
    costs = [1000 * seconds(explanation(board_of(side), 24)) for side in SIDES]
    yield Growth("cells", "explanation of a change", cells, costs, "ms")
    frame = table_in_play()
    known = read_photo(frame, "classic")
    palette, costs = replace(known.reading.palette, white=known.reading.palette.mean_white), []
    for side in SIDES:
        # The same board ruled into more or fewer cells: what is read does not matter here, how much of it does.
        finer = np.diag([known.view.size / side, known.view.size / side, 1.0])
        places = sample_places(replace(known.view, size=side, homography=known.view.homography @ finer))
        costs.append(1000 * seconds(partial(cells_at, frame, places, palette, side)))
    yield Growth("cells", "cells of a known board", cells, costs, "ms")


def _ruling(game: Game) -> float:
    """Microseconds of ruling on one legal placement."""
    position, rules = game.state.position, game.rules
    colour, spots = game.state.to_play or game.profile.colours[0], game.legal()
    cells = spots[len(spots) // 2].cells
    return 1e6 * seconds(lambda: rule_on_placement(position, rules, colour, cells))


def _pieces() -> Iterator[Growth]:
    games = [middle_game(CLASSIC, pieces) for pieces in PIECES]
    yield Growth("pieces", "rule on a placement", PIECES, [_ruling(game) for game in games], "µs")
    costs = [1000 * seconds(explanation(CLASSIC, pieces)) for pieces in PIECES]
    yield Growth("pieces", "explanation of a change", PIECES, costs, "ms")
    yield Growth("pieces", "what the page is sent", PIECES, [_state(pieces) for pieces in PIECES], "ms")


def _state(pieces: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        keeper = open_keeper(Settings(data=str(Path(folder))))
        keeper.new_game(Record(CLASSIC, RuleSet.usual(CLASSIC)))
        keeper.take(legal_game(CLASSIC, most=pieces))
        cost = 1000 * seconds(lambda: view(keeper))
        keeper.journal.close()
    return cost


def _frames() -> Iterator[Growth]:
    sizes = [(width, width * 3 // 4) for width in WIDTHS]
    pixels = [width * height / 1e6 for width, height in sizes]
    quiet = [1000 * seconds(QuietTable(size).quiet) for size in sizes]
    yield Growth("megapixels", "a quiet frame", pixels, quiet, "ms")
    still = table_in_play()
    frames = [cv2.resize(still, size, interpolation=cv2.INTER_AREA).astype(np.uint8) for size in sizes]
    costs = [1000 * seconds(partial(read_photo, frame, "classic"), repeats=3) for frame in frames]
    yield Growth("megapixels", "locate and read a frame", pixels, costs, "ms")


def _viewers() -> Iterator[Growth]:
    with playing(every=5) as companion:
        crowds = [crowd(companion, viewers, 0, 5) for viewers in VIEWERS]
    yield Growth("viewers", "processor, two events a second", VIEWERS, [100 * one.cpu for one in crowds], "% of a core")
    yield Growth("viewers", "event to the slowest viewer", VIEWERS, [1000 * one.latency(1) for one in crowds], "ms")
