"""Films and stills of the simulated table on disc, in the formats of the film and photo collections."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.profiles import PROFILES
from vision.errors import VisionError
from vision.table.stage import Shot, Stage
from vision.table.stills import Named, render_still
from vision.table.truth import as_text, film_truth, with_w


class RecordingError(VisionError):
    """A film or picture that cannot be written; the message says where and why."""


def record_film(
    stage: Stage, out: Path, seed: int, *, as_folder: bool, progress: Callable[[int], None]
) -> dict[str, Any]:
    """Shoot a film into `out`: `video.mp4` (or `frames/`), `truth.json`, and `frames.jsonl` with a line per frame.

    Returns the truth. `progress` is called with each frame's number.
    """
    plan, camera = stage.plan, stage.setting.camera
    make_folder(out)
    truth = film_truth(out.name, stage.setting, plan, seed)
    if as_folder:
        make_folder(out / "frames")
        writer = None
    else:
        writer = cv2.VideoWriter(
            str(out / "video.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), plan.fps, (camera.width, camera.height)
        )
        if not writer.isOpened():
            raise RecordingError(f"{out / 'video.mp4'} cannot be written as a video")
    try:
        with (out / "frames.jsonl").open("w", encoding="utf-8") as lines:
            for shot in stage.frames():
                if writer is None:
                    quality = [cv2.IMWRITE_JPEG_QUALITY, stage.sensor.jpeg]
                    cv2.imwrite(str(out / "frames" / f"{shot.number:06d}.jpg"), shot.image, quality)
                else:
                    writer.write(shot.image)
                note(truth, shot)
                line = {"frame": shot.number, "quiet": shot.quiet, "hidden": [list(c) for c in shot.hidden]}
                lines.write(json.dumps({**line, "board": with_w(shot.grid)}) + "\n")
                progress(shot.number)
    finally:
        if writer is not None:
            writer.release()
    (out / "truth.json").write_text(as_text(truth), encoding="utf-8")
    return truth


def note(truth: dict[str, Any], shot: Shot) -> None:
    """Add what one frame shows to a film's truth: where the board lies, and quiet stretches."""
    corners = {
        name: [round(x, 2), round(y, 2)] for name, (x, y) in zip(("tl", "tr", "br", "bl"), shot.corners, strict=True)
    }
    if not truth["geometry"] or truth["geometry"][-1]["corners"] != corners:
        truth["geometry"].append({"from_frame": shot.number, "corners": corners})
        if shot.number == 0:
            # Quarter turns against the picture: which of the true corners looks top left.
            truth["image_turns"] = int(np.argmin([x + y for x, y in shot.corners]))
    if not shot.quiet:
        return
    board, quiet = with_w(shot.grid), truth["quiet"]
    if quiet and quiet[-1]["frames"][1] == shot.number - 1 and quiet[-1]["board"] == board:
        quiet[-1]["frames"][1] = shot.number
        return
    done = [event["i"] for event in truth["events"] if event["frame_changed"] <= shot.number]
    quiet.append({"frames": [shot.number, shot.number], "after_step": max(done, default=-1), "board": board})


def record_stills(board: str, seed: int, count: int, out: Path, *, finer: int, named: Named) -> list[Path]:
    """Write stills and their truth as NAME.jpg and NAME.json; the name says printing and seed."""
    make_folder(out)
    paths = []
    for number in range(seed, seed + count):
        image, truth = render_still(number, board, finer=finer, **named)
        name = f"{PROFILES[board].name.replace('-', '_')}_{number:04d}"
        path = out / f"{name}.jpg"
        # The picture has been through the simulated camera's JPEG already; this one must not add to it.
        if not cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, 97]):
            raise RecordingError(f"{path} cannot be written")
        (out / f"{name}.json").write_text(json.dumps({**truth, "image": path.name}) + "\n", encoding="utf-8")
        paths.append(path)
    return paths


def make_folder(path: Path) -> None:
    """Make a folder with all folders above it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise RecordingError(
            f"the folder {path} cannot be made: {(problem.strerror or str(problem)).lower()}"
        ) from None
