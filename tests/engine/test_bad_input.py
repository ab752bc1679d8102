"""Damaged and hostile records: always exactly one typed error, in one printable line, and never a hang."""

import json
import random

import pytest

from engine.blksgf import record_from_blksgf, record_to_blksgf
from engine.errors import GameError, RecordError
from engine.events import Place, Remove
from engine.record import Record, record_from_json, record_to_json
from tests.engine.tables import BLUE, CORNERS, played

GAME = played(*CORNERS, "blue c19 c18 c17", starts="by_colour")
RECORD = Record(GAME.profile, GAME.rules, GAME.events, {BLUE: "Zoë"}, "2024-02-29", "B+1", "fine ] day \\")
WRITTEN = {"json": record_to_json(RECORD), "blksgf": record_to_blksgf(RECORD)}
READ = {"json": record_from_json, "blksgf": record_from_blksgf}
BOTH = pytest.mark.parametrize("form", ["json", "blksgf"])


def refused(form: str, text: str) -> str:
    """The one sentence with which a text is refused."""
    with pytest.raises(RecordError) as problem:
        READ[form](text)
    words = str(problem.value)
    assert words.isprintable()
    assert 0 < len(words) < 500
    return words


@BOTH
def test_the_whole_record_is_read(form):
    assert READ[form](WRITTEN[form]) == RECORD


@BOTH
def test_a_record_cut_at_any_place_is_refused(form):
    text = WRITTEN[form].rstrip()
    for end in range(len(text)):
        refused(form, text[:end])


@BOTH
def test_a_record_cut_at_any_place_from_the_front_is_refused(form):
    text = WRITTEN[form].strip()
    for begin in range(1, len(text)):
        refused(form, text[begin:])


@BOTH
def test_megabytes_of_garbage_are_refused(form):
    chance = random.Random(5)
    refused(form, "".join(chance.choices('()[];{}",:\\ ab10\n\0', k=3_000_000)))
    refused(form, "\0" * 1_000_000)


@BOTH
@pytest.mark.parametrize("begin", ["", "(;GM[Blokus];1[", '{"board":"classic","moves":["'])
def test_a_text_longer_than_any_game_is_refused_at_once(form, begin):
    assert "longer than 4,000,000 characters" in refused(form, begin + "x" * 4_000_001)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000])
def test_deep_nesting_in_json_is_refused(text):
    assert "nested too deeply" in refused("json", text)


PLACES = {
    "board": '"board":{0},"moves":[]',
    "moves": '"board":"classic","moves":{0}',
    "rules": '"board":"classic","moves":[],"rules":{0}',
    "a setting": '"board":"classic","moves":[],"rules":{{"players":{0}}}',
    "names": '"board":"classic","moves":[],"names":{0}',
    "profile": '"board":"classic","moves":[],"profile":{0}',
    "a colour": '"board":"classic","moves":[{{"colour":{0},"cells":[[0,0]]}}]',
    "a cell": '"board":"classic","moves":[{{"colour":"blue","cells":[{0}]}}]',
    "a number": '"board":"classic","moves":[{{"remove":{0}}}]',
}


@pytest.mark.parametrize("place", PLACES)
def test_nesting_of_any_depth_at_any_place_is_refused(place):
    for depth in (2, 10, 100, *range(850, 1010)):
        refused("json", "{" + PLACES[place].format("[" * depth + "]" * depth) + "}")


def test_deep_nesting_in_sgf_is_refused_or_read_but_never_a_crash():
    refused("blksgf", "(" * 100_000)
    refused("blksgf", "(" * 100_000 + ")" * 100_000)
    refused("blksgf", "(;GM[Blokus]" + "(" * 100_000)
    assert record_from_blksgf("(;GM[Blokus]" + "(;1[a20]" * 100 + ")" * 101).events
    refused("blksgf", "(;GM[Blokus]XR[" + "[" * 100_000 + "])")


