"""The board profiles that people have taught, made known by their names before a command looks for one."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calibration.printings import Printing

USUAL_DATA = "~/.local/share/companion"
FOLDER = "boards"


def learn_boards(data: Path | None = None) -> dict[str, Printing]:
    """The taught printings of a data folder (the usual one if none is named), by name; unusable files are passed over.

    What they need is imported only if there are any: most people have none, and `companion judge` must not wait.
    """
    folder = (data or Path(os.environ.get("COMPANION_DATA") or USUAL_DATA)).expanduser() / FOLDER
    if not folder.is_dir() or not any(folder.glob("*.json")):
        return {}
    found: dict[str, Printing] = importlib.import_module("calibration.printings").load_printings(folder)[0]
    return found
