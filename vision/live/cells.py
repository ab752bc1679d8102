"""Reading the cells of a frame when the board, the light and the pieces on it are already known.

What each label looks like is learnt from the pieces that lie there, and followed as the light changes: the cells
whose label is known say how the light over the board has changed since they were last looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.geometry import BoardView
from vision.live.light import light_change
from vision.reading.appearance import Appearance, Floats, appearance_of, light_of
from vision.reading.palette import EVIDENCE, Palette, evidence
from vision.reading.sampling import Image, sample_places, take

Bools = NDArray[np.bool_]
Labels = NDArray[np.int64]

# Light is compared as logarithms; this keeps black finite.
DARKEST = 0.004
# How much a fresh look at a label counts against what was known, per look.
LEARN = 0.25
# Hues stray a little from frame to frame however clear the plastic; the palette is never surer than this.
LEAST_SPREAD = 0.05
# One piece tells little about how much its colour strays over the board.
FIRST_SPREAD = 0.1
# A piece as a whole has at least this part of its usual hue, unless gloss makes it brighter than the board by this
# many powers of two or burns it out (logarithm of linear light); and what is against it otherwise.
FAINT, GLOSS, BURNT, STAIN = 0.2, 0.3, -0.15, np.float32(4.0)
# In a burnt-out cell, the change of hue that is a trace of colour, and how much that says.
TRACE, TINGE = 0.08, np.float32(2.5)
# How far the hue of a plastic may be from the usual one of its name, in radians (22°), and how pure it is at least.
HUE_SPREAD, PALEST = 0.38, 0.3
# Hues that differ by less than this from one settled look to the next are the same look (noise is a third of it), and
# how much likelier that makes the same label, in natural logarithms.
SAME_PURE, SAME_WHOLE, SAME_LABEL = 0.15, 0.08, 4.0


@dataclass(frozen=True)
class Look:
    """All cells of one frame."""

    light: Floats
    """Cells × samples × 3, linear light."""
    middle: Floats
    """Cells × 3: the typical light of each cell, as a logarithm."""


@dataclass
class CellReader:
    """Knows where the cells are and what the labels look like; reads one frame after the other."""

    view: BoardView
    palette: Palette
    white: Floats
    """Cells × 3: light of the empty board at each cell."""
    places: NDArray[np.float32]
    last: Floats | None = None
    """The cells' typical light when they were last settled."""
    unmet: frozenset[int] = frozenset()
    """Labels of colours that have not been seen yet: only their hue is known, and that roughly."""
    looked: Floats | None = None
    """Cells × 4: pure and whole hue when they were last settled."""

    @classmethod
    def start(cls, view: BoardView, palette: Palette, labels: Labels, met: frozenset[int] = frozenset()) -> CellReader:
        """A reader for a view, with the palette that a first reading has learnt and the labels it saw.

        `met` are labels that the palette knows from before.
        """
        cells = view.size * view.size
        white = np.broadcast_to(palette.white, (cells, 3)).astype(np.float32).copy()
        unmet = frozenset(range(1, len(palette.pure))) - set(np.unique(labels).tolist()) - met
        return cls(view, palette, white, sample_places(view), unmet=unmet)

    def moved_to(self, view: BoardView) -> None:
        """The board lies elsewhere in the picture; what the labels look like stays."""
        self.view = view
        self.places = sample_places(view)

    def turned_to(self, view: BoardView) -> None:
        """The same board in the same place, with its cells numbered from another corner (turned(3))."""
        n = self.view.size
        self.moved_to(view)
        for name in ("white", "last", "looked"):
            values = getattr(self, name)
            if values is not None:
                deep = values.shape[1]
                setattr(self, name, np.rot90(values.reshape(n, n, deep), -1).reshape(-1, deep).copy())

    def look(self, image: Image) -> Look:
        """The cells of a frame as they are."""
        light = light_of(take(image, self.places))
        # Every third sample tells the typical light of a cell as well as all of them.
        middle = np.log(np.median(light[:, ::3], axis=1) + DARKEST).astype(np.float32)
        return Look(light, middle)

    def light_since(self, look: Look, trusted: Bools) -> Floats:
        """How the light has changed since the cells were last settled: cells × 3, in logarithms."""
        if self.last is None:
            return np.zeros_like(look.middle)
        n = self.view.size
        shape = (n, n, 3)
        return light_change(self.last.reshape(shape), look.middle.reshape(shape), trusted).reshape(-1, 3)

    def appearance(self, look: Look, change: Floats) -> Appearance:
        """The cells against the empty board under the present light."""
        return appearance_of(look.light, (self.white * np.exp(change)).astype(np.float32))

    def log_likelihood(self, look: Look, seen: Appearance, known: Labels) -> NDArray[np.float32]:
        """Rows × columns × (1 + colours + 1): the last one is `something else`.

        A cell that looks as it looked when its label was last known has not changed, whatever it looks like.
        """
        n = self.view.size
        logs = evidence(self.palette, seen).astype(np.float32)
        for colour in self.unmet:
            logs[:, colour] = EVIDENCE * _by_hue(self.palette.pure[colour], seen)
        stained = self._stained(look, seen) & (logs[:, :1] > logs[:, -1:] - STAIN)
        logs[:, 1:-1] -= STAIN * stained
        burnt = look.middle.min(axis=1) > BURNT
        # Burnt out, a piece is as white as the board: such a cell cannot speak for being empty.
        logs[burnt, 0] = np.minimum(logs[burnt, 0], logs[burnt, 1:-1].max(axis=1))
        if self.looked is not None:
            off = _hues(seen) - self.looked
            # White light leaves a trace of the colour: what has changed at all has changed towards it.
            logs[:, 1:-1] += TINGE * (burnt[:, None] & _towards(off[:, :2], self.palette.pure[1:]))
            alike = np.where(burnt, 0.5, 1.0) * np.array([[SAME_PURE, SAME_WHOLE]]).T
            steady = (np.abs(off[:, :2]).max(axis=1) < alike[0]) & (np.abs(off[:, 2:]).max(axis=1) < alike[1])
            same = np.flatnonzero(steady)
            label = known.ravel()[same]
            logs[same, label] = np.maximum(logs[same, label], logs[same].max(axis=1) + SAME_LABEL)
        return logs.reshape(n, n, -1)

    def _stained(self, look: Look, seen: Appearance) -> NDArray[np.bool_]:
        """Cells × colours: cells that are plain as a whole and tinted in part only, without any gloss.

        A neighbour's colour falls on an empty cell so; a piece is plain only where a lamp's reflection brightens it.
        """
        body = np.linalg.norm(seen.whole, axis=1)[:, None]
        usual = np.linalg.norm(self.palette.whole[1:], axis=1)[None]
        glossy = (seen.bright > GLOSS) | (look.middle.max(axis=1) > BURNT)
        stained: Bools = (body < FAINT * usual) & ~glossy[:, None]
        return stained

    def settle(self, look: Look, change: Floats, labels: Labels, trusted: Bools) -> None:
        """The cells are known to bear these labels now: follow the light, and learn what the labels look like."""
        seen = self.appearance(look, change)
        flat, sure = labels.ravel(), trusted.ravel()
        self.white = (self.white * np.exp(change)).astype(np.float32)
        empty = sure & (flat == 0)
        fresh = np.exp(look.middle) - DARKEST
        self.white[empty] += 0.5 * (np.maximum(fresh, 0) - self.white)[empty]
        self.last = np.where(sure[:, None], look.middle, look.middle if self.last is None else self.last + change)
        hues = _hues(seen)
        self.looked = hues if self.looked is None else np.where(sure[:, None], hues, self.looked)
        self.palette = _taught(self.palette, seen, np.where(sure, flat, -1), self.unmet)
        self.unmet = self.unmet - set(np.unique(flat[sure]).tolist())


