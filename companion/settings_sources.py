"""Where settings come from: a TOML file, the environment, the command line."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping
from dataclasses import Field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from companion.boards import learn_boards
from companion.settings import Settings, SettingsError
from engine.profiles import PROFILES

PREFIX = "COMPANION_"
NO_SETTINGS = frozenset({"COMPANION_SHARED"})
"""Names that begin like settings and are none: where the tests find their shared material."""
FILE = "companion.toml"
"""Looked for in the data folder when no file is named."""

_FIELDS: dict[str, Field[Any]] = {item.name: item for item in fields(Settings)}


def load_settings(file: Path | None, environ: Mapping[str, str], given: Mapping[str, str]) -> Settings:
    """The settings from all three places; SettingsError names the place, the setting and what was expected.

    Args:
        file: a TOML file that must exist, or None for the one in the data folder, if it is there.
        environ: the environment; only names that begin with COMPANION_ are looked at.
        given: what the command line says, as text.
    """
    from_environ = {
        name.removeprefix(PREFIX).lower(): text
        for name, text in environ.items()
        if name.startswith(PREFIX) and name not in NO_SETTINGS
    }
    texts = {
        **_converted(from_environ, "the environment", PREFIX),
        **_converted(given, "the command line", "--"),
    }
    path = file or Settings(data=str(texts.get("data", Settings.data))).folder / FILE
    written = _from_file(path) if file is not None or path.is_file() else {}
    values: dict[str, Any] = {**written, **texts}
    if values.get("board") not in (None, *PROFILES):
        learn_boards(Path(values.get("data", Settings.data)))
    return Settings(**values)


def add_setting_arguments(parser: argparse.ArgumentParser) -> None:
    """One option for each setting, and the file."""
    parser.add_argument("--settings", metavar="FILE", type=Path, help="a TOML file of settings")
    for item in _FIELDS.values():
        says = item.metadata["says"].replace("%", "%%")
        parser.add_argument(f"--{item.name.replace('_', '-')}", metavar="VALUE", help=says, default=None)


def settings_from_options(options: argparse.Namespace, environ: Mapping[str, str]) -> Settings:
    """The settings that `add_setting_arguments` has parsed."""
    given = {name: value for name in _FIELDS if (value := getattr(options, name, None)) is not None}
    return load_settings(getattr(options, "settings", None), environ, given)


def _from_file(path: Path) -> dict[str, object]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise SettingsError(f"{path}: {problem.strerror or problem}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise SettingsError(f"{path}: not valid TOML: {problem}") from None
    found: dict[str, object] = {}
    for name, value in data.items():
        try:
            item = _known(name, "")
            found[item.name] = _typed(item, value)
        except SettingsError as problem:
            raise SettingsError(f"{path}: {problem}") from None
    return found


def _converted(texts: Mapping[str, str], where: str, prefix: str) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, text in texts.items():
        try:
            item = _known(name, prefix)
            found[item.name] = _from_text(item, text)
        except SettingsError as problem:
            raise SettingsError(f"{where}: {problem}") from None
    return found


def _known(name: str, prefix: str) -> Field[Any]:
    if name in _FIELDS:
        return _FIELDS[name]
    near = get_close_matches(name, _FIELDS, n=1, cutoff=0.5)
    shown = (prefix + near[0].upper() if prefix == PREFIX else near[0]) if near else ""
    hint = f"did you mean {shown!r}?" if near else f"expected one of {', '.join(_FIELDS)}"
    raise SettingsError(f"unknown setting {name[:40]!r}: {hint}")


def _from_text(item: Field[Any], text: str) -> object:
    if isinstance(item.default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if isinstance(item.default, str):
        return text
    try:
        return int(text) if isinstance(item.default, int) else float(text)
    except ValueError:
        raise SettingsError(f"{item.name}: expected a number, got {text[:40]!r}") from None


def _typed(item: Field[Any], value: object) -> object:
    """A value of a TOML file, which has types of its own."""
    default = item.default
    if isinstance(default, tuple):
        if isinstance(value, list) and all(isinstance(part, str) for part in value):
            return tuple(value)
        raise SettingsError(f"{item.name}: expected a list of texts")
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not type(default):
        kinds = {str: "a text", int: "a whole number", float: "a number"}
        raise SettingsError(f"{item.name}: expected {kinds[type(default)]}, got {str(value)[:40]!r}")
    return value
