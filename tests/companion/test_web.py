"""The API: who may do what, and what it answers."""

import json

import numpy as np
import pytest

from companion.settings import Settings
from companion.sight import Sight
from companion.web.access import Access
from companion.web.app import create_app
from companion.web.guard import host_allowed
from companion.web.openapi import description
from companion.web.patches import differs, patch
from engine.record import record_from_json
from tests.companion.moves import FIRST, PIN, SECOND, TOUCHING, piece

RULE = {"action": "take_back", "number": 0}


def test_anyone_may_watch(client, keeper):
    keeper.take([piece("purple", *FIRST)])
    state = client.get("/api/state").json
    assert state["board"][0]["cells"] == [list(cell) for cell in FIRST]
    assert state["turn"]["to_play"] == "orange"
    assert state["left"]["purple"] == [name for name in state["left"]["orange"] if name != "I5"]
    assert [e["type"] for e in client.get("/api/events?since=1").json["events"]] == ["placed"]
    assert client.get("/api/health").json["ok"] is True


def test_nobody_changes_anything_without_the_pin_and_the_token(client, keeper):
    keeper.take([piece("purple", *FIRST)])
    assert client.post("/api/actions", json=RULE).status_code == 401
    client.post("/api/session", json={"pin": PIN})
    assert client.post("/api/actions", json=RULE).status_code == 403
    assert client.post("/api/actions", json=RULE, headers={"X-Companion-Token": "wrong"}).status_code == 403
    assert len(keeper.table.rows) == 2


def test_every_route_that_changes_things_is_guarded(app):
    open_ones = {"sessions.enter", "sessions.leave"}
    for rule in app.url_map.iter_rules():
        if rule.methods - {"GET", "HEAD", "OPTIONS"} and rule.endpoint not in open_ones:
            assert getattr(app.view_functions[rule.endpoint], "changes_things", False), rule.endpoint


def test_with_the_pin_rulings_are_made(unlocked, keeper):
    keeper.take([piece("purple", *FIRST), piece("orange", *SECOND), piece("purple", *TOUCHING)])
    events = unlocked("post", "/api/actions", {"action": "accept", "number": 2, "reason": "fun"}).json["events"]
    assert [(e["type"], e["how"], e["by_hand"], e["reason"]) for e in events] == [("corrected", "by_hand", True, "fun")]
    assert unlocked("post", "/api/actions", {"action": "undo"}).status_code == 200
    assert len(keeper.table.match.state.position.lying) == 2
    cells = [[9, 9], [9, 8], [9, 7]]
    events = unlocked("post", "/api/actions", {"action": "correct", "number": 1, "colour": "orange", "cells": cells})
    assert events.json["events"][0]["rejudged"] == []
    assert unlocked("post", "/api/actions", {"action": "pass", "colour": "purple"}).status_code == 200
    assert keeper.table.match.state.to_play == "orange"
    assert unlocked("post", "/api/actions", {"action": "end", "reason": "late"}).json["events"][0]["type"] == "finished"


@pytest.mark.parametrize(
    "wrong",
    [
        {"action": "fly"},
        {"action": "accept"},
        {"action": "accept", "number": True},
        {"action": "correct", "number": 0, "colour": "mauve", "cells": [[1, 1]]},
        {"action": "correct", "number": 0, "colour": "purple", "cells": [[1, "x"]]},
        {"action": "place", "colour": "purple", "cells": []},
        {"action": "pass", "colour": "purple", "nonsense": 1},
        [],
        "text",
    ],
)
def test_what_cannot_be_understood_is_refused_with_a_sentence(unlocked, keeper, wrong):
    answer = unlocked("post", "/api/actions", wrong)
    assert answer.status_code == 400
    assert answer.json["error"].endswith(".")
    assert len(keeper.table.rows) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"action": "accept", "number": 5},
        {"action": "undo"},
        {"action": "choose", "reading": 0},
        {"action": "place", "colour": "blue", "cells": [[1, 1]]},
        {"action": "place", "colour": "purple", "cells": [[1, 1], [1, 1]]},
        {"action": "place", "colour": "purple", "cells": [[99, 1]]},
    ],
)
def test_what_makes_no_sense_in_the_game_is_a_conflict(unlocked, keeper, wrong):
    assert unlocked("post", "/api/actions", wrong).status_code == 409
    assert len(keeper.table.rows) == 1


def test_wrong_pins_are_counted_and_soon_refused(client, hands):
    for _ in range(5):
        assert client.post("/api/session", json={"pin": "1"}).status_code == 401
    answer = client.post("/api/session", json={"pin": PIN})
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 50
    hands.now += 61
    assert client.post("/api/session", json={"pin": PIN}).status_code == 200


