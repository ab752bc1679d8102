"""`companion bench`: every figure with its target, measured in one run, and how the costs grow."""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Callable, Iterable

from companion.bench.figure import Figure, Growth

# Each module has `figures() -> Iterable[Figure]`.
GROUPS = {
    "rules": "companion.bench.rules",
    "table": "companion.bench.table",
    "reading": "companion.bench.reading",
    "live": "companion.bench.live",
    "calibration": "companion.bench.calibration",
    "page": "companion.bench.page",
}
GROWTH = "growth"
NAME_WIDTH = 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion bench` takes."""
    names = ", ".join((*GROUPS, GROWTH))
    parser.add_argument("groups", nargs="*", type=_group, metavar="GROUP", help=f"only these: {names}")
    parser.add_argument("--json", action="store_true", help="one JSON line per figure")


def _group(name: str) -> str:
    if name not in GROUPS and name != GROWTH:
        names = ", ".join((*GROUPS, GROWTH))
        raise argparse.ArgumentTypeError(f"unknown group {name!r}: expected one of {names}")
    return name


def run(options: argparse.Namespace) -> int:
    """Measure and print; exit code 1 if a target is missed."""
    wanted = options.groups or [*GROUPS, GROWTH]
    tell: Callable[[str], None] = (lambda _: None) if options.json else _print
    met: list[bool] = []
    if wanted != [GROWTH]:
        tell(f"{'group':<12} {'what':<{NAME_WIDTH}} {'measured':>10}   {'target':<8} {'unit':<13} {'ratio':>6}")
    for group in (name for name in wanted if name != GROWTH):
        measured: Iterable[Figure] = importlib.import_module(GROUPS[group]).figures()
        for figure in measured:
            met.append(figure.ok)
            _print(_json(group, figure) if options.json else _line(group, figure))
    if met:
        tell(f"{sum(met)} of {len(met)} targets met; the ratio says how much of a target is used up")
    if GROWTH in wanted:
        tell(
            f"\n{'grows with':<12} {'what':<34} {'from size to size':<24} {'cost':<34} {'cost as the power of size':>6}"
        )
        grown: Iterable[Growth] = importlib.import_module("companion.bench.growth").growths()
        for growth in grown:
            _print(_growth_json(growth) if options.json else _growth_line(growth))
    return 0 if all(met) else 1


def _print(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - the command line speaks here


def _line(group: str, figure: Figure) -> str:
    sign = "≥" if figure.at_least else "≤"
    verdict = "ok" if figure.ok else "MISSED"
    value = f"{figure.measured:10.2f} {sign} {figure.target:<8.6g}"
    name = f"{figure.name:<{NAME_WIDTH}}"
    return f"{group:<12} {name} {value} {figure.unit:<13} {figure.ratio:6.2f}  {verdict} {figure.note}".rstrip()


def _growth_line(growth: Growth) -> str:
    sizes = " → ".join(f"{size:.3g}" for size in growth.sizes)
    costs = " → ".join(f"{cost:.3g}" for cost in growth.costs) + f" {growth.unit}"
    return f"{growth.of:<12} {growth.name:<34} {sizes:<24} {costs:<34} {growth.power:6.2f}"


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


def _growth_json(growth: Growth) -> str:
    return json.dumps(
        {
            "group": GROWTH,
            "of": growth.of,
            "name": growth.name,
            "sizes": list(growth.sizes),
            "costs": list(growth.costs),
            "unit": growth.unit,
            "power": growth.power,
        }
    )
