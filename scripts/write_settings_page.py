"""Writes docs/settings.md from the schema of the settings."""

from pathlib import Path

from companion.settings import documentation

if __name__ == "__main__":
    Path(__file__).parent.parent.joinpath("docs/settings.md").write_text(documentation(), encoding="utf-8")