def test_many_addresses_share_one_limit(app, hands):
    for number in range(30):
        app.test_client().post("/api/session", json={"pin": "1"}, environ_base={"REMOTE_ADDR": f"10.0.0.{number}"})
    last = app.test_client().post("/api/session", json={"pin": PIN}, environ_base={"REMOTE_ADDR": "10.0.1.1"})
    assert last.status_code == 429


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(client):
    cookie = client.post("/api/session", json={"pin": PIN}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert PIN not in cookie


def test_another_pin_makes_old_cookies_worthless(keeper, settings, hands):
    first = create_app(keeper, settings, Access(PIN, b"secret of a test", hands), hands).test_client()
    cookie = first.post("/api/session", json={"pin": PIN}).headers["Set-Cookie"].split(";")[0]
    other = create_app(keeper, settings, Access("777777", b"secret of a test", hands), hands).test_client()
    assert other.get("/api/session", headers={"Cookie": cookie}).json["may_change"] is False


def test_leaving_forgets_the_pin(client):
    client.post("/api/session", json={"pin": PIN})
    assert client.get("/api/session").json["may_change"] is True
    assert client.delete("/api/session").json == {"may_change": False, "may_see_pictures": True, "token": ""}


@pytest.mark.parametrize(
    ("host", "right"),
    [
        ("127.0.0.1:8080", True), ("192.168.1.7", True), ("[::1]:80", True), ("localhost", True),
        ("LOCALHOST:1", True),
        ("blokus.home", True), ("evil.example", False), ("127.0.0.1.evil.example", False), ("", False),
        ("a:b:c", False),
    ],
)  # fmt: skip
def test_only_our_own_names_are_answered(host, right):
    assert host_allowed(host, frozenset({"localhost", "blokus.home"})) is right


def test_dns_rebinding_and_foreign_origins_are_refused(client):
    assert client.get("/api/state", headers={"Host": "evil.example"}).status_code == 421
    foreign = {"Origin": "http://evil.example"}
    assert client.post("/api/session", json={"pin": PIN}, headers=foreign).status_code == 403


def test_every_answer_carries_the_policy(client):
    for path in ("/", "/api/state", "/nowhere"):
        policy = client.get(path).headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe-inline" not in policy
    assert b"<script>" not in client.get("/").data
    assert b"onclick" not in client.get("/").data
    assert b"style=" not in client.get("/").data


def test_a_body_that_is_too_large_is_refused(unlocked):
    assert unlocked("post", "/api/actions", {"action": "end", "reason": "x" * 100_000}).status_code in (400, 413)


def see(keeper, number=0):
    keeper.see(np.full((60, 80, 3), 90, np.uint8), 0.0, number, Sight("live"))


def test_the_snapshot_is_sent_again_only_when_it_changed(client, keeper, hands):
    assert client.get("/api/snapshot").status_code == 404
    see(keeper)
    first = client.get("/api/snapshot")
    assert first.mimetype == "image/jpeg"
    tag = {"If-None-Match": first.headers["ETag"]}
    assert client.get("/api/snapshot", headers=tag).status_code == 304
    see(keeper, 1)
    hands.now += 1
    assert client.get("/api/snapshot", headers=tag).status_code == 200


@pytest.mark.parametrize(
    ("who", "stranger", "known"), [("everyone", 200, 200), ("pin", 403, 200), ("nobody", 403, 403)]
)
def test_camera_pictures_are_for_those_who_may_see_them(keeper, tmp_path, hands, who, stranger, known):
    settings = Settings(data=str(tmp_path), pictures=who)
    client = create_app(keeper, settings, Access(PIN, b"x", hands), hands).test_client()
    see(keeper)
    keeper.take([piece("purple", *FIRST)])
    for path in ("/api/snapshot", "/api/evidence/1-2.jpg"):
        assert client.get(path).status_code == stranger
    client.post("/api/session", json={"pin": PIN})
    for path in ("/api/snapshot", "/api/evidence/1-2.jpg"):
        assert client.get(path).status_code == known


def test_games_are_begun_paused_resumed_and_deleted(unlocked, client, keeper):
    setup = {"board": "classic", "rules": {"players": 3}, "names": {"blue": "Ada"}, "clock": "down", "clock_minutes": 5}
    made = unlocked("post", "/api/games", setup)
    assert (made.status_code, made.json["id"], made.json["rules"]["shared"]) == (201, 2, "green")
    assert unlocked("post", "/api/games/1/pause").status_code == 409
    assert unlocked("post", "/api/games/2/pause").json["status"] == "paused"
    assert unlocked("post", "/api/games/1/resume").json["status"] == "live"
    assert unlocked("post", "/api/games/2/abandon", {}).json["status"] == "abandoned"
    assert unlocked("delete", "/api/games/2").json == {"deleted": 2}
    assert unlocked("delete", "/api/games/2").status_code == 404
    assert client.get("/api/games").json["live"] == 1
    for wrong in ({"board": "chess"}, {"board": "duo", "rules": {"players": 9}}, {"board": "duo", "clock": "fast"}):
        assert unlocked("post", "/api/games", wrong).status_code == 400


def test_the_record_can_be_taken_away(client, keeper):
    keeper.take([piece("purple", *FIRST)])
    text = client.get("/api/games/1/record").get_data(as_text=True)
    assert record_from_json(text).play() == keeper.table.match.game
    assert client.get("/api/games/1/record?format=blksgf").get_data(as_text=True).startswith("(")
    assert client.get("/api/games/1/record?format=pdf").status_code == 400
    assert client.get("/api/games/1").json["events"][1]["type"] == "placed"


def test_the_stream_begins_with_what_was_missed(client, keeper):
    keeper.take([piece("purple", *FIRST), piece("orange", *SECOND)])
    messages = []
    answer = client.get("/api/stream", headers={"Last-Event-ID": "1-2"})
    for chunk in answer.response:
        messages.append(chunk.decode())
        if "event: state" in messages[-1]:
            break
    answer.close()
    assert messages[1].startswith("id: 1-3\nevent: told\n")
    assert json.loads(messages[1].split("data: ")[-1])["seq"] == 3


def test_a_viewer_that_takes_patches_is_sent_what_changed_and_nothing_else(client, keeper):
    answer = client.get("/api/stream?patches=1")
    messages = (chunk.decode() for chunk in answer.response)
    next(messages)
    state = json.loads(next(messages).split("data: ")[-1])
    for sight in (Sight("live", grid=("." * 14,) * 14), Sight("busy")):
        keeper.see(np.zeros((4, 4, 3), np.uint8), 1.0, 1, sight)
    assert json.loads(next(messages).split("data: ")[-1])["set"]["camera"] == {"status": "busy", "problem": ""}
    keeper.take([piece("purple", *FIRST)])
    told, change = next(messages).split("\n\n")[:2]
    answer.close()
    assert "event: told" in told
    found = json.loads(change.split("data: ")[1])
    assert found["tail"] == {}
    assert found["set"]["board"][0]["colour"] == "purple"
    assert "camera" not in found["set"]
    assert state["board"] == []


def test_a_patch_makes_the_next_state_of_the_last():
    was = {"a": 1, "list": [1, 2, 3], "away": 0, "empty": []}
    now = {"a": 1, "list": [1, 2, 4, 5], "empty": [7], "new": None}
    assert patch(was, now) == {"set": {"empty": [7], "new": None}, "tail": {"list": [2, [4, 5]]}, "gone": ["away"]}


@pytest.mark.parametrize(("running", "told"), [("blue", False), ("red", True)])
def test_a_clock_that_only_runs_on_is_not_told(running, told):
    clocks = {"mode": "up", "running": "blue", "seconds": {"blue": 1.0}}
    later = {**clocks, "seconds": {"blue": 2.0}, "running": running}
    assert differs({"clocks": clocks}, {"clocks": later}) is told


def test_when_all_places_are_taken_the_next_viewer_is_asked_to_come_later(client, app):
    held = [client.get("/api/stream") for _ in range(2)]
    answer = client.get("/api/stream")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    for one in held:
        one.close()
    assert app.extensions["companion"].streams.open == 0
    client.get("/api/stream").close()


def test_the_description_matches_the_routes(app):
    described = {(path, verb.upper()) for path, verbs in description()["paths"].items() for verb in verbs}
    routes = set()
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/"):
            path = rule.rule.replace("<int:game>", "{game}").replace("<name>", "{name}")
            routes |= {(path, verb) for verb in rule.methods - {"HEAD", "OPTIONS"}}
    assert described == routes


def test_what_is_not_there_is_said_as_json(client):
    for path, code in (("/api/nothing", 404), ("/api/games/99", 404), ("/api/events?since=x", 400)):
        answer = client.get(path)
        assert (answer.status_code, list(answer.json)) == (code, ["error"])
    assert client.put("/api/state").status_code == 405


def test_the_journal_says_on_the_page_that_nothing_is_stored(client, keeper, monkeypatch):
    monkeypatch.setattr(keeper.journal, "_problem", "The disk is full.")
    keeper.hub.publish()
    assert client.get("/api/state").json["journal"]["problem"] == "The disk is full."
    assert client.get("/api/health").json["ok"] is False
