"""The first look of a live table that has a calibration: verified, mended or redone, and kept up during play."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from calibration.colours import Learnt
from calibration.errors import CalibrationError
from calibration.geometry import Placed, find
from calibration.keeping import Shelf
from calibration.model import Calibration, calibrated
from calibration.report import HARDLY, distances
from calibration.starting import HELD, How, verify
from engine.profiles import PROFILES
from vision.errors import VisionError
from vision.geometry import BoardView
from vision.live.start import Start, first_look
from vision.locate.evened import Image
from vision.photo import profiles_for
from vision.reading.palette import Palette

log = logging.getLogger(__name__)


class KeptLook:
    """Finds the board with what is kept about this camera; without it, or where it does not hold, by itself.

    Call it as a `FirstLook`. With a shelf, what was found is kept for the next start.
    """

    def __init__(
        self,
        camera: str,
        shelf: Shelf | None = None,
        given: Calibration | None = None,
        prior: Palette | None = None,
        controls: Callable[[], Mapping[str, float]] = dict,
    ) -> None:
        """`given` is used instead of what the shelf has; `prior` is what the colours of a taught printing look like.

        `controls` says the camera's locked controls at this moment.
        """
        self.camera, self.shelf, self.prior, self.controls = camera, shelf, prior, controls
        self.calibration = given
        """The calibration in use: given, kept, or made by the first look."""
        self.how: How | None = None
        """What became of the kept one at the last look; None if there was none."""
        self.words = ""
        """What people should know: a damaged file, another camera size; empty if all is well."""
        self._alike: set[tuple[str, str]] = set()

    def __call__(self, image: Image, board: str) -> Start:
        """The board in a quiet frame; VisionError if there is none."""
        kept = self._kept(board)
        if kept is not None:
            try:
                verified = verify(kept, image)
            except CalibrationError as problem:
                if problem.problem != "size":
                    raise VisionError(str(problem)) from problem
                self._say(f"{problem}; the board was found anew")
            else:
                self.how = verified.how
                fixed = self.controls() or kept.controls
                changed = verified.how is not How.HELD or fixed != kept.controls
                self._take(replace(verified.calibration, controls=fixed), changed)
                return verified.start
        start = first_look(image, board) if self.prior is None else self._taught(image, board)
        found = Placed(start.view, start.profile, start.reading, start.patches, start.location)
        # A printing that only this picture suggests has no name to be kept under.
        self._take(calibrated(image, found, self.camera, self.controls()), start.profile.name in PROFILES)
        return start

    def _taught(self, image: Image, board: str) -> Start:
        """The first look at a printing that people have taught."""
        try:
            found = find(image, board, self.prior, alone=False)
        except CalibrationError as problem:
            raise VisionError(str(problem)) from problem
        reading = found.reading
        return Start(found.view, found.profile, reading.palette, reading.labels, found.patches, reading, found.clarity)

    def follow(self, view: BoardView, palette: Palette, unmet: frozenset[int]) -> str:
        """What play has taught: where the board lies now, colours met by now. A sentence if something no longer holds.

        Called now and then; costs less than a millisecond unless there is something new to keep.
        """
        kept = self.calibration
        if kept is None or palette.colours != kept.profile.colours or view.image_size != kept.view.image_size:
            return ""
        cells = tuple(before if before or label in unmet else 1 for label, before in enumerate(kept.colours.cells))
        moved = np.linalg.norm(view.corners - kept.view.corners, axis=1).max() > HELD * view.cell_pixels
        if moved or cells != kept.colours.cells:
            learnt = Learnt(replace(palette, white=palette.mean_white), cells)
            self._take(replace(kept, view=view, colours=learnt), True)
        return self._told_alike(palette, unmet)

    def _told_alike(self, palette: Palette, unmet: frozenset[int]) -> str:
        names = {str(colour) for label, colour in enumerate(palette.colours, 1) if label not in unmet} | {"empty"}
        alike = {(a, b) for a, b, far in distances(palette) if far < HARDLY and {a, b} <= names}
        fresh, self._alike = alike - self._alike, alike
        if not fresh:
            return ""
        a, b = min(fresh)
        return f"{a} and {b} look alike in this light: switch on a whiter light, or turn the lamp away"

    def _kept(self, board: str) -> Calibration | None:
        names = [profile.name for profile in profiles_for(board)]
        if self.calibration is not None:
            return self.calibration if self.calibration.profile.name in names else None
        if self.shelf is None:
            return None
        for name in names:
            try:
                self.shelf.load(self.camera, name)
            except CalibrationError as problem:
                self._say(f"{problem}; the board is looked for without it")
        return self.shelf.newest(self.camera, names)

    def _take(self, calibration: Calibration, worth_keeping: bool) -> None:
        self.calibration = calibration
        if self.shelf is None or not worth_keeping:
            return
        try:
            self.shelf.save(calibration)
        except CalibrationError as problem:
            self._say(str(problem))

    def _say(self, words: str) -> None:
        self.words = words
        log.warning("%s", words)
