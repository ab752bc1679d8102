"""Aim: what to change about the camera or the light, from the picture alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.geometry import Placed, find
from calibration.regions import region
from calibration.sharpness import edge_width
from engine.pieces import Cell
from vision.geometry import BoardView
from vision.live.glance import MOVING, Watch, grain, reduced, threshold_for
from vision.locate.evened import Image
from vision.reading.appearance import BURNT, light_of
from vision.reading.sampling import sample_places, take

# Pixels along a cell below which bevels, ridges and nubs are lost.
SMALLEST_CELL = 12.0
# Degrees: beyond this, pieces hide too much of the cells behind them.
STEEPEST, STEEP = 45.0, 35.0
# Width of an edge, in cells: sharp pictures have 0.05 to 0.15. Beyond this, neighbours run into each other.
BLURRED = 0.3
# The brightest tenth of the board's pixels, as 8-bit values: below this noise and rounding eat the colours.
DARK = 70.0
# The part of a cell's samples that is burnt out from which on the cell is, and of the board from which on it is.
BURNT_CELL, BURNT_BOARD = 0.35, 0.3
# A lamp's mirror image: so much brighter than the other cells of that label, in powers of two; a piece's weakest
# channel is dark, and varies with how the light falls.
FLARE, PIECE_FLARE, FEWEST_ALIKE = 0.5, 1.5, 5
# Cells that must be flared before it is worth a word.
FEWEST_FLARED = 2
# Of the whole picture before the board is known: the part that may differ between two frames at rest.
STILL = 0.002


class Trouble(StrEnum):
    """What can be wrong with how the camera sees the board."""

    NO_BOARD = "no_board"
    TWO_BOARDS = "two_boards"
    TOO_SMALL = "too_small"
    TILTED = "tilted"
    BLURRED = "blurred"
    DARK = "dark"
    BURNT = "burnt"
    FLARE = "flare"
    MOVING = "moving"
    COLOURS = "colours"
    MIRRORED = "mirrored"


@dataclass(frozen=True)
class Advice:
    """One thing to change, as a sentence; `serious` if the board cannot be followed so."""

    trouble: Trouble
    message: str
    serious: bool = False
    cells: tuple[Cell, ...] = ()
    """The cells it concerns, if not all."""


def advice(
    image: Image, before: Image | None = None, board: str = "auto", found: Placed | None = None
) -> tuple[list[Advice], Placed | None]:
    """What to change about this picture, most important first, and the board if it was found.

    Args:
        image: the present frame, BGR.
        before: an earlier frame of the same size, to tell motion.
        board: `auto`, a board kind or the name of a profile.
        found: the board, if it has been found in this frame already.
    """
    told: list[Advice] = []
    if found is None:
        try:
            found = find(image, board)
        except CalibrationError as problem:
            trouble = Trouble.TWO_BOARDS if problem.problem == "two_boards" else Trouble.NO_BOARD
            told = [*_blind(image), Advice(trouble, _sentence(str(problem)), True)]
    if before is not None and moving(image, before, found.view if found else None):
        told.insert(0, Advice(Trouble.MOVING, "Something is moving: take your hands off the table and the camera."))
    if found is not None:
        told += about(image, found)
    return told, found


def about(image: Image, found: Placed) -> list[Advice]:
    """What to change about a picture in which the board was found."""
    view = found.view
    told: list[Advice] = []
    if view.cell_pixels < SMALLEST_CELL:
        told.append(
            Advice(
                Trouble.TOO_SMALL,
                f"The board is too small in the picture: a cell has {view.cell_pixels:.0f} pixels and needs "
                f"{SMALLEST_CELL:.0f}. Bring the camera nearer, or choose a larger picture.",
                True,
            )
        )
    if view.tilt > STEEP:
        told.append(
            Advice(
                Trouble.TILTED,
                f"The camera looks at the board from the side, tilted by {view.tilt:.0f}°: "
                f"bring it further over the middle, to {STEEP:.0f}° or less.",
                view.tilt > STEEPEST,
            )
        )
    width = edge_width(image, view)
    if width > BLURRED:
        told.append(
            Advice(
                Trouble.BLURRED,
                "The picture is blurred: focus the lens on the board, wipe it, and hold the camera still.",
                width > 2 * BLURRED,
            )
        )
    return told + light_advice(image, found)


def light_advice(image: Image, found: Placed) -> list[Advice]:
    """What to change about the light on a board."""
    n = found.view.size
    samples = take(image, sample_places(found.view))
    top = float(np.quantile(samples.max(axis=2), 0.9))
    if top < DARK:
        return [
            Advice(
                Trouble.DARK,
                "The board is too dark: switch on a light, or let the camera expose longer.",
                top < DARK / 2,
            )
        ]
    burnt = burnt_cells(samples, n)
    if burnt.mean() > BURNT_BOARD:
        cells = cells_of(burnt)
        where = region(cells, n)
        return [
            Advice(
                Trouble.BURNT,
                f"The {where} is burnt out: turn the light or the camera's exposure down.",
                bool(burnt.mean() > 2 * BURNT_BOARD),
                cells,
            )
        ]
    flared = cells_of(flared_cells(samples, found.reading.labels))
    if len(flared) < FEWEST_FLARED:
        return []
    where = region(flared, n)
    return [
        Advice(
            Trouble.FLARE,
            f"A lamp or window is mirrored in the {where} ({len(flared)} cells): turn the lamp away from the {where}, "
            "draw the curtain, or move the camera a little.",
            False,
            flared,
        )
    ]


def burnt_cells(samples: NDArray[np.uint8], size: int) -> NDArray[np.bool_]:
    """Rows × columns: cells (of cells × samples × 3) in which all channels are at their end."""
    burnt = (light_of(samples).min(axis=2) > BURNT).mean(axis=1) > BURNT_CELL
    return np.asarray(burnt.reshape(size, size), bool)


def flared_cells(samples: NDArray[np.uint8], labels: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Rows × columns: cells in which a lamp or a window is mirrored.

    Mirrored light is white, so the weakest channel rises most. Cells are compared with those of the same label.
    """
    flat = labels.ravel()
    weakest = np.log2(np.quantile(light_of(samples).min(axis=2), 0.75, axis=1) + 0.004)
    flared = np.zeros(len(flat), bool)
    for label in np.unique(flat):
        mine = flat == label
        if mine.sum() >= FEWEST_ALIKE:
            usual = float(np.median(weakest[mine]))
            flared |= mine & (weakest - usual > (FLARE if label == 0 else PIECE_FLARE))
    return np.asarray(flared.reshape(labels.shape) | burnt_cells(samples, labels.shape[0]), bool)


