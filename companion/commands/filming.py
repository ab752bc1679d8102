"""What the filming commands share: checked numbers, progress on a terminal, and saying what was done."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

MOST_FRAMES = 1_000_000


def count(text: str) -> int:
    """A whole number that makes sense as a number of frames or pictures."""
    value = int(text)
    if not 1 <= value <= MOST_FRAMES:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to {MOST_FRAMES}")
    return value


def picture_size(text: str) -> tuple[int, int]:
    """WIDTHxHEIGHT; both even, because video codecs want them so."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and 64 <= int(width) <= 8192 and 64 <= int(height) <= 8192):
        raise argparse.ArgumentTypeError("expected WIDTHxHEIGHT in pixels, such as 1296x972")
    return int(width) // 2 * 2, int(height) // 2 * 2


def bounded(low: float, high: float) -> Callable[[str], float]:
    """A converter to a number between bounds."""

    def convert(text: str) -> float:
        value = float(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"expected a number from {low:g} to {high:g}")
        return value

    return convert


def progress(frames: int) -> Callable[[int], None]:
    """Tells how far a film is on a terminal, and nothing in a pipe."""

    def tell(number: int) -> None:
        if sys.stderr.isatty() and (number % 20 == 0 or number == frames - 1):
            end = "" if number < frames - 1 else "\n"
            print(f"\rframe {number + 1} of {frames}", end=end, file=sys.stderr)  # noqa: T201 - for people who wait

    return tell


def say(text: str) -> None:
    """Print a line for people."""
    print(text)  # noqa: T201 - the command line speaks here
