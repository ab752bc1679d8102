"""Reading the cells of one picture whose board is known: for each cell, how likely each label is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.colours import EMPTY_LETTER, Colour
from vision.geometry import BoardView
from vision.reading.appearance import Appearance, Floats, appearance_of, light_of, middle_of
from vision.reading.palette import Palette, evidence, learnt, probabilities, usual_palette, weighed
from vision.reading.sampling import Image, rim_places, sample_places, seen_share, take

Array = NDArray[np.float64]

HIDDEN_LETTER = "?"
# The light's colour changes over the board within a few cells beside a lamp's reflection; this is the reach, in
# cells, over which empty cells tell their neighbours what white is, and the belief in the board's mean against it.
LIGHT_REACH = 1.8
LIGHT_BELIEF = 1.0
# The rim is believed to be white like the board if this share of the cells (no game leaves fewer empty) is like it.
LIKE_WHITE, FEWEST_EMPTY = 0.15, 0.07
# Cells whose tints differ by less than this (a natural logarithm between channels) are of one colour.
TINT_STEP = 0.25
# Rounds of learning: colours with one white, then light and colours together. More change nothing.
ROUNDS = (4, 3)


@dataclass(frozen=True)
class Reading:
    """One picture of a board, cell by cell."""

    colours: tuple[Colour, ...]
    probability: Array
    """Rows × columns × labels: empty, each of `colours`, hidden. Each cell's sum to 1."""
    palette: Palette
    fit: float = 0.0
    """How well the cells look like what they are read as: the mean log-likelihood of their labels."""
    bright: Array | None = None
    """Rows × columns: brightness against the empty board, as a power of two."""

    @property
    def size(self) -> int:
        """Cells along one side."""
        return int(self.probability.shape[0])

    @property
    def letters(self) -> str:
        """The labels' letters, in the order of `probability`."""
        return EMPTY_LETTER + "".join(colour.letter for colour in self.colours) + HIDDEN_LETTER

    @property
    def labels(self) -> NDArray[np.int64]:
        """Rows × columns: the likeliest label that is not `hidden`."""
        return np.asarray(self.probability[..., :-1].argmax(axis=-1), np.int64)

    @property
    def grid(self) -> list[str]:
        """Rows of letters."""
        return ["".join(self.letters[label] for label in row) for row in self.labels]

    @property
    def certainty(self) -> Array:
        """Rows × columns: probability of the cell's label."""
        return np.asarray(self.probability[..., :-1].max(axis=-1), float)


def read_cells(
    image: Image,
    view: BoardView,
    colours: tuple[Colour, ...],
    palette: Palette | None = None,
    rounds: tuple[int, int] = ROUNDS,
) -> Reading:
    """The reading of a BGR picture in which the board lies as `view` says.

    Without a palette the colours are learnt from the picture, beginning with the usual look of the plastics; with one,
    learning begins there. No rounds: the palette is used as it is, the cheap way for a camera that does not move.
    """
    light = light_of(take(image, sample_places(view)))
    other = None
    if palette is None:
        white, other = first_white(image, view, colours, light)
        palette = usual_palette(colours, white)
    reading = read_light(light, view.size, palette, rounds, other)
    share = seen_share(view)
    if share.min() == 1:
        return reading
    # What is half hidden behind a wall speaks half as clearly.
    likely = reading.probability ** share.reshape(view.size, view.size, 1)
    return replace(reading, probability=likely / likely.sum(axis=2, keepdims=True))


def read_light(
    light: Floats, size: int, palette: Palette, rounds: tuple[int, int], other: Appearance | None = None
) -> Reading:
    """The reading of cells whose samples have this light; learning begins with the palette.

    `other` is what they look like against the palette's mean white, if that is known.
    """
    base = replace(palette, white=palette.mean_white)
    if other is None:
        other = appearance_of(light, base.white)
    if rounds == (0, 0):
        seen = other if palette.white.ndim == 1 else appearance_of(light, palette.white)
        return reading_of(palette, seen, size, other)
    palette = learnt(base, other, rounds[0])
    seen = other
    middle = middle_of(light.swapaxes(1, 2))
    for _ in range(rounds[1]):
        palette = replace(palette, white=local_white(palette, seen, other, middle, size))
        seen = appearance_of(light, palette.white)
        palette = learnt(palette, seen, 1, other)
    return reading_of(palette, seen, size, other)


