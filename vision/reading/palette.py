"""The palette: what each label looks like in one picture, and how likely a cell is to bear each label."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.colours import Colour
from vision.reading.appearance import Appearance, Floats

Array = NDArray[np.float64]

# What the plastics look like against their board, in the hue hexagon of `appearance`. Measured over photographs and
# renderings with known boards; the same plastic strays by about 0.1 with camera and light.
USUAL: dict[Colour, tuple[float, float]] = {
    Colour.BLUE: (-0.48, -0.76),
    Colour.YELLOW: (0.61, 0.63),
    Colour.RED: (0.96, 0.0),
    Colour.GREEN: (-0.72, 0.42),
    Colour.PURPLE: (-0.12, -0.76),
    Colour.ORANGE: (0.88, 0.18),
    Colour.PINK: (0.72, -0.45),
    Colour.TURQUOISE: (-0.95, 0.0),
}
USUAL_SPREAD = 0.12
# Cells' worth of belief in the usual look, against what the picture shows.
STUBBORN = 3.0

# The parts of the model that are the same in all pictures, as standard deviations in hue units or as shares.
FLARED = 0.12  # of the pieces' cells, washed out by a reflection to some degree
FLARE_ACROSS = 0.05  # and this wide beside the straight way to white
PALEST = 0.25  # of a colour's purity is left at the least
WHOLE_ALONG, WHOLE_ACROSS = 0.18, 0.08  # the cell as a whole, which holds gloss and holes
STAINED = 0.05  # of the empty cells, coloured at one side by a neighbour's reflection
STAIN, WHOLE_STAIN = 0.2, 0.07
HIDDEN = 0.002  # of the cells: something that is neither board nor piece
# The samples of a cell, and the pure and the whole hue, are not independent: their evidence counts half.
EVIDENCE = 0.5


@dataclass(frozen=True)
class Palette:
    """What the labels look like in one picture: first the empty board, then the colours, in the order of `colours`."""

    colours: tuple[Colour, ...]
    pure: Array
    """Labels × 2: the pure hue."""
    whole: Array
    """Labels × 2: the hue of the cell as a whole."""
    spread: Array
    """Labels: standard deviation of the pure hue."""
    share: Array
    """Labels: the part of the cells that bears it."""
    white: Floats
    """The empty board's light (BGR): 3, or cells × 3 where the light's colour changes over the board."""


def usual_palette(colours: tuple[Colour, ...], white: Floats) -> Palette:
    """What to expect before a picture has been seen."""
    centres = np.array([(0.0, 0.0), *(USUAL[colour] for colour in colours)])
    count = len(centres)
    spread = np.full(count, USUAL_SPREAD)
    spread[0] = 0.06
    share = np.full(count, 0.5 / (count - 1))
    share[0] = 0.5
    return Palette(colours, centres, 0.85 * centres, spread, share, white)


def evidence(palette: Palette, seen: Appearance) -> Array:
    """Log-likelihood of each cell's look under each label: cells × (1 + colours + 1); the last one is `hidden`."""
    pure, whole = seen.pure.astype(float), seen.whole.astype(float)
    columns = [_empty(palette, pure, whole)]
    columns += [_piece(palette, label, pure, whole) for label in range(1, len(palette.pure))]
    columns.append(np.full(len(pure), 2 * np.log(1 / np.pi)))
    return EVIDENCE * np.stack(columns, axis=1)


def probabilities(palette: Palette, seen: Appearance) -> Array:
    """Probability of each label for each cell: cells × (1 + colours + 1), rows sum to 1."""
    prior = np.concatenate([palette.share * (1 - HIDDEN), [HIDDEN]])
    logs = evidence(palette, seen) + np.log(prior)
    logs -= logs.max(axis=1, keepdims=True)
    likely = np.exp(logs)
    return np.asarray(likely / likely.sum(axis=1, keepdims=True), float)


