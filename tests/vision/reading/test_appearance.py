"""The look of a cell: free of brightness, robust against gloss, honest about the dark."""

import numpy as np

from engine.colours import Colour
from engine.profiles import DUO, DUO_TOGO
from vision.reading.appearance import Appearance, appearance_of, light_of
from vision.reading.palette import USUAL, learnt, probabilities, usual_palette
from vision.reading.printing import printing_of

WHITE = np.array([0.6, 0.7, 0.8], np.float32)
RED = WHITE * np.array([0.03, 0.05, 0.6], np.float32)


def cell(colour, samples=81):
    return np.broadcast_to(np.asarray(colour, np.float32), (1, samples, 3)).copy()


def test_the_empty_board_has_no_hue_in_any_light():
    look = appearance_of(cell(WHITE), WHITE)
    assert np.allclose(look.pure, 0, atol=0.01)
    assert np.allclose(look.whole, 0, atol=0.01)


def test_shadow_does_not_change_the_hue():
    lit, shaded = appearance_of(cell(RED), WHITE), appearance_of(cell(RED * 0.3), WHITE)
    assert np.linalg.norm(lit.pure - shaded.pure) < 0.15
    assert lit.pure[0, 0] > 0.8


def test_gloss_over_most_of_the_cell_leaves_its_pure_hue():
    glossy = cell(RED)
    glossy[0, 20:] = 1.0
    assert appearance_of(glossy, WHITE).pure[0, 0] > 0.8


def test_what_is_nearly_black_has_hardly_a_hue():
    assert np.linalg.norm(appearance_of(cell([0.0, 0.0, 0.002]), WHITE).pure) < 0.5


def test_burnt_out_is_white_whatever_the_light():
    assert np.allclose(appearance_of(cell([1.0, 1.0, 1.0]), np.float32([0.3, 0.6, 0.9])).pure, 0, atol=0.01)


def test_eight_bits_become_light():
    assert np.allclose(light_of(np.array([0, 255], np.uint8)), [0, 1])


def looks(hues):
    """The appearance of clear cells with these pure hues."""
    pure = np.array(hues, np.float32)
    return Appearance(pure, 0.85 * pure, 0.85 * pure, np.zeros(len(pure), np.float32))


def test_colours_are_learnt_from_the_picture():
    # A green close to turquoise, a blue close to violet: off the usual look by more than it strays as a rule.
    seen = looks([(-0.92, 0.05)] * 30 + [(-0.3, -0.75)] * 30 + [(0, 0)] * 60)
    colours = (Colour.BLUE, Colour.GREEN)
    palette = learnt(usual_palette(colours, WHITE), seen, 4)
    assert np.allclose(palette.pure[2], (-0.92, 0.05), atol=0.06)
    likely = probabilities(palette, seen)
    assert (likely[:30].argmax(axis=1) == 2).all()
    assert (likely[30:60].argmax(axis=1) == 1).all()
    assert (likely[60:, 0] > 0.9).all()


def test_the_printing_follows_from_the_hues():
    togo = printing_of([DUO_TOGO, DUO], looks([USUAL[Colour.GREEN]] * 5 + [USUAL[Colour.BLUE]] * 5))
    assert togo.profile is DUO_TOGO
    assert togo.confidence > 0.9
    assert printing_of([DUO_TOGO, DUO], looks([USUAL[Colour.ORANGE]] * 4)).profile is DUO
    assert printing_of([DUO_TOGO, DUO], looks([(0.0, 0.0)])).confidence <= 0.5


def test_an_unknown_printing_gets_the_names_of_its_hues():
    seen = looks([USUAL[Colour.YELLOW]] * 8 + [USUAL[Colour.PINK]] * 8)
    assert set(printing_of([DUO_TOGO, DUO], seen).profile.colours) == {Colour.YELLOW, Colour.PINK}
