"""The pages that are made from the code are up to date."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def script(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


architecture = script("write_architecture")


def test_the_reference_is_what_the_code_says():
    written = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert written == script("write_reference").reference(), "run scripts/write_reference.py"


def test_the_drawing_of_the_architecture_shows_the_real_imports():
    written = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert written == architecture.page(written), "run scripts/write_architecture.py"


def test_the_drawing_sees_imports_in_functions_and_by_name():
    source = "def f():\n    from vision.live import table\n    importlib.import_module('companion.web.app')\n"
    assert set(architecture.imported(source)) == {"vision.live", "companion.web.app"}


@pytest.mark.parametrize(
    ("found", "kept"),
    [
        ({"a": {"b", "c"}, "b": {"c"}, "c": set()}, {"a": {"b"}, "b": {"c"}, "c": set()}),
        ({"a": {"b", "c"}, "b": {"a", "c"}, "c": set()}, {"a": {"b", "c"}, "b": {"a", "c"}, "c": set()}),
    ],
)
def test_an_arrow_is_left_out_only_if_it_follows_from_others_that_do_not_lead_back(found, kept):
    assert architecture.without_shortcuts(found) == kept


def test_a_result_is_kept_under_its_heading_and_nothing_else_changes():
    page = "# A\n\n## One\nwords\n\n```text\nold\n```\n\n## Two\n\n```text\nother\n```\n"
    kept = script("keep_result").kept
    assert kept(page, "One", "new \n") == page.replace("old", "new")
    assert kept(page, "Two", "new") == page.replace("other", "new")
    assert kept(page, "Three", "new") is None
    assert kept("## One\n\n## Two\n\n```text\n```\n", "One", "new") is None
