#!/usr/bin/env python3
"""Counts how much is read right, one line a collection: the figures of the README's table.

usage: accuracy.py [photos] [renders] [films] [stills]    (all of them without an argument)

Photos, renderings and films lie beside the project in ../shared, or where COMPANION_SHARED says; a collection that is
absent is said to be. Stills of the simulated table are drawn here, the same every time.
"""

import argparse
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.shared import shared_folder
from tests.vision import test_shared_pictures as pictures
from tests.vision import test_stills
from tests.vision.pictures import wrong_cells
from vision.errors import VisionError

ROOT = Path(__file__).parents[1]


def main():
    parser = argparse.ArgumentParser(description="how much is read right")
    parser.add_argument("collections", nargs="*", metavar="COLLECTION", help=", ".join(COLLECTIONS))
    chosen = parser.parse_args().collections or list(COLLECTIONS)
    for name in chosen:
        if name not in COLLECTIONS:
            parser.error(f"there is no collection {name!r}: expected {', '.join(COLLECTIONS)}")
    for name in chosen:
        COLLECTIONS[name](name)


def boards(name):
    """Pictures with known cells: how many are read without one wrong cell."""
    if pictures.names(name) == ["absent"]:
        print(f"{name}: absent, neither in ../shared nor in the folder of COMPANION_SHARED")
        return
    wrong = {one: wrong_in(name, one) for one in pictures.names(name)}
    told(name, wrong)


def wrong_in(folder, name):
    try:
        result, truth, _ = pictures.read(folder, name)
    except VisionError:
        return None
    return wrong_cells(result.reading.grid, truth["grid"], truth.get("odd_cells", []))


def stills(name):
    first = test_stills.FIRST_SEED
    told(name, {str(seed): test_stills.wrong_in(seed) for seed in range(first, first + test_stills.STILLS)})


def told(name, wrong):
    exact = sum(1 for cells in wrong.values() if cells == 0)
    rest = ", ".join(
        f"{one}: {'not found' if cells is None else f'{cells} cells wrong'}"
        for one, cells in wrong.items()
        if cells != 0
    )
    print(f"{name}: {exact} of {len(wrong)} exact{f' ({rest})' if rest else ''}", flush=True)


def films(name):
    """Filmed games, by the evaluation that lies beside them."""
    evaluate = shared_folder() / "tools" / "evaluate_sequences.py"
    if not evaluate.exists():
        print(f"{name}: absent, neither in ../shared nor in the folder of COMPANION_SHARED")
        return
    command = [sys.executable, str(evaluate), str(shared_folder() / "sequences")]
    subprocess.run([*command, "--command", f"{sys.executable} -m companion"], check=True, cwd=ROOT)


COLLECTIONS = {"photos": boards, "renders": boards, "films": films, "stills": stills}

if __name__ == "__main__":
    main()
