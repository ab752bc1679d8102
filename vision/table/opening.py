"""A game in progress: pieces that lie on the board before the film begins."""

import numpy as np

from engine.lattice import Spot
from engine.moves import legal_spots
from vision.table.arrays import Random
from vision.table.mover import Mover


def choose(random: Random, spots: list[Spot]) -> Spot:
    """People like large pieces, so large ones come first."""
    weights = np.array([4.0**spot.piece.size for spot in spots])
    return spots[int(random.choice(len(spots), p=weights / weights.sum()))]


def lay_opening(mover: Mover, pieces: int) -> None:
    """Lay the first pieces of a random legal game, one a turn, as many as fit."""
    for _ in range(pieces):
        state = mover.game.state
        if state.to_play is None:
            return
        spots = legal_spots(state.position, mover.game.rules, state.to_play)
        mover.lay(state.to_play, choose(mover.random, spots).cells)
