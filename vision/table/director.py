"""The director: stages moves, accidents and idle hands as one plan, and keeps the game and the truth beside it."""

import math
from dataclasses import replace

from engine.colours import Colour
from engine.events import Move
from vision.table.mover import Mover
from vision.table.paths import walking_cat
from vision.table.plan import Key, Plan, Visit


class Director(Mover):
    """Stages one film: the moves of a `Mover`, and everything that happens besides."""

    def drag(self, number: int, rows: int, columns: int, by: Colour | None = None, *, cat: bool = False) -> None:
        """A sleeve (or a cat) drags a piece along; with rows and columns 0 it is only nudged within its cells."""
        item = self._find(number)
        kit, start = self.setting.kit, self.now
        x, y, _ = self._above(item.cells, 0.0)
        goal = tuple((r + rows, c + columns) for r, c in item.cells)
        dx, dy = columns * kit.cell, -rows * kit.cell
        if cat:
            visit, touch, leave = walking_cat(self.random, x, y, start)
        else:
            arm = self.arms[by or item.colour]
            touch = start + self._spread(0.9, 1.4)
            leave = touch + self._spread(0.5, 0.9)
            end = leave + self._spread(0.8, 1.2)
            keys = (
                Key(start, self._outside(arm)),
                Key(touch, (x, y, 12.0)),
                Key(leave, (x + dx, y + dy, 12.0)),
                Key(end, self._outside(arm)),
            )
            visit = Visit(arm, keys)
        self.plan.visits.append(visit)
        put = self._puts[number]
        angle = self._spread(-9, 9)
        steps = max(2, round((leave - touch) * self.plan.fps))
        for step in range(1, steps):
            share = step / steps
            self._puts[number] = replace(
                put, dx=put.dx + dx * share, dy=put.dy + dy * share, degrees=angle * math.sin(math.pi * share), lift=0.4
            )
            self._show(touch + (leave - touch) * share, settled=False)
        self.now = visit.end
        if rows or columns:
            expected = self.game.state.to_play
            self.game = self.game.after(Move(number, goal))
            self._puts[number] = self._put(number, item.colour, goal)
            self._show(leave)
            frames = (start, leave, visit.end)
            self.book.change(
                "move",
                number,
                item.colour,
                goal,
                item.cells,
                expected,
                self.game.steps[-1],
                frames,
                "cat" if cat else "nudged",
            )
        else:
            self._puts[number] = replace(
                put,
                dx=put.dx + self._spread(-0.12, 0.12) * kit.cell,
                dy=put.dy + self._spread(-0.12, 0.12) * kit.cell,
                degrees=self._spread(-4, 4),
            )
            self._show(leave)
            self.book.effect("nudged_within_its_cells", start, visit.end)

    def cat_walks(self) -> None:
        """A cat walks over the board and moves nothing."""
        kit, start = self.setting.kit, self.now
        x, y = self._spread(-0.4, 0.4) * kit.half, self._spread(-0.4, 0.4) * kit.half
        visit, _, _ = walking_cat(self.random, x, y, start)
        self.plan.visits.append(visit)
        self.now = visit.end
        self.book.effect("cat", start, self.now)

    def rest(
        self, colour: Colour, place: tuple[float, float], seconds: float, *, flat: bool, meanwhile: bool = False
    ) -> None:
        """A hand rests on the board (flat) or hovers over it, and goes without having moved anything.

        `place` is given in halves of the playing area: (0, 0) its middle, (1, 1) its far right corner.
        With `meanwhile`, whatever comes next happens at the same time.
        """
        arm, start, half = self.arms[colour], self.now, self.setting.kit.half
        x, y = place[0] * half, place[1] * half
        up = 4.0 if flat else self._spread(25, 90)
        time = start + self._spread(0.8, 1.4)
        keys = [Key(start, self._outside(arm), flat), Key(time, (x, y, up), flat)]
        while time < start + seconds:
            time += self._spread(0.8, 2.5)
            wander = (2.0, 2.0) if flat else (14.0, 14.0)
            keys.append(
                Key(
                    time,
                    (x + float(self.random.normal(0, wander[0])), y + float(self.random.normal(0, wander[1])), up),
                    flat,
                )
            )
        time += self._spread(0.8, 1.4)
        keys.append(Key(time, self._outside(arm), flat))
        self.plan.visits.append(Visit(arm, tuple(keys)))
        self.book.effect("hand_without_move", start, time)
        if not meanwhile:
            self.now = time

    def finish(self, seconds: float | None = None) -> Plan:
        """The plan, cut or lengthened to `seconds` if given."""
        self.plan.seconds = self.now if seconds is None else seconds
        self.plan.boards.sort(key=lambda board: board.time)
        self.book.close(self.game)
        return self.plan
