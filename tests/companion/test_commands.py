"""`companion run`, `games` and `export` from the command line."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from companion.cli import main
from engine.blksgf import record_from_blksgf
from engine.record import record_from_json
from tests.companion.moves import FIRST, piece


@pytest.fixture
def played(keeper, tmp_path):
    """A data folder with one game of one piece."""
    keeper.take([piece("purple", *FIRST)])
    return ["--data", str(tmp_path)]


def test_games_are_listed(played, capsys):
    assert main(["games", *played]) == 0
    assert "duo        live       purple -84, orange -89" in capsys.readouterr().out
    assert main(["games", "--json", *played]) == 0
    assert json.loads(capsys.readouterr().out)["live"] is True


@pytest.mark.parametrize(("form", "read"), [("json", record_from_json), ("blksgf", record_from_blksgf)])
def test_a_game_is_exported(played, capsys, form, read):
    assert main(["export", "1", "--format", form, *played]) == 0
    (event,) = read(capsys.readouterr().out).events
    assert event.cells == FIRST


def test_to_a_file_too(played, tmp_path):
    assert main(["export", "1", "--output", str(tmp_path / "game.blksgf"), *played]) == 0
    assert (tmp_path / "game.blksgf").read_text().startswith("(")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["export", "7"], "there is no game 7"),
        (["export", "1", "--output", "/nowhere/at/all"], "No such file"),
        (["games", "--port", "x"], "expected a number"),
        (["run", "--source", "telescope:1"], "names no source"),
    ],
)
def test_what_went_wrong_is_one_sentence(played, capsys, arguments, says):
    assert main([*arguments, *played]) == 1
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_without_a_journal_there_are_no_games(tmp_path, capsys):
    assert main(["games", "--data", str(tmp_path)]) == 1
    assert "no game has been played yet" in capsys.readouterr().err


def test_run_serves_the_page_says_the_pin_and_ends_when_asked(tmp_path):
    command = [sys.executable, "-m", "companion", "run", "--data", str(tmp_path), "--port", "0", "--host", "127.0.0.1"]
    environ = {**os.environ, "COMPANION_BOARD": "duo"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ) as process:
        address = process.stdout.readline().split()[-1]
        pin = process.stdout.readline().split()[-1]
        with urllib.request.urlopen(f"{address}/api/state", timeout=20) as answer:  # noqa: S310 - our own page
            state = json.load(answer)
        assert state["game"]["board"] == "duo"
        assert state["camera"]["status"] in ("lost", "waiting"), "there is no camera here, and the page is served"
        assert pin == (tmp_path / "pin").read_text().strip()
        assert Path(tmp_path / "pin").stat().st_mode & 0o077 == 0
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0, process.stderr.read()


def test_a_port_that_is_taken_is_said(tmp_path, capsys):
    import socket  # noqa: PLC0415 - only here

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["run", "--data", str(tmp_path), "--host", "127.0.0.1", "--port", port]) == 1
    assert "Address already in use" in capsys.readouterr().err