def first_white(image: Image, view: BoardView, colours: tuple[Colour, ...], light: Floats) -> tuple[Floats, Appearance]:
    """The empty board's light (3), before anything is known about the cells, and their look against it.

    It is that of the rim.

    Where hardly a cell is like the rim (it is cropped, or of another colour than the board), the commonest colours of
    the cells are tried instead, and the one is taken against which the others look most like the usual plastics.
    """
    rim = light_of(take(image, rim_places(view)))
    white = np.median(rim.reshape(-1, 3), axis=0).astype(np.float32)
    seen = appearance_of(light, white)
    if (np.hypot(seen.whole[:, 0], seen.whole[:, 1]) < LIKE_WHITE).mean() >= FEWEST_EMPTY:
        return white, seen
    middle = np.median(light, axis=1) + np.float32(1e-3)
    tints = np.round(np.log(middle[:, [0, 2]] / middle[:, 1:2]) / TINT_STEP).astype(int)
    kinds, which, counts = np.unique(tints, axis=0, return_inverse=True, return_counts=True)
    tried = [white]
    for kind in np.argsort(-counts)[: min(5, len(kinds))]:
        tried.append(np.median(middle[which.ravel() == kind], axis=0).astype(np.float32))

    looks = [(candidate, appearance_of(light, candidate)) for candidate in tried]

    def fit(look: tuple[Floats, Appearance]) -> float:
        return float(evidence(usual_palette(colours, look[0]), look[1]).max(axis=1).mean())

    return max(looks, key=fit)


def reading_of(palette: Palette, seen: Appearance, size: int, other: Appearance | None = None) -> Reading:
    """The reading of cells that look like this, and like `other` against the mean white."""
    logs = evidence(palette, seen, other)
    likely = weighed(palette, logs).reshape(size, size, -1)
    fit = float(logs.max(axis=1).mean())
    return Reading(palette.colours, likely, palette, fit, seen.bright.reshape(size, size).astype(float))


def local_white(palette: Palette, seen: Appearance, other: Appearance, middle: Floats, size: int) -> Floats:
    """The empty board's light at each cell (cells × 3), from the empty cells around it.

    No cell has a say in its own white: a washed-out piece must not pass for an empty cell in odd light.
    """
    empty = probabilities(palette, seen, other, tinted=0.0)[:, 0]
    empty = empty * (empty > 0.8)
    base = palette.mean_white
    logs = np.log(middle + 1e-3) - np.log(base + 1e-3)
    tint = logs - logs[:, 1:2]
    if empty.sum() < 3:
        return np.broadcast_to(base, middle.shape).astype(np.float32)
    mean = (tint * empty[:, None]).sum(axis=0) / empty.sum()
    near = _nearness(size)
    weight = near @ empty
    local = (near @ (tint * empty[:, None]) + LIGHT_BELIEF * mean) / (weight + LIGHT_BELIEF)[:, None]
    bright = (near @ (logs[:, 1] * empty) + LIGHT_BELIEF * np.average(logs[:, 1], weights=empty)) / (
        weight + LIGHT_BELIEF
    )
    white: Floats = (np.exp(local + bright[:, None]) * (base + 1e-3)).astype(np.float32)
    return white


@cache
def _nearness(size: int) -> Array:
    """Cells × cells: weight of each cell for each other, by distance; 0 for itself."""
    place = np.arange(size)
    line = np.exp(-0.5 * ((place[:, None] - place[None]) / LIGHT_REACH) ** 2)
    near = np.asarray(np.kron(line, line), float)
    np.fill_diagonal(near, 0.0)
    return near
