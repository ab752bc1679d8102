"""Which placements exist: all of them, or just whether there is one.

A shape fits at an anchor if all its cells are open there, and touches if one of them is a cell where this
colour may attach. Both are asked for every anchor of the board at once by shifting whole boards.
"""

from collections.abc import Iterator

from engine.colours import Colour
from engine.lattice import Mask, Orientation, Spot
from engine.position import Position
from engine.rules import RuleSet, Starts


def start_mask(position: Position, rules: RuleSet, colour: Colour) -> Mask:
    """The start squares that a colour may cover with its first piece and that are still free."""
    starts = position.profile.starts
    if rules.starts is Starts.BY_COLOUR:
        starts = (starts[position.profile.colours.index(colour)],)
    return position.lattice.mask(starts) & ~position.occupied


def open_and_attaching(position: Position, rules: RuleSet, colour: Colour) -> tuple[Mask, Mask]:
    """The cells that a piece of this colour may cover, and those of which it must cover at least one."""
    board = position.lattice
    own = position.own[colour]
    free = board.board & ~position.occupied
    if not own:
        return free, start_mask(position, rules, colour)
    free &= ~board.edges(own)
    return free, board.corners(own) & free


def _fitting(position: Position, rules: RuleSet, colour: Colour) -> Iterator[tuple[Orientation, Mask]]:
    """Each orientation of a piece in hand that can be placed, with the anchors where it can."""
    free, attaching = open_and_attaching(position, rules, colour)
    if not attaching:
        return
    board = position.lattice
    shifted_free = [free >> offset for offset in board.offsets]
    shifted_attaching = [attaching >> offset for offset in board.offsets]
    for piece in position.left(colour):
        for orientation in board.orientations[piece.name]:
            fits = -1
            for index in orientation.shifts:
                fits &= shifted_free[index]
            if fits:
                touches = 0
                for index in orientation.shifts:
                    touches |= shifted_attaching[index]
                fits &= touches
                if fits:
                    yield orientation, fits


def can_move(position: Position, rules: RuleSet, colour: Colour) -> bool:
    """Whether a colour can place anything at all."""
    return next(_fitting(position, rules, colour), None) is not None


def legal_spots(position: Position, rules: RuleSet, colour: Colour) -> list[Spot]:
    """Every placement of a colour that the contact rules allow, whoever's turn it is."""
    board = position.lattice
    found: list[Spot] = []
    for orientation, anchors in _fitting(position, rules, colour):
        found.extend(board.spots(orientation, anchors))
    return found


def count_legal(position: Position, rules: RuleSet, colour: Colour) -> int:
    """How many placements a colour has."""
    return sum(anchors.bit_count() for _, anchors in _fitting(position, rules, colour))
