"""Simulated set-ups with their truth, rendered once."""

import functools

import pytest

from calibration import calibrated
from calibration.geometry import find
from vision.table.stills import render_still

SIZE = (832, 624)


@functools.cache
def still(seed, board, **named):
    """A picture of the simulated table and its truth."""
    return render_still(seed, board, finer=1, **{"size": SIZE, "light": "office", "tilt": 15.0, **named})


@functools.cache
def kept(seed=6, board="classic", moves=24):
    """A calibration, as `companion calibrate` makes it, and the picture it was made from."""
    image, _ = still(seed, board, moves=moves)
    return calibrated(image, find(image, board), "usb:0", {"exposure": 156.0}, "2026-11-01T18:00:00+00:00"), image


@pytest.fixture
def calibration():
    return kept()[0]
