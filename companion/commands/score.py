"""`companion score`: the score of a finished game, from one photo."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from companion.commands.read import add_photo_arguments
from companion.photo_output import ReadPhoto, debug_watcher, draw_reading, load_and_read, say
from engine.scoring import ALL_PLACED, SINGLE_LAST, ColourScore
from engine.squares import square_name
from engine.text_board import text_board
from vision.photo import UNSURE
from vision.reading.pieces import ColourPieces, Problem, pieces_on, unreadable

WORDS = {
    "edge_contact": "touches its own colour along an edge",
    "not_a_piece": "is none of the 21 pieces",
    "piece_already_played": "lies there twice",
    "unreadable": "could not be read for certain",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion score` takes."""
    add_photo_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Read the photo and print the score sheet."""
    photo = load_and_read(
        options.photo, options.board, debug_watcher(options.debug, options.photo), options.calibration
    )
    if options.picture:
        draw_reading(photo, options.picture)
    colours = pieces_on(photo.result.reading)
    problems = [problem for colour in colours for problem in colour.problems]
    problems += unreadable(photo.result.reading, UNSURE)
    if options.json:
        say(json.dumps(score_answer(photo, colours, problems)))
        return 0
    size = photo.result.view.size
    say(text_board(photo.result.reading.grid, photo.result.unsure, colour=sys.stdout.isatty()))
    for colour in colours:
        say(_line(colour))
    for problem in problems:
        who = f"{problem.colour}" + (f" {problem.piece}" if problem.piece else "") if problem.colour else "the board"
        where = " ".join(square_name(cell, size) for cell in problem.cells)
        say(f"look: {who} {WORDS[problem.kind]}: {where}")
    return 0


def score_answer(photo: ReadPhoto, colours: list[ColourPieces], problems: list[Problem]) -> dict[str, Any]:
    """The score sheet as plain data."""
    sheet = {str(colour.colour): _entry(colour) for colour in colours}
    return {
        **photo.answer(),
        "colours": sheet,
        "scores": {
            "basic": {name: entry["basic"] for name, entry in sheet.items()},
            "advanced": {name: entry["advanced"] for name, entry in sheet.items()},
        },
        "unknown": [
            {
                "colour": name,
                "why": "all pieces are placed; a photo cannot tell whether the single square came last",
                "advanced": [ALL_PLACED, ALL_PLACED + SINGLE_LAST],
            }
            for name, entry in sheet.items()
            if entry["squares_left"] == 0
        ],
        "problems": [
            {
                "kind": problem.kind,
                "colour": str(problem.colour) if problem.colour else None,
                "piece": problem.piece,
                "cells": [list(cell) for cell in problem.cells],
            }
            for problem in problems
        ],
    }


def _entry(colour: ColourPieces) -> dict[str, Any]:
    score = _score(colour)
    return {
        "pieces": [{"piece": item.piece.name, "cells": [list(cell) for cell in item.cells]} for item in colour.found],
        "pieces_left": [piece.name for piece in colour.left],
        "squares_left": score.basic,
        "basic": score.basic,
        "advanced": score.advanced,
    }


def _score(colour: ColourPieces) -> ColourScore:
    """The certain part of the score: 15 for all pieces, without the 5 that a photo cannot tell."""
    return ColourScore(colour.colour, colour.left, 0 if colour.left else ALL_PLACED)


def _line(colour: ColourPieces) -> str:
    score = _score(colour)
    if not colour.left:
        return (
            f"{colour.colour}: all 21 pieces placed; basic 0, advanced +{ALL_PLACED}, or +{ALL_PLACED + SINGLE_LAST} "
            "if the single square came last, which a photo cannot tell"
        )
    left = " ".join(piece.name for piece in colour.left)
    return (
        f"{colour.colour}: {len(colour.found)} pieces placed, left {left}; "
        f"basic {score.basic} squares, advanced {score.advanced}"
    )
