"""The calibration: this camera, this board, this light."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import numpy as np

from calibration.colours import Learnt, learn
from calibration.errors import CalibrationError
from calibration.geometry import Placed
from calibration.mat import find_markers
from calibration.report import Report, judge
from engine.profiles import BoardProfile
from vision.geometry import BoardView
from vision.locate.evened import Image
from vision.reading.palette import Palette

SCHEMA = 1
# Proportions of two picture sizes that count as the same.
SAME_SHAPE = 0.01


@dataclass(frozen=True)
class Calibration:
    """Everything that is kept about one camera over one board."""

    camera: str
    """The camera's name: the address of its source, such as `usb:0`."""
    profile: BoardProfile
    view: BoardView
    """Where the board lies, with lens and the height of piece tops. Its first row is the upper one on the page."""
    colours: Learnt
    """What each label looks like, with its spread, and from how many cells that is known."""
    report: Report
    controls: Mapping[str, float] = field(default_factory=dict)
    """The camera's locked exposure, gain and white balance, by its own names; empty if it has none."""
    markers: tuple[tuple[float, float], ...] = ()
    """Pixels of the mat's four markers, if it lies there: with them a moved board is found at once."""
    made: str = ""
    """When, as ISO 8601 in UTC."""

    @property
    def palette(self) -> Palette:
        """What each label looks like, with the empty board's mean light."""
        return self.colours.palette

    @property
    def up(self) -> str:
        """At which side of the picture the board's upper side lies, as the page shows it."""
        n = self.view.size
        above, middle = self.view.project(np.array([[n / 2, 0.0], [n / 2, n / 2]]))
        x, y = above - middle
        if abs(x) > abs(y):
            return "right" if x > 0 else "left"
        return "bottom" if y > 0 else "top"

    def turned(self, quarters: int) -> Calibration:
        """The same calibration with another side up on the page: each quarter makes the right side the upper one."""
        n = self.view.size
        cells = self.report.at_risk
        for _ in range(quarters % 4):
            cells = tuple(sorted((n - 1 - column, row) for row, column in cells))
        return replace(self, view=self.view.turned(quarters), report=replace(self.report, at_risk=cells))

    def for_size(self, size: tuple[int, int]) -> Calibration:
        """The same for another size of the camera's picture; CalibrationError if that is not the same picture."""
        if size == self.view.image_size:
            return self
        was = self.view.image_size
        if abs(size[0] * was[1] / (size[1] * was[0]) - 1) > SAME_SHAPE:
            raise CalibrationError(
                "size",
                f"the calibration of {self.camera} was made for pictures of {was[0]} × {was[1]}, but now they are "
                f"{size[0]} × {size[1]}: calibrate again, or set the camera's size back",
            )
        factor = size[0] / was[0]
        markers = tuple(((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5) for x, y in self.markers)
        return replace(self, view=self.view.scaled(size), markers=markers)


def calibrated(
    image: Image, found: Placed, camera: str, controls: Mapping[str, float] | None = None, made: str | None = None
) -> Calibration:
    """The calibration that a board found in a picture gives."""
    learnt = learn(found)
    # The light over the board is looked at afresh at each start; what is kept is its mean.
    mean = replace(learnt, palette=replace(learnt.palette, white=learnt.palette.mean_white))
    when = datetime.now(UTC).isoformat(timespec="seconds") if made is None else made
    seen = find_markers(image)
    markers = () if seen is None else tuple((float(x), float(y)) for x, y in seen.centres)
    return Calibration(
        camera, found.profile, found.view, mean, judge(image, found), dict(controls or {}), markers, when
    )
