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

# The parts of the model that are the same in all pictures, as standard deviations in hue units or as shares. Measured
# over 22 000 cells of simulated, rendered and photographed boards with known labels.
FLARED = 0.05  # of the pieces' cells, washed out by a reflection to some degree
FLARE_ACROSS = 0.07  # and this far beside the straight way to white; three times as far where a channel is burnt out
WHOLE_ALONG, WHOLE_ACROSS, WHOLE_MIXED = 0.18, 0.08, 0.4  # the cell as a whole, which holds gloss and holes
FRAME_ALONG, FRAME_ACROSS, FRAME_MIXED = 0.2, 0.11, 0.4  # the frame, beside which other colours lie
STAINED, STAIN, WHOLE_STAIN = 0.07, 0.2, 0.06  # of the empty cells, coloured by a neighbour's reflection or wall
FRAME_STAINED, FRAME_STAIN = 0.15, 0.17
TINTED, TINT, TINT_UNEVEN = 0.01, 0.05, 0.03  # of the empty cells, lit by a lamp of another colour
HIDDEN = 0.002  # of the cells: something that is neither board nor piece
# The samples of a cell and its three hues are not independent: their evidence counts half.
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

    @property
    def mean_white(self) -> Floats:
        """The empty board's light over the whole board: 3."""
        return self.white if self.white.ndim == 1 else np.median(self.white, axis=0).astype(np.float32)


def usual_palette(colours: tuple[Colour, ...], white: Floats) -> Palette:
    """What to expect before a picture has been seen."""
    centres = np.array([(0.0, 0.0), *(USUAL[colour] for colour in colours)])
    count = len(centres)
    spread = np.full(count, USUAL_SPREAD)
    spread[0] = 0.06
    share = np.full(count, 0.5 / (count - 1))
    share[0] = 0.5
    return Palette(colours, centres, 0.85 * centres, spread, share, white)


def evidence(palette: Palette, seen: Appearance, other: Appearance | None = None, tinted: float = TINTED) -> Array:
    """Log-likelihood of each cell's look under each label: cells × (1 + colours + 1); the last one is `hidden`.

    `other` is the look against another white: what is like the empty board in either light is as likely empty.
    """
    hues = [hue.astype(float) for hue in (seen.pure, seen.whole, seen.frame)]
    columns = [_empty(palette, tinted, *hues)]
    if other is not None:
        others = [hue.astype(float) for hue in (other.pure, other.whole, other.frame)]
        columns[0] = np.maximum(columns[0], _empty(palette, tinted, *others))
    columns += list(_pieces(palette, *hues))
    columns.append(np.full(len(hues[0]), 3 * np.log(1 / np.pi)))
    return EVIDENCE * np.stack(columns, axis=1)


def probabilities(palette: Palette, seen: Appearance, other: Appearance | None = None, tinted: float = TINTED) -> Array:
    """Probability of each label for each cell: cells × (1 + colours + 1), rows sum to 1.

    `tinted` is the share of empty cells that may be lit by a lamp of another colour.
    """
    return weighed(palette, evidence(palette, seen, other, tinted))


def weighed(palette: Palette, logs: Array) -> Array:
    """Probability of each label for each cell, from the log-likelihoods of `evidence` and the labels' shares."""
    prior = np.concatenate([palette.share * (1 - HIDDEN), [HIDDEN]])
    logs = logs + np.log(prior)
    logs -= logs.max(axis=1, keepdims=True)
    likely = np.exp(logs)
    return np.asarray(likely / likely.sum(axis=1, keepdims=True), float)


def learnt(palette: Palette, seen: Appearance, rounds: int, other: Appearance | None = None) -> Palette:
    """The palette after learning from the cells themselves, held near what it was by a few cells' worth of belief."""
    usual = usual_palette(palette.colours, palette.white)
    pure, whole = seen.pure.astype(float), seen.whole.astype(float)
    purity = np.sqrt((pure**2).sum(axis=1))
    orders = np.argsort(pure, axis=0), np.argsort(whole, axis=0)
    for _ in range(rounds):
        likely = probabilities(palette, seen, other, tinted=0.0)[:, :-1].T
        # Washed-out cells say nothing about the plastic's colour.
        pale = 0.75 * np.sqrt((palette.pure**2).sum(axis=1))
        pale[0] = -1.0
        clear = likely * (likely > 0.5) * (purity > pale[:, None])
        seen_cells = clear.sum(axis=1)[:, None]
        total = seen_cells + STUBBORN
        centres = (_middles(pure, orders[0], clear) * seen_cells + usual.pure * STUBBORN) / total
        wholes = (_middles(whole, orders[1], clear) * seen_cells + usual.whole * STUBBORN) / total
        away = np.minimum(((pure - centres[:, None]) ** 2).sum(axis=2) / 2, 0.25**2)
        spread = np.sqrt(((away * clear).sum(axis=1) + STUBBORN * usual.spread**2) / total[:, 0])
        share = (likely.sum(axis=1) + 4.0) / (len(pure) + 4.0 * len(likely))
        palette = Palette(palette.colours, centres, wholes, np.clip(spread, 0.04, 0.2), share, palette.white)
    return palette


