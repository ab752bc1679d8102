"""The board is pushed: everything else moves the other way, because the board is where measuring begins."""

from dataclasses import replace

import numpy as np

from vision.table.arrays import Spot
from vision.table.clutter import Clutter
from vision.table.kinds import Kit
from vision.table.scene import Put, Setting, middle_of


def pushed_past(put: Put, kit: Kit, shift: Spot, turn: float) -> Put:
    """A piece beside the board, as seen from the board after it was pushed; pieces on the board go with it."""
    if not put.loose:
        return put
    mx, my = middle_of(kit, put.cells)
    angle = np.radians(-turn)
    c, s = float(np.cos(angle)), float(np.sin(angle))
    x, y = mx + put.dx - shift[0], my + put.dy - shift[1]
    return replace(put, dx=c * x - s * y - mx, dy=s * x + c * y - my, degrees=put.degrees - turn)


def bumped_board(setting: Setting, shift: Spot, turn: float) -> Setting:
    """The setting after the board was shifted (mm) and turned (degrees, counter-clockwise) on its table."""
    angle = np.radians(-turn)
    c, s = float(np.cos(angle)), float(np.sin(angle))

    def moved(x: float, y: float) -> tuple[float, float]:
        x, y = x - shift[0], y - shift[1]
        return c * x - s * y, s * x + c * y

    def turned(x: float, y: float, z: float) -> Spot:
        return c * x - s * y, s * x + c * y, z

    back = moved(0.0, 0.0)
    lamps = []
    for lamp in setting.lighting.lamps:
        x, y = moved(lamp.place[0], lamp.place[1])
        lamps.append(replace(lamp, place=(x, y, lamp.place[2]), facing=turned(*lamp.facing)))
    old = setting.clutter

    # Loose things keep their places on the table.
    def carried(thing: object) -> dict[str, float]:
        x, y = moved(thing.x, thing.y)  # type: ignore[attr-defined]
        return {"x": x, "y": y}

    hinged = setting.kit.panels == "hinged"
    clutter = Clutter(
        tuple(replace(piece, degrees=piece.degrees - turn, **carried(piece)) for piece in old.loose),
        tuple(replace(slab, degrees=slab.degrees - turn, **carried(slab)) for slab in old.slabs),
        tuple(replace(cup, **carried(cup)) for cup in old.cups),
        old.panels
        if hinged
        else tuple(replace(panel, degrees=panel.degrees - turn, **carried(panel)) for panel in old.panels),
    )
    return replace(
        setting,
        camera=setting.camera.moved((back[0], back[1], 0.0), -turn),
        lighting=replace(setting.lighting, lamps=tuple(lamps)),
        clutter=clutter,
        table=setting.table.pushed(shift, turn),
    )
