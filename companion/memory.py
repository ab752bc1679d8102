"""Keeping the process small on a machine with 512 MB."""

from __future__ import annotations

import ctypes

_ARENA_MAX = -8
"""M_ARENA_MAX of glibc's mallopt."""


def share_arenas() -> None:
    """Have all threads share two pools of memory instead of eight for each core.

    With 64 threads of which each serves a picture now and then, glibc's own pools grew from 92 to 121 MB within 25
    seconds of load; with two they stay below 100 (`scripts/load_page.py`). Does nothing where there is no glibc.
    """
    try:
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 2)
    except (OSError, AttributeError):
        return


def give_back() -> None:
    """Return memory that is free but still held to the system: after the board was found, which takes most of it."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (OSError, AttributeError):
        return
