"""The finder: from a picture to the boards that may lie in it, best first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.geometry import BoardView, focal_of
from vision.locate.evened import Evened, Image, evened, grey_of
from vision.locate.lattice import Lattice, densest_window, find_lattices
from vision.locate.lines import Lines, find_lines, focused
from vision.locate.planes import find_planes
from vision.locate.refine import refine
from vision.locate.window import Window, best_window, in_phase

Array = NDArray[np.float64]

# Cells along a side of the boards that exist.
SIZES = (20, 14)
# Attempts, cheapest first: pixels of the evened picture, focal length as a fraction of its longer side, what is looked
# at (all lines, or those in the midst of the weave or of the picture), and the quality from which on no further
# attempt is made (none after the first, which is too coarse to settle a doubt). Most boards are found at the first;
# storage panels and clutter ask for the focus, faint ridges for more pixels, crops of far pictures for a longer lens,
# wide lenses for a shorter one.
ATTEMPTS = (
    (150e3, 0.9, "all", 2.0),
    (300e3, 0.9, "all", 0.85),
    (300e3, 0.9, "weave", 0.85),
    (300e3, 0.9, "centre", 0.8),
    (300e3, 2.4, "all", 0.75),
    (300e3, 0.55, "all", 0.75),
    (800e3, 0.9, "all", 0.7),
    (800e3, 0.9, "weave", 0.7),
    (800e3, 0.9, "centre", 0.6),
    (800e3, 0.55, "all", 0.6),
    (800e3, 2.4, "all", 0.5),
)
# Pixels of the evened picture that the grid of a board that was found is fitted to.
FINE = 300e3
# Cells that the playing area may seem to reach out of the picture: the error of the alignment.
CUT_OFF = 0.3
# Quality from which on a grid may be a board if what lies on it says so, from which on it is one, and from which on
# nothing else is even looked at.
FAINT, ENOUGH, SURE = 0.25, 0.62, 0.85


@dataclass(frozen=True)
class Found:
    """A board in the evened picture."""

    window: Window
    picture: Evened
    outline: float = 0.0
    """0 to 1: how clearly the board ends on all four sides, where that was looked at."""

    @property
    def quality(self) -> float:
        """0 to 1."""
        return self.window.quality

    @property
    def rank(self) -> float:
        """Quality, halved if the board is cut off by the picture's edge."""
        return self.quality * (0.5 if self.cut_off else 1.0)

    @property
    def cut_off(self) -> bool:
        """Whether the picture shows only a part of the board."""
        return self.window.view.cut_off > CUT_OFF

    @property
    def view(self) -> BoardView:
        """The board in the full picture."""
        return self.window.view.scaled(self.picture.full_size)


def find_boards(image: Image, sizes: tuple[int, ...] = SIZES) -> Iterator[Found | None]:
    """The boards with one of these numbers of cells that may lie in a BGR or grey picture, as they are found.

    Who asks may stop at any time; None marks the end of an attempt that has brought a board to believe in.
    """
    grey = grey_of(image)
    best = 0.0
    made: dict[float, tuple[Evened, Lines]] = {}
    for pixels, focal, focus, enough in ATTEMPTS:
        if pixels not in made:
            picture = evened(grey, pixels)
            made[pixels] = picture, find_lines(picture)
        picture, lines = made[pixels]
        for window in find_windows(picture, focused(lines, focus) if focus != "all" else lines, focal, sizes):
            found = Found(window, picture)
            if found.rank >= FAINT:
                best = max(best, found.rank)
                yield found
        if best >= enough:
            yield None


def in_full(image: Image, found: Found) -> Found:
    """The same board in a picture that is fine enough to fit its grid to."""
    if found.picture.image.size >= 0.9 * min(FINE, found.picture.full_size[0] * found.picture.full_size[1]):
        return found
    finer = evened(grey_of(image), FINE)
    return replace(found, window=replace(found.window, view=found.window.view.scaled(finer.size)), picture=finer)


def find_board(image: Image, sizes: tuple[int, ...] = SIZES) -> Found | None:
    """The clearest board in a picture by its grid alone, or None."""
    best: Found | None = None
    for found in find_boards(image, sizes):
        if found is None or found.rank >= SURE:
            best = found or best
            break
        best = found if best is None or found.rank > best.rank else best
    return in_full(image, best) if best is not None and best.quality >= ENOUGH else None


def find_windows(picture: Evened, lines: Lines, focal: float, sizes: tuple[int, ...]) -> Iterator[Window]:
    """Boards that may lie in the picture, the likelier lattices first."""
    planes = find_planes(lines, focal * max(picture.size), 3)
    lattices = sorted(
        (lattice for plane in planes for lattice in find_lattices(plane, lines, 2)), key=lambda found: -found.score
    )
    for lattice in lattices[:3]:
        windows = [window for size in sizes if (window := _window(picture, lines, lattice, size)) is not None]
        if windows:
            # All sizes are tried on a lattice before one of them is believed.
            yield max(windows, key=lambda window: window.quality)


def _window(picture: Evened, lines: Lines, lattice: Lattice, size: int) -> Window | None:
    column, row, _ = densest_window(lattice, lines, size)
    view = _view(lattice, column, row, size, picture)
    if view is None:
        return None
    view = in_phase(picture, refine(picture, view, (0.2,)))
    view = refine(picture, view, (0.16,), bent=True)
    window = best_window(picture, view, size)
    if window.quality >= SURE and not window.far:
        return window
    # The window has been far off until now: what it shows is weighed once more.
    if window.quality >= SURE and (again := best_window(picture, window.view, size)).quality >= SURE:
        return again
    return best_window(picture, refine(picture, window.view, (0.16, 0.14), bent=True), size)


def _view(lattice: Lattice, column: int, row: int, size: int, picture: Evened) -> BoardView | None:
    """The view of a window of a lattice; None if it lies across the horizon."""
    corner = np.array([[1, 0, column], [0, 1, row], [0, 0, 1.0]])
    homography = np.linalg.inv(lattice.matrix) @ corner
    depth = homography[2] @ np.array([[0, size, size, 0], [0, 0, size, size], [1.0, 1, 1, 1]])
    if depth.min() * depth.max() <= 0:
        return None
    homography = homography / np.sign(depth[0])
    if np.linalg.det(homography) < 0:
        # Seen from below: the lattice's axes are named the wrong way round.
        homography = homography @ np.array([[0, 1, 0], [1, 0, 0], [0, 0, 1.0]])
    homography /= np.linalg.norm(homography)
    return BoardView(size, homography, picture.size, focal_of(homography, picture.size)).upright()
