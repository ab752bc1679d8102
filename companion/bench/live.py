"""What following a table costs: a quiet frame, a frame that is read, an explanation, a whole game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from companion.bench import watched
from companion.bench.figure import Figure, seconds
from companion.bench.rules import middle_game
from engine.profiles import CLASSIC, BoardProfile
from vision.changes import Patch
from vision.frames import Frame
from vision.live.evidence import Evidence, known_labels
from vision.live.explain import explain
from vision.live.table import LiveTable
from vision.sources.demo import DemoSource

SIZE = (1296, 972)


def figures() -> Iterator[Figure]:
    """All figures of the live table."""
    yield from _frames()
    yield Figure("the explanation of a change", seconds(explanation(CLASSIC, 40)) * 1000, 20, "ms")
    yield from watched.figures()


class QuietTable:
    """A table at rest, shown again and again with a little noise."""

    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        """Begin with a few frames of the simulated table, in which the board is found."""
        self.table = LiveTable("classic")
        with DemoSource("classic", seed=3, frames=40, mishaps=0.0, size=size, light="office") as source:
            shown = [source.read() for _ in range(13)]
        for frame in shown:
            self.table.feed(frame)
        if self.table.view is None:
            raise RuntimeError(f"the board of the bench is not found at {size[0]} × {size[1]} pixels")
        self.image = shown[-1].image
        self._noisy = [np.clip(self.image.astype(np.int16) + k, 0, 255).astype(np.uint8) for k in range(2)]
        self._number = 0

    def quiet(self) -> object:
        """One more frame, in which nothing happens."""
        self._number += 1
        return self.table.feed(Frame(self._noisy[self._number % 2], 3.0 + self._number * 1e-6, self._number))

    def read(self) -> object:
        """One more frame, which is read all the same."""
        self.table.take_as_given(self.table.known)
        return self.quiet()


def _frames() -> list[Figure]:
    """A table at rest: every frame looked at, and one that is read all the same."""
    shown = QuietTable()
    quarter = (SIZE[0] // 4, SIZE[1] // 4)
    resize = seconds(lambda: cv2.resize(shown.image, quarter, interpolation=cv2.INTER_AREA))
    return [
        Figure("a quiet frame against one resize to a quarter", seconds(shown.quiet) / resize, 2, "times"),
        Figure("a frame that is read", seconds(shown.read) * 1000, 5, "ms"),
    ]


def explanation(profile: BoardProfile, pieces: int) -> Callable[[], object]:
    """The work of explaining one new piece on a board with so many."""
    game = middle_game(profile, pieces)
    known = tuple(Patch(item.colour, item.cells) for item in game.state.position.lying)
    colour = game.state.to_play or profile.colours[0]
    spot = max(game.legal(), key=lambda legal: (legal.piece.size, legal.cells))
    labels = known_labels(profile.size, profile.colours, (*known, Patch(colour, spot.cells)))
    logs = np.full((*labels.shape, 1 + len(profile.colours)), -20.0, np.float32)
    np.put_along_axis(logs, labels[:, :, None], 0.0, axis=2)
    evidence = Evidence.of(profile.colours, logs, np.zeros(labels.shape, bool))
    return lambda: explain(evidence, known)