@pytest.mark.parametrize(
    "number", ["9" * 4000, "9" * 100_000, "-1", "1e999", "-1e999", "NaN", "Infinity", "0.0", "1.5"]
)
@pytest.mark.parametrize(
    "place",
    [
        '"moves":[{{"colour":"blue","cells":[[{0},0]]}}]',
        '"moves":[{{"colour":{0},"pass":true}}]',
        '"moves":[{{"remove":{0},"cells":[]}}]',
        '"moves":[],"rules":{{"players":{0}}}',
        '"moves":{0}',
        '"moves":[],"profile":{{"size":{0},"colours":["blue"],"starts":[[0,0]]}}',
        '"moves":[],"profile":{{"size":9,"colours":["blue"],"starts":[[{0},{0}]]}}',
    ],
)
def test_huge_and_strange_numbers_are_refused(place, number):
    refused("json", '{"board":"classic",' + place.format(number) + "}")


WRONG = [None, True, 0, -1, 1.5, "", "x", "\ud800", "\0", "é" * 50_000, [], [[]], {}, {"a": {}}, [None] * 10_000]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda value: repr(value)[:12])
def test_wrong_types_anywhere_are_refused_or_read_but_never_a_crash(wrong):
    """Each value of a record with every kind of event is replaced by something else, one at a time."""
    moves = [
        {"colour": "blue", "cells": [[0, 0], [0, 1]]},
        {"colour": "yellow", "pass": True},
        {"colour": "yellow", "pass": True, "by_hand": True, "reason": "so"},
        {"colour": "red", "cells": [[9, 9]], "found": True},
        {"move": 0, "cells": [[0, 0]]},
        {"correct": 0, "colour": "blue", "cells": [[0, 0]]},
        {"accept": 0},
        {"remove": 0},
        {"take_back": 0},
        {"turn": "red"},
        {"end": True},
    ]
    profile = {"name": "own", "kind": "classic", "size": 20, "colours": ["blue", "yellow", "red"],
               "starts": [[0, 0], [0, 19], [19, 19]], "nubs": True}  # fmt: skip
    data = {"board": "classic", "rules": {"first": "red", "starts": "free", "teams": False}, "moves": moves,
            "names": {"blue": "Ann"}, "date": "d", "result": "r", "comment": "c", "profile": profile}  # fmt: skip
    count = 0
    for changed in _replacing(data, wrong):
        count += 1
        words = said_of(json.dumps(changed))
        assert words.isprintable()
        assert len(words) < 500
    assert count > 60


def said_of(text: str) -> str:
    """Read, write and play a record: nothing, or the one sentence with which it is refused."""
    try:
        record = record_from_json(text)
        record_to_json(record).encode("utf-8")
        record.play()
    except RecordError as problem:
        return str(problem)
    return ""


def _replacing(data, wrong):
    """All copies of a structure in which one value, at any depth, is another one."""
    yield wrong
    if isinstance(data, dict):
        for key, value in data.items():
            for changed in _replacing(value, wrong):
                yield {**data, key: changed}
    elif isinstance(data, list):
        for index, value in enumerate(data):
            for changed in _replacing(value, wrong):
                yield [*data[:index], changed, *data[index + 1 :]]


def test_a_file_that_takes_pieces_away_again_and_again_does_not_take_minutes():
    text = "(;GM[Blokus]" + ";1[a20]" * 200_000 + ";1[b20]" + ";AE[b20]" * 100_000 + ")"
    assert "at most 10,000" in refused("blksgf", text)


def test_a_file_of_corrections_does_not_take_minutes():
    places = [{"colour": "blue", "cells": [[0, 0]]}] * 5000
    edits = [{"take_back": 0}] * 5000
    record = record_from_json(json.dumps({"board": "classic", "moves": places + edits}))
    with pytest.raises(RecordError, match="corrections"):
        record.play()


def test_nothing_is_changed_by_an_event_that_is_refused():
    game = played(*CORNERS)
    with pytest.raises(GameError):
        game.after(Remove(99))
    with pytest.raises(GameError):
        game.after(Place(BLUE, ((0, 20),)))
    assert game == played(*CORNERS)
