"""Hands that play, take back and move pieces: the part of a film that is a game, with the game beside it."""

from dataclasses import dataclass, replace

import numpy as np

from engine.colours import Colour
from engine.events import Move, Place, Remove
from engine.game import Game
from engine.pieces import Cell, Shape, normalised, piece_of
from engine.position import Lying
from engine.rules import RuleSet
from vision.table.arrays import Spot, random_for
from vision.table.clutter import pieces_lying, without_pieces
from vision.table.hands import Arm, random_arm
from vision.table.paths import out_of_sight
from vision.table.plan import Board, Carry, Key, Visit
from vision.table.room import Room
from vision.table.scene import Put, Setting, beside, laid, middle_of

LIFT = 55.0
"""How high (mm) a hand travels over the board."""


@dataclass(frozen=True)
class Mark:
    """A moment of a film that is being staged."""

    now: float
    game: Game
    puts: dict[int, Put]
    loose: list[Put]
    lengths: tuple[int, ...]


class Mover(Room):
    """Stages the moves. Every method lets something happen now and moves `now` to when it is over."""

    def __init__(self, setting: Setting, seed: int, fps: float, rules: RuleSet | None = None) -> None:
        """An empty board with all unplayed pieces of the setting beside it."""
        super().__init__(random_for(seed, "director"), fps, setting.kit.profile)
        kit = setting.kit
        self._loose = [
            beside(kit, colour, shape, place, degrees, seed * 50 + number)
            for number, (colour, shape, place, degrees) in enumerate(pieces_lying(kit, setting.clutter))
        ]
        self.setting = replace(setting, clutter=without_pieces(setting.clutter))
        self.game = Game.new(kit.profile, rules)
        self._seed = seed
        self._puts: dict[int, Put] = {}
        self._extra: list[Put] = []
        sides = [90.0, 0.0, 270.0, 180.0] if len(kit.profile.colours) == 4 else [250.0, 80.0]
        turn = float(self.random.uniform(0, 360))
        self.arms = {
            colour: random_arm(self.random, side + turn)
            for colour, side in zip(kit.profile.colours, sides, strict=False)
        }
        self._show()

    def mark(self) -> "Mark":
        """Where the film stands, to come back to with `back_to`."""
        plan = self.plan
        lists = (
            plan.visits,
            plan.boards,
            plan.dimmings,
            plan.passings,
            plan.knocks,
            plan.events,
            plan.effects,
            plan.told,
        )
        return Mark(self.now, self.game, dict(self._puts), list(self._loose), tuple(len(entries) for entries in lists))

    def back_to(self, mark: "Mark") -> None:
        """Forget everything since a mark."""
        self.now, self.game = mark.now, mark.game
        self._puts, self._loose, self._extra = dict(mark.puts), list(mark.loose), []
        for entries, length in zip(self.plan.lists, mark.lengths, strict=True):
            del entries[length:]

    # -- what lies on the table -------------------------------------------------------------------------------------

    def _show(self, time: float | None = None, *, settled: bool = True) -> None:
        """Write down what lies on the table from a moment on."""
        puts = (*self._loose, *self._puts.values(), *self._extra)
        grid = tuple(self.game.state.position.grid())
        self.plan.boards.append(Board(self.now if time is None else time, puts, grid, settled))

    def lying(self, cells: tuple[Cell, ...]) -> Lying | None:
        """What lies on any of these cells."""
        return next((item for item in self.game.state.position.lying if set(item.cells) & set(cells)), None)

    def _put(self, number: int, colour: Colour, cells: tuple[Cell, ...]) -> Put:
        return laid(self.random, self.setting.kit, colour, cells, self._seed * 1000 + number)

    def lay(self, colour: Colour, cells: tuple[Cell, ...]) -> None:
        """A piece lies on cells before anybody looks: no hand, and nothing to tell."""
        number = len(self.game.steps)
        fetched = self._fetch(colour, cells)
        if fetched is not None:
            self._loose.remove(fetched)
        self.game = self.game.after(Place(colour, cells))
        self._puts[number] = self._put(number, colour, cells)
        self.plan.begun.append((colour, cells))
        self.plan.boards.clear()
        self._show()

    # -- hands ------------------------------------------------------------------------------------------------------

    def _outside(self, arm: Arm) -> Spot:
        return out_of_sight(arm, self.setting.camera, self.setting.kit.outer * 0.5)

    def _above(self, cells: tuple[Cell, ...], up: float) -> Spot:
        x, y = middle_of(self.setting.kit, cells)
        return x, y, up

    def _fetch(self, colour: Colour, cells: tuple[Cell, ...]) -> Put | None:
        """The piece of this shape among the unplayed ones on the table, if it lies there."""
        piece = piece_of(cells)
        for put in self._loose:
            if put.colour is colour and piece is not None and piece_of(put.cells) is piece:
                return put
        return None

    def play(self, colour: Colour, cells: tuple[Cell, ...], manner: str = "", incident: str | None = None) -> None:
        """Somebody puts a piece of a colour onto cells.

        `manner`: '' plainly; 'crooked', put down askew and straightened; 'dropped', it falls, is picked up and put
        down; 'lingering', the hand stays over the piece for a while.
        """
        arm, start = self.arms[colour], self.now
        shape, number = normalised(cells), len(self.game.steps)
        put = self._put(number, colour, cells)
        keys = [Key(start, self._outside(arm))]
        time = start
        fetched = self._fetch(colour, cells)
        taken = time
        if fetched is not None:
            x, y = middle_of(self.setting.kit, fetched.cells)
            time += self._spread(0.6, 1.1)
            keys.append(Key(time, (x + fetched.dx, y + fetched.dy, 4.0)))
            self._loose.remove(fetched)
            self._show(time)
            taken = time
        if manner == "dropped":
            time, taken = self._drop(colour, shape, cells, keys, time, taken, put)
        time += self._spread(0.5, 1.0)
        keys.append(Key(time, self._above(cells, LIFT)))
        time += self._spread(0.3, 0.6)
        keys.append(Key(time, self._above(cells, put.lift + 1.0)))
        changed = time
        carries = (Carry(taken, changed, colour, shape, 0.0, put.seed),)
        expected = self.game.state.to_play
        self.game = self.game.after(Place(colour, cells))
        if manner == "crooked":
            askew = replace(
                put,
                dx=put.dx + self._spread(-0.22, 0.22) * self.setting.kit.cell,
                dy=put.dy + self._spread(-0.22, 0.22) * self.setting.kit.cell,
                degrees=self._spread(5, 13) * float(self.random.choice([-1, 1])),
                lift=2.5 if self.setting.kit.profile.nubs else 0.3,
            )
            self._puts[number] = askew
            self._show(changed, settled=False)
            time += self._spread(0.8, 1.8)
            keys.append(Key(time, self._above(cells, 6.0)))
            self.book.effect("crooked", changed, time)
        self._puts[number] = put
        self._show(time)
        time += self._spread(0.15, 0.4)
        keys.append(Key(time, self._above(cells, 3.0)))
        if manner == "lingering":
            stay = self._spread(1.5, 5)
            keys.append(Key(time + 0.4, self._above(cells, 35.0)))
            keys.append(Key(time + stay, self._above(cells, 40.0)))
            time += stay
        time += self._spread(0.7, 1.3)
        keys.append(Key(time, self._outside(arm)))
        self.plan.visits.append(Visit(arm, tuple(keys), carries))
        self.now = time
        step = self.game.steps[-1]
        self.book.change("place", number, colour, cells, None, expected, step, (start, changed, time), incident)

    def _drop(
        self,
        colour: Colour,
        shape: Shape,
        cells: tuple[Cell, ...],
        keys: list[Key],
        time: float,
        taken: float,
        put: Put,
    ) -> tuple[float, float]:
        """The piece falls on the way: it lies somewhere askew until the hand has picked it up again."""
        kit = self.setting.kit
        x, y, _ = self._above(cells, 0.0)
        x, y = x + self._spread(-3, 3) * kit.cell, y + self._spread(-3, 3) * kit.cell
        x, y = float(np.clip(x, -kit.half, kit.half)), float(np.clip(y, -kit.half, kit.half))
        time += self._spread(0.5, 0.9)
        keys.append(Key(time, (x, y, LIFT)))
        fallen = beside(kit, colour, shape, (x, y, kit.piece_height * 0.9), self._spread(0, 360), put.seed)
        self.plan.visits.append(
            Visit(self.arms[colour], tuple(keys), (Carry(taken, time, colour, shape, 0.0, put.seed),))
        )
        self._extra.append(fallen)
        self._show(time, settled=False)
        fell = time
        time += self._spread(0.8, 1.6)
        follow = [Key(fell, keys[-1].tip), Key(time, (x, y, 5.0))]
        self._extra.remove(fallen)
        self._show(time)
        self.book.effect("dropped", fell, time)
        keys[:] = follow
        return time, time

    def take_back(self, number: int, by: Colour | None = None, incident: str | None = None) -> None:
        """Somebody takes a piece off the board and out of the picture."""
        item = self._find(number)
        arm, start = self.arms[by or item.colour], self.now
        keys = [Key(start, self._outside(arm))]
        time = start + self._spread(0.8, 1.4)
        keys.append(Key(time, self._above(item.cells, LIFT)))
        time += self._spread(0.3, 0.7)
        keys.append(Key(time, self._above(item.cells, 2.0)))
        changed = time
        put = self._puts.pop(number)
        expected = self.game.state.to_play
        self.game = self.game.after(Remove(number))
        self._show(changed)
        time += self._spread(0.9, 1.5)
        keys.append(Key(time, self._outside(arm)))
        carry = Carry(changed, time, item.colour, normalised(item.cells), 0.0, put.seed)
        self.plan.visits.append(Visit(arm, tuple(keys), (carry,)))
        self.now = time
        self.book.change(
            "remove",
            number,
            item.colour,
            item.cells,
            None,
            expected,
            self.game.steps[-1],
            (start, changed, time),
            incident,
        )

    def move(self, number: int, cells: tuple[Cell, ...], by: Colour | None = None, incident: str | None = None) -> None:
        """Somebody lifts a piece and puts it down on other cells."""
        item = self._find(number)
        arm, start = self.arms[by or item.colour], self.now
        keys = [Key(start, self._outside(arm))]
        time = start + self._spread(0.8, 1.4)
        keys.append(Key(time, self._above(item.cells, 2.0)))
        lifted = time
        old = self._puts.pop(number)
        self._show(lifted, settled=False)
        time += self._spread(0.3, 0.6)
        keys.append(Key(time, self._above(item.cells, LIFT)))
        time += self._spread(0.5, 1.0)
        keys.append(Key(time, self._above(cells, 1.0)))
        changed = time
        expected = self.game.state.to_play
        self.game = self.game.after(Move(number, cells))
        self._puts[number] = replace(self._put(number, item.colour, cells), seed=old.seed)
        self._show(changed)
        time += self._spread(0.8, 1.4)
        keys.append(Key(time, self._outside(arm)))
        carry = Carry(lifted, changed, item.colour, normalised(cells), 0.0, old.seed)
        self.plan.visits.append(Visit(arm, tuple(keys), (carry,)))
        self.now = time
        self.book.change(
            "move",
            number,
            item.colour,
            cells,
            item.cells,
            expected,
            self.game.steps[-1],
            (start, changed, time),
            incident,
        )

    def _find(self, number: int) -> Lying:
        item = self.game.state.position.find(number)
        if item is None:
            raise ValueError(f"nothing that step {number} put down lies on the board")
        return item
