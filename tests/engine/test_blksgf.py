"""Pentobi's .blksgf, as oracle/PENTOBI.md describes it: its own files are read, and ours open there."""

import json

import pytest

from engine.blksgf import record_from_blksgf, record_to_blksgf
from engine.colours import Colour
from engine.errors import GameError, RecordError
from engine.events import Found, Pass, Place, Remove, SetTurn
from engine.profiles import CLASSIC, DUO, DUO_TOGO, BoardProfile
from engine.record import Record, record_from_json
from engine.rules import RuleSet
from engine.scoring import score_colour
from tests.engine.tables import BLUE, CORNERS, GREEN, ORANGE, PURPLE, RED, YELLOW, at, event, played
from tests.shared import as_record, oracle, shared


def grid_of_pentobi(text: str, size: int) -> list[str]:
    """The letters of Pentobi's showboard as ours; `<` and `>` point at the last piece."""
    letters = dict(zip("XO#@" if size == 20 else "XO", "BYRG" if size == 20 else "PO", strict=False))
    rows = [line for line in text.splitlines() if line[:2].strip().isdigit()]
    cells = [row[3 : 3 + 2 * size].replace("<", " ").replace(">", " ")[::2] for row in rows]
    return ["".join(letters.get(mark, ".") for mark in row) for row in cells]


@pytest.mark.parametrize(("name", "size"), [("classic", 20), ("duo", 14)])
def test_the_final_board_of_a_sample_is_the_one_that_pentobi_printed(name, size):
    record = record_from_blksgf(shared(f"oracle/sgf/{name}.blksgf").read_text())
    game = record.play()
    printed = shared(f"oracle/sgf/{name}.board.txt").read_text()
    assert game.state.position.grid() == grid_of_pentobi(printed, size)
    assert all(step.ruling.legal for step in game.steps)
    assert game.state.over
    words = "Blue Yellow Red Green" if size == 20 else "Purple Orange"
    for colour, word in zip(game.profile.colours, words.split(), strict=True):
        points = int(printed.split(f"{word}(")[1].split(": ")[1].split("!")[0])
        assert score_colour(game.state.position, colour).advanced == points - 89


def test_the_tiny_samples_are_read():
    duo = record_from_blksgf(shared("oracle/sgf/tiny_duo.blksgf").read_text())
    assert (duo.profile, duo.names) == (DUO, {PURPLE: "Ann", ORANGE: "Bob"})
    two = record_from_blksgf(shared("oracle/sgf/tiny_classic_2.blksgf").read_text())
    assert (two.profile, two.rules.players, len(two.events)) == (CLASSIC, 2, 5)


@pytest.mark.parametrize("name", ["games_classic", "games_classic2", "games_classic3", "games_duo"])
def test_every_game_of_the_oracle_comes_back_the_same(name):
    for entry in oracle(name)[:10]:
        record = record_from_json(json.dumps(as_record(entry)))
        back = record_from_blksgf(record_to_blksgf(record))
        assert back.events == tuple(event for event in record.events if not isinstance(event, Pass))
        assert (back.profile, back.rules) == (record.profile, record.rules)
        assert back.play().state.position.grid() == record.play().state.position.grid()
        raw = entry["final_score_raw"].split()
        if len(raw) == 1:
            assert back.result == raw[0]


def test_names_date_result_and_comment_come_back():
    names = {BLUE: "Ann", YELLOW: "Bob ]\\[ Ö", RED: "C;D(E)", GREEN: "\\"}
    record = Record(CLASSIC, RuleSet.usual(CLASSIC), (event("blue a20"),), names, "2024-02-29", "B+3", "two\nlines \\")
    assert record_from_blksgf(record_to_blksgf(record)) == record


def test_two_players_with_two_colours_each_are_named_once():
    record = Record(CLASSIC, RuleSet.of(CLASSIC, {"players": 2}), (), {BLUE: "Ann", YELLOW: "Bob"})
    text = record_to_blksgf(record)
    assert "GM[Blokus Two-Player]PB[Ann]PW[Bob]" in text
    assert record_from_blksgf(text) == record


@pytest.mark.parametrize(
    "settings",
    [
        {"players": 3, "shared": "blue"},
        {"teams": True},
        {"starts": "by_colour"},
        {"first": "red", "scoring": "advanced"},
    ],
)
def test_settings_that_pentobi_does_not_have_come_back_all_the_same(settings):
    record = Record(CLASSIC, RuleSet.of(CLASSIC, settings), (event("blue a20"),))
    assert record_from_blksgf(record_to_blksgf(record)) == record


def test_the_printing_of_a_duo_board_comes_back():
    record = Record(DUO_TOGO, RuleSet.usual(DUO_TOGO), (Place(Colour.GREEN, at("e10", 14)),))
    assert record_from_blksgf(record_to_blksgf(record)) == record


def test_set_up_pieces_and_the_turn_are_read():
    record = record_from_blksgf("(;GM[Blokus]A1[a20,b20][c19]A2[t20]PL[3];3[t1])")
    assert record.events == (
        Found(BLUE, at("a20 b20")), Found(BLUE, at("c19")), Found(YELLOW, at("t20")), SetTurn(RED), Place(RED, at("t1"))
    )  # fmt: skip
    assert record.play().state.to_play is GREEN


