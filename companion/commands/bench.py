"""`companion bench`: the figures of the performance table, measured in one run."""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Iterable

from companion.bench.figure import Figure

# Each module has `figures() -> list[Figure]`.
GROUPS = {
    "rules": "companion.bench.rules",
    "reading": "companion.bench.reading",
    "live": "companion.bench.live",
    "calibration": "companion.bench.calibration",
    "page": "companion.bench.page",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion bench` takes."""
    parser.add_argument("groups", nargs="*", type=_group, metavar="GROUP", help=f"only these: {', '.join(GROUPS)}")
    parser.add_argument("--json", action="store_true", help="one JSON line per figure")


def _group(name: str) -> str:
    if name not in GROUPS:
        raise argparse.ArgumentTypeError(f"unknown group {name!r}: expected one of {', '.join(GROUPS)}")
    return name


def run(options: argparse.Namespace) -> int:
    """Measure and print; exit code 1 if a target is missed."""
    missed = False
    for group in options.groups or GROUPS:
        measured: Iterable[Figure] = importlib.import_module(GROUPS[group]).figures()
        for figure in measured:
            missed |= not figure.ok
            print(_json(group, figure) if options.json else _line(group, figure), flush=True)  # noqa: T201
    return 1 if missed else 0


def _line(group: str, figure: Figure) -> str:
    sign = "≥" if figure.at_least else "≤"
    verdict = "ok" if figure.ok else "MISSED"
    value = f"{figure.measured:10.2f} {sign} {figure.target:<8.6g}"
    return (
        f"{group:<8} {figure.name:<52} {value} {figure.unit:<13} {figure.ratio:6.2f}  {verdict} {figure.note}".rstrip()
    )


def _json(group: str, figure: Figure) -> str:
    return json.dumps(
        {
            "group": group,
            "name": figure.name,
            "measured": figure.measured,
            "target": figure.target,
            "unit": figure.unit,
            "ratio": figure.ratio,
            "ok": figure.ok,
        }
    )