def _middles(values: Array, order: NDArray[np.int64], weights: Array) -> Array:
    """Labels × columns: weighted median per column, for each row of weights; zero where there is no weight."""
    middles = []
    for column in range(values.shape[1]):
        heaped = np.cumsum(weights[:, order[:, column]], axis=1)
        place = np.minimum((heaped < heaped[:, -1:] / 2).sum(axis=1), len(values) - 1)
        middles.append(np.where(heaped[:, -1] < 1e-6, 0.0, values[order[place, column], column]))
    return np.stack(middles, axis=1)


def _normal(square: Array, deviation: float | Array) -> Array:
    """Density of one coordinate at a squared distance from its mean."""
    return np.asarray(np.exp(-0.5 * square / deviation**2) / (np.sqrt(2 * np.pi) * deviation), float)


def _round(square: Array, deviation: float) -> Array:
    """Density of two coordinates at a squared distance from their mean."""
    return np.asarray(np.exp(-0.5 * square / deviation**2) / (2 * np.pi * deviation**2), float)


def _along(hue: Array, directions: Array) -> tuple[Array, Array]:
    """The hues' coordinates along each direction and across it: both directions × hues."""
    return directions @ hue.T, np.stack([-directions[:, 1], directions[:, 0]], axis=1) @ hue.T


def _empty(palette: Palette, tinted: float, pure: Array, whole: Array, frame: Array) -> Array:
    spread = float(palette.spread[0])
    logs = np.zeros(len(pure))
    for hue, centre, width, share, stain in (
        (pure, palette.pure[0], spread, STAINED, STAIN),
        (whole, palette.whole[0], 0.5 * spread, STAINED, max(WHOLE_STAIN, 1.5 * spread)),
        (frame, palette.whole[0], spread, FRAME_STAINED, FRAME_STAIN),
    ):
        off = ((hue - centre) ** 2).sum(axis=1)
        logs += np.log((1 - share) * _round(off, width) + share * _round(off, stain) + 1e-30)
    # Under a lamp of another colour the whole cell is tinted evenly, frame and all; a washed-out piece is not.
    even = _round((whole**2).sum(axis=1), TINT)
    for hue in (pure, frame):
        even *= _round(((hue - whole) ** 2).sum(axis=1), TINT_UNEVEN)
    return np.logaddexp(logs, np.log(tinted * even + 1e-30))


def _pieces(palette: Palette, pure: Array, whole: Array, frame: Array) -> Array:
    """Colours × cells."""
    spread = palette.spread[1:, None]
    radius = np.sqrt((palette.pure[1:] ** 2).sum(axis=1))[:, None]
    direction = palette.pure[1:] / radius
    along, across = _along(pure, direction)
    clear = _normal((along - radius) ** 2, 1.5 * spread) * _normal(across**2, spread)
    # Washed out: anywhere on the way from the colour to white.
    beside = 0.75 * _normal(across**2, FLARE_ACROSS) + 0.25 * _normal(across**2, 3 * FLARE_ACROSS)
    flare = ((along > 0) & (along < radius + 2 * spread)) / radius * beside
    logs = np.log((1 - FLARED) * clear + FLARED * flare + 1e-30)
    body = palette.whole[1:]
    length = np.sqrt((body**2).sum(axis=1))[:, None] + 1e-9
    along, across = _along(whole, body / length)
    full = _normal((along - length) ** 2, WHOLE_ALONG) * _normal(across**2, WHOLE_ACROSS)
    mixed = ((along > -0.1) & (along < 1.1)) / 1.2 * (0.9 * _normal(across**2, WHOLE_ACROSS) + 0.1 / 2)
    logs += np.log((1 - WHOLE_MIXED) * full + WHOLE_MIXED * mixed + 1e-30)
    along, across = _along(frame, direction)
    full = _normal((along - 0.85 * radius) ** 2, FRAME_ALONG) * _normal(across**2, FRAME_ACROSS)
    mixed = ((along > -0.3) & (along < 1.1)) / 1.4 * (0.7 * _normal(across**2, FRAME_ACROSS) + 0.3 / 2)
    logs += np.log((1 - FRAME_MIXED) * full + FRAME_MIXED * mixed + 1e-30)
    return np.asarray(logs, float)
