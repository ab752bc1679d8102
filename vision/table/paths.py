"""Ways that arms and cats take: out of the picture, and across the table."""

import math

import numpy as np

from vision.table.arrays import Random, Spot
from vision.table.camera import Camera
from vision.table.hands import Arm
from vision.table.plan import Key, Visit

FURS = ((0.03, 0.03, 0.03), (0.38, 0.19, 0.07), (0.25, 0.24, 0.23), (0.55, 0.53, 0.5))
PACE = 330.0
"""A strolling cat, in millimetres a second."""


def out_of_sight(arm: Arm, camera: Camera, nearest: float) -> Spot:
    """The nearest place on an arm's way where its finger tips are out of the picture."""
    dx, dy = math.cos(math.radians(arm.side)), math.sin(math.radians(arm.side))
    for distance in np.arange(nearest, 1400, 20):
        place = (float(dx * distance), float(dy * distance), 70.0)
        x, y = camera.project([place])[0]
        if not (-60 < x < camera.width + 60 and -60 < y < camera.height + 60):
            return place
    return dx * 1400, dy * 1400, 70.0


def walking_cat(random: Random, x: float, y: float, start: float) -> tuple[Visit, float, float]:
    """A cat that walks over a place: its visit, and when it steps on and off the place."""
    heading = float(random.uniform(0, 360))
    ux, uy = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    far, beyond = 900.0, 1400.0
    cat = Arm(
        FURS[int(random.integers(len(FURS)))], None, 0.0, heading + 180, float(random.uniform(0.8, 1.05)), kind="cat"
    )
    keys = (
        Key(start, (x - ux * far, y - uy * far, 0.0)),
        Key(start + (far + beyond) / PACE, (x + ux * beyond, y + uy * beyond, 0.0)),
    )
    touch = start + far / PACE
    return Visit(cat, keys), touch, touch + 0.6
