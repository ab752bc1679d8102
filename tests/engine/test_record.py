"""Written games in the project's own JSON: everything comes back as it was written."""

import json

import pytest

from engine.colours import Colour
from engine.errors import RecordError
from engine.events import Accept, Correct, End, ForcePass, Found, Move, Pass, Place, Remove, SetTurn, TakeBack
from engine.profiles import CLASSIC, DUO, DUO_TOGO, BoardProfile
from engine.record import Record, record_from_json, record_to_json
from engine.rules import RuleSet
from tests.engine.tables import BLUE, GREEN, RED, YELLOW, at, played

EVERY_EVENT = (
    Found(RED, at("t1 s1")),
    SetTurn(BLUE, "we go on"),
    Place(BLUE, at("a20 b20")),
    Place(YELLOW, at("k10 k11")),
    Move(3, at("t20 t19")),
    Remove(3),
    Place(YELLOW, at("c3")),
    Accept(6, "let it be"),
    Pass(RED),
    ForcePass(GREEN, "asleep"),
    ForcePass(BLUE),
    Correct(6, YELLOW, at("t20")),
    TakeBack(6, "a shadow"),
    End("supper"),
)


def test_every_kind_of_event_comes_back_as_it_was_written():
    names = {BLUE: "Ann", GREEN: 'Bob "the [wall]" \\ Ö\n'}
    record = Record(CLASSIC, RuleSet.usual(CLASSIC), EVERY_EVENT, names, "2024-02-29", "draw", "a comment")
    text = record_to_json(record)
    assert "\n" not in text
    assert record_from_json(text) == record


def test_the_game_that_a_record_tells_is_the_game_that_was_played():
    game = played(*EVERY_EVENT)
    assert Record(game.profile, game.rules, game.events).play() == game


@pytest.mark.parametrize(
    ("profile", "settings"),
    [
        (CLASSIC, {}),
        (CLASSIC, {"players": 2, "scoring": "advanced"}),
        (CLASSIC, {"players": 3}),
        (CLASSIC, {"players": 3, "shared": "yellow", "first": "red"}),
        (CLASSIC, {"teams": True, "direction": "counter_clockwise"}),
        (CLASSIC, {"starts": "by_colour", "end_when_one_is_done": True}),
        (DUO, {"first": "orange"}),
        (DUO_TOGO, {"scoring": "basic"}),
        (BoardProfile("Own »9«", "duo", 9, (Colour.PINK, Colour.TURQUOISE), ((2, 2), (6, 6)), nubs=True), {}),
        (BoardProfile("three", "classic", 17, CLASSIC.colours[:3], ((0, 0), (0, 16), (16, 16))), {}),
    ],
)
def test_boards_and_settings_come_back(profile, settings):
    record = Record(profile, RuleSet.of(profile, settings))
    assert record_from_json(record_to_json(record)) == record


def test_foreign_colours_on_the_table_do_not_change_the_board():
    events = (Place(BLUE, ((4, 4),)), Place(GREEN, ((9, 9),)))
    record = Record(DUO, RuleSet.usual(DUO), events)
    assert record_from_json(record_to_json(record)) == record


def test_only_settings_that_differ_are_written():
    text = record_to_json(Record(CLASSIC, RuleSet.of(CLASSIC, {"players": 4, "starts": "by_colour"})))
    assert json.loads(text) == {"board": "classic", "rules": {"starts": "by_colour"}, "moves": []}


def test_the_record_of_the_design_is_read():
    moves = '[{"colour":"blue","cells":[[0,0],[0,1]]},{"colour":"yellow","pass":true}]'
    text = f'{{"board":"classic","rules":{{}},"moves":{moves}}}'
    assert record_from_json(text).events == (Place(BLUE, ((0, 0), (0, 1))), Pass(YELLOW))


def test_rules_may_be_left_out_and_notes_of_ones_own_are_let_be():
    assert record_from_json('{"board":"duo","moves":[],"weather":"rain"}').profile == DUO


@pytest.mark.parametrize("key", ["date", "result", "comment"])
def test_half_characters_are_replaced_so_that_the_record_can_be_written(key):
    text = json.dumps({"board": "classic", "moves": [], key: "a\ud800b", "names": {"blue": "\udfff"}})
    assert record_to_json(record_from_json(text)).encode("utf-8")


