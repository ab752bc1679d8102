"""Reading the cells of a frame when the board, the light and the pieces on it are already known.

What each label looks like is learnt from the pieces that lie there, and followed as the light changes: the cells
whose label is known say how the light over the board has changed since they were last looked at. Cells of the same
light as before have not changed; the others are looked at closely, and of the rest a few each time, in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.colours import Colour
from engine.pieces import Cell
from vision.geometry import BoardView
from vision.live.evidence import STRONGEST
from vision.live.hues import by_hue, hue_share, hues, taught, towards
from vision.live.light import light_change
from vision.reading.appearance import LINEAR, Appearance, Floats, appearance_of, light_of
from vision.reading.palette import EVIDENCE, Palette, evidence, usual_palette
from vision.reading.sampling import Image, Samples, sample_places, take

Bools = NDArray[np.bool_]
Labels = NDArray[np.int64]

# Light is compared as logarithms; this keeps black finite.
DARKEST = 0.004
# A piece as a whole has at least this part of its usual hue, unless gloss makes it brighter than the board by this
# many powers of two or burns it out (logarithm of linear light); and what is against it otherwise.
FAINT, GLOSS, BURNT, STAIN = 0.2, 0.3, -0.15, np.float32(4.0)
# In a burnt-out cell, the change of hue that is a trace of colour, and how much that says.
TRACE, TINGE = 0.08, np.float32(2.5)
# The change of hue on the sides of a cell and of the cell as a whole that a neighbour's colour does not bring about,
# and how much it says for a piece.
ALL_SIDES, ALL_OVER, ALTERED = 0.15, 0.05, np.float32(3.5)
# Hues that differ by less than this from one settled look to the next are the same look (noise is a third of it), and
# how much likelier that makes the same label, in natural logarithms.
SAME_PURE, SAME_WHOLE, SAME_LABEL = 0.15, 0.08, 4.0
# A cell whose typical light is the same to this many natural logarithms in all channels has not changed: a piece of the
# palest colour changes one of them by ten times as much. How many looks it takes to see all such cells closely.
STEADY, IN_TURN = 0.05, 4
# Mean difference of the samples, in grey levels, of a burnt-out cell that has not changed: noise makes less than 1 of
# what is clipped, and the coloured bevels of a piece, a sixth of it, at least 3.
ALIKE = 2.0

_LOG = np.log(LINEAR + np.float32(DARKEST)).astype(np.float32)


@dataclass(frozen=True)
class Look:
    """All cells of one frame."""

    samples: Samples
    """Cells × samples × 3."""
    middle: Floats
    """Cells × 3: the typical light of each cell, as a logarithm."""


@dataclass(frozen=True)
class Close:
    """A look, with some of its cells looked at closely."""

    look: Look
    change: Floats
    """Cells × 3: how the light has changed since the cells were last settled, in logarithms."""
    cells: NDArray[np.int64]
    seen: Appearance
    """Of these cells, against the empty board under the present light."""


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
    """Cells × 6: pure, whole and frame hue when they were last settled; not a number where that says nothing."""
    samples: Samples | None = None
    """The cells' samples when they were last settled; None while that says nothing."""
    turn: int = 0
    """Which of the steady cells are looked at closely next."""

    @classmethod
    def start(cls, view: BoardView, palette: Palette, labels: Labels, met: frozenset[int] = frozenset()) -> CellReader:
        """A reader for a view, with the palette that a first reading has learnt and the labels it saw.

        `met` are labels that the palette knows from before.
        """
        cells = view.size * view.size
        white = np.broadcast_to(palette.white, (cells, 3)).astype(np.float32).copy()
        unmet = frozenset(range(1, len(palette.pure))) - set(np.unique(labels).tolist()) - met
        return cls(view, palette, white, sample_places(view), unmet=unmet)

    def begin_with(self, colours: tuple[Colour, ...]) -> None:
        """The pieces have these colours, of which none has been seen yet."""
        self.palette = usual_palette(colours, self.palette.white)
        self.unmet = frozenset(range(1, len(self.palette.pure)))

    def moved_to(self, view: BoardView) -> None:
        """The board lies elsewhere in the picture; what the labels look like stays."""
        self.view = view
        self.places = sample_places(view)
        self.samples = None

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
        samples = take(image, self.places)
        # Every third sample tells the typical light of a cell as well as all of them.
        few = np.ascontiguousarray(samples[:, 1::3].transpose(0, 2, 1))
        half = few.shape[2] // 2
        typical = np.partition(few, half, axis=2)[..., half]
        return Look(samples, _LOG[typical])

    def light_since(self, look: Look, trusted: Bools) -> Floats:
        """How the light has changed since the cells were last settled: cells × 3, in logarithms."""
        if self.last is None:
            return np.zeros_like(look.middle)
        n = self.view.size
        shape = (n, n, 3)
        return light_change(self.last.reshape(shape), look.middle.reshape(shape), trusted).reshape(-1, 3)

    def look_closely(self, look: Look, change: Floats) -> Close:
        """The cells that may have changed, and some of the others, against the empty board under the present light."""
        self.turn = (self.turn + 1) % IN_TURN
        cells = np.arange(len(look.middle))
        if self.last is not None and self.looked is not None:
            steady = np.abs(look.middle - self.last - change).max(axis=1) < STEADY
            steady &= ~np.isnan(self.looked[:, 0]) & ((look.middle.min(axis=1) < BURNT) | self._alike(look))
            cells = np.flatnonzero(~steady | (cells % IN_TURN == self.turn))
        return Close(look, change, cells, self._seen(look, change, cells))

    def _seen(self, look: Look, change: Floats, cells: NDArray[np.int64]) -> Appearance:
        white = (self.white[cells] * np.exp(change[cells])).astype(np.float32)
        return appearance_of(light_of(look.samples[cells]), white)

    def _alike(self, look: Look) -> Bools:
        """Which cells look the same sample by sample. Where the light is burnt out, its middle would not tell."""
        if self.samples is None or self.samples.shape != look.samples.shape:
            return np.zeros(len(look.middle), bool)
        off = cv2.absdiff(look.samples, self.samples)
        alike: Bools = off.reshape(len(off), -1).mean(axis=1) < ALIKE
        return alike

    def forget(self, cells: Sequence[Cell]) -> None:
        """What these cells looked like says nothing about what lies there: read them afresh."""
        if self.looked is not None:
            for row, column in cells:
                self.looked[row * self.view.size + column] = np.nan

    def accept(self, look: Look, change: Floats, ruled: set[Cell], hidden: Bools) -> set[Cell]:
        """Take it that these cells look now as they are known to look; those of them that can be seen."""
        clear = {cell for cell in ruled if not hidden[cell]}
        if not clear or self.last is None or self.looked is None:
            return set()
        cells = np.array([row * self.view.size + column for row, column in sorted(clear)])
        # What was known before is under the light of then: this look is put back under it.
        self.last[cells] = look.middle[cells] - change[cells]
        self.looked[cells] = hues(self._seen(look, change, cells))
        return clear

    def log_likelihood(self, close: Close, known: Labels) -> NDArray[np.float32]:
        """Rows × columns × (1 + colours + 1): the last one is `something else`.

        A cell that looks as it looked when its label was last known has not changed, whatever it looks like.
        """
        n, labels = self.view.size, known.ravel()
        everywhere = np.full((n * n, len(self.palette.pure) + 1), -STRONGEST, np.float32)
        everywhere[np.arange(n * n), labels] = 0.0
        if len(close.cells):
            everywhere[close.cells] = self._close_logs(close, labels[close.cells])
        return everywhere.reshape(n, n, -1)

    def _close_logs(self, close: Close, known: Labels) -> NDArray[np.float32]:
        """The same for the cells that were looked at closely."""
        seen, middle = close.seen, close.look.middle[close.cells]
        logs = evidence(self.palette, seen).astype(np.float32)
        if self.unmet:
            share = hue_share(self.palette.pure[1:], seen)
            for colour in self.unmet:
                logs[:, colour] = EVIDENCE * by_hue(self.palette.pure[colour], seen) + share[:, colour - 1]
        stained = self._stained(middle, seen) & (logs[:, :1] > logs[:, -1:] - STAIN)
        logs[:, 1:-1] -= STAIN * stained
        burnt = middle.min(axis=1) > BURNT
        off = (
            np.full((len(burnt), 6), np.nan, np.float32)
            if self.looked is None
            else hues(seen) - self.looked[close.cells]
        )
        # Burnt out, a piece is as white as the board: such a cell cannot speak for being empty, unless its frame is as
        # it was: a neighbour's colour spills over one side of a cell, or two; a piece changes all four. Where a piece
        # was known to lie, white is white.
        mute = burnt & (known == 0) & ~(np.linalg.norm(off[:, 4:], axis=1) < TRACE)
        logs[mute, 0] = np.minimum(logs[mute, 0], logs[mute, 1:-1].max(axis=1))
        if self.looked is not None:
            # White light leaves a trace of the colour: what has changed at all has changed towards it.
            centres = self.palette.pure[1:]
            tinged = towards(off[:, :2], centres, TRACE) & towards(off[:, 4:], centres, TRACE)
            logs[:, 1:-1] += TINGE * (burnt[:, None] & tinged)
            logs[:, 1:-1] += ALTERED * (((known == 0) & ~burnt)[:, None] & self._altered(off))
            alike = np.where(burnt, 0.5, 1.0) * np.array([[SAME_PURE, SAME_WHOLE]]).T
            steady = (np.abs(off[:, :2]).max(axis=1) < alike[0]) & (np.abs(off[:, 2:4]).max(axis=1) < alike[1])
            same = np.flatnonzero(steady)
            label = known[same]
            logs[same, label] = np.maximum(logs[same, label], logs[same].max(axis=1) + SAME_LABEL)
        return logs

    def _altered(self, off: Floats) -> Bools:
        """Cells × colours: whether a cell has changed towards a colour as a whole and on all its sides.

        A piece that a lamp's reflection nearly washes out does that; what spills over from next door does not.
        """
        centres = self.palette.pure[1:]
        along = off[:, 2:4] @ (centres / np.linalg.norm(centres, axis=1, keepdims=True)).T
        altered: Bools = towards(off[:, 4:], centres, ALL_SIDES) & (along > ALL_OVER)
        return altered

    def _stained(self, middle: Floats, seen: Appearance) -> NDArray[np.bool_]:
        """Cells × colours: cells that are plain as a whole and tinted in part only, without any gloss.

        A neighbour's colour falls on an empty cell so; a piece is plain only where a lamp's reflection brightens it.
        """
        body = np.linalg.norm(seen.whole, axis=1)[:, None]
        usual = np.linalg.norm(self.palette.whole[1:], axis=1)[None]
        glossy = (seen.bright > GLOSS) | (middle.max(axis=1) > BURNT)
        stained: Bools = (body < FAINT * usual) & ~glossy[:, None]
        return stained

    def settle(self, close: Close, labels: Labels, trusted: Bools) -> None:
        """The cells are known to bear these labels now: follow the light, and learn what the labels look like."""
        look, change = close.look, close.change
        flat, sure = labels.ravel(), trusted.ravel()
        self.white = (self.white * np.exp(change)).astype(np.float32)
        empty = sure & (flat == 0)
        fresh = np.exp(look.middle) - DARKEST
        self.white[empty] += 0.5 * (np.maximum(fresh, 0) - self.white)[empty]
        self.last = np.where(sure[:, None], look.middle, look.middle if self.last is None else self.last + change)
        if self.samples is None:
            self.samples = look.samples
        else:
            self.samples[sure] = look.samples[sure]
        if self.looked is None:
            self.looked = np.full((len(flat), 6), np.nan, np.float32)
        learnt = sure[close.cells]
        self.looked[close.cells[learnt]] = hues(close.seen)[learnt]
        self.palette = taught(self.palette, close.seen, np.where(learnt, flat[close.cells], -1), self.unmet)
        self.unmet = self.unmet - set(np.unique(flat[close.cells[learnt]]).tolist())
