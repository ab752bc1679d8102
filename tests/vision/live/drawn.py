"""A plain drawn Duo board, straight from above, as frames: quick to make, and found like any other."""

import cv2
import numpy as np

from engine.colours import Colour
from vision.changes import Patch
from vision.frames import Frame

CELL, LEFT, TOP, SIZE = 26, 60, 50, (480, 480)
COUNT = 14
PLASTIC = {Colour.PURPLE: (150, 40, 90), Colour.ORANGE: (20, 110, 235)}
"""Blue, green, red of the pieces."""


def picture(patches=(), light=1.0, noise=2.0, seed=0, table=(70, 95, 60), shift=(0, 0)):
    """The board with pieces on it, in linear-ish light, with a camera's noise."""
    image = np.full((SIZE[1], SIZE[0], 3), table, np.float32)
    left, top = LEFT + shift[0], TOP + shift[1]
    side = CELL * COUNT
    cv2.rectangle(image, (left - 9, top - 9), (left + side + 8, top + side + 8), (150, 150, 150), -1)
    cv2.rectangle(image, (left, top), (left + side, top + side), (185, 185, 185), -1)
    for k in range(COUNT + 1):
        cv2.line(image, (left + k * CELL, top), (left + k * CELL, top + side), (120, 120, 120), 2)
        cv2.line(image, (left, top + k * CELL), (left + side, top + k * CELL), (120, 120, 120), 2)
    for patch in patches:
        for row, column in patch.cells:
            x, y = left + column * CELL, top + row * CELL
            cv2.rectangle(image, (x, y), (x + CELL, y + CELL), PLASTIC[patch.colour], -1)
            cv2.rectangle(image, (x, y), (x + CELL, y + CELL), [0.7 * v for v in PLASTIC[patch.colour]], 1)
    image = cv2.GaussianBlur(image, (3, 3), 0) * light
    image += np.random.default_rng(seed).normal(0, noise, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


def frames(pictures, fps=5.0, begin=0):
    """Frames with their times."""
    return [Frame(image, (begin + k) / fps, begin + k) for k, image in enumerate(pictures)]


def quiet(count, patches=(), begin=0, **how):
    """So many frames of a table at rest."""
    return frames([picture(patches, seed=begin + k, **how) for k in range(count)], begin=begin)


def patch(colour, *cells):
    return Patch(Colour(colour), tuple(sorted(cells)))
