"""A bounded part of the random set-ups; `scripts/calibrate_setups.py` runs all of them."""

import pytest

from scripts.calibrate_setups import set_up


# All printings, lights and lenses, empty and mid-game. Numbers of the sixty that are missed are in docs/calibration.md.
@pytest.mark.parametrize("number", [1, 4, 9, 12, 17, 22])
def test_a_random_set_up_is_calibrated_and_read_exactly(number):
    outcome = set_up(number)
    assert outcome.corners < 0.1
    assert outcome.wrong == 0
    assert outcome.later_wrong == 0
    assert not outcome.by_hand
