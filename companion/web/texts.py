"""All texts of the page in English, by key; `companion.web.languages` gives them in the viewer's language.

The script asks for texts by key. `KEY.one` is the singular of `KEY`, where there is one.
"""

from __future__ import annotations

from companion.web.texts_camera import CAMERA
from companion.web.texts_live import LIVE
from companion.web.texts_pages import PAGES


def texts() -> dict[str, str]:
    """Every text of the page in English."""
    return {**LIVE, **PAGES, **CAMERA}
