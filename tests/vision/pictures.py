"""Pictures that are not boards, boards drawn by hand, and the comparison of a reading with the truth."""

import cv2
import numpy as np


def chessboard(squares=8):
    """A chessboard (or a draughts board) from straight above."""
    picture = np.full((900, 900, 3), (60, 90, 120), np.uint8)
    side = 720 // squares
    for row in range(squares):
        for column in range(squares):
            light = (row + column) % 2
            corner = (90 + column * side, 90 + row * side)
            paint = (230, 240, 240) if light else (40, 50, 60)
            cv2.rectangle(picture, corner, (corner[0] + side - 1, corner[1] + side - 1), paint, -1)
    return picture


def printed_page():
    """A page of printed words."""
    random = np.random.default_rng(1)
    picture = np.full((1100, 850, 3), 245, np.uint8)
    for y in range(60, 1050, 22):
        words = "".join(random.choice(list("abcdefghij klmnop qrst uvw"), 70))
        cv2.putText(picture, words, (60, y), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (30, 30, 30), 1, cv2.LINE_AA)
    return picture


def bare_table():
    """A table with nothing on it, and the camera's noise."""
    random = np.random.default_rng(0)
    return np.clip(random.normal((90, 140, 190), 12, (972, 1296, 3)), 0, 255).astype(np.uint8)


def squared_paper():
    """A grid without end."""
    picture = np.full((1000, 1000, 3), 250, np.uint8)
    for k in range(0, 1000, 25):
        cv2.line(picture, (k, 0), (k, 999), (200, 180, 150), 1)
        cv2.line(picture, (0, k), (999, k), (200, 180, 150), 1)
    return picture


def turned(grid):
    """The four quarter turns of a grid (a list of strings)."""
    for _ in range(4):
        yield grid
        grid = ["".join(row[column] for row in reversed(grid)) for column in range(len(grid))]


def wrong_cells(found, truth, odd=()):
    """How many cells differ, in the quarter turn that differs least; cells in `odd` (of the truth) do not count."""
    skip = set(map(tuple, odd))
    return min(
        sum(
            mine != true and (r, c) not in skip
            for r, (row, expected) in enumerate(zip(grid, truth, strict=True))
            for c, (mine, true) in enumerate(zip(row, expected, strict=True))
        )
        for grid in turned(found)
    )


def corner_error(corners, truth, size):
    """The largest distance of a corner from the truth's, in cells, in the quarter turn that fits best."""
    found, expected = np.asarray(corners), np.asarray(truth)
    side = np.linalg.norm(expected[0] - expected[2]) / np.sqrt(2) / size
    return min(np.linalg.norm(np.roll(found, k, axis=0) - expected, axis=1).max() for k in range(4)) / side
