"""Writes one kind of file again and again until it is killed.

usage: python -m tests.system.writing KIND FOLDER; prints a line when it begins.
"""

import dataclasses
import itertools
import sys
import time
from pathlib import Path

import numpy as np

from calibration.keeping import Shelf, read_file
from companion.cli import main
from companion.evidence import Evidence
from companion.starts import Starts
from companion.web.access import Access


def pictures(folder):
    evidence = Evidence(folder / "evidence", 400_000, 0)
    noise = np.random.default_rng(1).integers(0, 255, (480, 480, 3), np.uint8)
    for number in itertools.count(1):
        evidence.keep(1, number % 50, np.roll(noise, number, 0), None, incident=False)
        yield


def pin(folder):
    while True:
        for name in ("pin", "secret"):
            (folder / name).unlink(missing_ok=True)
        Access.of_folder(folder, "", time.monotonic)
        yield


def starts(folder):
    for number in itertools.count():
        start = Starts(folder)
        start.begin()
        start.note("why " * (number % 90))
        if number % 3 == 0:
            start.good()
        yield


def calibrations(folder):
    kept = read_file(folder / "first.json")
    shelf = Shelf(folder / "calibration")
    for number in itertools.count():
        shelf.save(dataclasses.replace(kept, made=f"2026-01-01T00:00:{number % 60:02d}+00:00"))
        yield


def exports(folder):
    while True:
        main(["export", "1", "--data", str(folder), "--format", "json", "--output", str(folder / "game.json")])
        yield


KINDS = {kind.__name__: kind for kind in (pictures, pin, starts, calibrations, exports)}

if __name__ == "__main__":
    for number, _ in enumerate(KINDS[sys.argv[1]](Path(sys.argv[2]))):
        if number == 0:
            print("writing", flush=True)
