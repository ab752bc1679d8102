"""The rules once more, in plain sets, as anybody would write them down first.

Shares nothing with the engine: the shapes are grown cell by cell instead of drawn. The tests hold the engine
against it, and the bench measures how much faster the engine is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

Cell = tuple[int, int]
Shape = frozenset[Cell]


def moved_to_corner(cells: Iterable[Cell]) -> Shape:
    """The same figure with its smallest row and column at 0."""
    listed = list(cells)
    top, left = min(r for r, _ in listed), min(c for _, c in listed)
    return frozenset((r - top, c - left) for r, c in listed)


def forms(shape: Shape) -> set[Shape]:
    """All turned and flipped forms."""
    found = set()
    for _ in range(4):
        shape = moved_to_corner((c, -r) for r, c in shape)
        found |= {shape, moved_to_corner((r, -c) for r, c in shape)}
    return found


def neighbours(cell: Cell) -> set[Cell]:
    """The four cells along the edges."""
    r, c = cell
    return {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}


def diagonals(cell: Cell) -> set[Cell]:
    """The four cells at the corners."""
    r, c = cell
    return {(r - 1, c - 1), (r - 1, c + 1), (r + 1, c - 1), (r + 1, c + 1)}


def all_pieces() -> list[set[Shape]]:
    """The forms of each piece: every connected figure of one to five cells."""
    pieces: list[set[Shape]] = []
    layer = {frozenset({(0, 0)})}
    for _ in range(5):
        seen: set[Shape] = set()
        for shape in sorted(layer, key=sorted):
            if shape not in seen:
                pieces.append(forms(shape))
                seen |= pieces[-1]
        layer = {moved_to_corner(s | {n}) for s in layer for cell in s for n in neighbours(cell) if n not in s}
    return pieces


PIECES = all_pieces()


def piece_index(cells: Iterable[Cell]) -> int | None:
    """Which piece has this form."""
    shape = moved_to_corner(cells)
    return next((i for i, shapes in enumerate(PIECES) if shape in shapes), None)


def broken_rules(
    size: int, board: Mapping[Cell, str], colour: str, cells: Iterable[Cell], *, starts: Iterable[Cell], used: set[int]
) -> set[str]:
    """The reasons why these cells may not be placed, whoever's turn it is."""
    piece = set(cells)
    own = {cell for cell, owner in board.items() if owner == colour}
    reasons = set()
    if any(not (0 <= r < size and 0 <= c < size) for r, c in piece):
        reasons.add("off_board")
    if piece & set(board):
        reasons.add("piece_moved")
    index = piece_index(piece)
    if index is None:
        reasons.add("not_a_piece")
    elif index in used:
        reasons.add("piece_already_played")
    if not own:
        if not any(start in piece and start not in board for start in starts):
            reasons.add("start_not_covered")
        return reasons
    if any(n in own and n not in piece for cell in piece for n in neighbours(cell)):
        reasons.add("edge_contact")
    if not any(d in own and d not in piece for cell in piece for d in diagonals(cell)):
        reasons.add("no_corner_contact")
    return reasons


def legal_placements(
    size: int, board: Mapping[Cell, str], colour: str, starts: Iterable[Cell], used: set[int]
) -> Iterator[Shape]:
    """Every placement, by trying everything everywhere."""
    own = {cell for cell, owner in board.items() if owner == colour}
    open_starts = {start for start in starts if start not in board}
    for index, shapes in enumerate(PIECES):
        if index in used:
            continue
        for shape in shapes:
            for row in range(size):
                for column in range(size):
                    cells = {(r + row, c + column) for r, c in shape}
                    if any(r >= size or c >= size for r, c in cells) or any(cell in board for cell in cells):
                        continue
                    if not own:
                        if cells & open_starts:
                            yield frozenset(cells)
                        continue
                    if any(neighbours(cell) & own for cell in cells):
                        continue
                    if any(diagonals(cell) & own for cell in cells):
                        yield frozenset(cells)
