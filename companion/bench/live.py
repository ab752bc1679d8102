"""What following a table costs: a quiet frame, a frame that is read, an explanation, a whole game."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from companion.bench import watched
from companion.bench.figure import Figure, seconds
from companion.bench.rules import middle_game
from engine.profiles import CLASSIC
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
    yield _explanation()
    yield from watched.figures()


def _frames() -> list[Figure]:
    """A table at rest: every frame looked at, and one that is read all the same."""
    source = DemoSource("classic", seed=3, frames=40, mishaps=0.0, size=SIZE, light="office")
    table = LiveTable("classic")
    frame: Frame | None = None
    with source:
        for frame in source:
            table.feed(frame)
            if frame.number == 12:
                break
    if frame is None or table.view is None:
        return []
    image, number = frame.image, 0
    noisy = [np.clip(image.astype(np.int16) + k % 2, 0, 255).astype(np.uint8) for k in range(2)]

    def quiet() -> object:
        nonlocal number
        number += 1
        return table.feed(Frame(noisy[number % 2], 3.0 + number * 1e-6, number))

    def read() -> object:
        table.take_as_given(table.known)
        return quiet()

    quarter = (SIZE[0] // 4, SIZE[1] // 4)
    resize = seconds(lambda: cv2.resize(image, quarter, interpolation=cv2.INTER_AREA))
    return [
        Figure("a quiet frame against one resize to a quarter", seconds(quiet) / resize, 2, "times"),
        Figure("a frame that is read", seconds(read) * 1000, 5, "ms"),
    ]


def _explanation() -> Figure:
    game = middle_game(CLASSIC, 40)
    known = tuple(Patch(item.colour, item.cells) for item in game.state.position.lying)
    colour = game.state.to_play or CLASSIC.colours[0]
    spot = max(game.legal(), key=lambda legal: (legal.piece.size, legal.cells))
    labels = known_labels(CLASSIC.size, CLASSIC.colours, (*known, Patch(colour, spot.cells)))
    logs = np.full((*labels.shape, 1 + len(CLASSIC.colours)), -20.0, np.float32)
    np.put_along_axis(logs, labels[:, :, None], 0.0, axis=2)
    evidence = Evidence.of(CLASSIC.colours, logs, np.zeros(labels.shape, bool))
    return Figure("the explanation of a change", seconds(lambda: explain(evidence, known)) * 1000, 20, "ms")
