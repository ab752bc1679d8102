"""Boards as whole numbers: one bit per cell, so that a rule is checked for all cells at once.

Rows are one bit longer than the board is wide. That spare column is never part of the board, so a shift by
one cell cannot leak from the end of one row into the beginning of the next, and a connected shape that hangs
over the right edge always covers a spare bit and is seen to be off the board.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from engine.errors import GameError
from engine.pieces import PIECES, Cell, Piece

Mask = int
"""A set of cells of one lattice."""


class Spot:
    """One piece in one orientation at one place of a board."""

    __slots__ = ("cells", "mask", "piece")

    def __init__(self, piece: Piece, cells: tuple[Cell, ...], mask: Mask) -> None:
        self.piece = piece
        self.cells = cells
        """In reading order."""
        self.mask = mask

    def __repr__(self) -> str:
        return f"Spot({self.piece.name}, {self.cells})"


class Orientation:
    """A piece turned one way, with what is needed to try it everywhere on a lattice at once."""

    __slots__ = ("mask", "piece", "shape", "shifts", "spots")

    def __init__(self, piece: Piece, shape: tuple[Cell, ...], mask: Mask, shifts: tuple[int, ...]) -> None:
        self.piece = piece
        self.shape = shape
        self.mask = mask
        """The shape in the top left corner."""
        self.shifts = shifts
        """For each cell of the shape, where its offset stands in the lattice's `offsets`."""
        self.spots: dict[int, Spot] = {}
        """Spots already made, by the bit of their top left corner."""


class Lattice:
    """The geometry of a square board: bits, neighbours and oriented pieces. Get it with `lattice(size)`."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.stride = size + 1
        self.cell_at: list[Cell] = [(bit // self.stride, bit % self.stride) for bit in range(size * self.stride)]
        self.bit_of: dict[Cell, Mask] = {cell: 1 << bit for bit, cell in enumerate(self.cell_at) if cell[1] < size}
        self.board: Mask = sum(self.bit_of.values())
        offsets = sorted({row * self.stride + column for p in PIECES for s in p.orientations for row, column in s})
        self.offsets: tuple[int, ...] = tuple(offsets)
        place = {offset: index for index, offset in enumerate(offsets)}
        self.orientations: dict[str, tuple[Orientation, ...]] = {}
        self._piece_by_mask: dict[Mask, Piece] = {}
        for piece in PIECES:
            made = []
            for shape in piece.orientations:
                steps = [row * self.stride + column for row, column in shape]
                mask = sum(1 << step for step in steps)
                made.append(Orientation(piece, shape, mask, tuple(place[step] for step in steps)))
                self._piece_by_mask[mask >> steps[0]] = piece
            self.orientations[piece.name] = tuple(made)

    def mask(self, cells: Iterable[Cell]) -> Mask:
        """The bits of these cells; a typed error if there are none, if one is off the board or named twice."""
        mask = 0
        count = 0
        bit_of = self.bit_of
        cell: object = cells
        try:
            for cell in cells:
                mask |= bit_of[cell]
                count += 1
        except (KeyError, TypeError):
            raise GameError(f"{_shown(cell)} is not a cell of the {self.size} × {self.size} board") from None
        if not mask:
            raise GameError("a placement needs at least one cell, and none is given")
        if mask.bit_count() != count:
            raise GameError("a placement names the same cell twice")
        return mask

    def cells(self, mask: Mask) -> tuple[Cell, ...]:
        """The cells of these bits in reading order."""
        cell_at = self.cell_at
        found = []
        while mask:
            low = mask & -mask
            found.append(cell_at[low.bit_length() - 1])
            mask ^= low
        return tuple(found)

    def edges(self, mask: Mask) -> Mask:
        """The cells that share an edge with one of these; they may be among them."""
        stride = self.stride
        return (mask << 1 | mask >> 1 | mask << stride | mask >> stride) & self.board

    def corners(self, mask: Mask) -> Mask:
        """The cells that lie diagonally beside one of these; they may be among them."""
        up, down = mask >> self.stride, mask << self.stride
        return (up << 1 | up >> 1 | down << 1 | down >> 1) & self.board

    def piece(self, mask: Mask) -> Piece | None:
        """The piece that covers exactly these cells, or None."""
        return self._piece_by_mask.get(mask >> ((mask & -mask).bit_length() - 1))

    def parts(self, mask: Mask) -> Iterator[Mask]:
        """The connected parts of a set of cells, in reading order."""
        while mask:
            part = mask & -mask
            while (grown := part | self.edges(part) & mask) != part:
                part = grown
            yield part
            mask ^= part

    def spots(self, orientation: Orientation, anchors: Mask) -> Iterator[Spot]:
        """The orientation with its top left corner at each of these bits."""
        known = orientation.spots
        while anchors:
            low = anchors & -anchors
            spot = known.get(low)
            if spot is None:
                mask = orientation.mask << (low.bit_length() - 1)
                spot = known[low] = Spot(orientation.piece, self.cells(mask), mask)
            yield spot
            anchors ^= low


@cache
def lattice(size: int) -> Lattice:
    """The one lattice of a size; made on first use, because most programs see one board only."""
    return Lattice(size)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"
