"""Every command of the README is run here, or it is said why not and what is checked instead; every link leads on."""

import os
import re
import shlex
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from companion.cli import main
from companion.demo_game import DemoGame

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FIRST_WORDS = ("make ", "companion ", "sudo ", "./", "scripts/")

RUN = {
    "companion score PHOTO": [],
    "companion read PHOTO": [],
    "companion watch SOURCE": [],
    "companion calibrate SOURCE": [],
    "companion games": [],
    "companion export GAME --format blksgf": [],
    "companion judge RECORD": [],
    "companion simulate OUT": ["--stills", "1", "--size", "320x240"],
    "companion doctor": [],
}
"""Run as they stand, with files for the words in capitals; a still, because a whole simulated game takes minutes."""

LONG = {
    "make demo": "serves until it is ended; tests/system/test_demo.py runs the command behind it",
    'make demo ARGS="--board duo --speed 2 --seed 7 --mishaps 0.5"': "serves until it is ended",
    "make test": "would run this test again",
    "make unit ARGS=tests/engine/test_oracle.py": "runs in this suite anyway",
    "make unit ARGS=tests/system/test_stories.py": "runs in this suite anyway",
    "make accuracy ARGS=photos": "these are read in this suite anyway",
    "make accuracy ARGS=renders": "these are read in this suite anyway",
    "make accuracy ARGS=films": "minutes",
    "make accuracy ARGS=stills": "these are read in this suite anyway",
    "make soak": "hours; tests/system/test_soak.py runs a sample",
    "make mutants": "an hour",
}
"""Too long for a test: that make knows them, and that each program they start is there, is checked."""

ELSEWHERE = {
    "companion run --source usb:0": "test_the_page_is_served below",
    "companion bench": "tests/companion/test_bench.py runs it with given figures; measuring takes minutes",
    "sudo ./systemd/install.sh": "`make test-pi` runs it for real in a Debian system of its own",
    "scripts/moving_picture.py": "takes a minute of a real browser; the picture it makes is checked below",
}


def commands():
    """Every command in the README: the lines of its shell blocks, and what is marked as code in the text."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    lines = [line.split("  #")[0].strip() for block in blocks for line in block.splitlines()]
    text = re.sub(r"```.*?```", "", README, flags=re.DOTALL)
    inline = [code for code in re.findall(r"`([^`\n]+)`", text) if code.startswith(FIRST_WORDS)]
    return list(dict.fromkeys([*filter(None, lines), *inline]))


def test_no_command_of_the_readme_is_unaccounted_for_and_none_is_left_over():
    assert sorted(commands()) == sorted([*RUN, *LONG, *ELSEWHERE])


@pytest.fixture(scope="module")
def words(tmp_path_factory):
    """What stands for the words in capitals; the data folder has one game."""
    folder = tmp_path_factory.mktemp("readme")
    assert (
        main(["simulate", str(folder), "--stills", "1", "--size", "832x624", "--light", "office", "--tilt", "10"]) == 0
    )
    photo = next(folder.glob("*.jpg"))
    DemoGame("duo", 5, mishaps=0.0).begin(folder / "data", 0)
    record = folder / "game.blksgf"
    os.environ["COMPANION_DATA"] = str(folder / "data")
    try:
        assert main(["export", "1", "--output", str(record)]) == 0
        source = "demo:duo?seed=5&frames=10&size=480x360"
        yield {"PHOTO": str(photo), "SOURCE": source, "GAME": "1", "RECORD": str(record), "OUT": str(folder / "out")}
    finally:
        del os.environ["COMPANION_DATA"]


@pytest.mark.parametrize("command", RUN)
def test_it_runs(command, words, capsys):
    given = dict(words)
    if "calibrate" in command:
        given["SOURCE"] = words["PHOTO"]
    _, *arguments = [given.get(word, word) for word in shlex.split(command)]
    # The doctor finds no camera here, and ends with 1 because of it; every other command has to succeed.
    assert main([*arguments, *RUN[command]]) in ((0, 1) if "doctor" in command else (0,))
    assert capsys.readouterr().out


@pytest.mark.parametrize("command", LONG)
def test_make_knows_it(command):
    _, *arguments = shlex.split(command)
    told = subprocess.run(["make", "-n", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    wanted = [word.split("=", 1)[1] for word in arguments if "=" in word]
    assert all(value in told for value in wanted)
    named = [word for word in told.split() if word.startswith(("scripts/", "tests/")) and "*" not in word]
    assert all((ROOT / word).exists() for word in named)


def test_the_page_is_served(tmp_path):
    command = ["run", "--source", "usb:0", "--port", "0", "--host", "127.0.0.1", "--data", str(tmp_path)]
    process = subprocess.Popen([sys.executable, "-m", "companion", *command], stdout=subprocess.PIPE, text=True)
    try:
        address = process.stdout.readline().split()[-1]
        with urllib.request.urlopen(address, timeout=20) as page:  # noqa: S310 - our own page
            assert b"Blokus companion" in page.read()
    finally:
        process.terminate()
        process.communicate()


def test_the_moving_picture_is_small():
    assert (ROOT / "docs" / "pictures" / "live.webp").stat().st_size < 1_500_000


PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_link_and_picture_leads_somewhere(page):
    text = page.read_text(encoding="utf-8")
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert not [link for link in links if link and not (page.parent / link).exists()]


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_script_and_module_that_is_named_exists(page):
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"`((?:scripts|tests|engine|vision|calibration|companion|systemd)/[\w./-]+\.\w+)`", text)
    # A part in capitals stands for any name.
    exact = [name for name in named if not any(part.isupper() for part in name.split("/"))]
    assert not [name for name in exact if not (ROOT / name).exists()]
