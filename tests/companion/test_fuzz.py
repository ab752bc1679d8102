"""The API fuzzed from its own description: no 500, every answer as described, no change without rights."""

import random

import pytest

from companion.web.openapi import description
from tests.companion.moves import FIRST, SECOND, piece

ODD = [
    None,
    True,
    False,
    -1,
    0,
    1,
    2**31,
    2**70,
    0.5,
    "",
    "x",
    "0",
    "é\x00",
    "../../pin",
    [],
    [[]],
    {},
    {"a": 1},
    [[0, 0]],
]
"""Values that do not fit, whatever was asked for."""
ROUNDS = 500


def value(schema, chance):
    """Something that fits a schema, or, one time in five, something odd."""
    if chance.random() < 0.2:
        return chance.choice(ODD)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    match schema["type"]:
        case "integer":
            return chance.randint(schema.get("minimum", -3), min(schema.get("maximum", 9), 20))
        case "number":
            return chance.uniform(schema.get("minimum", -3), schema.get("maximum", 9))
        case "string":
            return "".join(chance.choices("aé√ 09\x00<'\"", k=chance.randint(0, 12)))
        case "array":
            length = chance.randint(schema.get("minItems", 0), min(schema.get("maxItems", 5), 6))
            return [value(schema["items"], chance) for _ in range(length)]
    known = schema.get("properties", {})
    made = {key: value(part, chance) for key, part in known.items() if chance.random() < 0.7}
    made |= {key: value(known[key], chance) for key in schema.get("required", ()) if chance.random() < 0.95}
    if chance.random() < 0.1:
        made[chance.choice(["x", "", "number ", "__proto__"])] = chance.choice(ODD)
    return made


def ask(client, operation, path, verb, chance, headers):
    """One request of an operation; the answer."""
    query = {}
    for parameter in operation.get("parameters", ()):
        given = value(parameter["schema"], chance)
        if parameter["in"] == "path":
            text = str(given).replace("/", "%2F").replace("\x00", "%00").replace("#", "%23").replace("?", "%3F")
            path = path.replace("{" + parameter["name"] + "}", text or "0")
        elif chance.random() < 0.7:
            query[parameter["name"]] = str(given)
    body = operation.get("requestBody")
    kwargs = {}
    if body is not None:
        schema = body["content"]["application/json"]["schema"]
        roll = chance.random()
        if roll < 0.85:
            kwargs["json"] = value(schema, chance)
        elif roll < 0.95:
            kwargs |= {"data": chance.randbytes(chance.randint(0, 60)), "content_type": "application/json"}
        else:
            kwargs |= {"data": "a=1", "content_type": "text/plain"}
    return client.open(path, method=verb.upper(), query_string=query, headers=headers, **kwargs)


def operations():
    for path, verbs in description()["paths"].items():
        for verb, operation in verbs.items():
            yield path, verb, operation


def check(answer, operation, path, verb):
    assert answer.status_code < 500 or answer.status_code == 503, (verb, path, answer.get_data(as_text=True))
    # A path that names nothing is answered by the router, which no operation describes.
    described = {int(code) for code in operation["responses"]} | {404, 405, 308}
    assert answer.status_code in described, (verb, path, answer.status_code, answer.get_data(as_text=True))
    if answer.status_code >= 400:
        assert set(answer.json) == {"error"}


@pytest.mark.parametrize("seed", range(2))
def test_no_request_of_a_stranger_changes_anything(client, keeper, seed):
    keeper.take([piece("purple", *FIRST), piece("orange", *SECOND)])
    before = keeper.journal.games(), keeper.journal.rows(1)
    chance = random.Random(seed)
    listed = list(operations())
    for _ in range(ROUNDS):
        path, verb, operation = chance.choice(listed)
        headers = {"X-Companion-Token": chance.choice(["", "x", "é"])} if chance.random() < 0.5 else {}
        answer = ask(client, operation, path, verb, chance, headers)
        check(answer, operation, path, verb)
        if operation.get("security"):
            assert answer.status_code in (401, 404, 405, 308), (verb, path)
        answer.close()
    assert (keeper.journal.games(), keeper.journal.rows(1)) == before


@pytest.mark.parametrize("seed", range(4))
def test_nothing_breaks_with_the_pin(client, keeper, seed):
    chance = random.Random(100 + seed)
    token = client.post("/api/session", json={"pin": "424242"}).json["token"]
    listed = [one for one in operations() if one[0] != "/api/session"]
    changes = [one for one in listed if one[2].get("security")]
    done = 0
    for number in range(ROUNDS):
        if number % 40 == 0:
            keeper.take([piece("purple", *FIRST)] if keeper.table else [])
        path, verb, operation = chance.choice(listed + changes * 3)
        answer = ask(client, operation, path, verb, chance, {"X-Companion-Token": token})
        check(answer, operation, path, verb)
        done += answer.status_code in (200, 201) and verb != "get"
        answer.close()
    assert done > 20, "the fuzzer must get through sometimes"
    for kept in keeper.journal.games():
        rows = keeper.journal.rows(kept.id)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
