"""The referee: for any coloured set of cells, a ruling with every broken rule and the squares that prove it."""

from collections.abc import Iterable

from engine.colours import Colour
from engine.lattice import Mask
from engine.moves import can_move, legal_spots, start_mask
from engine.pieces import Cell
from engine.position import Lying, Position
from engine.rules import LEGAL, Rule, RuleSet, Ruling, Violation


def rule_on_placement(
    position: Position,
    rules: RuleSet,
    colour: Colour,
    cells: Iterable[Cell],
    *,
    in_turn: bool = True,
    same_turn: Lying | None = None,
    over: bool = False,
) -> Ruling:
    """Rule on a set of cells of one colour that is put on the board.

    Args:
        position: what lies on the board without it.
        rules: the settings of the game.
        colour: the colour of the cells.
        cells: the cells; GameError if there are none, or if one is off the board or named twice.
        in_turn: whether it is this colour's turn.
        same_turn: a piece that this colour has already put down in this very turn.
        over: whether the game has ended.
    """
    board = position.lattice
    mask = board.mask(cells)
    found: list[Violation] = []
    own = position.own.get(colour)
    if own is None:
        found.append(Violation(Rule.FOREIGN_COLOUR, board.cells(mask)))
    elif over:
        found.append(Violation(Rule.GAME_OVER, board.cells(mask)))
    elif not in_turn:
        found.append(Violation(Rule.OUT_OF_TURN, board.cells(mask)))
        if same_turn is not None:
            found.append(Violation(Rule.SEVERAL_PIECES, board.cells(mask | same_turn.mask)))
    piece = board.piece(mask)
    if piece is None:
        found += _wrong_shape(position, mask)
    if mask & position.occupied:
        found.append(Violation(Rule.PIECE_MOVED, board.cells(mask & position.occupied)))
    if own is not None:
        if piece is not None:
            earlier = position.played[colour].get(piece.name)
            if earlier is not None:
                found.append(Violation(Rule.PIECE_ALREADY_PLAYED, earlier.cells))
        found += _contact(position, rules, colour, mask, own)
    return Ruling(tuple(found)) if found else LEGAL


def _wrong_shape(position: Position, mask: Mask) -> Iterable[Violation]:
    """Cells that are not one piece: none of the 21 shapes, and perhaps several of them at once."""
    board = position.lattice
    yield Violation(Rule.NOT_A_PIECE, board.cells(mask))
    parts = list(board.parts(mask))
    if len(parts) > 1 and all(board.piece(part) for part in parts):
        yield Violation(Rule.SEVERAL_PIECES, board.cells(mask))


def _contact(position: Position, rules: RuleSet, colour: Colour, mask: Mask, own: Mask) -> Iterable[Violation]:
    """What is wrong with how the cells touch their own colour, or with where they begin."""
    board = position.lattice
    if not own:
        starts = start_mask(position, rules, colour)
        if not mask & starts:
            # The squares that it should have covered prove it; if none is free, the piece itself must do.
            yield Violation(Rule.START_NOT_COVERED, board.cells(starts or mask))
        return
    touched = board.edges(mask) & own & ~mask
    if touched:
        yield Violation(Rule.EDGE_CONTACT, board.cells(touched | board.edges(touched) & mask))
    if not board.corners(mask) & own & ~mask:
        yield Violation(Rule.NO_CORNER_CONTACT, board.cells(mask))


def rule_on_pass(position: Position, rules: RuleSet, colour: Colour, *, in_turn: bool = True) -> Ruling:
    """Rule on a colour that says it passes: it may, if nothing it has in hand fits anywhere.

    A placement that it does have is the proof against it.
    """
    if colour not in position.own:
        return Ruling((Violation(Rule.FOREIGN_COLOUR, ()),))
    found = []
    if not in_turn:
        found.append(Violation(Rule.OUT_OF_TURN, ()))
    if in_turn and can_move(position, rules, colour):
        found.append(Violation(Rule.PASS_WITH_MOVES, largest_placement(position, rules, colour)))
    return Ruling(tuple(found)) if found else LEGAL


def largest_placement(position: Position, rules: RuleSet, colour: Colour) -> tuple[Cell, ...]:
    """The cells of one of the largest pieces that a colour can place, always the same one."""
    return max(legal_spots(position, rules, colour), key=lambda spot: (spot.piece.size, spot.cells)).cells
