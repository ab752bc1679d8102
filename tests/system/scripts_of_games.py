"""Prepared games: one change each, so that the number of events on record says where a game goes on."""

import random

from companion.bench.scripted import legal_game
from companion.match import Match
from engine.colours import Colour
from engine.game import Game
from engine.profiles import DUO
from vision.changes import Change, Patch


def rough_game(seed):
    """A legal Duo game with an illegal piece after every third one, taken back at once."""
    chance = random.Random(seed)
    match = Match(Game.new(DUO))
    script = []
    for number, change in enumerate(legal_game(DUO, seed, large=False)):
        script.append(change)
        match.take(change)
        if number % 3 == 2:
            wrong = misplaced(match, chance)
            script += [Change(0.0, 0, appeared=(wrong,)), Change(0.0, 0, vanished=(wrong,))]
    return script


def misplaced(match, chance):
    """A single square of a colour, on a free cell, edge to edge with its own colour or far away from it."""
    free = [
        cell for cell, bit in match.state.position.lattice.bit_of.items() if not match.state.position.occupied & bit
    ]
    return Patch(chance.choice([Colour.BLUE, Colour.RED]), (chance.choice(free),))


def causes_of(script):
    """The engine's events that an undisturbed match makes of a script."""
    match = Match(Game.new(DUO))
    return [entry.cause for change in script for entry in match.take(change)]
