"""Board profiles, colours and square names: any printing of the game from 5 × 5 to 40 × 40."""

import pytest

from engine.colours import LETTERS, Colour
from engine.errors import GameError
from engine.events import Place
from engine.game import Game
from engine.profiles import CLASSIC, DUO, DUO_TOGO, BoardProfile, profile_for
from engine.squares import parse_square, square_name, square_names


def test_the_classic_board_is_printed_with_four_corners_clockwise_from_blue():
    assert CLASSIC.size == 20
    assert dict(zip(CLASSIC.colours, CLASSIC.starts, strict=True)) == {
        Colour.BLUE: (0, 0), Colour.YELLOW: (0, 19), Colour.RED: (19, 19), Colour.GREEN: (19, 0)
    }  # fmt: skip


@pytest.mark.parametrize("profile", [DUO, DUO_TOGO])
def test_both_duo_printings_start_at_e10_and_j5(profile):
    assert profile.size == 14
    assert [square_name(cell, 14) for cell in profile.starts] == ["e10", "j5"]


def test_to_go_is_blue_and_green_and_has_nubs():
    assert (DUO_TOGO.colours, DUO_TOGO.nubs) == ((Colour.BLUE, Colour.GREEN), True)


@pytest.mark.parametrize("size", range(5, 41))
def test_a_custom_board_of_any_size_plays(size):
    own = BoardProfile("own", "classic", size, (Colour.PINK, Colour.BLACK), ((0, 0), (size - 1, size - 1)))
    game = Game.new(own)
    assert len(game.legal()) == 116  # 58 at each corner
    assert game.after(Place(Colour.PINK, ((0, 0), (0, 1)))).steps[0].ruling.legal


@pytest.mark.parametrize("size", [5, 14, 20, 26, 27, 40])
def test_every_square_name_reads_back(size):
    cells = [(row, column) for row in range(size) for column in range(size)]
    names = [square_name(cell, size) for cell in cells]
    assert len(set(names)) == size * size
    assert [parse_square(name.upper(), size) for name in names] == cells


def test_names_of_the_corners():
    assert [square_name(cell, 20) for cell in CLASSIC.starts] == ["a20", "t20", "t1", "a1"]


def test_several_names_are_written_bottom_row_first_as_pentobi_writes_them():
    assert square_names([(0, 0), (0, 1), (1, 0)], 20) == "a19,a20,b20"


@pytest.mark.parametrize("name", ["", "a", "20", "a0", "a21", "u1", "aa1", "a01", "a-1", "ä1", "a1a1", "a٣", "a1,b1"])
def test_what_is_no_square_is_refused(name):
    with pytest.raises(GameError, match=r"not a square of the 20 × 20 board \(a1 to t20\)"):
        parse_square(name, 20)


def own_profile(**changes) -> BoardProfile:
    usual = {"name": "own", "kind": "classic", "size": 9, "colours": (Colour.BLUE,), "starts": ((0, 0),)}
    return BoardProfile(**{**usual, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"size": 4},
        {"size": 41},
        {"colours": (), "starts": ()},
        {"colours": (Colour.BLUE, Colour.BLUE), "starts": ((0, 0), (1, 1))},
        {"starts": ()},
        {"starts": ((0, 0), (1, 1))},
        {"starts": ((0, 9),)},
        {"starts": ((-1, 0),)},
        {"colours": (Colour.BLUE, Colour.RED), "starts": ((0, 0), (0, 0))},
    ],
)
def test_a_profile_that_nobody_can_play_on_is_refused(changes):
    with pytest.raises(GameError, match="board profile own"):
        own_profile(**changes)


def test_colours_are_read_as_words_or_letters_in_any_case():
    for colour, letter in LETTERS.items():
        assert Colour.parse(f" {colour.upper()} ") is Colour.parse(letter.lower()) is colour
    assert len(set(LETTERS.values())) == len(Colour)


@pytest.mark.parametrize("word", ["", "blu", "bleu", None, 1, True, [], {"a": 1}, "\ud800", "\0", "b" * 10**6])
def test_an_unknown_colour_is_refused_in_one_short_sentence(word):
    with pytest.raises(GameError, match="unknown colour") as problem:
        Colour.parse(word)
    assert len(str(problem.value)) < 250


@pytest.mark.parametrize(
    ("colours", "name"), [([], "duo"), (["purple"], "duo"), (["green"], "duo-togo"), (["blue", "green"], "duo-togo")]
)
def test_the_colours_tell_the_duo_printings_apart(colours, name):
    assert profile_for("duo", [Colour(word) for word in colours]).name == name


def test_an_unknown_board_is_refused():
    with pytest.raises(GameError, match="unknown board 'trigon': expected one of classic"):
        profile_for("trigon")
