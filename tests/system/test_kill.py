"""Killed at random instants: nothing shown is lost, nothing is doubled, and the state is the fold.

A few kills here; `KILLS=200 pytest tests/system/test_kill.py` for the long run.
"""

import http.client
import json
import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.journal.journal import FILE, Journal
from engine.game import Game
from engine.profiles import DUO
from tests.system.scripts_of_games import causes_of, rough_game

KILLS = int(os.environ.get("KILLS", "12"))
ROOT = Path(__file__).parents[2]


class Viewer(threading.Thread):
    """Reads the live stream and keeps what it was shown."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.told, self.states = [], []
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", "/api/stream?game=1&since=0")
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200

    def run(self):
        kind = ""
        try:
            for line in self.answer:
                if line.startswith(b"event: "):
                    kind = line[7:].strip().decode()
                elif line.startswith(b"data: ") and line.endswith(b"\n"):
                    data = json.loads(line[6:])
                    {"told": self.told, "state": self.states}.get(kind, []).append(data)
        except (OSError, http.client.HTTPException, ValueError):
            pass  # the server was killed in the middle of a line


def start(data, seed):
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.system.playing", str(data), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    return process, int(process.stdout.readline())


def check(data, script, viewer):
    """What the journal holds against what was shown, and against the script; how many events it holds."""
    journal = Journal(data / FILE)
    rows, kept = journal.rows(1), journal.game(1)
    journal.close()
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    stored = {row.seq: row.line() for row in rows}
    for line in viewer.told:
        assert stored[line["seq"]] == line
    causes = [event for row in rows if (event := row.event(kept)) is not None]
    assert causes == causes_of(script)[: len(causes)]
    game = Game.new(DUO)
    grids = {0: game.state.position.grid()}
    for row in rows:
        event = row.event(kept)
        game = game if event is None else game.after(event)
        grids[row.seq] = game.state.position.grid()
    for state in viewer.states:
        shown = [list("." * 14) for _ in range(14)]
        for item in state["board"]:
            for r, c in item["cells"]:
                shown[r][c] = {"purple": "P", "orange": "O", "blue": "B", "red": "R"}[item["colour"]]
        assert ["".join(row) for row in shown] == grids[state["seq"]]
    return len(causes)


@pytest.mark.parametrize("part", range(2))
def test_killed_at_random_instants(tmp_path, part):
    chance = random.Random(part)
    kills, shown, games, seed = 0, 0, 0, part * 1000
    while kills < KILLS // 2:
        script, data = rough_game(seed), tmp_path / str(seed)
        done = -1
        while done < len(script) and kills < KILLS // 2:
            process, port = start(data, seed)
            viewer = Viewer(port)
            viewer.start()
            threading.Event().wait(chance.uniform(0.0, 0.25))
            process.kill()
            process.wait()
            process.stdout.close()
            viewer.join(30)
            viewer.connection.close()
            shown += len(viewer.told)
            kills += 1
            now = check(data, script, viewer)
            assert now >= done
            done = now
        games += 1
        seed += 1
    print(f"{kills} kills in {games} games, {shown} events shown")
    assert shown > 0
