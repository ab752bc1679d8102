"""Random games of every variant, and random soups of events, from a seed."""

import random

from engine.colours import Colour
from engine.errors import GameError
from engine.events import (
    Accept,
    Correct,
    End,
    Event,
    ForcePass,
    Found,
    Move,
    Pass,
    Place,
    Remove,
    SetTurn,
    TakeBack,
)
from engine.game import Game
from engine.lattice import lattice
from engine.pieces import PIECES
from engine.profiles import CLASSIC, DUO, DUO_TOGO, BoardProfile
from engine.rules import RuleSet

OWN = BoardProfile("own", "classic", 9, (Colour.PINK, Colour.BLACK, Colour.WHITE), ((0, 0), (4, 4), (8, 0)))
VARIANTS: dict[str, tuple[BoardProfile, dict[str, object]]] = {
    "four players": (CLASSIC, {}),
    "fixed starts": (CLASSIC, {"starts": "by_colour", "first": "red", "direction": "counter_clockwise"}),
    "two teams": (CLASSIC, {"teams": True, "scoring": "advanced"}),
    "two players": (CLASSIC, {"players": 2}),
    "three players": (CLASSIC, {"players": 3, "shared": "yellow"}),
    "duo": (DUO, {}),
    "duo to go": (DUO_TOGO, {"starts": "by_colour", "end_when_one_is_done": True}),
    "own board": (OWN, {}),
}


def new_game(variant: str) -> Game:
    profile, settings = VARIANTS[variant]
    return Game.new(profile, RuleSet.of(profile, settings))


def random_game(variant: str, seed: int, pieces: int = 200) -> Game:
    """Legal pieces until the end, or until there are enough; large ones are preferred on some tables."""
    chance = random.Random(seed)
    game = new_game(variant)
    greedy = chance.random() < 0.5
    while game.state.to_play is not None and len(game.steps) < pieces:
        spots = game.legal()
        if greedy:
            large = max(spot.piece.size for spot in spots)
            spots = [spot for spot in spots if spot.piece.size == large]
        game = game.after(Place(game.state.to_play, chance.choice(spots).cells))
    return game


def random_cells(chance: random.Random, size: int) -> tuple:
    """A piece anywhere on the board, sometimes none of the 21 shapes, sometimes hanging over the edge."""
    if chance.random() < 0.1:
        return tuple({(chance.randrange(size), chance.randrange(size)) for _ in range(chance.randrange(1, 7))})
    shape = chance.choice(chance.choice(PIECES).orientations)
    row, column = chance.randrange(size), chance.randrange(size)
    return tuple((r + row, c + column) for r, c in shape)


def random_event(chance: random.Random, game: Game) -> Event:
    """Something that people might do at a table, or that makes no sense at all."""
    profile, steps = game.profile, len(game.steps)
    colour = chance.choice([*profile.colours] * 8 + list(Colour))
    cells = random_cells(chance, profile.size)
    number = chance.choice([chance.randrange(steps + 1), max(steps - 1, 0), steps - 2])
    legal = game.legal()
    if legal and chance.random() < 0.45:
        return Place(game.state.to_play, chance.choice(legal).cells)
    if game.state.away and chance.random() < 0.3:
        gone = chance.choice(game.state.away)
        return Place(gone.colour, gone.home or gone.cells)
    moved = game.state.disturbed
    if moved and chance.random() < 0.2:
        back = chance.choice(moved)
        return Move(back.number, back.home or back.cells)
    near = chance.choice(game.legal(colour) if colour in profile.colours and game.legal(colour) else [None])
    some = near.cells if near and chance.random() < 0.5 else cells
    return chance.choice(
        [Place(colour, some)] * 4
        + [Remove(number)] * 2
        + [Move(number, some)] * 3
        + [Pass(colour), ForcePass(colour, "so"), Accept(number), TakeBack(number), Correct(number, colour, some)]
        + ([SetTurn(colour)] if chance.random() < 0.2 else [])
        + ([Found(colour, some)] if chance.random() < 0.2 else [])
        + ([End("enough")] if chance.random() < 0.05 else [])
    )


def random_soup(variant: str, seed: int, events: int) -> Game:
    """The game after many random events; those that make no sense are refused with a GameError and left out."""
    chance = random.Random(seed)
    game = new_game(variant)
    for _ in range(events):
        try:
            game = game.after(random_event(chance, game))
        except GameError as problem:
            if not str(problem).isprintable():
                raise AssertionError(repr(problem)) from problem
    return game


def every_cells(profile: BoardProfile, name: str) -> list:
    """Every place of one piece on the empty board."""
    board = lattice(profile.size)
    found = []
    for turned in board.orientations[name]:
        anchors = board.board
        for row, column in turned.shape:
            anchors &= board.board >> (row * board.stride + column)
        found += [spot.cells for spot in board.spots(turned, anchors)]
    return found
