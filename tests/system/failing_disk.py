"""Run in a mount namespace of its own: plays while the disk fills up or turns read-only, then mends it.

usage: unshare -rm python failing_disk.py full|readonly FOLDER; prints what was found as JSON.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from companion.evidence import Evidence
from companion.journal.journal import FILE, Journal
from companion.keeper import Keeper
from companion.view import view
from engine.profiles import DUO
from engine.record import Record
from engine.rules import RuleSet
from tests.system.scripts_of_games import causes_of, rough_game


def mount(*options):
    subprocess.run(["mount", *options], check=True)


def main() -> None:
    how, folder = sys.argv[1], Path(sys.argv[2])
    mount("-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder))
    keeper = Keeper(Journal(folder / FILE), Evidence(folder / "evidence", 10**6, 1.0), time.monotonic, time.time)
    keeper.new_game(Record(DUO, RuleSet.usual(DUO)))
    script = rough_game(5)
    half = len(script) // 2
    for change in script[:half]:
        keeper.take([change])
    filler = folder / "filler"
    if how == "full":
        with filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1024))
            except OSError:
                pass
    else:
        # Files that are open for writing keep a file system from turning read-only, so it is another start.
        keeper.journal.close()
        mount("-o", "remount,ro", str(folder))
        keeper = Keeper(Journal(folder / FILE), Evidence(folder / "evidence", 10**6, 1.0), time.monotonic, time.time)
        keeper.open_live()
    for change in script[half:]:
        keeper.take([change])
    during = view(keeper)
    if how == "full":
        filler.unlink()
    else:
        mount("-o", "remount,rw", str(folder))
    caught_up = keeper.journal.catch_up()
    after = view(keeper)
    keeper.journal.close()
    again = Journal(folder / FILE)
    kept = again.game(1)
    rows = again.rows(1)
    causes = [event for row in rows if (event := row.event(kept)) is not None]
    print(
        json.dumps(
            {
                "problem": during["journal"]["problem"],
                "waiting": during["journal"]["waiting"],
                "pieces": len(during["board"]),
                "caught_up": caught_up,
                "problem_after": after["journal"]["problem"],
                "whole": causes == causes_of(script),
                "contiguous": [row.seq for row in rows] == list(range(1, len(rows) + 1)),
                "check": again._connection.execute("PRAGMA integrity_check").fetchone()[0],
            }
        )
    )


if __name__ == "__main__":
    main()
