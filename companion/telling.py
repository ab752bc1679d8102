"""The vocabulary of events: how outcomes and notices are worded for `watch`, the journal and the live stream."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.game import Game
from engine.pieces import Cell
from engine.rules import Scoring, Violation
from engine.scoring import score_colour, winning_sides
from engine.table import Kind, Outcome
from vision.changes import Notice, NoticeKind, Patch


@dataclass(frozen=True)
class Telling:
    """One event without its place in the stream: a type and plain fields."""

    type: str
    fields: dict[str, object] = field(default_factory=dict)

    def line(self, seq: int, time: float, frame: int) -> dict[str, object]:
        """The event as one JSON object of the stream."""
        return {"seq": seq, "time": round(time, 3), "frame": frame, "type": self.type, **self.fields}


def tell_outcome(outcome: Outcome) -> Telling:
    """An outcome of the game."""
    fields: dict[str, object] = {}
    if outcome.colour is not None:
        fields["colour"] = outcome.colour
    if outcome.kind is Kind.PASSED:
        fields["why"] = outcome.why
    else:
        if outcome.piece is not None:
            fields["piece"] = outcome.piece.name
        fields["cells"] = _cells(outcome.cells)
    if outcome.violations:
        fields["violations"] = [tell_violation(violation) for violation in outcome.violations]
    if outcome.how is not None:
        fields["how"] = outcome.how
    return Telling(outcome.kind, fields)


def tell_violation(violation: Violation) -> dict[str, object]:
    """A broken rule with the cells that prove it."""
    return {"rule": violation.rule, "cells": _cells(violation.cells)}


def tell_notice(notice: Notice) -> Telling:
    """A notice of the live table."""
    fields: dict[str, object] = {}
    if notice.cells:
        fields["cells"] = _cells(notice.cells)
    if notice.kind is NoticeKind.UNSURE:
        fields["readings"] = [[_patch(patch) for patch in reading] for reading in notice.readings]
    if notice.problem:
        fields["problem"] = notice.problem
    return Telling(notice.kind, fields)


def scores(game: Game) -> dict[str, object]:
    """Both scorings for each colour."""
    lines = [score_colour(game.state.position, colour) for colour in game.profile.colours]
    return {
        "basic": {line.colour: line.basic for line in lines},
        "advanced": {line.colour: line.advanced for line in lines},
    }


def winners(game: Game) -> dict[str, object]:
    """The colours of the best sides so far, in both scorings."""
    return {
        scoring: [c for side in winning_sides(game.state.position, game.rules, scoring) for c in side.colours]
        for scoring in Scoring
    }


def finish(game: Game) -> Telling:
    """The last line: the board and the scores."""
    return Telling(
        "finished" if game.state.over else "stopped",
        {
            "board": game.state.position.grid(),
            "scores": scores(game),
            "winners": winners(game),
            "incidents": [item.number for item in game.state.incidents],
        },
    )


def _cells(cells: tuple[Cell, ...]) -> list[list[int]]:
    return [list(cell) for cell in cells]


def _patch(patch: Patch) -> dict[str, object]:
    return {"colour": patch.colour, "cells": _cells(patch.cells)}
