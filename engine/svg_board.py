"""The board as a picture that says what it shows: SVG with the text board in its description."""

import re
from collections.abc import Collection, Iterable
from xml.sax.saxutils import escape

from engine.colours import Colour
from engine.pieces import Cell
from engine.position import Lying, Position
from engine.squares import column_name
from engine.text_board import text_board

# Characters that no XML document may hold, however they are written.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

CELL = 20
MARGIN = 20
FILL = {
    Colour.BLUE: "#2864c8",
    Colour.YELLOW: "#f5c400",
    Colour.RED: "#d02a2a",
    Colour.GREEN: "#1e9a48",
    Colour.PURPLE: "#7b3fb0",
    Colour.ORANGE: "#ef7d18",
    Colour.BLACK: "#333333",
    Colour.WHITE: "#ffffff",
    Colour.PINK: "#e75a9c",
    Colour.TURQUOISE: "#1fa9b5",
}


def svg_board(position: Position, marked: Iterable[Cell] = (), title: str = "Blokus board") -> str:
    """A stand-alone SVG of the position; marked cells are outlined.

    The description holds the text board, so a screen reader can speak what the picture shows.
    """
    size = position.profile.size
    side = size * CELL + 2 * MARGIN
    marks = sorted(set(marked))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" role="img" '
        'aria-labelledby="board-title board-text">',
        f'<title id="board-title">{escape(_FORBIDDEN.sub("", title))}</title>',
        f'<desc id="board-text">{escape(text_board(position.grid(), marks))}</desc>',
        f'<rect width="{side}" height="{side}" rx="6" fill="#e9e7e2"/>',
        f'<path d="{_grid_lines(size)}" stroke="#c9c6bf" fill="none"/>',
    ]
    parts += [_start(cell) for cell in position.profile.starts]
    parts += [_piece(item) for item in position.lying]
    parts += [
        f'<rect x="{_x(column)}" y="{_x(row)}" width="{CELL}" height="{CELL}" fill="none" stroke="#000" '
        'stroke-width="3" class="marked"/>'
        for row, column in marks
    ]
    for index in range(size):
        middle = _x(index) + CELL / 2
        parts.append(_label(middle, side - 6, column_name(index)))
        parts.append(_label(10, middle + 4, str(size - index)))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _x(index: int) -> int:
    return MARGIN + index * CELL


def _label(x: float, y: float, text: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="10" font-family="sans-serif" text-anchor="middle" '
        f'fill="#666" aria-hidden="true">{text}</text>'
    )


def _grid_lines(size: int) -> str:
    low, high = MARGIN, MARGIN + size * CELL
    return "".join(f"M{low} {_x(i)}H{high}M{_x(i)} {low}V{high}" for i in range(size + 1))


def _start(cell: Cell) -> str:
    centre_x, centre_y = _x(cell[1]) + CELL / 2, _x(cell[0]) + CELL / 2
    return f'<circle cx="{centre_x:g}" cy="{centre_y:g}" r="4" fill="#c9c6bf"/>'


def _piece(item: Lying) -> str:
    """The cells of a piece, with a dark line where it ends and none inside it."""
    covered: Collection[Cell] = set(item.cells)
    squares, outline = [], []
    for row, column in item.cells:
        x, y = _x(column), _x(row)
        squares.append(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z")
        if (row - 1, column) not in covered:
            outline.append(f"M{x} {y}h{CELL}")
        if (row + 1, column) not in covered:
            outline.append(f"M{x} {y + CELL}h{CELL}")
        if (row, column - 1) not in covered:
            outline.append(f"M{x} {y}v{CELL}")
        if (row, column + 1) not in covered:
            outline.append(f"M{x + CELL} {y}v{CELL}")
    name = item.piece.name if item.piece else "?"
    return (
        f'<g class="piece {item.colour}" data-number="{item.number}" data-piece="{name}">'
        f'<path d="{"".join(squares)}" fill="{FILL[item.colour]}"/>'
        f'<path d="{"".join(outline)}" stroke="#0008" stroke-width="1.5" fill="none"/></g>'
    )
