"""Where people have overruled the camera: cells that it must take as given.

The game knows what was seen (its events) and what counts (its steps). Where people have changed a step, the two
differ: the cells that count are pinned to their colour, and cells that only the camera saw are pinned empty.
A pin is let go when the table itself changes there: the piece was taken off or lies elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.colours import Colour
from engine.events import Correct, Found, Move, Place, Remove
from engine.game import Game, Void
from engine.pieces import Cell
from vision.changes import Patch


def seen_patches(game: Game) -> dict[int, Patch]:
    """For each step that the camera saw a piece in, where it saw it last; what it saw leave is not among them."""
    seen: dict[int, Patch] = {}
    for number, event in enumerate(game.events):
        match event:
            case Place(colour, cells) | Found(colour, cells):
                seen[number] = Patch(colour, cells)
            case Move(moved, cells) if moved in seen:
                seen[moved] = Patch(seen[moved].colour, cells)
            case Remove(gone):
                seen.pop(gone, None)
            case _:
                pass
    return seen


def pinned_cells(game: Game, by_hand: Collection[int], gone: Collection[int]) -> Mapping[Cell, Colour | None]:
    """The cells that the live table must take as given.

    Args:
        game: the game.
        by_hand: the numbers of pieces that people put on record themselves, because the camera missed them.
        gone: the numbers of pieces that do not count, and that the camera has seen leave.
    """
    lying = {item.number: item for item in game.state.position.lying}
    seen = seen_patches(game)
    changed = {event.number for event in game.events if isinstance(event, Correct)} | set(by_hand)
    pins: dict[Cell, Colour | None] = {}
    for number in (voided(game) | changed) - set(by_hand) - set(gone):
        if number in seen:
            pins.update(dict.fromkeys(seen[number].cells))
    for number in changed & set(lying):
        pins.update(dict.fromkeys(lying[number].cells, lying[number].colour))
    # What counts as lying there now is never pinned empty.
    return {cell: colour for cell, colour in pins.items() if colour is not None or not _covered(game, cell)}


def voided(game: Game) -> set[int]:
    """The numbers of the steps that people took back."""
    return {number for number, step in enumerate(game.steps) if isinstance(step.what, Void)}


def _covered(game: Game, cell: Cell) -> bool:
    return bool(game.state.position.occupied & game.state.position.lattice.bit_of[cell])
