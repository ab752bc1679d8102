"""The board as text, for terminals and screen readers."""

from collections.abc import Iterable, Sequence

from engine.colours import EMPTY_LETTER, Colour
from engine.pieces import Cell
from engine.position import Position
from engine.squares import column_name, square_name

# 24-bit colours would be washed out on many terminals; these 256-colour codes read well on dark and light.
_TERMINAL = {"B": 27, "Y": 220, "R": 160, "G": 34, "P": 91, "O": 208, "K": 238, "W": 255, "N": 205, "T": 44}


def text_board(grid: Sequence[str], marked: Iterable[Cell] = (), *, colour: bool = False) -> str:
    """Rows with square names around them; marked cells stand in brackets.

    Args:
        grid: one string of letters a row.
        marked: cells to point out.
        colour: paint the letters for a terminal.
    """
    size = len(grid)
    brackets = set(marked)
    lines = []
    for row, letters in enumerate(grid):
        shown = "".join(_cell(letter, (row, column) in brackets, colour) for column, letter in enumerate(letters))
        lines.append(f"{size - row:2d} {shown}".rstrip())
    lines.append("   " + "".join(f"{column_name(column):^3}" for column in range(size)).rstrip())
    return "\n".join(lines)


def _cell(letter: str, marked: bool, colour: bool) -> str:
    shown = f"[{letter}]" if marked else f" {letter} "
    if not colour or letter == EMPTY_LETTER:
        return shown
    return f"\x1b[48;5;{_TERMINAL[letter]}m\x1b[38;5;{16 if letter in 'YWO' else 231}m{shown}\x1b[0m"


def spoken_board(position: Position) -> str:
    """The board in sentences: for each colour its pieces, largest first, with the squares they cover."""
    size = position.profile.size
    sentences = []
    for colour in position.profile.colours:
        sentences.append(_spoken_colour(position, colour, size))
    return " ".join(sentences)


def _spoken_colour(position: Position, colour: Colour, size: int) -> str:
    items = [item for item in position.lying if item.colour is colour]
    if not items:
        return f"{colour.capitalize()}: nothing on the board."
    pieces = [
        f"{item.piece.name if item.piece else 'no piece'} on "
        + " ".join(square_name(cell, size) for cell in item.cells)
        for item in items
    ]
    return f"{colour.capitalize()}: {len(items)} on the board: {'; '.join(pieces)}."
