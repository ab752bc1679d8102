"""Small scenes, made once and shared by many tests."""

import pytest

from engine.colours import Colour
from engine.profiles import PROFILES
from vision.table.arrays import random_for
from vision.table.camera import looking_at
from vision.table.clutter import Clutter
from vision.table.kinds import random_kit, without_panels
from vision.table.lights import Lamp, Lighting
from vision.table.scene import Put, Scene, Setting
from vision.table.tabletops import random_table

SMALL = (480, 360)


def bare_setting(board="classic", tilt=0.0, lens="telephone", size=SMALL, lamps=None):
    """A set on a grey table under one lamp straight above, with nothing around it."""
    kit = without_panels(random_kit(random_for(1, board), PROFILES[board]))
    lamp = Lamp((900.0, 0.0, 1500.0), (-0.5144957554275265, 0.0, -0.8574929257125441), 300, 300, (1, 1, 1), 1.0)
    return Setting(
        kit,
        looking_at((0, 0, 0), kit.outer * 2.6, tilt, 0, 0, size, lens),
        Lighting("test", lamps or (lamp,), 0.4, 0.05),
        random_table(random_for(1, "table"), "grey"),
        Clutter(),
        1,
    )


@pytest.fixture(scope="session")
def tilted_pair():
    """The same tilted scene without and with one red piece on d17, e17, f17 (I3)."""
    setting = bare_setting(tilt=40)
    put = Put(Colour.RED, ((3, 3), (3, 4), (3, 5)))
    return setting, put, Scene(setting, [], finer=1), Scene(setting, [put], finer=1)
