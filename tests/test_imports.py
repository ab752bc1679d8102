"""The rooms of the house know only the rooms below them: companion → calibration → vision → engine."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ORDER = ["engine", "vision", "calibration", "companion"]


def imported_rooms(source: str) -> set[str]:
    """The first-party packages that a module imports, at any depth and under any condition."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module)
    return {name.split(".")[0] for name in names} & set(ORDER)


@pytest.mark.parametrize("room", ORDER)
def test_imports_point_one_way(room):
    above = set(ORDER[ORDER.index(room) + 1 :])
    wrong = {
        str(path.relative_to(ROOT)): sorted(imported_rooms(path.read_text()) & above)
        for path in (ROOT / room).rglob("*.py")
        if imported_rooms(path.read_text()) & above
    }
    assert not wrong


def test_no_relative_imports_hide_a_direction():
    for room in ORDER:
        for path in (ROOT / room).rglob("*.py"):
            tree = ast.parse(path.read_text())
            assert not [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.level], path


def test_the_check_sees_an_import_in_a_function():
    assert imported_rooms("def f():\n    from companion.web import app\n") == {"companion"}


def test_the_engine_needs_the_standard_library_only():
    outside = {"numpy", "cv2", "flask", "picamera2", "sqlite3", "socket", "time", "datetime", "pathlib", "os"}
    for path in (ROOT / "engine").rglob("*.py"):
        tree = ast.parse(path.read_text())
        names = {alias.name.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.Import) for alias in n.names}
        names |= {n.module.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module}
        assert not names & outside, path
