"""`companion calibrate`: find the board, learn the colours, report the quality, keep it."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from calibration import Calibration, CalibrationError, Verdict
from calibration.geometry import Placed, sizes_for
from calibration.keeping import FOLDER, Shelf, camera_name, write_atomically
from calibration.mat import mat_pdf
from calibration.overlay import drawn
from calibration.pdf import PAPERS
from calibration.printings import FOLDER as BOARDS
from calibration.printings import new_profile, save_printing
from calibration.sheet import lens_from, sheet_pdf
from calibration.written import to_plain
from companion.boards import learn_boards
from companion.calibrating import Wishes, calibrate, pictures_in, quiet_frame, taps_from
from companion.photo_output import say, write_picture
from companion.settings_sources import load_settings
from engine.colours import Colour
from engine.errors import CompanionError
from engine.profiles import PROFILES, BoardProfile
from vision.photo import profiles_for
from vision.sources.address import open_source

SIDES = ("top", "right", "bottom", "left")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion calibrate` takes."""
    parser.add_argument(
        "source",
        metavar="SOURCE",
        nargs="?",
        help="a camera, film, folder or photo (default: the source of the settings)",
    )
    parser.add_argument("--board", default="auto", metavar="NAME", help="which board lies there (default: look)")
    parser.add_argument("--data", metavar="DIR", help="the data folder (default: that of the settings)")
    parser.add_argument(
        "--corners", metavar="X,Y,…", help="the four corners by hand: top left, then clockwise, in pixels"
    )
    parser.add_argument(
        "--tap", action="append", default=[], metavar="SQUARE=COLOUR", help="what a cell is: a1=red, c4=empty"
    )
    parser.add_argument(
        "--up", choices=SIDES, help="which side of the picture is up on the page (default: as it is seen)"
    )
    parser.add_argument(
        "--lens", type=Path, metavar="DIR", help="measure the lens first, from pictures of the printed sheet"
    )
    parser.add_argument("--new-board", metavar="NAME", help="keep this printing as a board profile of its own")
    parser.add_argument("--colours", metavar="A,B,…", help="with --new-board: its colours in turn order")
    parser.add_argument("--starts", metavar="SQUARES", help="with --new-board: its start squares, such as e10,j5")
    parser.add_argument("--nubs", action="store_true", help="with --new-board: pieces plug onto nubs")
    parser.add_argument(
        "--picture", type=Path, metavar="OUT.png", help="draw the grid, the reading and the report over the picture"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--dry-run", action="store_true", help="keep nothing")
    parser.add_argument(
        "--print", dest="sheet", type=Path, metavar="SHEET.pdf", help="write the lens sheet to print, and end"
    )
    parser.add_argument(
        "--print-mat", dest="mat", type=Path, metavar="MAT.pdf", help="write four markers to lay round the board"
    )
    parser.add_argument("--paper", choices=sorted(PAPERS), default="a4", help="the paper of --print and --print-mat")


def run(options: argparse.Namespace) -> int:
    """Calibrate, or write what is to be printed."""
    if options.sheet or options.mat:
        return _print(options)
    settings = load_settings(None, os.environ, {"data": options.data} if options.data else {})
    shelf = Shelf(settings.folder / FOLDER)
    printings = learn_boards(settings.folder)
    profile = _new_board(options)
    board = profile.kind if profile else options.board
    if profile is not None:
        PROFILES[profile.name] = profile
        board = profile.name
    profiles_for(board)
    with open_source(options.source or settings.source) as source:
        image = quiet_frame(source)
        camera, controls = camera_name(source.address), source.controls
    lens = shelf.load_lens(camera, (image.shape[1], image.shape[0]))
    if options.lens:
        lens = lens_from(pictures_in(options.lens))
        if not options.dry_run:
            shelf.save_lens(camera, lens)
    known = printings.get(board)
    wishes = Wishes(
        board,
        _corners(options.corners),
        taps_from(options.tap, sizes_for(board)[0]) if options.tap else None,
        prior=known.palette if known else None,
        lens=lens,
    )
    made, found = calibrate(image, camera, wishes, controls)
    made, found = _upright(made, found, options.up)
    if options.picture:
        write_picture(drawn(image, found, made.report), options.picture)
    kept = _keep(options, shelf, made, settings.folder, profile)
    if options.json:
        say(json.dumps({**to_plain(made), "kept": str(kept) if kept else None}))
    else:
        _tell(made, kept)
    return 0 if kept or options.dry_run else 1


def _keep(
    options: argparse.Namespace, shelf: Shelf, made: Calibration, data: Path, profile: BoardProfile | None
) -> Path | None:
    """Where it is kept; None if it is not to be kept or not worth it."""
    if options.dry_run or made.report.verdict is Verdict.NOT_USABLE:
        return None
    if profile is not None:
        save_printing(data / BOARDS, profile, made.colours)
    return shelf.save(made)


def _tell(made: Calibration, kept: Path | None) -> None:
    report = made.report
    say(f"{made.profile.name} board: {report.summary}")
    if made.colours.unmet:
        say(f"not seen yet, learnt from the first piece: {', '.join(made.colours.unmet)}")
    for a, b, far in report.distances:
        say(f"  {a} – {b}: {far:.1f} spreads apart")
    for item in report.advice:
        say(("must change: " if item.serious else "better: ") + item.message)
    if kept is not None:
        say(f"kept in {kept}")
    elif report.verdict is Verdict.NOT_USABLE:
        say("not kept: change what is said above and calibrate again; an earlier calibration stays as it was")


def _print(options: argparse.Namespace) -> int:
    for target, content in ((options.sheet, sheet_pdf), (options.mat, mat_pdf)):
        if target is None:
            continue
        try:
            write_atomically(target, content(options.paper))
        except OSError as problem:
            raise CalibrationError(
                "storage", f"cannot write {target}: {(problem.strerror or str(problem)).lower()}"
            ) from problem
        say(f"{target}: print it on {options.paper} paper at 100 %, without fitting it to the page")
    return 0


def _new_board(options: argparse.Namespace) -> BoardProfile | None:
    if options.new_board is None:
        return None
    kind = options.board if options.board in ("classic", "duo") else ""
    if not kind or not options.colours:
        raise CompanionError("--new-board needs --board classic or duo, and --colours")
    colours = [Colour.parse(word) for word in options.colours.split(",")]
    size = PROFILES[kind].size
    starts = list(taps_from([f"{square}=" for square in options.starts.split(",")], size)) if options.starts else []
    return new_profile(options.new_board, kind, colours, starts, options.nubs)


def _corners(text: str | None) -> list[list[float]]:
    if not text:
        return []
    try:
        values = [float(part) for part in text.replace(" ", ",").split(",") if part]
    except ValueError:
        values = []
    if len(values) != 8:
        raise CompanionError("--corners: expected eight numbers, x and y of the four corners")
    return [values[k : k + 2] for k in range(0, 8, 2)]


def _upright(made: Calibration, found: Placed, side: str | None) -> tuple[Calibration, Placed]:
    if side is None:
        return made, found
    quarters = (SIDES.index(side) - SIDES.index(made.up)) % 4
    return made.turned(quarters), found.turned(quarters)
