"""A table that plays a prepared game: a double of the eyes for tests and measurements, with no reading in it.

The source draws a plain board; the live table reports the prepared changes at their frames, whatever is drawn.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from engine.colours import EMPTY_LETTER, LETTERS, Colour
from engine.events import Place
from engine.game import Game
from engine.moves import legal_spots
from engine.pieces import Cell
from engine.profiles import CLASSIC, DUO, BoardProfile
from engine.svg_board import FILL
from vision.changes import Change, LiveEvent, Patch
from vision.errors import EndedError
from vision.frames import Frame, Image, Source


def legal_game(profile: BoardProfile = DUO, seed: int = 3, most: int = 200, large: bool = True) -> list[LiveEvent]:
    """A random legal game as changes, one piece each; numbered, but without a time."""
    chance = random.Random(seed)
    game = Game.new(profile)
    changes: list[LiveEvent] = []
    while (colour := game.state.to_play) is not None and len(changes) < most:
        spots = legal_spots(game.state.position, game.rules, colour)
        size = max(spot.piece.size for spot in spots) if large else 0
        cells = chance.choice(sorted(spot.cells for spot in spots if spot.piece.size >= size))
        game = game.after(Place(colour, cells))
        changes.append(Change(0.0, len(changes), appeared=(Patch(colour, cells),)))
    return changes


@dataclass
class ScriptedTable:
    """Reports one prepared event every `every` frames, or whenever `release` is called; and keeps a grid."""

    profile: BoardProfile
    script: list[LiveEvent]
    every: int = 5
    held: bool = False
    """Whether events wait for `release`."""
    status: str = "live"
    corners: Sequence[tuple[float, float]] | None = None
    ruled: Collection[Cell] = ()
    """The cells that people have ruled on, as it was told last."""
    found_at_start: bool = False
    _known: tuple[Patch, ...] = ()
    _grid: list[list[str]] = field(init=False)
    _released: int = 0
    _fed: int = 0
    _lying: list[LiveEvent] = field(default_factory=list)
    """What lies on the board already and is reported with the next frame, which shows it."""

    def __post_init__(self) -> None:
        self.take_as_given(())

    @property
    def grid(self) -> Sequence[str]:
        """What lies there by the script."""
        return ["".join(row) for row in self._grid]

    def release(self, *events: LiveEvent) -> None:
        """Let these events happen at the next frames, one each."""
        self.script.extend(events)
        self._released += len(events)

    def feed(self, frame: Frame) -> list[LiveEvent]:
        """What the frame shows since the last one; the next event happens after it, if it is due."""
        told = [replace(event, time=frame.seconds, frame=frame.number) for event in self._lying]
        self._lying = []
        self._fed += 1
        due = self._released > 0 if self.held else self._fed % self.every == 0
        if due and self.script:
            self._released -= 1
            event = self.script.pop(0)
            self._lying.append(event)
            if isinstance(event, Change):
                self._follow(event)
        return told

    def _follow(self, change: Change) -> None:
        for patch in change.vanished:
            self._paint(patch.cells, EMPTY_LETTER)
        for shift in change.moved:
            self._paint(shift.was, EMPTY_LETTER)
            self._paint(shift.now, shift.colour.letter)
        for patch in change.appeared:
            self._paint(patch.cells, patch.colour.letter)
        moved = {(shift.colour, shift.was): shift.now for shift in change.moved}
        stay = [Patch(p.colour, moved.get((p.colour, p.cells), p.cells)) for p in self._known]
        self._known = (*(p for p in stay if p not in change.vanished), *change.appeared)

    def _paint(self, cells: Sequence[Cell], letter: str) -> None:
        for row, column in cells:
            self._grid[row][column] = letter

    @property
    def known(self) -> tuple[Patch, ...]:
        """What lies on the board by the script."""
        return self._known

    def take_as_given(self, known: Sequence[Patch], ruled: Collection[Cell] = ()) -> None:
        """Begin from what the record says."""
        self._known, self.ruled = tuple(known), ruled
        self._grid = [[EMPTY_LETTER] * self.profile.size for _ in range(self.profile.size)]
        for patch in known:
            self._paint(patch.cells, patch.colour.letter)
        for event in self._lying:
            if isinstance(event, Change):
                self._follow(event)

    def read_again(self, doubted: Sequence[Patch]) -> None:
        """Forget these pieces."""
        self.take_as_given([patch for patch in self._known if patch not in doubted])

    def made_for(self, profile: BoardProfile, lying: Sequence[Patch]) -> ScriptedTable:
        """This very table for every game, as `companion.eyes.MakeTable` wants it."""
        self.profile = profile
        self.take_as_given(lying)
        return self


class DrawnSource(Source):
    """Frames of a plain drawn board in a wide view, as fast as asked for."""

    live = True

    def __init__(
        self,
        table: ScriptedTable,
        *,
        fps: float = 10.0,
        size: tuple[int, int] = (1640, 1232),
        frames: int | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`frames` ends the source after so many; `sleep` waits between two."""
        super().__init__("scripted")
        self.table, self.fps, self.size, self.frames, self.sleep = table, fps, size, frames, sleep
        self._number = 0
        self._drawn: tuple[Sequence[str], Image] | None = None
        width, height = size
        inset = height * 0.1
        left, right = (width - height) / 2 + inset, (width + height) / 2 - inset
        skew = height * 0.05
        table.corners = [(left + skew, inset), (right - skew, inset), (right, height - inset), (left, height - inset)]

    def _open(self) -> None:
        self._begin = time.monotonic()

    def _close(self) -> None:
        pass

    def _next(self) -> Frame:
        if self.frames is not None and self._number >= self.frames:
            raise EndedError("the script is over")
        due = self._begin + self._number / self.fps
        if (early := due - time.monotonic()) > 0:
            self.sleep(early)
        frame = Frame(self._image(), self._number / self.fps, self._number)
        self._number += 1
        return frame

    def _image(self) -> Image:
        grid = self.table.grid
        if self._drawn is None or self._drawn[0] != grid:
            self._drawn = (grid, _draw(grid, self.size, self.table.corners or []))
        return self._drawn[1]


