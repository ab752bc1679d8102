"""A simulated table where nobody moves until the test says so, seen by the real reader."""

import time

from companion.calibrated import calibrated_table
from companion.house import House
from companion.settings import Settings
from tests.system.hands import PIN
from vision.frames import Frame
from vision.sources.demo import DemoSource


class PatientSource(DemoSource):
    """The film stands still at its first picture until it is let go."""

    live = True

    def __init__(self, board, seed, size=(820, 616)):
        super().__init__(board, seed=seed, size=size, mishaps=0.0, frames=120, tilt=12.0, light="desk lamp")
        self.held = True
        self.fixed = {}
        self._shown = 0

    @property
    def controls(self):
        return dict(self.fixed)

    def _next(self):
        if self.held:
            self._number = 0
        frame = super()._next()
        time.sleep(0.05)
        self._shown += 1
        return Frame(frame.image, self._shown / self._fps, self._shown)


def patient_house(folder, board, seed):
    """A companion as on the first day: real eyes, no calibration, no game but the usual one."""
    source = PatientSource(board, seed)
    settings = Settings(data=str(folder), host="127.0.0.1", port=0, pin=PIN, source="usb:0")

    def table(profile, lying):
        return calibrated_table(
            settings.source, settings.folder, profile.name, profile if lying else None, tuple(lying)
        )

    return House.open(settings, lambda: source, table), source
