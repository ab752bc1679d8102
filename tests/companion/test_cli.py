"""The command line: exit 0 done, 1 not understood (one sentence on stderr), 2 wrong usage; never a traceback."""

import json
import os
import subprocess
import sys

import pytest

from companion.cli import main
from companion.version import VERSION
from tests.shared import ROOT

GOOD = '{"board":"classic","moves":[]}'


def run(*arguments, data: bytes = b"", **environment) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "companion", *arguments],
        input=data, capture_output=True, check=False, cwd=ROOT, env={**os.environ, **environment},
    )  # fmt: skip


def one_sentence(done: subprocess.CompletedProcess) -> str:
    """What stands on stderr, if that is one sentence of ours."""
    words = done.stderr.decode()
    assert len(words.splitlines()) == 1
    assert words.startswith("companion: ")
    assert "Traceback" not in words
    return words


@pytest.mark.parametrize(
    "arguments", [[], ["frobnicate"], ["judge"], ["judge", "--frobnicate"], ["bench", "frobnicate"], ["--legal"]]
)
def test_wrong_usage_is_exit_2(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: companion" in capsys.readouterr().err


def test_help_and_version_are_exit_0(capsys):
    for arguments in (["--help"], ["--version"], ["judge", "--help"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0
    assert f"companion {VERSION}" in capsys.readouterr().out


GARBAGE = {
    "nothing": b"",
    "blanks": b" \n\t\n",
    "no text": bytes(range(256)) * 10,
    "zeros": b"\0" * 100_000,
    "cut json": b'{"board":"classic","moves":[{"colour":"bl',
    "cut sgf": b"(;GM[Blokus];1[a2",
    "deep json": b"[" * 100_000,
    "deep sgf": b"(" * 100_000,
    "megabytes": b"x" * 5_000_000,
    "no utf-8": b'{"board":"classic","moves":[],"date":"\xff"}',
    "half character": b'{"board":"\\ud800","moves":[]}',
    "escape": b'{"board":"\\u001b[2J\\n","moves":[]}',
    "other game": b"(;GM[Trigon\n\x1b[2J])",
    "wrong board": b'{"board":"duo","moves":[{"colour":"purple","cells":[[19,19]]}]}',
    "makes no sense": b'{"board":"duo","moves":[{"remove":5}]}',
    "long name": b'{"board":"duo","moves":[],"profile":{"size":9,"name":"' + b"x" * 100_000 + b'"}}',
}


@pytest.mark.parametrize("what", GARBAGE)
@pytest.mark.parametrize("as_json", [True, False])
def test_what_is_not_understood_is_exit_1_and_one_sentence(what, as_json, tmp_path, capsys):
    path = tmp_path / "game.json"
    path.write_bytes(GARBAGE[what])
    assert main(["judge", str(path), *(["--json"] if as_json else [])]) == 1
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 1
    assert captured.err.startswith(f"companion: {path}: ")
    assert captured.err.strip().isprintable()
    assert len(captured.err) < 700
    assert [list(json.loads(line)) for line in captured.out.splitlines()] == ([["error"]] if as_json else [])


@pytest.mark.parametrize("what", ["nothing", "no text", "cut json", "deep json", "deep sgf"])
def test_the_same_for_the_real_program_reading_standard_input(what):
    done = run("judge", "-", data=GARBAGE[what])
    assert done.returncode == 1
    assert "standard input" in one_sentence(done)
    assert done.stdout == b""


@pytest.mark.parametrize("data", [b"", b"\n\n \n"])
def test_a_file_of_no_records_is_exit_1(data, tmp_path, capsys):
    path = tmp_path / "games.jsonl"
    path.write_bytes(data)
    assert main(["judge", str(path), "--json"]) == 1
    assert "the file is empty" in capsys.readouterr().err


def test_a_file_that_is_not_there_and_a_folder_are_exit_1(tmp_path, capsys):
    assert main(["judge", str(tmp_path / "none.json")]) == 1
    assert main(["judge", str(tmp_path)]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert [line.rpartition(": ")[2] for line in errors] == ["No such file or directory", "Is a directory"]


def test_a_file_name_that_is_no_text_does_not_matter(tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff.json"
    with open(path, "w") as file:  # noqa: PTH123 - a name that no text can spell
        file.write(GOOD)
    done = run("judge", os.fsdecode(path), PYTHONIOENCODING="utf-8:strict")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"blue to play" in done.stdout


def test_the_program_speaks_in_a_terminal_that_knows_ascii_only(tmp_path):
    path = tmp_path / "game.json"
    path.write_text('{"board":"classic","moves":[{"colour":"blue","cells":[[20,0]]}]}')
    done = run("judge", str(path), PYTHONIOENCODING="ascii:strict")
    assert done.returncode == 1
    one_sentence(done)


def test_the_program_does_its_work():
    done = run("judge", "-", "--json", data=GOOD.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["to_play"] == "blue"


def test_a_reader_that_goes_away_is_no_failure(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text((GOOD + "\n") * 300)
    command = (
        f'"{sys.executable}" -m companion judge "{path}" --json --legal | head -n 1 >/dev/null; echo ${{PIPESTATUS[0]}}'
    )
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.stdout.strip(), done.stderr) == ("0", "")