def test_a_set_up_position_and_its_turn_come_back():
    events = (Found(BLUE, at("a20 b20")), Found(YELLOW, at("t20")), SetTurn(GREEN), Place(GREEN, at("a1")))
    record = Record(CLASSIC, RuleSet.usual(CLASSIC), events)
    back = record_from_blksgf(record_to_blksgf(record))
    assert back == record
    assert all(step.ruling.legal for step in back.play().steps)


def test_a_piece_that_the_set_up_takes_away_is_left_out():
    record = record_from_blksgf("(;GM[Blokus Duo]AB[e10][d11]AW[j5];AE[d11];B[f9])")
    assert [e.cells for e in record.events] == [at("e10", 14), at("j5", 14), at("f9", 14)]


def test_variations_are_left_and_the_main_line_is_followed():
    text = "(;GM[Blokus](;1[a20](;2[t20];3[t1])(;2[s20]))(;1[b20])) trailing words"
    assert record_from_blksgf(text).events == (event("blue a20"), event("yellow t20"), event("red t1"))


def test_legacy_properties_are_read():
    text = "(;GM[Blokus];BLUE[a20];YELLOW[t20];RED[t1];GREEN[a1])"
    assert [e.colour for e in record_from_blksgf(text).events] == [BLUE, YELLOW, RED, GREEN]


def test_the_game_is_named_in_any_case_and_squares_too_and_unknown_properties_are_ignored():
    record = record_from_blksgf("\ufeff ( ; FF [4] gm[x] GM [ blokus   TWO-player ] C[hi];1[A20 , B20]ZZ[1][2])")
    assert (record.rules.players, record.events) == (2, (event("blue a20 b20"),))


@pytest.mark.parametrize(
    "name", ["Blokus Junior", "Blokus Trigon", "Nexos", "Callisto", "GembloQ", "1", "", "Blokus\x1b[2J\nboo"]
)
def test_other_games_are_refused_in_one_line(name):
    with pytest.raises(RecordError, match="not a game of this board; expected one of Blokus,") as problem:
        record_from_blksgf(f"(;GM[{name}];B[a1])")
    assert str(problem.value).isprintable()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"line 1, column 1: expected '\(' .* but the text ends"),
        ("hello", r"line 1, column 1: expected '\(' .* found 'h'"),
        ("(", r"expected ';', '\(' or '\)', but the text ends"),
        ("()", "the game tree has no node"),
        ("(;GM[Blokus]", "line 1, column 13: .* the text ends"),
        ("(;GM[Blokus", r"expected '\]' at the end of a value"),
        ("(;GM[Blokus\\", "expected a character after a backslash"),
        ("(;GM)", r"expected '\[' after the property GM"),
        ("(;\n\n  ?)", "line 3, column 3"),
        ("(;B[a1])", "the first node names no game"),
        ("(;GM[Blokus];1[])", "node 1: an empty move; the format has no pass"),
        ("(;GM[Blokus];1[a21])", "node 1: 'a21' is not a square of the 20 × 20 board"),
        ("(;GM[Blokus Duo];B[a15])", "node 1: 'a15' is not a square of the 14 × 14 board"),
        ("(;GM[Blokus];1[a1,a1])", "node 1: .* same cell twice"),
        ("(;GM[Blokus];1[a1][a2])", "node 1: 1 has 2 values"),
        ("(;GM[Blokus];AE[a1])", "node 1: AE takes away a piece that is not on the board"),
        ("(;GM[Blokus]PL[9])", "node 0: PL.*names no colour"),
        ("(;GM[Blokus]PL[a\nb])", "node 0: PL.*names no colour"),
        ("(;GM[Blokus]XR[{])", "XR: expected an object"),
        ("(;GM[Blokus]XR[[\\]])", "XR: expected an object"),
        ('(;GM[Blokus]XR[{"players": 7}])', "XR: players: 7 cannot play"),
        ("(;GM[Blokus];1[" + "a1," * 2000 + "])", "a move of more than 4000 characters"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, message):
    with pytest.raises(RecordError, match=message) as problem:
        record_from_blksgf(text)
    assert str(problem.value).isprintable()


def test_a_board_that_pentobi_does_not_have_is_refused():
    own = BoardProfile("own", "classic", 9, CLASSIC.colours, ((0, 0), (0, 8), (8, 8), (8, 0)))
    with pytest.raises(GameError, match="Pentobi has no board like own"):
        record_to_blksgf(Record(own, RuleSet.usual(own)))


def test_what_is_written_is_what_lies_on_the_board_in_the_end():
    game = played(*CORNERS, "blue k10", Remove(4), "blue c19")
    text = record_to_blksgf(Record(game.profile, game.rules, game.events))
    assert text.splitlines()[2:-1] == [";1[a20,b20]", ";2[t19,t20]", ";3[s1,t1]", ";4[a1,a2]", ";1[c19]"]
