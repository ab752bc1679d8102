"""The words for the colours, and the letters that stand for them in grids."""

from enum import StrEnum

from engine.errors import GameError

EMPTY_LETTER = "."


class Colour(StrEnum):
    """A colour of pieces. Which of them take part in a game is said by its board profile."""

    BLUE = "blue"
    YELLOW = "yellow"
    RED = "red"
    GREEN = "green"
    PURPLE = "purple"
    ORANGE = "orange"
    BLACK = "black"
    WHITE = "white"
    PINK = "pink"
    TURQUOISE = "turquoise"

    @property
    def letter(self) -> str:
        """One capital letter for grids and text boards."""
        return LETTERS[self]

    @classmethod
    def parse(cls, word: object) -> "Colour":
        """The colour that a word or letter names, in any case."""
        if isinstance(word, str):
            text = word.strip().lower()
            if text in cls._value2member_map_:
                return cls(text)
            if text.upper() in BY_LETTER:
                return BY_LETTER[text.upper()]
        shown = repr(word)
        raise GameError(
            f"unknown colour {shown[:40]}{'…' if len(shown) > 40 else ''}: expected one of {', '.join(cls)}"
        )


LETTERS = {
    Colour.BLUE: "B",
    Colour.YELLOW: "Y",
    Colour.RED: "R",
    Colour.GREEN: "G",
    Colour.PURPLE: "P",
    Colour.ORANGE: "O",
    Colour.BLACK: "K",
    Colour.WHITE: "W",
    Colour.PINK: "N",
    Colour.TURQUOISE: "T",
}
BY_LETTER = {letter: colour for colour, letter in LETTERS.items()}
