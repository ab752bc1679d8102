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

    # Loose things keep their places on the table; hinged panels go with the board.
    loose, slabs, cups, panels = [], [], [], []
    for piece in old.loose:
        x, y = moved(piece.x, piece.y)
        loose.append(replace(piece, x=x, y=y, degrees=piece.degrees - turn))
    for slab in old.slabs:
        x, y = moved(slab.x, slab.y)
        slabs.append(replace(slab, x=x, y=y, degrees=slab.degrees - turn))
    for cup in old.cups:
        x, y = moved(cup.x, cup.y)
        cups.append(replace(cup, x=x, y=y))
    for panel in old.panels:
        x, y = moved(panel.x, panel.y)
        panels.append(replace(panel, x=x, y=y, degrees=panel.degrees - turn))
    hinged = setting.kit.panels == "hinged"
    clutter = Clutter(tuple(loose), tuple(slabs), tuple(cups), old.panels if hinged else tuple(panels))
    return replace(
        setting,
        camera=setting.camera.moved((back[0], back[1], 0.0), -turn),
        lighting=replace(setting.lighting, lamps=tuple(lamps)),
        clutter=clutter,
        table=setting.table.pushed(shift, turn),
    )
