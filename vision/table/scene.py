"""A scene: one set on one table in one light under one camera, and the pieces on its board."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from engine.colours import EMPTY_LETTER, Colour
from engine.pieces import Cell
from engine.profiles import BoardProfile
from vision.table.arrays import Floats, Random, Spot, random_for
from vision.table.blocks import block
from vision.table.boards import lay_plate
from vision.table.camera import Camera, random_camera
from vision.table.clutter import Clutter, lay_clutter, scatter
from vision.table.kinds import Kit, random_kit
from vision.table.lights import Lighting, mirrored_on, random_lighting
from vision.table.relief import Relief, Window
from vision.table.shading import Area, Ground, shade
from vision.table.solids import draw_cup
from vision.table.tabletops import TableTop, random_table

TEXELS_PER_PIXEL = {1: 1.3, 2: 2.0}
"""Resolution of the relief by the number of samples per pixel and direction: what bevels need to look round."""
FEWEST, MOST = 30, 60
"""Texels along a cell, whatever the camera: fewer lose the bevels, more only cost time."""
AROUND = 230.0
"""How far (mm) beyond the board the relief reaches: loose pieces and telephones lie within."""


@dataclass(frozen=True, slots=True)
class Put:
    """A piece on the board: its cells, and how exactly it lies in them."""

    colour: Colour
    cells: tuple[Cell, ...]
    dx: float = 0.0
    dy: float = 0.0
    """Offset in millimetres from the middle of its cells."""
    degrees: float = 0.0
    lift: float = 0.0
    """How high (mm) it stands above its place, for a piece that rests on another."""
    seed: int = 0
    loose: bool = False
    """Whether it lies beside the board rather than on it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything about a scene that stays while pieces come and go."""

    kit: Kit
    camera: Camera
    lighting: Lighting
    table: TableTop
    clutter: Clutter
    seed: int


def laid(random: Random, kit: Kit, colour: Colour, cells: Iterable[Cell], seed: int) -> Put:
    """A piece as people put it down: within the play of its cells, never quite straight."""
    play = 0.12 if kit.profile.nubs else 0.3
    dx, dy = np.clip(random.normal(0, play * 0.6, 2), -play, play)
    return Put(colour, tuple(cells), float(dx), float(dy), float(np.clip(random.normal(0, 0.35), -0.9, 0.9)), 0.0, seed)


def beside(kit: Kit, colour: Colour, shape: Iterable[Cell], place: Spot, degrees: float, seed: int) -> Put:
    """A piece that lies anywhere: the middle of its foot at `place`."""
    cells = tuple(shape)
    x, y = middle_of(kit, cells)
    return Put(colour, cells, place[0] - x, place[1] - y, degrees, place[2], seed, True)


def middle_of(kit: Kit, cells: Iterable[Cell]) -> tuple[float, float]:
    """Where (mm) the middle of the box around these cells lies."""
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    x = (min(columns) + max(columns) + 1) / 2 * kit.cell - kit.half
    y = kit.half - (min(rows) + max(rows) + 1) / 2 * kit.cell
    return x, y


def corner_spots(kit: Kit, z: float = 0.0) -> list[Spot]:
    """The corners of the playing area: top left, top right, bottom right, bottom left."""
    h = kit.half
    return [(-h, h, z), (h, h, z), (h, -h, z), (-h, -h, z)]


def grid_of(profile: BoardProfile, puts: Iterable[Put]) -> list[str]:
    """The true board as rows of letters."""
    rows = [[EMPTY_LETTER] * profile.size for _ in range(profile.size)]
    for put in puts:
        for row, column in () if put.loose else put.cells:
            rows[row][column] = put.colour.letter
    return ["".join(row) for row in rows]


class Scene:
    """A setting with pieces on the board, kept ready as linear light for every circuit of lamps."""

    def __init__(self, setting: Setting, puts: Iterable[Put] = (), finer: int = 2) -> None:
        """Build everything; `finer` 2 takes four samples per pixel."""
        self.setting, self.finer = setting, finer
        kit = setting.kit
        across, along = self._view(kit.outer + AROUND)
        tall = max(kit.piece_height + 0.4, kit.rim_height)
        self._bare = Relief(across, along, kit.cell / self._texels(), -kit.thickness, tall)
        lay_plate(self._bare, kit, kit.size, kit.size, 0, 0, 0, 0)
        lay_clutter(self._bare, kit, setting.clutter, setting.seed)
        self.relief = self._bare.copy()
        self.puts: list[Put] = list(puts)
        for put in self.puts:
            self._press(self.relief, put, None)
        self.ground = Ground(self.relief, setting.table, setting.lighting, setting.clutter.cups)
        self.layers: list[Floats] = []
        self.render()

    def _texels(self) -> int:
        """Texels along a cell, in steps of six so that a knock against the camera does not change them."""
        pixels = self.setting.kit.cell * self.setting.camera.scale_at((0.0, 0.0, 0.0))
        return int(np.clip(pixels * TEXELS_PER_PIXEL.get(self.finer, 2.0), FEWEST, MOST)) // 6 * 6

    def _view(self, most: float) -> tuple[float, float]:
        """Half the width and depth (mm) of the relief: what the camera can see of it, and the board in any case."""
        setting = self.setting
        camera, kit = setting.camera, setting.kit
        rows, columns = (0, camera.height - 1), (0, camera.width - 1)
        far_x, far_y = kit.outer + 5, kit.outer + 5
        for top, bottom, left, right in (
            *((row, row + 1, 0, camera.width) for row in rows),
            *((0, camera.height, column, column + 1) for column in columns),
        ):
            sx, sy = camera.slopes(top, bottom, left, right, 1)
            fall = camera.position[2] + kit.thickness
            far_x = max(far_x, float(np.abs(camera.position[0] + sx * fall).max()))
            far_y = max(far_y, float(np.abs(camera.position[1] + sy * fall).max()))
        return min(most, far_x + 10), min(most, far_y + 10)

    def _press(self, relief: Relief, put: Put, clip: Window | None) -> Window:
        kit = self.setting.kit
        x, y = middle_of(kit, put.cells)
        stamp = block(kit, put.cells, kit.plastics[put.colour], relief.texel, put.seed)
        return relief.press(stamp, x + put.dx, y + put.dy, put.degrees, put.lift, clip)

    def _everything(self) -> Area:
        return 0, self.setting.camera.height, 0, self.setting.camera.width

    def render(self) -> None:
        """Work out the whole picture again."""
        self.layers = self._shaded(self._everything())

    def _shaded(self, area: Area) -> list[Floats]:
        setting = self.setting
        layers = shade(self.ground, setting.camera, area, self.finer)
        for cup in setting.clutter.cups:
            draw_cup(cup, self.relief.ground, setting.lighting, setting.camera, layers, area)
        return layers

    def change(self, puts: Iterable[Put]) -> list[Area]:
        """Let exactly these pieces lie on the table; only what differs is worked out again. Returns those parts."""
        wanted = list(puts)
        before, after = set(self.puts), set(wanted)
        changed = (before | after) - (before & after)
        if not changed:
            return []
        self.puts = wanted
        reaches = {put: self._reach(put) for put in wanted}
        windows = []
        for put in changed:
            x, y, reach = self._reach(put)
            window = self.relief.window((x - reach, x + reach), (y - reach, y + reach))
            if window[0].stop <= window[0].start or window[1].stop <= window[1].start:
                continue
            windows.append((x, y, reach))
            for name in ("height", "colour", "finish"):
                getattr(self.relief, name)[window] = getattr(self._bare, name)[window]
            for other in wanted:
                ox, oy, far = reaches[other]
                if abs(ox - x) < far + reach and abs(oy - y) < far + reach:
                    self._press(self.relief, other, window)
        return [area for area in (self._redraw(x, y, reach) for x, y, reach in windows) if area is not None]

    def _reach(self, put: Put) -> tuple[float, float, float]:
        """The middle of a piece, and how far it reaches from there."""
        kit = self.setting.kit
        x, y = middle_of(kit, put.cells)
        rows, columns = [r for r, _ in put.cells], [c for _, c in put.cells]
        tall, wide = (max(rows) - min(rows) + 1) * kit.cell / 2, (max(columns) - min(columns) + 1) * kit.cell / 2
        reach = float(np.hypot(tall, wide)) if abs(put.degrees) > 2 else max(tall, wide) + 1
        return x + put.dx, y + put.dy, reach + 1.5

    def _redraw(self, x: float, y: float, reach: float) -> Area | None:
        """Shade again around a place where something changed. Shadows reach a few heights further than the pieces."""
        kit, camera = self.setting.kit, self.setting.camera
        far = reach + kit.piece_height * 4
        self.ground.refresh(self.relief.window((x - far, x + far), (y - far, y + far)))
        spots = [
            (x + a * far, y + b * far, z)
            for a in (-1, 1)
            for b in (-1, 1)
            for z in (-kit.thickness, kit.piece_height * 2)
        ]
        seen = camera.project(spots)
        left, right = max(0, int(seen[:, 0].min()) - 4), min(camera.width, int(seen[:, 0].max()) + 5)
        top, bottom = max(0, int(seen[:, 1].min()) - 4), min(camera.height, int(seen[:, 1].max()) + 5)
        if right <= left or bottom <= top:
            return None
        area = (top, bottom, left, right)
        for layer, part in zip(self.layers, self._shaded(area), strict=True):
            layer[top:bottom, left:right] = part
        return area

    def light(self, levels: Iterable[float] = ()) -> Floats:
        """Linear RGB light with each circuit at its level (1 if not given)."""
        strengths = list(levels) or [1.0] * len(self.layers)
        total = self.layers[0] * np.float32(strengths[0])
        for level, layer in zip(strengths[1:], self.layers[1:], strict=True):
            total += layer * np.float32(level)
        return total


def random_setting(
    seed: int,
    profile: BoardProfile,
    size: tuple[int, int] = (1296, 972),
    left: dict[Colour, list[str]] | None = None,
    *,
    tilt: float | None = None,
    light: str | None = None,
    table: str | None = None,
    lens: str | None = None,
) -> Setting:
    """A table as it might stand anywhere; whatever is named is so, the rest follows from the seed."""
    kit = random_kit(random_for(seed, "kit"), profile)
    random = random_for(seed, "camera")
    reach = kit.outer
    if kit.panels:
        reach *= float(random.uniform(1.0, 1.35))
    camera = random_camera(random, reach, size, tilt, lens)
    messy = random_for(seed, "clutter")
    tidy = float(messy.choice([0.0, 0.4, 0.95], p=[0.5, 0.3, 0.2]))
    clutter = scatter(messy, kit, left or {}, tidy)
    # A cup in front of the board would hide cells that the truth calls visible: such cups are put away.
    corners = camera.project(corner_spots(kit, kit.piece_height))
    clear = tuple(cup for cup in clutter.cups if not _hides(camera.project(cup.corners(-kit.thickness)), corners))
    top = random_table(random_for(seed, "table"), table)
    clutter = Clutter(
        tuple(piece for piece in clutter.loose if top.holds(piece.x, piece.y)),
        tuple(slab for slab in clutter.slabs if top.holds(slab.x, slab.y)),
        tuple(cup for cup in clear if top.holds(cup.x, cup.y)),
        clutter.panels,
    )
    room = random_for(seed, "light")
    lighting = random_lighting(room, light)
    if room.random() < 0.65:
        spot = room.uniform(-0.8, 0.8, 2) * kit.half
        lighting = mirrored_on(lighting, camera.position, (float(spot[0]), float(spot[1])))
    return Setting(kit, camera, lighting, top, clutter, seed)


def _hides(cup: Floats, board: Floats) -> bool:
    """Whether the box around a cup's pixels meets the board's quadrilateral."""
    x, y = cup.min(axis=0)
    w, h = cup.max(axis=0) - (x, y)
    box = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float32)
    area, _ = cv2.intersectConvexConvex(box, board.astype(np.float32))
    return bool(area > 0)
