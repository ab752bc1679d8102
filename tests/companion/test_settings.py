"""The settings: typed, ranged, documented, and no typo goes unnoticed."""

from pathlib import Path

import pytest

from companion.settings import Settings, SettingsError, documentation
from companion.settings_sources import load_settings


def load(tmp_path, text="", environ=None, given=None):
    file = tmp_path / "companion.toml"
    file.write_text(text)
    return load_settings(file, environ or {}, given or {})


def test_the_later_place_wins(tmp_path):
    text = 'port = 81\nboard = "duo"\nclock_minutes = 5\nnames = ["blokus.home"]'
    found = load(tmp_path, text, {"COMPANION_PORT": "82", "COMPANION_STREAMS": "7", "HOME": "/x"}, {"port": "83"})
    assert (found.port, found.board, found.streams, found.clock_minutes) == (83, "duo", 7, 5.0)
    assert found.names == ("blokus.home",)


@pytest.mark.parametrize(
    ("text", "environ", "given", "says"),
    [
        ("prot = 80", {}, {}, "did you mean 'port'"),
        ("", {"COMPANION_BAORD": "duo"}, {}, "did you mean 'COMPANION_BOARD'"),
        ("", {}, {"evidence_megabyte": "3"}, "did you mean 'evidence_megabytes'"),
        ("port = 99999", {}, {}, "from 0 to 65535"),
        ('port = "80"', {}, {}, "expected a whole number"),
        ("", {}, {"port": "eighty"}, "expected a number"),
        ('board = "chess"', {}, {}, "expected one of classic, duo-togo, duo"),
        ("", {}, {"pin": "12a4"}, "4 to 12 digits"),
        ("names = 3", {}, {}, "a list of texts"),
        ("threads = 8", {}, {}, "too few for 52 live viewers"),
        ("port = ", {}, {}, "not valid TOML"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, text, environ, given, says):
    with pytest.raises(SettingsError, match=says):
        load(tmp_path, text, environ, given)


def test_a_file_that_is_named_must_be_there(tmp_path):
    with pytest.raises(SettingsError, match="No such file"):
        load_settings(tmp_path / "none.toml", {}, {})


def test_the_file_in_the_data_folder_is_found(tmp_path):
    (tmp_path / "companion.toml").write_text("port = 85")
    assert load_settings(None, {"COMPANION_DATA": str(tmp_path)}, {}).port == 85


def test_every_setting_has_a_sentence():
    for name in Settings.__dataclass_fields__:
        assert f"| `{name}` |" in documentation()


def test_the_page_of_settings_is_up_to_date():
    page = Path(__file__).parents[2] / "docs" / "settings.md"
    assert page.read_text(encoding="utf-8") == documentation(), "run scripts/write_settings_page.py"
