"""`companion bench`: figures as ratios to their targets. Nothing here asserts how fast this machine is."""

import importlib
import json

import pytest

from companion.bench import growth, naive, rules
from companion.bench.figure import Figure, Growth, seconds
from companion.cli import main
from companion.commands import bench
from engine.moves import legal_spots
from engine.profiles import CLASSIC, DUO


def test_a_figure_meets_its_target_when_it_uses_up_no_more_than_all_of_it():
    assert Figure("time", 10, 20, "µs").ratio == 0.5
    assert Figure("time", 20, 20, "µs").ok
    assert not Figure("time", 21, 20, "µs").ok


def test_where_more_is_better_the_ratio_turns_round():
    assert Figure("speed", 100, 50, "times", at_least=True).ratio == 0.5
    assert not Figure("speed", 49, 50, "times", at_least=True).ok
    assert not Figure("speed", 0, 50, "times", at_least=True).ok


def test_a_measurement_counts_calls_until_it_is_long_enough():
    calls = []
    assert seconds(lambda: calls.append(1), repeats=2, at_least=0.0) >= 0
    assert len(calls) >= 2


@pytest.fixture
def measured(monkeypatch):
    """A bench of two figures, one met and one missed."""
    made = [Figure("met", 1, 2, "ms"), Figure("missed", 3, 2, "ms", note="too slow")]
    monkeypatch.setattr(rules, "figures", lambda: made)
    return made


@pytest.mark.usefixtures("measured")
def test_the_bench_prints_a_line_a_figure_and_fails_if_a_target_is_missed(capsys):
    assert main(["bench", "rules"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["group", "rules", "rules", "1"]
    assert ["MISSED" in line for line in lines] == [False, False, True, False]
    assert lines[2].endswith("too slow")
    assert lines[3].startswith("1 of 2 targets met")


@pytest.mark.usefixtures("measured")
def test_the_bench_as_json(capsys):
    assert main(["bench", "rules", "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["name"], line["ratio"], line["ok"]) for line in lines] == [("met", 0.5, True), ("missed", 1.5, False)]


def test_without_a_group_every_figure_and_the_growth_are_measured(monkeypatch, capsys):
    for group, module in bench.GROUPS.items():
        made = [Figure(f"figure of {group}", 1, 2, "ms")]
        monkeypatch.setattr(importlib.import_module(module), "figures", lambda made=made: made)
    grown = Growth("cells", "reading", [196, 400, 900], [1.0, 2.0, 4.0], "ms")
    monkeypatch.setattr(growth, "growths", lambda: [grown])
    assert main(["bench"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if " figure of " in line] == list(bench.GROUPS)
    assert lines[-1].split()[:2] == ["cells", "reading"]
    assert "196 → 400 → 900" in lines[-1]
    assert main(["bench", "growth", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["costs"] == [1.0, 2.0, 4.0]


def test_growth_is_told_as_a_power_of_the_size():
    assert Growth("cells", "none", [100, 400], [5, 5], "ms").power == 0
    assert Growth("cells", "in step", [100, 400], [1, 4], "ms").power == pytest.approx(1)


def test_the_boards_of_the_growth_table_can_be_played_on():
    for side in growth.SIDES:
        game = rules.middle_game(growth.board_of(side), 8)
        assert game.profile.size == side
        assert all(step.ruling.legal for step in game.steps)


def test_every_group_can_be_imported():
    for module in bench.GROUPS.values():
        assert callable(importlib.import_module(module).figures)


@pytest.mark.parametrize(("profile", "pieces"), [(CLASSIC, 28), (DUO, 10)])
def test_the_middle_game_that_is_measured_is_legal_and_always_the_same(profile, pieces):
    game = rules.middle_game(profile, pieces)
    assert game == rules.middle_game(profile, pieces)
    assert len(game.steps) == pieces
    assert all(step.ruling.legal for step in game.steps)


@pytest.mark.parametrize("profile", [CLASSIC, DUO])
def test_the_plain_set_generator_finds_the_same_placements_in_the_middle_game(profile):
    game = rules.middle_game(profile, 12)
    position, colour = game.state.position, game.state.to_play
    board = {cell: str(item.colour) for item in position.lying for cell in item.cells}
    used = {naive.piece_index(item.cells) for item in position.lying if item.colour is colour}
    plain = set(naive.legal_placements(profile.size, board, str(colour), profile.starts, used))
    assert plain == {frozenset(spot.cells) for spot in legal_spots(position, game.rules, colour)}
