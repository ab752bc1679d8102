"""The shapes speak where pixels leave a cell in doubt, and only there."""

import numpy as np

from engine.colours import Colour
from vision.reading.cells import Reading
from vision.reading.palette import usual_palette
from vision.reading.shapes import components, settle

COLOURS = (Colour.BLUE, Colour.GREEN)


def reading(rows, doubts=None):
    """A certain reading of these rows; `doubts` gives some cells' probabilities of (empty, blue, green)."""
    letters = ".BG"
    probability = np.zeros((len(rows), len(rows), 4))
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            probability[r, c, letters.index(letter)] = 1.0
    for cell, shares in (doubts or {}).items():
        probability[cell] = [*shares, 0.0]
    return Reading(COLOURS, probability, usual_palette(COLOURS, np.ones(3, np.float32)))


def test_figures_hang_together_along_edges_only():
    found = set(components(np.array([[1, 1, 0], [0, 0, 1], [0, 0, 1]], bool)))
    assert found == {frozenset({(0, 0), (0, 1)}), frozenset({(1, 2), (2, 2)})}


def test_a_doubtful_gap_in_a_figure_of_five_is_filled():
    # Without the middle there would be two dominoes and so the same piece twice.
    rows = ["BB.BB", ".....", ".....", ".....", "....."]
    settled = settle(reading(rows, {(0, 2): (0.6, 0.4, 0.0)}))
    assert settled.grid[0] == "BBBBB"


def test_a_doubtful_cell_that_would_make_six_stays_empty():
    rows = ["BBBBB.", "......", "......", "......", "......", "......"]
    settled = settle(reading(rows, {(0, 5): (0.4, 0.6, 0.0)}))
    assert settled.grid[0] == "BBBBB."
    assert settled.certainty[0, 5] > 0.9


def test_clear_pixels_are_never_overruled():
    rows = ["BBBBBB", "......", "......", "......", "......", "......"]
    settled = settle(reading(rows))
    assert settled.grid == rows


def test_the_other_colour_is_weighed_as_well():
    rows = ["GG.BBB", "......", "......", "......", "......", "......"]
    # Blue would make an I4, green an I3; the pixels lean to blue.
    settled = settle(reading(rows, {(0, 2): (0.0, 0.8, 0.2)}))
    assert settled.grid[0] == "GGBBBB"


def test_probabilities_still_sum_to_one():
    rows = ["BB.BB", ".....", ".....", ".....", "....."]
    doubts = {(r, c): (0.5, 0.3, 0.2) for r in range(5) for c in range(5) if r in (1, 2)}
    settled = settle(reading(rows, doubts))
    assert np.allclose(settled.probability.sum(axis=-1), 1.0)
