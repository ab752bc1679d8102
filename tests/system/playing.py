"""A companion that plays a prepared game, to be killed: usage: playing.py DATA SEED [FPS [PORT]].

The game goes on from the record, as a table does that nobody has cleared. The port is printed.
"""

import sys
import threading

from companion.bench.scripted import DrawnSource, ScriptedTable
from companion.house import House
from companion.journal.journal import FILE, Journal
from companion.settings import Settings
from engine.profiles import DUO
from tests.system.scripts_of_games import rough_game


def _numbers():
    given = [float(text) for text in sys.argv[3:]]
    return (*given, *(150.0, 0.0)[len(given) :])


def main() -> None:
    data, seed, fps, port = sys.argv[1], int(sys.argv[2]), *_numbers()
    settings = Settings(data=data, host="127.0.0.1", port=int(port), board="duo", pin="123456", evidence_megabytes=1)
    table = ScriptedTable(DUO, [], every=1)
    source = DrawnSource(table, fps=fps, size=(160, 120))
    journal = Journal(settings.folder / FILE)
    done = sum(row.cause is not None for row in journal.rows(1))
    journal.close()
    table.script.extend(rough_game(seed)[done:])
    house = House.open(settings, lambda: source, table.made_for)
    print(house.server.port, flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
