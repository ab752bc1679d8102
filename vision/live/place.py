"""Where the board lies in the picture, and keeping track of it through bumps, turns and disappearances."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError
from vision.geometry import BoardView
from vision.live.glance import MOVING, REDUCTION, Image, Watch, area, differing
from vision.live.intruders import RIM
from vision.live.realign import carried_over, is_that_board, realigned, turned_to_match
from vision.live.shake import find_points, find_shake
from vision.live.start import FirstLook, first_look

Bools = NDArray[np.bool_]
Labels = NDArray[np.int64]

# A shift of the board in cells that the reading would feel, and one that is told.
SHIFTED, TOLD_SHIFT = 0.05, 0.12
# The part of the watched area that must look otherwise, without a common motion, for the board to have gone.
GONE = 0.04
# More of the board than this covered, and it is a hand that is looked at, not a board that has gone.
MOSTLY_HIDDEN = 0.35
# The rim is looked at from and to this far outside of the cells, in cells, and so many times per cell. A side has
# changed if this part of its length has, and a board that moves changes two: a hand reaches over one, or over parts.
RIM_FROM, RIM_TO, RIM_STEPS = 0.1, 1.0, 4
SIDE_CHANGED, SIDES = 0.4, 2
# Seconds between attempts to find a board that is not where it was, and seconds after which it is given up.
SEARCH_EVERY, LOST_AFTER = 1.0, 2.0
# Seconds after which what lies still around the board belongs to the table.
AROUND_AFTER = 2.0


class News(Enum):
    """What has become of the board."""

    SAME = "it lies where it lay"
    ALIGNED = "it has moved by so little that nobody needs to know"
    MOVED = "it lies elsewhere"
    SEARCHING = "it may have gone; nothing is to be read now"
    LOST = "it has gone"
    BACK = "it is back"


@dataclass
class Place:
    """One view of the board, with the small picture of the table as it was last known."""

    view: BoardView
    watch: Watch
    reference: Image
    points: NDArray[np.float32]
    agreed: bool = True
    """Whether the last look at the points found one motion for all of them."""
    gone_since: float | None = None
    searched_at: float = -1e9
    lost: bool = False
    waiting: Image | None = None
    """What the table around the board looked like a while ago."""
    waiting_since: float = 0.0

    @classmethod
    def of(cls, view: BoardView, small: Image) -> Place:
        """The board in a view, the table looking as in this small picture."""
        return cls(view, Watch.over((small.shape[0], small.shape[1]), view), small, find_points(small, view))

    def differs(self, small: Image, threshold: float) -> bool:
        """Whether the table looks otherwise than it was last known, by more than noise."""
        return self.watch.moved(small, self.reference, threshold) > MOVING / 2

    def keep(self, small: Image) -> None:
        """The board is known to look like this now; what is around it is another matter."""
        if self.watch.moved(small, self.reference) > MOVING:
            self.points = find_points(small, self.view)
        # A copy: the old picture may be in somebody's hands.
        self.reference = np.asarray(cv2.copyTo(small, self._board(small), self.reference.copy()), np.uint8)

    def keep_around(self, small: Image, time: float, threshold: float) -> None:
        """What has not changed around the board for a while belongs to the table: a piece put down, a hand gone.

        An arm that only passes must not become part of the picture that later ones are compared with.
        """
        if self.waiting is None or self.waiting.shape != small.shape:
            self.waiting, self.waiting_since = small, time
        if time - self.waiting_since < AROUND_AFTER:
            return
        steady = cv2.bitwise_not(cv2.bitwise_or(differing(small, self.waiting, threshold), self._board(small)))
        self.reference = np.asarray(cv2.copyTo(small, steady, self.reference.copy()), np.uint8)
        self.waiting, self.waiting_since = small, time

    def _board(self, small: Image) -> Image:
        return area((small.shape[0], small.shape[1]), self.view, RIM)

    def shaken(self, image: Image, small: Image, before: Image, labels: Labels) -> News:
        """Follow a bump; `before` is the reference under the present light."""
        shake = find_shake(before, small, self.points, self.view)
        self.agreed = shake is not None
        if shake is None or shake.cells < SHIFTED:
            return News.SAME
        view = realigned(image, self.view, shake, labels > 0)
        if view is None:
            return News.SAME
        # What was known moves along; this frame may show a hand as well.
        self._become(Place.of(view, carried_over(before, small, shake, view)))
        return News.MOVED if shake.cells >= TOLD_SHIFT else News.ALIGNED

    def seems_gone(self, pixels: Image, hidden: Bools) -> bool:
        """Whether so many pixels have changed that the board may lie elsewhere."""
        if float(hidden.mean()) > MOSTLY_HIDDEN and self.gone_since is None:
            return False
        changed = self.watch.part(pixels) & self.watch.mask
        gone = float(np.count_nonzero(changed)) / self.watch.pixels > GONE and not self.agreed
        gone = gone and (self.lost or self._rim_changed(pixels))
        if not gone:
            self.gone_since = None
        return gone

    def _rim_changed(self, pixels: Image) -> bool:
        """Whether what the board ends at looks otherwise along its sides, given the pixels that have changed.

        Cells repeat: a board that has moved by a whole one looks the same everywhere but at its rim.
        """
        n = self.view.size
        along = (np.arange(n * RIM_STEPS) + 0.5) / RIM_STEPS
        away = np.linspace(RIM_FROM, RIM_TO, RIM_STEPS + 1)
        step, out = np.meshgrid(along, away, indexing="ij")
        sides = np.stack(
            [
                np.stack([step, -out], axis=-1),
                np.stack([step, n + out], axis=-1),
                np.stack([-out, step], axis=-1),
                np.stack([n + out, step], axis=-1),
            ]
        )
        places = ((self.view.project(sides) + 0.5) / REDUCTION - 0.5).reshape(4 * len(along), len(away), 2)
        seen = cv2.remap(
            pixels, places[..., 0].astype(np.float32), places[..., 1].astype(np.float32), cv2.INTER_NEAREST
        )
        changed = (seen.reshape(4, len(along), len(away)) > 0).any(axis=2).mean(axis=1)
        return int((changed > SIDE_CHANGED).sum()) >= SIDES

    def search(
        self, image: Image, small: Image, time: float, board: str, known: Labels, look: FirstLook = first_look
    ) -> News:
        """Look for a board that seems to have gone; it is known by what lies on it, from whichever side."""
        if self.gone_since is None:
            self.gone_since = time
        waiting = News.SEARCHING if self.lost else News.SAME
        if time - self.searched_at < SEARCH_EVERY:
            return waiting
        self.searched_at = time
        try:
            found = look(image, board)
        except VisionError:
            found = None
        if found is not None:
            view, labels = turned_to_match(found.view, found.labels, known)
            if is_that_board(labels, known):
                off = np.linalg.norm(view.corners - self.view.corners, axis=1).max() / view.cell_pixels
                if off < TOLD_SHIFT and not self.lost:
                    return News.SAME
                news = News.BACK if self.lost else News.MOVED
                self._become(Place.of(view, small))
                return news
        if self.lost or time - self.gone_since < LOST_AFTER:
            return waiting
        self.lost = True
        return News.LOST

    def turn(self) -> None:
        """Number the cells from the next corner: turned(3), clockwise."""
        self.view = self.view.turned(3)

    def _become(self, other: Place) -> None:
        self.view, self.watch, self.reference, self.points = other.view, other.watch, other.reference, other.points
        self.agreed, self.gone_since, self.lost, self.waiting = True, None, False, None
