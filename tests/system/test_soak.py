"""A bounded sample of `make soak`: random games over random light, tilt, printings and mishaps."""

import importlib.util
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location("soak", Path(__file__).parent.parent.parent / "scripts" / "soak.py")
soak = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(soak)


# The first games of the default seed, as they come.
@pytest.mark.parametrize("seed", [1000, 1001])
def test_a_random_game_is_told_as_it_happened(seed):
    row = soak.play(seed, seconds=40, width=800)
    assert row["events"] > 0
    assert row["errors"] == 0


def test_the_interval_holds_the_share_and_shrinks_with_more_events():
    low, high = soak.interval(3, 100)
    assert low < 0.03 < high
    wide, narrow = high - low, soak.interval(30, 1000)
    assert narrow[1] - narrow[0] < wide
    assert soak.interval(0, 0) == (0.0, 1.0)
