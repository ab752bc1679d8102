"""The stage: plays a plan in front of the simulated camera, frame by frame, and tells the truth about each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.pieces import Cell
from vision.table.arrays import Bytes, Floats, Point, random_for
from vision.table.carried import draw_carried
from vision.table.figures import Box, Sprite, draw_limbs, smeared
from vision.table.hands import Limb, limbs_of
from vision.table.knocks import bumped_board, pushed_past
from vision.table.overlay import EDGE, cast_shadows, inside, mixed, overlaid, passing_factor, wider
from vision.table.plan import Board, Plan, Visit
from vision.table.scene import Put, Scene, Setting, corner_spots
from vision.table.sensor import Darkroom, Sensor, metered

SHUTTER = 1 / 40
"""Seconds of exposure in ordinary light; longer in the dark, up to four times."""


@dataclass(frozen=True)
class Shot:
    """One frame of a film with the truth about it."""

    image: Bytes
    number: int
    seconds: float
    grid: tuple[str, ...]
    """The true board."""
    hidden: tuple[Cell, ...]
    """Cells that a hand covers."""
    quiet: bool
    """No hand in the picture, nothing moving, every piece where it belongs."""
    corners: tuple[Point, ...]
    """Of the playing area on the board plane: top left, top right, bottom right, bottom left of the true board."""


class Stage:
    """Plays one plan. Frames may be asked for in any order; in order is fastest."""

    def __init__(self, setting: Setting, plan: Plan, finer: int = 1, sensor: Sensor | None = None) -> None:
        """Light the first scene. `finer` 2 draws the table with four samples per pixel."""
        self.plan, self._first, self._finer = plan, setting, finer
        self._knocked = 0
        self.setting = setting
        self._scene = Scene(setting, plan.boards[0].puts, finer)
        if sensor is None:
            sensor = metered(random_for(setting.seed, "sensor"), self._scene.light(), setting.lighting.tint())
        self.sensor = sensor
        self._darkroom = Darkroom(sensor, setting.camera.width, setting.camera.height)
        self._gains = self._automatic_gain()
        self._base: Bytes | None = None
        self._base_key: tuple[float, ...] = ()
        self._shown = -1

    def _levels(self, time: float) -> list[float]:
        """The level of each circuit at a moment, in half per cents: a drift must not redraw each frame."""
        levels = []
        for circuit in range(self.setting.lighting.circuits):
            level = 1 + self.plan.drift * float(np.sin(time / 47 + circuit * 2.1))
            for dimming in self.plan.dimmings:
                if dimming.circuit in (circuit, -1):
                    level *= dimming.at(time)
            levels.append(round(level * 200) / 200)
        return levels

    def _automatic_gain(self) -> Floats:
        """How the camera's exposure follows the light, frame by frame: late, and only most of the way."""
        weights = np.array([float(layer[::16, ::16].mean()) for layer in self._scene.layers])
        weights /= weights.sum()
        gains = np.ones(self.plan.frames + 1, np.float32)
        gain = 1.0
        pull = 1 - np.exp(-1 / (self.plan.fps * 1.2))
        for number in range(self.plan.frames):
            light = float(weights @ np.array(self._levels(number / self.plan.fps)))
            wanted = float(np.clip((1 / max(light, 0.02)) ** 0.75, 0.5, 8))
            gain += (wanted - gain) * pull
            gains[number] = round(gain * 100) / 100
        gains[-1] = gains[-2] if len(gains) > 1 else 1.0
        return gains

    def frames(self) -> Iterator[Shot]:
        """All frames of the film in order."""
        for number in range(self.plan.frames):
            yield self.shoot(number)

    def shoot(self, number: int) -> Shot:
        """One frame."""
        time = number / self.plan.fps
        board = self.plan.board_at(time)
        knocked = sum(knock.time <= time + 1e-9 for knock in self.plan.knocks)
        just_knocked = number > 0 and any(
            time - 1 / self.plan.fps + 1e-9 < knock.time <= time + 1e-9 for knock in self.plan.knocks
        )
        if just_knocked and self._shown != number - 1:
            self.shoot(number - 1)  # the frame of a knock shows both places, so the one before it is needed
        before, self._shown = self._base, number
        self._knock_to(knocked, board)
        changed = self._scene.change(self._seen_from_board(board))
        levels = self._levels(time)
        gain = float(self._gains[min(number, len(self._gains) - 1)])
        self._refresh(levels, gain, changed)
        if self._base is None:
            raise RuntimeError("the stage has no picture to show")
        image = self._base.copy()
        sprites, limbs = self._actors(time, gain)
        dark = cast_shadows(self.setting, limbs)
        passing = passing_factor(self.plan.passings, time, self.setting.camera)
        moving = overlaid(self._scene.layers, levels, sprites, dark, passing)
        if moving is not None:
            self._expose_into(image, *moving, gain)
        if just_knocked and before is not None:
            image = np.asarray(cv2.addWeighted(image, 0.5, before, 0.5, 0), np.uint8)
        if self.plan.flicker > 0:
            image = self._bands(image, time)
        image = self._darkroom.grain(image, number, gain)
        ramping = any(0 < abs(d.at(time) - 1) < abs(d.level - 1) - 1e-6 for d in self.plan.dimmings)
        quiet = not sprites and board.settled and not just_knocked and not ramping
        return Shot(
            image,
            number,
            time,
            board.grid,
            self._hidden(sprites),
            quiet,
            tuple((float(x), float(y)) for x, y in self.setting.camera.project(corner_spots(self.setting.kit))),
        )

    def _knock_to(self, knocked: int, board: Board) -> None:
        """Rebuild the scene after this many knocks, if it is not built for them."""
        if knocked == self._knocked:
            return
        self._knocked = knocked
        setting = self._first
        for knock in self.plan.knocks[:knocked]:
            if knock.what == "camera":
                setting = replace(setting, camera=setting.camera.moved(knock.shift, knock.turn))
            else:
                setting = bumped_board(setting, knock.shift, knock.turn)
        self.setting = setting
        self._scene = Scene(setting, self._seen_from_board(board), self._finer)
        self._base = None

    def _seen_from_board(self, board: Board) -> list[Put]:
        """The pieces on the table; those beside a pushed board seem to move."""
        puts = list(board.puts)
        for knock in self.plan.knocks[: self._knocked]:
            if knock.what == "board":
                puts = [pushed_past(put, self.setting.kit, knock.shift, knock.turn) for put in puts]
        return puts

    def _refresh(self, levels: list[float], gain: float, changed: list[Box]) -> None:
        """Bring the picture without hands up to date."""
        key = (*levels, gain)
        camera = self.setting.camera
        if self._base is None or key != self._base_key:
            self._base = self._darkroom.expose(self._scene.light(levels), (0, 0), gain)
            self._base_key = key
            return
        for part in changed:
            box = wider(part, EDGE, camera.height, camera.width)
            top, bottom, left, right = box
            light = mixed([layer[top:bottom, left:right] for layer in self._scene.layers], levels)
            self._expose_into(self._base, box, light, gain)

    def _expose_into(self, image: Bytes, box: Box, light: Floats, gain: float) -> None:
        """Expose the light of a part and put it into the picture, but for the edge where its blur is incomplete."""
        top, bottom, left, right = box
        inner = inside(box, self.setting.camera.height, self.setting.camera.width)
        image[top:bottom, left:right][inner] = self._darkroom.expose(light, (top, left), gain)[inner]

    def _actors(self, time: float, gain: float) -> tuple[list[Sprite], list[list[Limb]]]:
        """Everything that moves at a moment: sprites, lowest first, and the limbs that cast shadows."""
        sprites: list[Sprite] = []
        shadows: list[list[Limb]] = []
        for visit in self.plan.visits:
            pose = visit.pose(time)
            if pose is None:
                continue
            limbs = limbs_of(visit.arm, pose)
            smear = self._smear(visit, time, gain)
            for carry in visit.carries:
                if carry.start <= time < carry.end:
                    piece = draw_carried(
                        self.setting.kit,
                        carry.colour,
                        carry.shape,
                        pose.tip,
                        carry.degrees,
                        self.setting.camera,
                        self.setting.lighting,
                        carry.seed,
                    )
                    if piece is not None:
                        sprites.append(smeared(piece, *smear))
            hand = draw_limbs(limbs, self.setting.camera, self.setting.lighting, int(np.hypot(*smear) / 2) + 2)
            if hand is not None and hand.cover.max() > 0.3:
                sprites.append(smeared(hand, *smear))
            shadows.append(limbs)
        return sprites, shadows

    def _smear(self, visit: Visit, time: float, gain: float) -> Point:
        """How far (pixels) a hand moves while the shutter is open."""
        open_for = SHUTTER * float(np.clip(self.sensor.gain * gain / 2, 0.5, 4))
        a, b = visit.pose(max(visit.start, time - open_for / 2)), visit.pose(min(visit.end, time + open_for / 2))
        if a is None or b is None:
            return 0.0, 0.0
        (x0, y0), (x1, y1) = self.setting.camera.project([a.tip, b.tip])
        return float(x1 - x0), float(y1 - y0)

    def _bands(self, image: Bytes, time: float) -> Bytes:
        """Lamps that hum at 100 Hz under a shutter that rolls down the picture in a sixtieth of a second."""
        rows = np.arange(self.setting.camera.height, dtype=np.float32) / self.setting.camera.height
        phase = 2 * np.pi * 100.3 * (time + rows / 60)
        factor = 1 + np.float32(self.plan.flicker) * np.sin(phase).astype(np.float32)
        wide = np.repeat(factor, image.shape[1] * 3).reshape(image.shape)
        return np.asarray(cv2.multiply(image, wide, dtype=cv2.CV_8U), np.uint8)

    def _hidden(self, sprites: list[Sprite]) -> tuple[Cell, ...]:
        """The cells of which a hand covers two fifths or more."""
        if not sprites:
            return ()
        kit, camera = self.setting.kit, self.setting.camera
        places = cell_points(self.setting)
        pixels = camera.project(places).round().astype(int)
        cover = np.zeros(len(pixels), np.float32)
        for sprite in sprites:
            top, bottom, left, right = sprite.box
            x, y = pixels[:, 0], pixels[:, 1]
            inside = (x >= left) & (x < right) & (y >= top) & (y < bottom)
            cover[inside] = np.maximum(cover[inside], sprite.cover[y[inside] - top, x[inside] - left])
        shares = (cover.reshape(kit.size * kit.size, -1) > 0.5).mean(axis=1)
        return tuple((int(i) // kit.size, int(i) % kit.size) for i in np.flatnonzero(shares >= 0.4))


def cell_points(setting: Setting) -> Floats:
    """Nine points in every cell (n × 3, mm), at the height of the piece tops, in reading order of the cells."""
    kit = setting.kit
    offsets = np.array([-0.3, 0.0, 0.3]) * kit.cell
    points = []
    for row in range(kit.size):
        for column in range(kit.size):
            x, y = (column + 0.5) * kit.cell - kit.half, kit.half - (row + 0.5) * kit.cell
            points += [(x + dx, y + dy, kit.piece_height) for dx in offsets for dy in offsets]
    return np.array(points, np.float32)
