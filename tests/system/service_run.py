"""`companion run` as systemd runs it, with a camera that fails as it is told.

usage: python -m tests.system.service_run HOW FOLDER; HOW is one of the sources below.
"""

import sys
import threading

import numpy as np

import companion.commands.run as command
from companion.cli import main
from companion.starts import Starts
from vision.errors import DisappearedError, HungError, NoCameraError
from vision.frames import Frame, Source


class Faulty(Source):
    """A camera of grey pictures that does what `how` says."""

    live = True
    opened = 0

    def __init__(self, how):
        super().__init__(f"faulty:{how}")
        self.how, self.number = how, 0

    def _open(self):
        Faulty.opened += 1
        if self.how == "missing" or (self.how == "returns" and Faulty.opened == 2):
            raise NoCameraError("no camera found; check the ribbon cable")
        if self.how == "stuck":
            threading.Event().wait()

    def _next(self):
        threading.Event().wait(0.02)
        self.number += 1
        if self.number > 5 and self.how == "hangs":
            raise HungError("the camera hangs and has to be started again")
        if self.number > 5 and self.how == "returns" and Faulty.opened == 1:
            raise DisappearedError("the camera is gone")
        wide = 64 if self.how == "resizes" and self.number > 5 else 32
        grey = 60 + self.number % 40
        return Frame(np.full((48, wide, 3), grey, np.uint8), self.number / 50, self.number)

    def _close(self):
        pass


if __name__ == "__main__":
    how, folder = sys.argv[1:3]
    command.open_source = lambda address: Faulty(how)
    if how == "dies":
        Starts.good = lambda self: None
    sys.exit(main(["run", "--data", folder, "--port", "0", "--host", "127.0.0.1", "--retry-seconds", "0.1"]))
