"""The two record parsers, fed with thousands of damaged records: only RecordError may come out."""

import json
import random

import pytest

from engine.blksgf import record_from_blksgf, record_to_blksgf
from engine.errors import RecordError
from engine.record import Record, record_from_json, record_to_json
from tests.engine.random_games import random_game, random_soup

CASES = 3000
PARTS = 4
SPICE = [*'{}[]()";:,\\\n\0 -0.e19', "\ud800", "é", "\U0001f3b2", "null", "true", "1e9", "[[", '"cells"', '"colour"',
         "GM[Blokus]", ";1[a1]", "AE[", "A1[a1]", "PL[2]", "XR[{}]", "XP[duo-togo]", ";B[]", "(;", ")"]  # fmt: skip


def seeds_of(form: str) -> list[str]:
    """Valid records to damage."""
    games = [random_game("two players", 1, 9), random_game("duo to go", 2, 9), random_game("three players", 3, 5)]
    if form == "json":
        games += [random_soup("own board", 4, 30), random_soup("duo", 5, 30)]
    write = {"json": record_to_json, "blksgf": record_to_blksgf}[form]
    return [write(Record(g.profile, g.rules, g.events, {g.profile.colours[0]: "Zoë"}, "d", "r", "c")) for g in games]


def damaged(chance: random.Random, text: str, other: str) -> str:
    """A text after one to six accidents."""
    for _ in range(chance.randrange(1, 7)):
        i, j = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        j = min(j, i + 40)
        k = chance.randrange(len(other))
        text = chance.choice(
            [
                text[:i] + text[j:],
                text[:i] + chance.choice(SPICE) + text[i:],
                text[:i] + chance.choice(SPICE) + text[j:],
                text[:i] + text[i:j] * 3 + text[j:],
                text[:i] + other[k : k + 60] + text[j:],
                text[:i] + text[i:j][::-1] + text[j:],
                text[:i] + "".join(chr(chance.randrange(256)) for _ in range(4)) + text[i + 4 :],
                text[:i] + str(chance.randrange(-2, 30)) + text[i + 1 :],
            ]
        )
    return text


def shaken(chance: random.Random, text: str, other: str) -> str:
    """A JSON record with one to three values replaced by values from elsewhere, still valid JSON."""
    data = json.loads(text)
    spare = [value for _, _, value in _places(json.loads(other))] + [None, True, -1, 10**9, 0.5, "", "blue", [], {}]
    for _ in range(chance.randrange(1, 4)):
        places = _places(data)
        if places:
            holder, key, _ = chance.choice(places)
            holder[key] = chance.choice(spare)
    return json.dumps(data)


def _places(data: object) -> list[tuple]:
    """Every value inside a structure, with what holds it and under which key."""
    pairs = list(data.items()) if isinstance(data, dict) else list(enumerate(data)) if isinstance(data, list) else []
    return [place for key, value in pairs for place in [(data, key, value), *_places(value)]]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("form", ["json", "blksgf"])
def test_a_damaged_record_is_read_or_refused_in_one_line(form, part):
    read, write = {"json": (record_from_json, record_to_json), "blksgf": (record_from_blksgf, record_to_blksgf)}[form]
    texts = seeds_of(form)
    understood = 0
    for case in range(part, CASES, PARTS):
        chance = random.Random(case)
        accident = shaken if form == "json" and chance.random() < 0.5 else damaged
        text = accident(chance, chance.choice(texts), chance.choice(texts))
        said = ""
        try:
            record = read(text)
            record.play()
        except RecordError as problem:
            said = str(problem)
        else:
            understood += 1
            again = read(write(record))
            assert read(write(again)) == again
        assert said.isprintable(), text
        assert len(said) < 500
    assert understood > 5
