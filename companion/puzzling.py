"""Solo puzzles on the table: a kept game whose comment names the puzzle; the referee's turns do not count in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.journal.rows import Kept
from engine.errors import GameError
from engine.position import Lying
from engine.profiles import CLASSIC
from engine.puzzles import Grade, Puzzle, judge_puzzle, puzzle_named
from engine.record import Record
from engine.rules import RuleSet

MARK = "puzzle"


def puzzle_setup(name: str, grade: str) -> Record:
    """The set-up of a puzzle; GameError if there is none of that name or grade."""
    puzzle = puzzle_named(name)
    if grade not in [str(one) for one in Grade]:
        raise GameError(f"unknown grade {grade[:40]!r}: expected one of {', '.join(Grade)}")
    return Record(CLASSIC, RuleSet.usual(CLASSIC), comment=f"{MARK} {puzzle.name} {grade}")


def puzzle_of(kept: Kept) -> tuple[Puzzle, Grade] | None:
    """The puzzle that a kept game is; None for a game of several players."""
    words = kept.setup.comment.split()
    if len(words) != 3 or words[0] != MARK:
        return None
    try:
        return puzzle_named(words[1]), Grade(words[2])
    except (GameError, ValueError):
        return None


def report(puzzle: Puzzle, grade: Grade, lying: Sequence[Lying]) -> dict[str, Any]:
    """How far the puzzle has come, as plain values; pieces are named by their numbers on the board."""
    ordered = sorted(lying, key=lambda item: item.number)
    found = judge_puzzle(puzzle, grade, [(item.colour, item.cells) for item in ordered])
    return {
        "name": puzzle.name,
        "grade": grade,
        "wanted": [piece.name for piece in puzzle.pieces()],
        "placed": {str(colour): list(names) for colour, names in found.placed.items()},
        "missing": {str(colour): list(names) for colour, names in found.missing.items()},
        "solved": found.solved,
        "problems": [
            {
                "fault": problem.fault,
                "cells": [list(cell) for cell in problem.cells],
                "pieces": [ordered[index].number for index in problem.pieces],
            }
            for problem in found.problems
        ],
    }