@pytest.mark.parametrize(
    "extra",
    [
        {"moves": [{"end": True, "reason": "a\ud800b"}]},
        {"moves": [{"colour": "blue", "pass": True, "by_hand": True, "reason": "\udc00"}]},
    ],
)
def test_half_characters_anywhere_else_are_replaced_too(extra):
    record = record_from_json(json.dumps({"board": "classic", "moves": [], **extra}))
    assert record_to_json(record).encode("utf-8")
    assert record_from_json(record_to_json(record)) == record


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"board": None}, "board: expected one of classic"),
        ({"board": "hexagon"}, "unknown board 'hexagon'"),
        ({"moves": {}}, "moves: expected a list"),
        ({"move": []}, "unknown key 'move' in the record: did you mean 'moves'"),
        ({"rules": []}, "rules: expected an object"),
        ({"rules": {"start": "free"}}, "rules: unknown rule setting 'start': did you mean 'starts'"),
        ({"names": ["Ann"]}, "names: expected an object"),
        ({"names": {"mauve": "Ann"}}, "unknown colour 'mauve'"),
        ({"names": {"blue": 1}}, "names: expected"),
        ({"date": 1}, "date: expected a text"),
        ({"profile": 1}, "profile: expected an object"),
        ({"profile": {"size": "5"}}, "profile: expected a size"),
        ({"profile": {"size": 5}}, "profile: expected lists"),
        ({"profile": {"size": 5, "name": "a\nb"}}, "1 to 80 printable characters"),
        ({"profile": {"size": 5, "name": "\ud800"}}, "1 to 80 printable characters"),
        ({"profile": {"size": 5, "kind": "x" * 81}}, "1 to 80 printable characters"),
        ({"moves": [{"colour": "blue", "cells": ["a\nb"]}]}, r"moves\[0\]: cells: expected"),
        ({"profile": {"size": 5, "colours": ["blue"], "starts": [[0]]}}, "each start as"),
        ({"profile": {"size": 99, "colours": ["blue"], "starts": [[0, 0]]}}, "size 99 is not between"),
        ({"moves": [1]}, r"moves\[0\]: expected an object"),
        ({"moves": [{}]}, r"moves\[0\]: a move needs a colour"),
        ({"moves": [{"colour": "blue"}]}, r"moves\[0\]: cells: expected a list"),
        ({"moves": [{"colour": "mauve", "pass": True}]}, r"moves\[0\]: unknown colour 'mauve'"),
        ({"moves": [{"colour": "blue", "cells": []}]}, r"moves\[0\]: a placement needs at least one cell"),
        ({"moves": [{"colour": "blue", "cells": [[0, 0], [0, 0]]}]}, r"moves\[0\]: .* same cell twice"),
        ({"moves": [{"colour": "blue", "cells": [[0, 20]]}]}, r"moves\[0\]: \(0, 20\) is not a cell of the 20"),
        ({"moves": [{"colour": "blue", "cells": [[0, 0.5]]}]}, r"moves\[0\]: cells: expected \[row, column\]"),
        ({"moves": [{"colour": "blue", "cells": [[True, 0]]}]}, r"moves\[0\]: cells: expected"),
        ({"moves": [{"colour": "blue", "cells": ["a1"]}]}, r"moves\[0\]: cells: expected"),
        ({"moves": [{"colour": "blue", "pass": False}]}, r"moves\[0\]: expected a pass"),
        ({"moves": [{"remove": -1}]}, r"moves\[0\]: remove: expected the number of a move"),
        ({"moves": [{"end": True, "reason": 7}]}, r"moves\[0\]: reason: expected a text"),
        ({"moves": [{"turn": "mauve"}]}, r"moves\[0\]: unknown colour"),
        ({"moves": [{"colour": "purple", "cells": [[0, 0]], "found": True}]}, "purple does not take part"),
        ({"moves": [{"colour": "blue", "pass": True}] * 10_001}, "10,001 of them; a record has at most 10,000"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(change, message):
    with pytest.raises(RecordError, match=message) as problem:
        record_from_json(json.dumps({"board": "classic", "moves": [], **change}))
    assert str(problem.value).isprintable()


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ({"remove": 0}, r"moves\[0\]: nothing that move 0 put down lies on the board"),
        ({"take_back": 3}, r"moves\[0\]: move 3 did not put a piece"),
        ({"turn": "purple"}, r"moves\[0\]: purple does not take part"),
    ],
)
def test_an_event_that_makes_no_sense_where_it_stands_is_named(move, message):
    with pytest.raises(RecordError, match=message):
        record_from_json(json.dumps({"board": "classic", "moves": [move]})).play()


def test_a_classic_game_on_a_duo_board_is_the_wrong_board():
    moves = [{"colour": "purple", "cells": [[4, 4]]}, {"colour": "orange", "cells": [[19, 19]]}]
    with pytest.raises(RecordError, match=r"moves\[1\]: \(19, 19\) is not a cell of the 14 × 14 board"):
        record_from_json(json.dumps({"board": "duo", "moves": moves}))
