"""At each start: is the board where it was, and does it still look so? If not, the calibration is mended or redone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from calibration.colours import Learnt, counts
from calibration.errors import CalibrationError
from calibration.geometry import SNAPPED, Placed, find, placed, same_way_up, snap
from calibration.mat import Markers, find_markers, moved_with
from calibration.model import Calibration
from calibration.report import judge
from vision.live.start import Start
from vision.locate.evened import Image, evened, grey_of
from vision.locate.finder import Found
from vision.locate.refine import refine
from vision.locate.window import best_window
from vision.reading.cells import Reading
from vision.reading.palette import USUAL_SPREAD, Palette

# The picture in which the kept grid is compared with the lines that are seen.
PIXELS = 600e3
# How far beside the kept grid its lines are looked for, in cells.
REACHES = (0.3, 0.2)
# A kept view whose grid is at least this clear is believed; where it is not, the board is searched for.
ENOUGH = 0.55
# A corner may move by so much, in cells, before the board counts as found anew, and before it counts as moved at all.
REFINED, HELD = 0.6, 0.06


class How(StrEnum):
    """What became of a kept calibration when the camera looked again."""

    HELD = "held"
    REFINED = "refined"
    REDONE = "redone"


@dataclass(frozen=True)
class Verified:
    """A calibration that fits what the camera sees now."""

    calibration: Calibration
    how: How
    found: Placed

    @property
    def start(self) -> Start:
        """What a live table begins with; colours that were met before need not be met again."""
        found, cells = self.found, self.calibration.colours.cells
        met = frozenset(label for label, count in enumerate(cells) if label and count)
        reading = found.reading
        return Start(
            found.view, found.profile, reading.palette, reading.labels, found.patches, reading, found.clarity, met
        )


def verify(kept: Calibration, image: Image) -> Verified:
    """The kept calibration, checked against a picture and brought up to date.

    Raises:
        CalibrationError: there is no such board in view (`no_board`), or the camera has another size (`size`).
    """
    kept = kept.for_size((image.shape[1], image.shape[0]))
    found = at_its_place(kept, image)
    how = How.REDONE
    if found is None:
        found = by_markers(kept, image) or same_way_up(
            find(image, kept.profile.name, kept.palette, alone=False), kept.view.corners
        )
    else:
        off = np.linalg.norm(found.view.corners - kept.view.corners, axis=1).max() / kept.view.cell_pixels
        how = How.HELD if off < HELD else How.REFINED
    found = replace(found, profile=kept.profile, reading=_with_memory(found, kept))
    return Verified(_updated(kept, found, image), how, found)


def by_markers(kept: Calibration, image: Image) -> Placed | None:
    """The board where the mat's markers say it went; None without them."""
    now = find_markers(image) if kept.markers else None
    if now is None:
        return None
    corners = moved_with(kept.view, Markers(np.array(kept.markers)), now)
    try:
        return snap(image, corners.tolist(), kept.profile.name, kept.palette)
    except CalibrationError:
        return None


def at_its_place(kept: Calibration, image: Image) -> Placed | None:
    """The board where the calibration says it lies, fitted to the picture's lines; None if it is not there."""
    picture = evened(grey_of(image), PIXELS)
    view = refine(picture, kept.view.scaled(picture.size), REACHES)
    window = best_window(picture, refine(picture, view, SNAPPED), kept.view.size)
    if window.quality < ENOUGH:
        return None
    seen = window.view.scaled(kept.view.image_size)
    if np.linalg.norm(seen.corners - kept.view.corners, axis=1).max() > REFINED * kept.view.cell_pixels:
        return None
    try:
        found = placed(image, Found(window, picture), kept.profile.name, kept.palette)
    except CalibrationError:
        return None
    return same_way_up(found, kept.view.corners)


def remembering(palette: Palette, seen: tuple[int, ...], kept: Learnt) -> Palette:
    """A fresh palette in which labels that are not seen now look as they did when they were.

    Their light may have been another one, so they may stray as far as plastics of one name do.
    """
    pure, whole, spread = palette.pure.copy(), palette.whole.copy(), palette.spread.copy()
    for label in range(1, len(pure)):
        if not seen[label] and kept.cells[label]:
            pure[label], whole[label] = kept.palette.pure[label], kept.palette.whole[label]
            spread[label] = max(USUAL_SPREAD, float(kept.palette.spread[label]))
    return replace(palette, pure=pure, whole=whole, spread=spread)


def _with_memory(found: Placed, kept: Calibration) -> Reading:
    reading = found.reading
    if reading.colours != kept.profile.colours:
        return reading
    return replace(reading, palette=remembering(reading.palette, counts(reading), kept.colours))


def _updated(kept: Calibration, found: Placed, image: Image) -> Calibration:
    palette = found.reading.palette
    cells = tuple(max(now, before) for now, before in zip(counts(found.reading), kept.colours.cells, strict=True))
    learnt = Learnt(replace(palette, white=palette.mean_white), cells)
    return replace(kept, view=found.view, colours=learnt, report=judge(image, found))
