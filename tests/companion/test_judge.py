"""`companion judge`: a written game in, one JSON line or a page for people out, as DESIGN.md lays it down."""

import io
import json
import sys

import pytest

from companion.cli import main
from companion.commands.judge import verdict
from tests.engine.tables import CORNERS, played
from tests.shared import as_record, fingerprint, oracle, shared

MOVES = [
    {"colour": "blue", "cells": [[0, 0], [0, 1]]},
    {"colour": "yellow", "cells": [[5, 5]]},
    {"colour": "red", "pass": True},
]


def write(folder, name, *records, **changes):
    path = folder / name
    data = records or [{"board": "classic", "rules": {}, "moves": MOVES, **changes}]
    path.write_text("\n".join(item if isinstance(item, str) else json.dumps(item) for item in data), encoding="utf-8")
    return str(path)


def judged(capsys, *arguments) -> tuple[int, list[dict], str]:
    code = main(["judge", *arguments])
    captured = capsys.readouterr()
    return code, [json.loads(line) for line in captured.out.splitlines()], captured.err


def test_each_move_has_its_ruling_and_the_game_its_state_scores_and_winners(tmp_path, capsys):
    code, (answer,), err = judged(capsys, write(tmp_path, "game.json"), "--json")
    assert (code, err) == (0, "")
    assert answer["rulings"][0] == {"legal": True, "violations": []}
    assert answer["rulings"][1] == {
        "legal": False,
        "violations": [{"rule": "start_not_covered", "cells": [[0, 19], [19, 0], [19, 19]]}],
    }
    assert answer["rulings"][2]["violations"][0]["rule"] == "pass_with_moves"
    assert (answer["to_play"], answer["over"]) == ("green", False)
    assert answer["scores"]["basic"] == {"blue": 87, "yellow": 88, "red": 89, "green": 89}
    assert answer["scores"]["advanced"] == {"blue": -87, "yellow": -88, "red": -89, "green": -89}
    assert answer["winners"] == {"basic": ["blue"], "advanced": ["blue"]}
    assert "legal" not in answer
    assert "sides" not in answer


def test_legal_lists_every_placement_of_the_colour_to_play(tmp_path, capsys):
    _, (answer,), _ = judged(capsys, write(tmp_path, "game.json", moves=[]), "--json", "--legal")
    assert len(answer["legal"]) == 4 * 58
    assert answer["legal"] == sorted(answer["legal"])


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ({"players": 2}, ["blue+red", "yellow+green"]),
        ({"teams": True}, ["blue+red", "yellow+green"]),
        ({"players": 3}, ["blue", "yellow", "red"]),
    ],
)
def test_players_teams_and_a_shared_colour_have_sides(tmp_path, capsys, rules, names):
    _, (answer,), _ = judged(capsys, write(tmp_path, "game.json", rules=rules), "--json")
    assert [side["name"] for side in answer["sides"]] == names
    assert [side["basic"] for side in answer["sides"]] == [
        sum(answer["scores"]["basic"][colour] for colour in side["colours"]) for side in answer["sides"]
    ]


def test_a_line_of_a_jsonl_file_is_a_record(tmp_path, capsys):
    record = {"board": "duo", "moves": []}
    code, answers, _ = judged(capsys, write(tmp_path, "games.jsonl", record, "", record), "--json")
    assert (code, len(answers)) == (0, 2)


def test_a_bad_line_is_named_and_the_others_are_judged(tmp_path, capsys):
    good = {"board": "duo", "moves": []}
    code, answers, err = judged(capsys, write(tmp_path, "games.jsonl", good, '{"board":', good), "--json")
    assert code == 1
    assert [("error" in answer) for answer in answers] == [False, True, False]
    assert len(err.splitlines()) == 1
    assert "games.jsonl, line 2: the record is not valid JSON" in err


