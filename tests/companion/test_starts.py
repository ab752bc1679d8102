"""Starts that fail, and the careful one after two of them."""

import pytest

from companion.starts import FILE, Starts


def start(folder, *, good=False, note=""):
    """One start: why it is careful, or nothing."""
    starts = Starts(folder)
    reason = starts.begin()
    if note:
        starts.note(note)
    if good:
        starts.good()
    return reason


def test_two_failed_starts_lead_to_a_careful_one(tmp_path):
    assert start(tmp_path) == ""
    assert start(tmp_path, note="the camera hangs") == ""
    assert start(tmp_path) == "the camera hangs"


def test_after_a_careful_start_an_ordinary_one_is_tried_again(tmp_path):
    for _ in range(2):
        start(tmp_path)
    assert start(tmp_path) != ""
    assert start(tmp_path) == "", "switched off and on again"
    assert start(tmp_path) != "", "and it failed once more"


def test_a_good_start_forgets_the_failed_ones(tmp_path):
    start(tmp_path)
    start(tmp_path, good=True)
    assert start(tmp_path) == ""
    assert start(tmp_path) == ""


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"failed": "x", "reason": 3}', b"\xff\xfe"])
def test_a_damaged_file_counts_as_none(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)
    assert start(tmp_path) == ""


def test_where_nothing_can_be_written_every_start_is_ordinary(tmp_path):
    (tmp_path / "file").touch()
    for _ in range(4):
        assert start(tmp_path / "file" / "folder") == ""