def _hues(seen: Appearance) -> Floats:
    return np.concatenate([seen.pure, seen.whole], axis=1)


def _by_hue(usual: NDArray[np.float64], seen: Appearance) -> NDArray[np.float64]:
    """Log-likelihood of a colour that has not been seen yet: a piece of about that hue, however pure.

    Plastics of one name differ a good deal in hue between printings, far less than the colours of one game do.
    """
    pure, whole = seen.pure.astype(float), seen.whole.astype(float)
    radius = np.linalg.norm(pure, axis=1) + 1e-6
    turn = np.arctan2(pure[:, 1], pure[:, 0]) - np.arctan2(usual[1], usual[0])
    turn = (turn + np.pi) % (2 * np.pi) - np.pi
    clear = _bell(turn, HUE_SPREAD) / radius * np.where(radius > PALEST, 1.0, 0.01)
    # The cell as a whole has the same hue, paler.
    beside = (whole[:, 1] * pure[:, 0] - whole[:, 0] * pure[:, 1]) / radius
    along = (whole * pure).sum(axis=1) / radius
    body = _bell(beside, 0.1) * np.where((along > 0.1) & (along < 1.1), 1.0, 0.02)
    return np.asarray(np.log(clear + 1e-12) + np.log(body + 1e-12), float)


def _towards(off: Floats, centres: NDArray[np.float64]) -> Bools:
    """Cells × colours: whether a change of hue is more than noise and goes towards a colour."""
    far = np.linalg.norm(off, axis=1)
    toward = off @ (centres / np.linalg.norm(centres, axis=1, keepdims=True)).T
    tinged: Bools = (far[:, None] > TRACE) & (toward > 0.9 * far[:, None])
    return tinged


def _bell(off: NDArray[np.float64], spread: float) -> NDArray[np.float64]:
    return np.asarray(np.exp(-0.5 * (off / spread) ** 2) / (np.sqrt(2 * np.pi) * spread), float)


def _taught(palette: Palette, seen: Appearance, labels: Labels, unmet: frozenset[int]) -> Palette:
    """The palette after a look at cells whose labels are known (-1: not this cell)."""
    pure, whole = palette.pure.copy(), palette.whole.copy()
    spread, share = palette.spread.copy(), palette.share.copy()
    for label in range(len(pure)):
        mine = labels == label
        count = int(mine.sum())
        if label and count:
            # Washed-out cells say nothing about the plastic's colour.
            usual = np.linalg.norm(seen.pure[mine], axis=1).max() if label in unmet else np.linalg.norm(pure[label])
            mine = mine & (np.linalg.norm(seen.pure, axis=1) > 0.75 * usual)
            count = int(mine.sum())
        if not count:
            continue
        rate = 1.0 if label in unmet else LEARN * count / (count + 3.0)
        middle = np.median(seen.pure[mine], axis=0)
        pure[label] += rate * (middle - pure[label])
        whole[label] += rate * (np.median(seen.whole[mine], axis=0) - whole[label])
        away = np.sqrt(np.minimum(((seen.pure[mine] - middle) ** 2).sum(axis=1) / 2, 0.04).mean())
        least = FIRST_SPREAD if label in unmet else LEAST_SPREAD
        spread[label] += rate * (max(least, float(away)) - spread[label])
    # Any cell may bear any label next; what is likely is the explanation's business.
    share[:] = 1 / len(share)
    return replace(palette, pure=pure, whole=whole, spread=spread, share=share)