def test_a_line_that_is_no_text_is_named_and_the_others_are_judged(tmp_path, capsys):
    good = b'{"board":"duo","moves":[]}\n'
    (tmp_path / "games.jsonl").write_bytes(good + b"\xff\xfe\n" + good)
    code, answers, err = judged(capsys, str(tmp_path / "games.jsonl"), "--json")
    assert code == 1
    assert [("error" in answer) for answer in answers] == [False, True, False]
    assert "games.jsonl, line 2: this is not text in UTF-8" in err


def test_several_files_of_both_formats_are_judged_in_order(tmp_path, capsys):
    sgf = tmp_path / "game.blksgf"
    sgf.write_text("(;GM[Blokus Duo];B[e10];W[j5])")
    code, answers, _ = judged(capsys, str(sgf), write(tmp_path, "game.json"), "--json")
    assert code == 0
    assert [len(answer["rulings"]) for answer in answers] == [2, 3]


def test_a_record_may_come_from_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf(;GM[Blokus];1[a20])")))
    code, (answer,), _ = judged(capsys, "-", "--json")
    assert (code, answer["to_play"]) == (0, "yellow")


def test_for_people_there_is_a_board_what_is_wrong_and_the_score(tmp_path, capsys):
    assert main(["judge", write(tmp_path, "game.json")]) == 0
    shown = capsys.readouterr().out
    assert "20  B  B" in shown
    assert "move 2: start_not_covered a1,t1,t20" in shown
    assert "blue:  87 squares left, -87 points" in shown
    assert "green to play" in shown


def test_for_people_the_end_and_the_winner_are_named(tmp_path, capsys):
    moves = [{"colour": "blue", "cells": [[0, 0]]}, {"end": True}]
    assert main(["judge", write(tmp_path, "game.json", moves=moves)]) == 0
    assert "over; basic scoring: blue won" in capsys.readouterr().out


def test_incidents_and_the_board_are_part_of_the_answer():
    answer = verdict(played(*CORNERS, "blue k10"))
    assert answer["incidents"] == [4]
    assert answer["board"][0] == "BB" + "." * 17 + "Y"


@pytest.mark.parametrize("name", ["classic_positions", "duo_positions", "duo_early_pass"])
def test_the_positions_of_the_oracle_through_the_command_line(tmp_path, capsys, name):
    entries = oracle(name)
    code, answers, err = judged(
        capsys, write(tmp_path, "all.jsonl", *(as_record(e) for e in entries)), "--json", "--legal"
    )
    assert (code, err, len(answers)) == (0, "", len(entries))
    for entry, answer in zip(entries, answers, strict=True):
        assert all(ruling["legal"] for ruling in answer["rulings"])
        assert answer["over"] is entry["game_over"]
        if entry["legal_count"]:
            assert len(answer["legal"]) == entry["legal_count"]
            assert fingerprint(answer["legal"]) == entry["legal_sha256"]


@pytest.mark.parametrize("name", ["games_classic", "games_classic2", "games_classic3", "games_duo"])
def test_the_games_of_the_oracle_through_the_command_line(tmp_path, capsys, name):
    entries = oracle(name)
    _, answers, _ = judged(capsys, write(tmp_path, "all.jsonl", *(as_record(e) for e in entries)), "--json", "--legal")
    for entry, answer in zip(entries, answers, strict=True):
        assert (answer["over"], answer["to_play"], answer["legal"]) == (True, None, [])
        assert list(answer["scores"]["advanced"].values()) == list(entry["official_score"].values())
        if name == "games_classic2":
            points = {"first": answer["sides"][0]["advanced"], "second": answer["sides"][1]["advanced"]}
            assert {side: value + 178 for side, value in points.items()} == entry["player_points"]


def test_the_samples_of_pentobi_through_the_command_line(capsys):
    files = sorted(str(path) for path in shared("oracle/sgf").glob("*.blksgf"))
    code, answers, _ = judged(capsys, *files, "--json")
    assert (code, len(answers)) == (0, 4)
    assert [answer["over"] for answer in answers] == [True, True, False, False]