def moving(image: Image, before: Image, view: BoardView | None) -> bool:
    """Whether something moves between two frames, near the board or, while it is not known, anywhere."""
    if image.shape != before.shape:
        return True
    now, then = reduced(image), reduced(before)
    threshold = threshold_for(grain(now, then))
    if view is not None:
        return Watch.over((now.shape[0], now.shape[1]), view).moved(now, then, threshold) > MOVING
    return float((cv2.absdiff(now, then).max(axis=2) > threshold).mean()) > STILL


def cells_of(mask: NDArray[np.bool_]) -> tuple[Cell, ...]:
    """The cells where a rows × columns mask is set."""
    return tuple((int(row), int(column)) for row, column in np.argwhere(mask))


def _blind(image: Image) -> list[Advice]:
    """What the whole picture says when there is no board in it."""
    grey = image.max(axis=2)
    if float(np.quantile(grey, 0.95)) < DARK:
        return [Advice(Trouble.DARK, "The picture is too dark: take off the lens cap, or switch on a light.", True)]
    if float((image.min(axis=2) >= 250).mean()) > 0.5:
        return [Advice(Trouble.BURNT, "The picture is burnt out: turn the light or the camera's exposure down.", True)]
    if cv2.Laplacian(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), cv2.CV_32F).std() < 1.5:
        return [Advice(Trouble.BLURRED, "The picture is blurred: focus the lens on the board, and wipe it.", True)]
    return []


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")
