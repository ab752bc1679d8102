"""The three solo puzzles of classic-original-fr-en, each in two grades.

A puzzle looks at pieces on a board and says what is placed, what is missing, what breaks its rule, and whether
it is solved. Nobody takes turns here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.colours import Colour
from engine.errors import GameError
from engine.lattice import Lattice, Mask, lattice
from engine.pieces import PIECES, Cell, Piece
from engine.position import Lying, Position
from engine.profiles import CLASSIC
from engine.referee import rule_on_placement
from engine.rules import RuleSet


class Grade(StrEnum):
    """How hard the puzzle is."""

    EASY = "easy"
    HARD = "hard"


class Fault(StrEnum):
    """What can be wrong in a puzzle; the first five are named as the rules of the game are."""

    NOT_A_PIECE = "not_a_piece"
    PIECE_ALREADY_PLAYED = "piece_already_played"
    EDGE_CONTACT = "edge_contact"
    NO_CORNER_CONTACT = "no_corner_contact"
    START_NOT_COVERED = "start_not_covered"
    FOREIGN_COLOUR = "foreign_colour"
    OVERLAP = "overlap"
    WRONG_SIZE = "wrong_size"
    """A piece that does not belong to this puzzle."""
    OUTSIDE = "outside"
    """Cells that no rectangle of the right size holds together with the rest."""
    NOT_DESCENDING = "not_descending"
    """A larger piece after a smaller one."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault, the cells that prove it, and the pieces (by their place in the list) that it concerns."""

    fault: Fault
    cells: tuple[Cell, ...]
    pieces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One of the three puzzles."""

    name: str
    sizes: frozenset[int]
    """Which pieces belong to it, by their squares."""
    rectangle: tuple[int, int] | None
    """The area to fill, lying or standing anywhere on the board; None: the whole board by the rules of the game."""

    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of each colour that belong to it."""
        return tuple(piece for piece in PIECES if piece.size in self.sizes)


ALL_PIECES = Puzzle("all-84", frozenset({1, 2, 3, 4, 5}), None)
FOUR_SQUARES = Puzzle("four-squares", frozenset({4}), (8, 10))
FIVE_SQUARES = Puzzle("five-squares", frozenset({5}), (15, 16))
PUZZLES: dict[str, Puzzle] = {puzzle.name: puzzle for puzzle in (ALL_PIECES, FOUR_SQUARES, FIVE_SQUARES)}


@dataclass(frozen=True, slots=True)
class PuzzleReport:
    """How far a puzzle has come."""

    placed: dict[Colour, tuple[str, ...]]
    missing: dict[Colour, tuple[str, ...]]
    problems: tuple[Problem, ...]

    @property
    def solved(self) -> bool:
        """Everything is there and nothing is wrong."""
        return not self.problems and not any(self.missing.values())


Laid = tuple[Colour, Sequence[Cell]]
"""A piece on the board: its colour and its cells."""


def judge_puzzle(puzzle: Puzzle, grade: Grade, laid: Iterable[Laid]) -> PuzzleReport:
    """Look at the pieces on a 20 × 20 board, in the order they were placed.

    GameError if cells are missing, off the board or named twice in one piece.
    """
    board = lattice(CLASSIC.size)
    pieces = list(laid)
    masks = [board.mask(cells) for _, cells in pieces]
    shapes = [board.piece(mask) for mask in masks]
    problems = list(_common(puzzle, board, pieces, masks, shapes))
    if puzzle.rectangle is not None:
        problems += _outside(board, puzzle.rectangle, masks)
        if grade is Grade.HARD:
            problems += _same_colour_edges(board, pieces, masks)
    else:
        problems += _game_rules(pieces)
        if grade is Grade.HARD:
            problems += _descending(board, masks, shapes)
    wanted = [piece.name for piece in puzzle.pieces()]
    placed = {
        colour: tuple(
            s.name for (c, _), s in zip(pieces, shapes, strict=True) if c is colour and s and s.name in wanted
        )
        for colour in CLASSIC.colours
    }
    missing = {colour: tuple(n for n in wanted if n not in placed[colour]) for colour in CLASSIC.colours}
    return PuzzleReport(placed, missing, tuple(problems))


