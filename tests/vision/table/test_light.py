"""Lamps, flares, shadows and the sensor behave as in a room."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.colours import Colour
from tests.vision.table.conftest import bare_setting
from vision.table.arrays import random_for
from vision.table.lights import LIGHTS, Lamp, Lighting, kelvin, mirrored_on, random_lighting
from vision.table.scene import Put, Scene
from vision.table.sensor import Darkroom, Sensor, metered, tone

BELOW = Lamp((0.0, 0.0, 1200.0), (0, 0, -1), 120, 120, (1, 1, 1), 1.0, round=True)


def brightest(setting):
    # Blurred, because single ridges catch the lamp far away from its mirror image.
    light = cv2.GaussianBlur(Scene(setting, finer=1).light().mean(axis=2), (0, 0), 6)
    row, column = np.unravel_index(light.argmax(), light.shape)
    return float(column), float(row)


def test_a_lamp_is_mirrored_where_the_angles_are_equal():
    for spot in ((60.0, 40.0), (-90.0, -70.0)):
        setting = bare_setting(tilt=10)
        lighting = mirrored_on(Lighting("test", (BELOW,), 0.3, 0.0), setting.camera.position, spot)
        seen = brightest(replace(setting, lighting=lighting))
        assert seen == pytest.approx(tuple(setting.camera.project([(*spot, 0.0)])[0]), abs=14)


def test_the_flare_moves_with_the_camera():
    lighting = Lighting("test", (BELOW,), 0.3, 0.0)
    places = [brightest(replace(bare_setting(tilt=tilt), lighting=lighting)) for tilt in (0, 12)]
    assert np.hypot(*np.subtract(*places)) > 10


def test_a_flare_washes_a_dark_piece_white():
    setting = bare_setting(tilt=0)
    lighting = mirrored_on(Lighting("test", (BELOW,), 0.3, 0.0), setting.camera.position, (10.0, 10.0))
    setting = replace(setting, lighting=lighting)
    puts = [Put(Colour.BLUE, ((9, 10),)), Put(Colour.BLUE, ((2, 2),))]
    light = Scene(setting, puts, finer=1).light()
    column, row = setting.camera.project([(10.0, 10.0, setting.kit.piece_height)])[0].round().astype(int)
    flared = light[row - 2 : row + 3, column - 2 : column + 3].reshape(-1, 3).max(axis=0)
    x, y = (2.5 - 10) * setting.kit.cell, (10 - 2.5) * setting.kit.cell
    column, row = setting.camera.project([(x, y, setting.kit.piece_height)])[0].round().astype(int)
    plain = light[row - 2 : row + 3, column - 2 : column + 3].reshape(-1, 3).mean(axis=0)
    assert plain[0] / plain[2] < 0.5
    assert flared[0] / flared[2] > 0.8
    assert flared[0] > 4 * plain[2]


def test_a_piece_casts_its_shadow_away_from_the_lamp():
    setting = bare_setting(tilt=0)  # the lamp stands far to the right
    put = Put(Colour.YELLOW, ((9, 10),))
    before, after = Scene(setting, [], finer=1).light(), Scene(setting, [put], finer=1).light()
    kit, camera = setting.kit, setting.camera
    x, y = (10.5 - 10) * kit.cell, (10 - 9.5) * kit.cell
    sides = {}
    for name, sign in (("left", -1), ("right", 1)):
        column, row = camera.project([(x + sign * (kit.cell / 2 + 1.0), y, 0.0)])[0].round().astype(int)
        sides[name] = float((after[row, column] / before[row, column]).mean())
    assert sides["left"] < sides["right"] - 0.1


def test_warm_light_is_redder_than_daylight():
    warm, cold = kelvin(2700), kelvin(7500)
    assert warm[0] / warm[2] > 3
    assert cold[2] > cold[0]


@pytest.mark.parametrize("name", LIGHTS)
def test_every_sort_of_light_lights_the_table(name):
    lighting = random_lighting(random_for(3, name), name)
    assert lighting.name == name
    assert max(lighting.tint()) == pytest.approx(1)
    assert all(lamp.power > 0 for lamp in lighting.lamps)


def test_circuits_add_up():
    lamps = (BELOW, replace(BELOW, place=(300.0, 0.0, 900.0), circuit=1))
    scene = Scene(bare_setting(lamps=lamps), finer=1)
    whole = scene.light()
    assert np.allclose(scene.light([1, 0]) + scene.light([0, 1]), whole, rtol=1e-4)
    assert scene.light([0.1, 0.1]).mean() == pytest.approx(whole.mean() / 10, rel=1e-3)


def grey(level, size=(200, 160)):
    return np.full((size[1], size[0], 3), level, np.float32)


def test_noise_grows_when_the_camera_must_amplify():
    spread = []
    for exposure in (4.0, 60.0):
        darkroom = Darkroom(Sensor(exposure, (1, 1, 1), vignette=0), 200, 160)
        spread.append(darkroom.grain(darkroom.expose(grey(0.2 / exposure)), 0).std())
    assert spread[1] > 2 * spread[0] > 0


def test_noise_differs_from_frame_to_frame_and_returns_with_its_number():
    darkroom = Darkroom(Sensor(9.0, (1, 1, 1)), 200, 160)
    picture = darkroom.expose(grey(0.03))
    assert not np.array_equal(darkroom.grain(picture, 1), darkroom.grain(picture, 2))
    assert np.array_equal(darkroom.grain(picture, 1), darkroom.grain(picture, 1))


def test_vignetting_darkens_the_corners_and_balance_tints():
    darkroom = Darkroom(Sensor(9.0, (1.4, 1.0, 0.7), vignette=0.4, saturation=1.0), 200, 160)
    picture = darkroom.expose(grey(0.03)).astype(int)
    assert picture[2, 2].sum() < picture[80, 100].sum() - 30
    assert picture[80, 100, 2] > picture[80, 100, 1] > picture[80, 100, 0]


def test_focus_blur_softens_an_edge():
    light = grey(0.01)
    light[:, 100:] = 0.1
    steep = []
    for blur in (0.4, 2.0):
        picture = Darkroom(Sensor(5.0, (1, 1, 1), focus_blur=blur), 200, 160).expose(light)
        steep.append(np.abs(np.diff(picture[80, :, 1].astype(int))).max())
    assert steep[1] < steep[0] / 2


def test_the_meter_exposes_bright_and_dim_rooms_alike():
    shown = []
    for level in (0.02, 0.2):
        light = grey(level)
        light[:80] *= 0.2
        sensor = metered(random_for(1, "sensor"), light, (1, 1, 1))
        shown.append(Darkroom(sensor, 200, 160).expose(light).mean())
    assert shown[0] == pytest.approx(shown[1], rel=0.15)


def test_the_tone_curve_rises():
    curve = tone(np.linspace(0, 1, 50), 0.4)
    assert (np.diff(curve) > 0).all()
    assert curve[[0, -1]] == pytest.approx([0, 1], abs=1e-6)
