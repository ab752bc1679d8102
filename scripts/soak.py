#!/usr/bin/env python3
"""Watch many random games of the simulated table and say how often the companion errs, with a confidence interval.

usage: soak.py [--games 200] [--seconds 120] [--seed 1000] [--width 1296] [--json OUT]

Each game has its own board, light, table, camera and mishaps, all from the seed. An error is an event of the game that
was not told, or one that was told and did not happen.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.watching import Watching
from engine.profiles import PROFILES
from vision.sources.demo import DemoSource
from vision.table.comparing import game_events, turned_to_fit


def main() -> int:
    parser = argparse.ArgumentParser(description="how often the companion errs on simulated games")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120.0, help="of each game")
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--width", type=int, default=1296, help="of the pictures, in pixels")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    events = errors = perfect = 0
    rows = []
    for number in range(options.games):
        row = play(options.seed + number, options.seconds, options.width)
        rows.append(row)
        events, errors, perfect = events + row["events"], errors + row["errors"], perfect + (row["errors"] == 0)
        print(
            f"{row['board']:<9} seed {row['seed']:<6} events {row['events']:3d}  errors {row['errors']:3d}",
            flush=True,
        )
    low, high = interval(errors, events)
    print(f"\ngames {len(rows)}  perfect {perfect}  events {events}  errors {errors}")
    print(f"error per event {errors / max(events, 1):.4f}  (95 %: {low:.4f} to {high:.4f})")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    return 0


def play(seed: int, seconds: float, width: int = 1296) -> dict:
    """One game; what was told against what happened, in whichever turn of the board fits best."""
    chance = random.Random(seed)
    board = chance.choice(sorted(PROFILES))
    film = DemoSource(board, seed=seed, frames=int(seconds * 5), mishaps=0.2, size=(width, width * 3 // 4))
    begin = time.monotonic()
    with film:
        lines = [line for line, _ in Watching(PROFILES[board].kind, {}).lines(film)]
        truth = film.plan.told if film.plan else []
    size = PROFILES[board].size
    wanted = game_events(truth, size)
    wrong = len(set(turned_to_fit(lines, truth, size)) ^ set(wanted))
    return {"seed": seed, "board": board, "events": len(wanted), "errors": wrong, "took": time.monotonic() - begin}


def interval(errors: int, events: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share."""
    if not events:
        return 0.0, 1.0
    z, share = 1.96, min(1.0, errors / events)
    middle = share + z * z / (2 * events)
    spread = z * math.sqrt(share * (1 - share) / events + z * z / (4 * events * events))
    return max(0.0, (middle - spread) / (1 + z * z / events)), (middle + spread) / (1 + z * z / events)


if __name__ == "__main__":
    sys.exit(main())