def _common(
    puzzle: Puzzle, board: Lattice, pieces: list[Laid], masks: list[Mask], shapes: list[Piece | None]
) -> Iterable[Problem]:
    """Faults that every puzzle knows: wrong shapes, wrong pieces, doubles, overlaps."""
    first: dict[tuple[Colour, str], int] = {}
    covered: Mask = 0
    for index, ((colour, _), mask, shape) in enumerate(zip(pieces, masks, shapes, strict=True)):
        cells = board.cells(mask)
        if colour not in CLASSIC.colours:
            yield Problem(Fault.FOREIGN_COLOUR, cells, (index,))
        if mask & covered:
            others = tuple(other for other in range(index) if masks[other] & mask)
            yield Problem(Fault.OVERLAP, board.cells(mask & covered), (*others, index))
        covered |= mask
        if shape is None:
            yield Problem(Fault.NOT_A_PIECE, cells, (index,))
            continue
        if shape.size not in puzzle.sizes:
            yield Problem(Fault.WRONG_SIZE, cells, (index,))
        earlier = first.setdefault((colour, shape.name), index)
        if earlier != index:
            yield Problem(Fault.PIECE_ALREADY_PLAYED, board.cells(masks[earlier]), (earlier, index))


def _outside(board: Lattice, rectangle: tuple[int, int], masks: list[Mask]) -> Iterable[Problem]:
    """The cells outside the rectangle that holds most of what lies there; it may lie or stand anywhere."""
    everything: Mask = 0
    for mask in masks:
        everything |= mask
    if not everything:
        return
    best = max(_rectangles(board, rectangle), key=lambda area: (everything & area).bit_count())
    outside = everything & ~best
    if outside:
        concerned = tuple(index for index, mask in enumerate(masks) if mask & outside)
        yield Problem(Fault.OUTSIDE, board.cells(outside), concerned)


def _rectangles(board: Lattice, rectangle: tuple[int, int]) -> Iterable[Mask]:
    for height, width in {rectangle, rectangle[::-1]}:
        corner = board.mask([(row, column) for row in range(height) for column in range(width)])
        for row in range(board.size - height + 1):
            for column in range(board.size - width + 1):
                yield corner << (row * board.stride + column)


def _same_colour_edges(board: Lattice, pieces: list[Laid], masks: list[Mask]) -> Iterable[Problem]:
    for index, (colour, _) in enumerate(pieces):
        for other in range(index):
            touched = board.edges(masks[index]) & masks[other]
            if pieces[other][0] is colour and touched:
                both = touched | board.edges(touched) & masks[index]
                yield Problem(Fault.EDGE_CONTACT, board.cells(both), (other, index))


def _game_rules(pieces: list[Laid]) -> Iterable[Problem]:
    """What breaks the rules of the game, piece by piece in the order of placing, turns aside."""
    named = {str(fault): fault for fault in Fault}
    position, rules = Position(CLASSIC), RuleSet.usual(CLASSIC)
    for index, (colour, cells) in enumerate(pieces):
        ruling = rule_on_placement(position, rules, colour, cells)
        for violation in ruling.violations:
            fault = named.get(violation.rule)
            # Shapes, doubles and colours are judged for all puzzles alike.
            if fault in (Fault.EDGE_CONTACT, Fault.NO_CORNER_CONTACT, Fault.START_NOT_COVERED):
                yield Problem(fault, violation.cells, (index,))
        mask = position.lattice.mask(cells)
        ordered = position.lattice.cells(mask)
        position = position.adding(Lying(index, colour, ordered, mask, position.lattice.piece(mask)))


def _descending(board: Lattice, masks: list[Mask], shapes: list[Piece | None]) -> Iterable[Problem]:
    smallest, at = 5, -1
    for index, shape in enumerate(shapes):
        if shape is None:
            continue
        if shape.size > smallest:
            yield Problem(Fault.NOT_DESCENDING, board.cells(masks[index]), (at, index))
        else:
            smallest, at = shape.size, index


def puzzle_named(name: str) -> Puzzle:
    """The puzzle of a name."""
    if name not in PUZZLES:
        raise GameError(f"unknown puzzle {name[:40]!r}: expected one of {', '.join(PUZZLES)}")
    return PUZZLES[name]
