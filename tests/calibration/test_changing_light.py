"""Ten minutes of dusk, and a shadow across the board: the calibration follows, and nothing is told that was not."""

import numpy as np

from calibration import calibrated
from calibration.geometry import find
from calibration.looking import KeptLook
from companion.calibrated import CalibratedTable
from engine.profiles import CLASSIC
from tests.calibration.conftest import SIZE
from tests.vision.pictures import wrong_cells
from vision.changes import Change, NoticeKind
from vision.frames import Frame
from vision.table.arrays import random_for
from vision.table.lights import kelvin
from vision.table.scene import Scene, laid, random_setting
from vision.table.sensor import Darkroom, metered
from vision.table.stills import random_position

SEED, LYING, PLAYED = 6, 20, 3
SECONDS, EVERY = 600.0, 2.0


class Room:
    """A simulated table whose light and pieces change as a test says; exposure and white balance are locked."""

    def __init__(self, light):
        random = random_for(SEED, "room")
        game = random_position(random, CLASSIC, LYING + PLAYED)
        setting = random_setting(SEED, CLASSIC, SIZE, tilt=12.0, light=light)
        self.pieces = [(item.colour, frozenset(item.cells)) for item in game.state.position.lying]
        self._puts = [
            laid(random, setting.kit, item.colour, item.cells, SEED * 100 + item.number)
            for item in game.state.position.lying
        ]
        self._scene = Scene(setting, self._puts[:LYING], 1)
        light_now = self._scene.light()
        self._darkroom = Darkroom(metered(random_for(SEED, "sensor"), light_now, setting.lighting.tint()), *SIZE)

    def picture(self, number, pieces, factor):
        """Frame number N with so many pieces, the light multiplied by `factor` (3, or rows × columns × 1)."""
        self._scene.change(self._puts[:pieces])
        light = (self._scene.light() * factor).astype(np.float32)
        return self._darkroom.grain(self._darkroom.expose(light), number)


def told(room, factor_at):
    """Everything that a live table with a calibration tells over ten minutes in which three pieces are played."""
    first = room.picture(0, LYING, factor_at(0.0))
    look = KeptLook("usb:0", given=calibrated(first, find(first, "classic"), "usb:0"))
    table = CalibratedTable("classic", first_look=look, kept=look)
    events = []
    for number in range(int(SECONDS / EVERY)):
        seconds = number * EVERY
        pieces = LYING + int(min(PLAYED, seconds // (SECONDS / (PLAYED + 1))))
        events += table.feed(Frame(room.picture(number, pieces, factor_at(seconds)), seconds, number))
    return table, events


def check(room, table, events):
    """Every piece told once, as it lies (from whichever side), nothing vanished or moved, and nobody was asked."""
    changes = [event for event in events if isinstance(event, Change)]
    assert [(event.vanished, event.moved) for event in changes] == [((), ())] * len(changes)
    appeared = [patch for event in changes for patch in event.appeared]
    assert len(appeared) == LYING + PLAYED == len(table.known)
    grid = [["."] * 20 for _ in range(20)]
    for colour, cells in room.pieces:
        for row, column in cells:
            grid[row][column] = colour.letter
    assert wrong_cells(table.grid, ["".join(row) for row in grid]) == 0
    assert [patch.colour for patch in appeared[LYING:]] == [colour for colour, _ in room.pieces[LYING:]]
    assert [event for event in events if not isinstance(event, Change) and event.kind is NoticeKind.UNSURE] == []


def test_from_daylight_to_a_third_of_lamp_light():
    room = Room("window")

    def dusk(seconds):
        share = seconds / SECONDS
        warm = np.array(kelvin(6500 + (2700 - 6500) * share)) / np.array(kelvin(6500))
        return warm / warm.max() * (1 / 3) ** share

    table, events = told(room, dusk)
    check(room, table, events)


def test_a_window_shadow_that_moves_across_the_board():
    room = Room("office")
    across = np.linspace(0, 1, SIZE[0])[None, :, None]

    def shadow(seconds):
        edge = -0.1 + 1.2 * seconds / SECONDS
        return 1 - 0.5 / (1 + np.exp((across - edge) / 0.02))

    table, events = told(room, shadow)
    check(room, table, events)