def _draw(grid: Sequence[str], size: tuple[int, int], corners: Sequence[tuple[float, float]]) -> Image:
    """A board of 40 pixels a cell, laid into a view of a table."""
    cells, side = len(grid), 40
    flat = np.full((cells * side, cells * side, 3), 225, np.uint8)
    fills = {LETTERS[colour]: _bgr(FILL[colour]) for colour in Colour}
    for row, letters in enumerate(grid):
        for column, letter in enumerate(letters):
            place = flat[row * side : (row + 1) * side, column * side : (column + 1) * side]
            place[:] = fills.get(letter, (225, 228, 230))
            place[0, :] = place[:, 0] = (190, 190, 190)
    before = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * cells * side
    warp = cv2.getPerspectiveTransform(before, np.array(corners, np.float32))
    view = np.full((size[1], size[0], 3), (70, 100, 130), np.uint8)
    cv2.warpPerspective(flat, warp, size, dst=view, borderMode=cv2.BORDER_TRANSPARENT)
    return view


def _bgr(colour: str) -> tuple[int, int, int]:
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)


def busy_table(every: int) -> ScriptedTable:
    """A classic table where something happens every so many frames, without end; 0 for a quiet one."""
    script: list[LiveEvent] = list(legal_game(CLASSIC, seed=1, most=60))
    if not every:
        return ScriptedTable(CLASSIC, [], every=1)
    # A piece comes and goes for as long as anybody watches.
    last = script[-1]
    if isinstance(last, Change):
        there = Change(0.0, 0, appeared=last.appeared)
        script += [Change(0.0, 0, vanished=last.appeared), there] * 2000
    return ScriptedTable(CLASSIC, script, every=every)
