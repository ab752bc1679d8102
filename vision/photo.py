"""One photo, read as a whole: find the board, read the cells, fit the grid to what lies on it, read again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.pieces import SQUARES, Cell
from engine.profiles import PROFILES, BoardProfile
from vision.errors import VisionError
from vision.geometry import BoardView
from vision.locate.alike import aligned_to_nubs
from vision.locate.evened import Evened, Image
from vision.locate.finder import ENOUGH, SIZES, SURE, Found, find_boards, in_full
from vision.locate.outline import centred
from vision.locate.refine import refine
from vision.reading.appearance import light_of
from vision.reading.cells import Reading, first_white, read_cells, read_light
from vision.reading.nubs import has_nubs
from vision.reading.palette import Palette, usual_palette
from vision.reading.printing import Printing, duo_profiles, printing_of
from vision.reading.sampling import sample_places, take
from vision.reading.sense import sense_of, two_toned
from vision.reading.shapes import settle

# Rounds of the last alignment, each looking this far (in cells) beside the grid for its lines.
LAST_REACHES = (0.2, 0.15, 0.12)
# Rounds of learning (colours, then light and colours) of the first reading, which only has to tell pieces from board,
# and of the later ones.
ROUGH_ROUNDS, LAST_ROUNDS = (2, 1), (2, 2)
# From this tilt on, in degrees, walls are looked at: they are a fifth of a cell wide there.
LOW_ANGLE = 28.0
# Heights of walls that are tried, in cells, against the one at which the piece tops are seen, and the gain in the mean
# log-likelihood of a cell that makes one of them believed; and what it is worth in that if all figures are pieces:
# walls that are taken for tops make figures that no piece has.
WALLS = (0.28, 0.42)
# What the height of the tops is tried to be where walls are seen, against the one that their edges seem to have: at a
# low angle the far edge of a bevel is not seen.
TOPS = (1.0, 0.88)
BETTER_FIT = 0.03
FIGURES = 0.5
# Confidence in the printing from which on no other is tried.
SURE_PRINTING = 0.99
# The quality of the grid that an empty board must have to be believed (it must also end where the board does); and the
# sum of the quality and the share of cells that belong to pieces on one that is not empty.
CLEAR_GRID, CLEAR_GAME = 0.5, 1.2
# A faint grid can be a board only if at least so many cells are covered; and a clear one is beyond doubt if this share
# of the covered cells makes pieces.
FEWEST_CELLS, GOOD_FIGURES = 15, 0.9
# What an empty board is worth beside one on which all is pieces, and the sum of that and of the grid's quality from
# which on no other board is looked for.
EMPTY_WORTH, SENSIBLE = 0.75, 1.4
# Likeness of what lies outside to the board's cells from which on the grid goes on, and no board ends there.
GOES_ON = 0.3
# The outline that makes even an empty board with faint ridges a board, and what a clear outline is worth.
OUTLINED, OUTLINE_WORTH = 0.9, 0.5
# Boards whose corners are less than this apart, in cells, are the same.
APART = 0.6
# A cell below this certainty is listed as unsure.
UNSURE = 0.9

Watcher = Callable[[str, object], None]
"""Told the name and the result of each stage, for those who want to look at it."""


@dataclass(frozen=True)
class PhotoReading:
    """What a photo says."""

    view: BoardView
    """In pixels of the picture that was read."""
    profile: BoardProfile
    reading: Reading
    """After the shapes have spoken."""
    kind_confidence: float
    """How sure the number of cells and the printing are."""
    location: float
    """0 to 1: how clearly the board stands out as a board."""

    @property
    def unsure(self) -> list[Cell]:
        """Cells that a person should look at."""
        return [(int(row), int(column)) for row, column in np.argwhere(self.reading.certainty < UNSURE)]

    @property
    def confidence(self) -> float:
        """The probability that every cell is right."""
        return float(np.exp(np.log(np.clip(self.reading.certainty, 1e-6, 1)).sum()))


def read_photo(image: Image, board: str = "auto", watch: Watcher | None = None) -> PhotoReading:
    """Find and read the board in a BGR picture.

    Args:
        image: height × width × 3, the right way up or not.
        board: `auto`, a board kind (`classic`, `duo`) or the name of a profile.
        watch: called after each stage.

    Raises:
        VisionError: there is no such board in the picture.
    """
    sighting = locate(image, board)
    if sighting is None:
        kind = "Blokus" if board == "auto" else board
        raise VisionError(
            f"no {kind} board found: show the whole board with its rim from above, tilted by 45° at most, in even light"
        )
    if watch is not None:
        watch("found", sighting.found)
    if sighting.found.cut_off:
        raise VisionError("only a part of the board is in the picture: step back so that all four corners can be seen")
    return _read(image, sighting, watch)


@dataclass(frozen=True)
class Sighting:
    """A board that was found, with a first reading, good enough to tell pieces from board."""

    found: Found
    printing: Printing
    rough: Reading


def locate(image: Image, board: str = "auto") -> Sighting | None:
    """The board in a BGR picture, or None. A grid is a board if what lies on it makes sense as one.

    Storage panels full of pieces look as regular as a board, and more so than one that a lamp has burnt out; but
    their pieces lie edge to edge, and make no figures of the game.
    """
    sizes = SIZES if board == "auto" else tuple({profile.size for profile in profiles_for(board)})
    best: tuple[float, Sighting] | None = None
    seen: list[Found] = []
    for candidate in find_boards(image, sizes):
        if candidate is None:
            if best is not None and best[0] >= SENSIBLE + OUTLINE_WORTH / 2:
                break
            continue
        if any(same_place(candidate, other) and candidate.rank <= other.rank for other in seen):
            continue
        seen.append(candidate)
        view, outline = centred(candidate.picture, candidate.window.view)
        found = replace(candidate, window=replace(candidate.window, view=view), outline=outline)
        sighting = _first_reading(image, found, board, None)
        covered, good = sense_of(sighting.rough)
        worth = found.rank + (good if covered else EMPTY_WORTH)
        faint = found.quality < ENOUGH and (covered < FEWEST_CELLS or worth < CLEAR_GAME)
        if faint and (outline < OUTLINED or found.window.outside > GOES_ON):
            continue
        worth += OUTLINE_WORTH * outline
        if best is None or worth > best[0]:
            best = worth, sighting
        if found.rank >= SURE and (good >= GOOD_FIGURES or not covered):
            break
    return replace(best[1], found=in_full(image, best[1].found)) if best else None


def same_place(one: Found, other: Found) -> bool:
    """Whether two boards are nearly the same."""
    if one.view.size != other.view.size:
        return False
    return bool(np.abs(one.view.corners - other.view.corners).max() < APART * one.view.cell_pixels)


def read_found(
    image: Image, found: Found, board: str = "auto", watch: Watcher | None = None, prior: Palette | None = None
) -> PhotoReading:
    """Read a board that has been found; `prior` says what its colours look like, if that is known.

    Raises:
        VisionError: what was found is no such board.
    """
    return _read(image, _first_reading(image, found, board, prior), watch)


def _read(image: Image, sighting: Sighting, watch: Watcher | None) -> PhotoReading:
    tell = watch or (lambda stage, result: None)
    found, printing, rough = sighting.found, sighting.printing, sighting.rough
    colours = printing.profile.colours
    tell("rough", rough)
    view = aligned(found, rough.labels > 0, printing)
    reading = read_cells(image, view, colours, rounds=LAST_ROUNDS)
    if (changed := int(((reading.labels > 0) != (rough.labels > 0)).sum())) > 4:
        tell("again", changed)
        view = aligned(
            replace(found, window=replace(found.window, view=view.scaled(found.picture.size))),
            reading.labels > 0,
            printing,
        )
        reading = read_cells(image, view, colours, rounds=LAST_ROUNDS)
    if view.tilt > LOW_ANGLE:
        view, reading = _past_walls(image, view, reading)
    tell("cells", (view, reading))
    settled = settle(reading)
    tell("settled", (view, settled))
    if not plausible(settled, found):
        raise VisionError(
            "there is a grid, but it does not look like a Blokus board: show the whole board from above, and name its "
            "kind with --board if another one was meant"
        )
    return PhotoReading(view, printing.profile, settled, printing.confidence, found.quality)


def plausible(reading: Reading, found: Found) -> bool:
    """Whether what was read can be a Blokus board: not a chessboard, a keyboard or a tiled floor.

    Its empty cells are all of one tone. No colour has more than its 89 squares (and a few misread ones), and most of
    what lies there are pieces; the less clear the grid is, the more of them must be.
    """
    if two_toned(reading):
        return False
    counts = [int((reading.labels == label).sum()) for label in range(1, len(reading.colours) + 1)]
    if max(counts) > SQUARES + 10:
        return False
    if sum(counts) == 0:
        clear = found.quality >= CLEAR_GRID or found.outline >= OUTLINED
        return clear and found.window.outside < GOES_ON
    return found.quality + sense_of(reading)[1] + OUTLINE_WORTH * found.outline >= CLEAR_GAME


def aligned(found: Found, covered: NDArray[np.bool_], printing: Printing) -> BoardView:
    """The view in the full picture, with its grid fitted to ridges and piece tops, and to nubs where it has them."""
    sure = printing.confidence >= SURE_PRINTING
    view = on_its_lines(found.picture, found.window.view, covered, printing.profile.nubs, sure)
    return view.scaled(found.picture.full_size)


def on_its_lines(picture: Evened, view: BoardView, covered: NDArray[np.bool_], nubs: bool, sure: bool) -> BoardView:
    """The view with its grid fitted to the lines of the picture, or to the cells as wholes if it has nubs."""
    if nubs:
        return aligned_to_nubs(picture, view, covered, sure)
    return refine(picture, view, LAST_REACHES, covered)


def _past_walls(image: Image, view: BoardView, reading: Reading) -> tuple[BoardView, Reading]:
    """At a low angle, walls of pieces cover much of the empty cells in front of them: what width of them fits best."""

    def worth(tried: Reading) -> float:
        return tried.fit + FIGURES * sense_of(tried)[1]

    best = view, reading
    for top in TOPS:
        for wall in WALLS:
            height = top * view.height
            other = replace(view, height=height, walls=max(1.0, wall / height))
            tried = read_cells(image, other, reading.colours, rounds=LAST_ROUNDS)
            if worth(tried) > worth(best[1]) + BETTER_FIT:
                best = other, tried
        if best[0] is view:
            break
    return best


def profiles_for(board: str) -> list[BoardProfile]:
    """The profiles that a board word allows."""
    if board == "auto":
        return list(PROFILES.values())
    chosen = [profile for profile in PROFILES.values() if board in (profile.name, profile.kind)]
    if not chosen:
        raise VisionError(f"unknown board {board!r}: expected auto, {', '.join(PROFILES)}")
    return chosen


def _first_reading(image: Image, found: Found, board: str, prior: Palette | None) -> Sighting:
    """The printing and a rough reading.

    Where the hues leave the printing open, it is the one that reads best.
    """
    view = found.view
    allowed = [profile for profile in profiles_for(board) if profile.size == view.size] or duo_profiles()
    light = light_of(take(image, sample_places(view)))
    every = tuple(dict.fromkeys(colour for profile in allowed for colour in profile.colours))
    white, seen = first_white(image, view, every, light)
    printing = printing_of(allowed, seen) if len(allowed) > 1 else Printing(allowed[0], 1.0)
    start = usual_palette(printing.profile.colours, white)
    if prior is not None and prior.colours == start.colours:
        start = replace(prior, white=white)
    rough = read_light(light, view.size, start, ROUGH_ROUNDS, seen)
    if printing.confidence < SURE_PRINTING and (rough.labels > 0).any():
        for other in allowed:
            palette = usual_palette(other.colours, white)
            tried = read_light(light, view.size, palette, ROUGH_ROUNDS, seen)
            if tried.fit > rough.fit:
                printing, rough = Printing(other, 1 - printing.confidence / 2), tried
    if printing.confidence < SURE_PRINTING and not (rough.labels > 0).any() and not two_toned(rough):
        nubs = has_nubs(light, rough.labels == 0)
        if len(fitting := [profile for profile in allowed if profile.nubs == nubs]) == 1:
            printing = Printing(fitting[0], SURE_PRINTING)
            rough = replace(rough, colours=fitting[0].colours)
    return Sighting(found, printing, rough)
