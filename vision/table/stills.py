"""Single pictures of the simulated table with their truth, in the format of the photo collections."""

from typing import Any, TypedDict, Unpack

import cv2
import numpy as np

from engine.events import Place
from engine.game import Game
from engine.moves import legal_spots
from engine.profiles import PROFILES, BoardProfile
from vision.table.arrays import Bytes, Floats, Random, random_for
from vision.table.scene import Put, Scene, Setting, corner_spots, grid_of, laid, random_setting
from vision.table.sensor import Darkroom, metered

SIZES = ((1296, 972), (1296, 972), (1344, 756), (1152, 864))
"""Picture sizes of the Pi modules at half resolution, the usual one twice as often."""


class Named(TypedDict, total=False):
    """What about a setting may be named instead of following from the seed (see `random_setting`)."""

    tilt: float | None
    light: str | None
    table: str | None
    lens: str | None
    size: tuple[int, int] | None


def random_position(random: Random, profile: BoardProfile, moves: int) -> Game:
    """A game after some random legal moves; people like large pieces, so large ones come first."""
    game = Game.new(profile)
    for _ in range(moves):
        colour = game.state.regular
        if colour is None:
            break
        spots = legal_spots(game.state.position, game.rules, colour)
        weights = np.array([4.0**spot.piece.size for spot in spots])
        spot = spots[int(random.choice(len(spots), p=weights / weights.sum()))]
        game = game.after(Place(colour, spot.cells))
    return game


def render_still(
    seed: int,
    board: str,
    *,
    finer: int = 2,
    moves: int | None = None,
    **named: Unpack[Named],
) -> tuple[Bytes, dict[str, Any]]:
    """A random picture (BGR) of a board in play, and its truth: `board`, `grid`, `corners`, `odd_cells` and more.

    `named` may fix tilt, light, table, lens or size. Row 0 of the grid is the one that looks
    topmost; the corners lie on the board plane.
    """
    profile = PROFILES[board]
    random = random_for(seed, "still", board)
    if moves is None:
        full = 84 if profile.size == 20 else 42
        moves = int(random.choice([0, 4, full // 4, full // 2, full], p=[0.04, 0.12, 0.22, 0.27, 0.35]))
    game = random_position(random, profile, moves)
    usual = SIZES[int(random.integers(len(SIZES)))]
    size = named.get("size") or usual
    left = {colour: [piece.name for piece in game.state.position.left(colour)] for colour in profile.colours}
    setting = random_setting(
        seed,
        profile,
        size,
        left,
        tilt=named.get("tilt"),
        light=named.get("light"),
        table=named.get("table"),
        lens=named.get("lens"),
    )
    puts = [
        laid(random, setting.kit, item.colour, item.cells, seed * 100 + item.number)
        for item in game.state.position.lying
    ]
    scene = Scene(setting, puts, finer)
    light = scene.light()
    darkroom = Darkroom(metered(random_for(seed, "sensor"), light, setting.lighting.tint()), *size)
    picture = darkroom.grain(darkroom.expose(light), 0)
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, darkroom.sensor.jpeg])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8), still_truth(setting, puts)


def still_truth(setting: Setting, puts: list[Put]) -> dict[str, Any]:
    """The truth of a picture, turned by quarters so that row 0 of the grid looks topmost."""
    profile = setting.kit.profile
    corners: Floats = setting.camera.project(corner_spots(setting.kit))
    grid = grid_of(profile, puts)
    points = [[round(float(x), 2), round(float(y), 2)] for x, y in corners]
    while np.argmin([x + y for x, y in points]) != 0:
        grid = ["".join(row[c] for row in reversed(grid)) for c in range(profile.size)]
        points = points[-1:] + points[:-1]
    return {
        "board": profile.kind,
        "printing": profile.name,
        "grid": grid,
        "corners": points,
        "odd_cells": [],
        "table": setting.table.name,
        "light": setting.lighting.name,
    }
