#!/usr/bin/env python3
"""Measure the simulated table against pictures with known truth: cell colours per label, and flared cells.

usage: compare_simulation.py [FOLDER…] [--count 24] [--out out/compare] [--docs docs/pictures]

Each FOLDER holds NAME.json with `board`, `grid`, `corners`, `image`, such as the photo and render collections. The
simulated stills are made on the spot. Writes the figures as a Markdown table, and side-by-side pictures, to --out. With
--docs, the simulated rows of those pictures alone are written there: pictures of the collections are not ours to keep.
"""

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.table.stills import render_still

Picture = tuple[np.ndarray, dict[str, Any]]
Measures = dict[tuple[str, str], np.ndarray]
CELL = 32
"""Pixels per cell of the straightened board."""
INNER = slice(7, 25)
WASHED = 0.2
"""A cell counts as flared if this share of its inner pixels is nearly white."""


def cells(image: np.ndarray, truth: dict[str, Any]) -> Iterator[tuple[str, np.ndarray]]:
    """Every cell's letter with its inner pixels (BGR)."""
    n = len(truth["grid"])
    square = np.float32([[0, 0], [n, 0], [n, n], [0, n]]) * CELL
    view = cv2.warpPerspective(
        image,
        cv2.getPerspectiveTransform(np.float32(truth["corners"]), square),
        (n * CELL, n * CELL),
        flags=cv2.INTER_AREA,
    )
    odd = {tuple(cell) for cell in truth.get("odd_cells", [])}
    for row, line in enumerate(truth["grid"]):
        for column, letter in enumerate(line):
            if (row, column) not in odd:
                patch = view[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
                yield letter, patch[INNER, INNER]


def measure(pictures: Iterable[Picture]) -> Measures:
    """Per board and letter: the median Lab of each cell, and how many cells are flared."""
    found: dict[tuple[str, str], list[tuple[float, ...]]] = {}
    for image, truth in pictures:
        for letter, patch in cells(image, truth):
            lab = cv2.cvtColor(np.float32(patch) / 255, cv2.COLOR_BGR2Lab).reshape(-1, 3)
            pixels = patch.reshape(-1, 3)
            white = (pixels.min(axis=1) > 185).mean() if letter != "." else 0.0
            found.setdefault((truth["board"], letter), []).append((*np.median(lab, axis=0), white > WASHED))
    return {key: np.array(rows, np.float32) for key, rows in found.items()}


def collection(folder: Path) -> Iterator[Picture]:
    """All pictures of a folder with their truth."""
    for path in sorted(Path(folder).glob("*.json")):
        truth = json.loads(path.read_text())
        if isinstance(truth, dict) and "grid" in truth:
            yield cv2.imread(str(path.parent / truth["image"])), truth


def simulated(count: int) -> Iterator[Picture]:
    """As many stills of each printing, about twice as many classic ones."""
    for seed in range(count):
        yield render_still(seed, ["classic", "duo-togo", "classic", "duo"][seed % 4])


def table(measures: dict[str, Measures]) -> str:
    """The figures as Markdown."""
    lines = [
        "| board, label | collection | cells | L 10–50–90 % | a 10–50–90 % | b 10–50–90 % | flared |",
        "|---|---|---|---|---|---|---|",
    ]
    for key in sorted({key for found in measures.values() for key in found}):
        for name, found in measures.items():
            if key in found:
                rows = found[key]
                spread = [" ".join(f"{v:.0f}" for v in np.percentile(rows[:, i], [10, 50, 90])) for i in range(3)]
                flared = "" if key[1] == "." else f"{100 * rows[:, 3].mean():.1f} %"
                lines.append(f"| {key[0]} {key[1]} | {name} | {len(rows)} | {' | '.join(spread)} | {flared} |")
    for name, found in measures.items():
        pieces = [rows for key, rows in found.items() if key[1] != "."]
        share = np.concatenate([rows[:, 3] for rows in pieces]).mean()
        lines.append(f"| all pieces | {name} | {sum(map(len, pieces))} | | | | {100 * share:.1f} % |")
    return "\n".join(lines)


def strip(pictures: Iterable[Picture], width: int = 420) -> np.ndarray:
    """Pictures of one collection in a row."""
    shown = []
    for image, _ in pictures:
        small = cv2.resize(image, (width, round(image.shape[0] * width / image.shape[1])), interpolation=cv2.INTER_AREA)
        shown.append(cv2.copyMakeBorder(small[:320], 0, max(0, 320 - small.shape[0]), 0, 4, cv2.BORDER_CONSTANT))
    return np.hstack(shown)


def closely(pictures: Iterable[Picture], cells_shown: int = 7, width: int = 300) -> np.ndarray:
    """The middle of each board, straightened, in a row: bevels, ridges, nubs and flares from near."""
    shown = []
    for image, truth in pictures:
        n = len(truth["grid"])
        low = (n - cells_shown) // 2
        square = (np.float32([[0, 0], [n, 0], [n, n], [0, n]]) - low) * (width / cells_shown)
        turn = cv2.getPerspectiveTransform(np.float32(truth["corners"]), np.float32(square))
        view = cv2.warpPerspective(image, turn, (width, width), flags=cv2.INTER_CUBIC)
        shown.append(cv2.copyMakeBorder(view, 0, 4, 0, 4, cv2.BORDER_CONSTANT))
    return np.hstack(shown)


def stacked(rows: list[np.ndarray]) -> np.ndarray:
    """Rows of pictures below each other, shorter ones filled up with black."""
    width = max(row.shape[1] for row in rows)
    return np.vstack([np.pad(row, ((0, 0), (0, width - row.shape[1]), (0, 0))) for row in rows])


def fuller(pictures: list[Picture], few: int) -> list[Picture]:
    """Some pictures, spread over a collection, whose boards are fuller than most."""
    covered = [np.mean([letter != "." for row in truth["grid"] for letter in row]) for _, truth in pictures]
    kept = [i for i in range(len(pictures)) if covered[i] >= np.percentile(covered, 55)]
    few = min(few, len(kept))
    return [pictures[kept[i]] for i in np.linspace(0, len(kept) - 1, few).astype(int)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--out", type=Path, default=Path("out/compare"))
    parser.add_argument("--docs", type=Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    sets = {"simulation": list(simulated(options.count))}
    sets |= {folder.name: list(collection(folder)) for folder in options.folders}
    text = table({name: measure(pictures) for name, pictures in sets.items()})
    (options.out / "figures.md").write_text(text + "\n")
    print(text)
    chosen = [fuller(pictures, 6) for pictures in sets.values()]
    cv2.imwrite(str(options.out / "side-by-side.jpg"), stacked([strip(row) for row in chosen]))
    cv2.imwrite(str(options.out / "close.jpg"), stacked([closely(row) for row in chosen]))
    if options.docs:
        options.docs.mkdir(parents=True, exist_ok=True)
        quality = [cv2.IMWRITE_JPEG_QUALITY, 85]
        cv2.imwrite(str(options.docs / "simulated-stills.jpg"), strip(chosen[0]), quality)
        cv2.imwrite(str(options.docs / "simulated-close.jpg"), closely(chosen[0]), quality)


if __name__ == "__main__":
    main()