def learnt(palette: Palette, seen: Appearance, rounds: int) -> Palette:
    """The palette after learning from the cells themselves, held near what it was by a few cells' worth of belief."""
    usual = usual_palette(palette.colours, palette.white)
    pure, whole = seen.pure.astype(float), seen.whole.astype(float)
    for _ in range(rounds):
        likely = probabilities(palette, seen)[:, :-1]
        centres, wholes, spreads = [], [], []
        for label in range(likely.shape[1]):
            # Washed-out cells say nothing about the plastic's colour.
            clear = likely[:, label] * (likely[:, label] > 0.5)
            if label:
                clear = clear * (np.linalg.norm(pure, axis=1) > 0.75 * np.linalg.norm(palette.pure[label]))
            total = clear.sum() + STUBBORN
            centre = (_middle(pure, clear) * clear.sum() + usual.pure[label] * STUBBORN) / total
            wholes.append((_middle(whole, clear) * clear.sum() + usual.whole[label] * STUBBORN) / total)
            away = np.minimum(((pure - centre) ** 2).sum(axis=1) / 2, 0.25**2)
            spreads.append(np.sqrt(((away * clear).sum() + STUBBORN * usual.spread[label] ** 2) / total))
            centres.append(centre)
        share = (likely.sum(axis=0) + 4.0) / (len(pure) + 4.0 * likely.shape[1])
        spread = np.clip(spreads, 0.04, 0.2)
        palette = Palette(palette.colours, np.array(centres), np.array(wholes), spread, share, palette.white)
    return palette


def _middle(values: Array, weights: Array) -> Array:
    """Weighted median per column; zero where there is no weight."""
    if weights.sum() < 1e-6:
        return np.zeros(values.shape[1])
    order = np.argsort(values, axis=0)
    heaped = np.cumsum(weights[order], axis=0)
    place = (heaped < heaped[-1] / 2).sum(axis=0)
    return np.take_along_axis(values, np.take_along_axis(order, place[None], axis=0), axis=0)[0]


def _normal(square: Array, deviation: float) -> Array:
    """Density of one coordinate at a squared distance from its mean."""
    return np.asarray(np.exp(-0.5 * square / deviation**2) / (np.sqrt(2 * np.pi) * deviation), float)


def _empty(palette: Palette, pure: Array, whole: Array) -> Array:
    off = ((pure - palette.pure[0]) ** 2).sum(axis=1)
    off_whole = ((whole - palette.whole[0]) ** 2).sum(axis=1)
    s, w = float(palette.spread[0]), 0.7 * float(palette.spread[0])
    first = (1 - STAINED) * _normal(off, s) / (np.sqrt(2 * np.pi) * s)
    first += STAINED * _normal(off, STAIN) / (np.sqrt(2 * np.pi) * STAIN)
    second = (1 - STAINED) * _normal(off_whole, w) / (np.sqrt(2 * np.pi) * w)
    second += STAINED * _normal(off_whole, WHOLE_STAIN) / (np.sqrt(2 * np.pi) * WHOLE_STAIN)
    return np.log(first + 1e-30) + np.log(second + 1e-30)


def _piece(palette: Palette, label: int, pure: Array, whole: Array) -> Array:
    centre, s = palette.pure[label], float(palette.spread[label])
    radius = float(np.linalg.norm(centre))
    direction = centre / radius
    along, across = pure @ direction, pure @ np.array([-direction[1], direction[0]])
    clear = _normal((along - radius) ** 2, 1.5 * s) * _normal(across**2, s)
    # Washed out: on the way from the colour to white, less often the further; the bevels never quite get there.
    depth = np.clip((along / radius - PALEST) / (1 - PALEST), 0, 1) * (along < radius + 2 * s)
    flare = depth * (2 / radius / (1 - PALEST)) * _normal(across**2, FLARE_ACROSS + 0.5 * s)
    body = palette.whole[label]
    length = float(np.linalg.norm(body)) + 1e-9
    toward = body / length
    along, across = whole @ toward, whole @ np.array([-toward[1], toward[0]])
    full = _normal((along - length) ** 2, WHOLE_ALONG) * _normal(across**2, WHOLE_ACROSS)
    partly = ((along > -0.1) & (along < 1.1)) / 1.2 * (0.9 * _normal(across**2, WHOLE_ACROSS) + 0.1 / 2)
    return np.asarray(np.log((1 - FLARED) * clear + FLARED * flare + 1e-30) + np.log(0.7 * full + 0.3 * partly + 1e-30))
