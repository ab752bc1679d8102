#!/usr/bin/env python3
"""Draws who imports whom into docs/architecture.md, from the real imports; a test holds that it is up to date.

An arrow that follows from two others is left out: what `companion` may use, `companion.web` may use through it.
"""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "architecture.md"
ROOMS = ("companion", "calibration", "vision", "engine")
BEGIN, END = "```mermaid\n", "```\n"


def part_of(module):
    """The part of the house that a module belongs to: its room, or the room's folder that it lies in."""
    names = module.split(".")
    return ".".join(names[:2]) if len(names) > 1 and (ROOT / names[0] / names[1]).is_dir() else names[0]


def imported(source):
    """Every module of ours that a source text names in an import, also by `importlib` and inside functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _exists(node.value):
            yield node.value  # the lazy imports name their module as a text


def _exists(name):
    path = ROOT.joinpath(*name.split("."))
    return name.startswith(tuple(f"{room}." for room in ROOMS)) and (path.is_dir() or path.with_suffix(".py").is_file())


def arrows():
    """From each part, the other parts it imports."""
    found = defaultdict(set)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            own = part_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
            used = {part_of(name) for name in imported(path.read_text()) if name.split(".")[0] in ROOMS}
            found[own] |= used - {own}
    return found


def without_shortcuts(found):
    """Only the arrows that do not follow from others, by way of parts that do not lead back."""
    reach = {part: reached(found, part) for part in found}
    return {
        own: {one for one in used if not any(one in reach[other] and own not in reach[other] for other in used - {one})}
        for own, used in found.items()
    }


def reached(found, start):
    """Everything that can be got at from a part."""
    seen, waiting = set(), [start]
    while waiting:
        for one in found[waiting.pop()] - seen:
            seen.add(one)
            waiting.append(one)
    return seen


def drawing():
    """The diagram: one box a room, one node a part."""
    found = arrows()
    for part in {one for used in found.values() for one in used}:
        found.setdefault(part, set())
    lines = ["flowchart TD"]
    for room in ROOMS:
        parts = sorted(part for part in found if part.split(".")[0] == room)
        lines += [f"  subgraph room_{room}[{room}]", *(f"    {_node(part)}[{part}]" for part in parts), "  end"]
    kept = without_shortcuts(found)
    lines += [f"  {_node(own)} --> {_node(one)}" for own in sorted(kept) for one in sorted(kept[own])]
    return "\n".join(lines) + "\n"


def _node(part):
    return part.replace(".", "_")


def page(text):
    """The page with the drawing as it is now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + drawing() + END + after


if __name__ == "__main__":
    TARGET.write_text(page(TARGET.read_text(encoding="utf-8")), encoding="utf-8")
