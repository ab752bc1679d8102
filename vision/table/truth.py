"""The truth about a film: physical changes in the format of the film collections, and what a companion should tell."""

import json
import math
from collections.abc import Iterable, Sequence
from typing import Any

from engine.colours import EMPTY_LETTER, Colour
from engine.game import Game, Step
from engine.pieces import Cell, Piece, piece_of
from engine.profiles import BoardProfile
from engine.rules import Rule
from engine.scoring import score_colour
from engine.table import Kind, Outcome
from vision.table.plan import Plan
from vision.table.scene import Setting, corner_spots

REASONS = {
    Rule.OUT_OF_TURN: "wrong_turn",
    Rule.PIECE_ALREADY_PLAYED: "duplicate_piece",
    Rule.START_NOT_COVERED: "first_not_on_start",
    Rule.EDGE_CONTACT: "edge_contact",
    Rule.NO_CORNER_CONTACT: "no_corner_contact",
}
"""The film collections' words for the rules; other rules are told in `violations` only."""
KINDS = {"classic": "classic", "duo": "duo_mattel", "duo-togo": "duo_togo"}


def piece_word(piece: Piece | None) -> str:
    """The film collections' name of a piece: always with its size (I1, O4, W5)."""
    if piece is None:
        return "?"
    if piece.name.isdecimal():
        return f"I{piece.name}"
    return piece.name if piece.name[-1].isdecimal() else f"{piece.name}{piece.size}"


class Bookkeeper:
    """Writes down everything that happens, as it happens."""

    def __init__(self, plan: Plan, profile: BoardProfile) -> None:
        self._plan, self._profile = plan, profile
        self._told("started", 0.0)

    def _frame(self, time: float) -> int:
        """The first frame that shows what happened at a moment."""
        return math.ceil(time * self._plan.fps - 1e-6)

    def _told(self, kind: str, time: float, **details: Any) -> None:  # noqa: ANN401 - plain values for a record
        self._plan.told.append({"time": round(time, 3), "frame": self._frame(time), "type": kind, **details})

    def effect(self, kind: str, start: float, end: float, **details: Any) -> None:  # noqa: ANN401 - plain values
        """Something that changes no board: lamps, shadows, knocks, hands that come and go."""
        self._plan.effects.append({"type": kind, "frames": [self._frame(start), self._frame(end)], **details})
        if kind in ("camera_nudge", "board_nudge"):
            self._told("moved_camera", start)
            self._told("realigned", start)
        elif kind == "lamp_off":
            self._told("light", start)
            self._told("light", end)
        elif kind in ("hand_without_move", "cat"):
            self._told("obscured", start)
            self._told("clear", end)

    def change(
        self,
        op: str,
        number: int,
        colour: Colour,
        cells: Sequence[Cell],
        from_cells: Sequence[Cell] | None,
        expected: Colour | None,
        step: Step,
        times: tuple[float, float, float],
        incident: str | None,
    ) -> None:
        """A piece came, went or moved; `times`: the hand comes, the change, the hand has gone."""
        start, changed, end = times
        kinds = [outcome.kind for outcome in step.outcomes]
        events = self._plan.events
        if op == "place":
            role = "violation" if Kind.ILLEGAL in kinds else "correction" if Kind.CORRECTED in kinds else "turn"
        else:
            role = "correction" if Kind.CORRECTED in kinds else "disturbance"
        reasons = [REASONS[v.rule] for v in step.ruling.violations if v.rule in REASONS]
        if op == "remove" and role == "correction":
            reasons = ["taken_back"]
        elif role == "disturbance":
            reasons = ["moved"]
        hand_in, shown, hand_out = self._frame(start), self._frame(changed), math.floor(end * self._plan.fps + 1e-6)
        hand_out = max(hand_out, shown)
        events.append(
            {
                "i": len(events),
                "step": len(events),
                "op": op,
                "id": number,
                "colour": colour.letter,
                "piece": piece_word(piece_of(tuple(cells))),
                "cells": _plain(cells),
                "from_cells": None if from_cells is None else _plain(from_cells),
                "expected": None if expected is None else expected.letter,
                "legal": step.ruling.legal,
                "reasons": reasons,
                "violations": [{"rule": str(v.rule), "cells": _plain(v.cells)} for v in step.ruling.violations],
                "role": role,
                "incident": incident,
                "hand_colour": colour.letter,
                "frame_hand_in": hand_in,
                "frame_changed": shown,
                "frame_hand_out": hand_out,
                "stable_from": hand_out + 1,
                "stable_to": hand_out + 1,
            }
        )
        for outcome in step.outcomes:
            self._told(str(outcome.kind), end, **_details(outcome))

    def close(self, game: Game) -> None:
        """Fill in what only the end can tell: stable stretches, the final board, the scores."""
        plan = self._plan
        last = plan.frames - 1
        plan.events[:] = [event for event in plan.events if event["stable_from"] <= last]
        busy = [(self._frame(visit.start), math.floor(visit.end * plan.fps + 1e-6)) for visit in plan.visits]
        for event in plan.events:
            later = [start for start, _ in busy if start >= event["stable_from"]]
            event["stable_to"] = max(event["stable_from"], min([last, *(start - 1 for start in later)]))
        plan.told[:] = [told for told in plan.told if told["frame"] <= last]
        plan.effects[:] = [effect for effect in plan.effects if effect["frames"][0] <= last]
        done = len(plan.events)
        position, over = (
            (game.steps[done - 1].state.position, game.steps[done - 1].state.over)
            if done
            else (
                game.start.position,
                False,
            )
        )
        scores = {colour: score_colour(position, colour) for colour in self._profile.colours}
        order = game.steps[done - 1].state.turns.order if done else game.start.turns.order
        plan.final = {
            "board": position.grid(),
            "order": [colour.letter for colour in order],
            "game_over": over,
            "scores": {
                "by_colour": {
                    colour.letter: {
                        "pieces_left": [piece_word(piece) for piece in score.left],
                        "basic_squares_left": score.basic,
                        "advanced": score.advanced,
                    }
                    for colour, score in scores.items()
                },
                "basic_winners": _best(scores, lambda s: -s.basic),
                "advanced_winners": _best(scores, lambda s: s.advanced),
            },
        }
        points = {
            str(colour): (s.basic if game.rules.scoring == "basic" else s.advanced) for colour, s in scores.items()
        }
        self._told("finished" if over else "stopped", plan.frames / plan.fps, board=position.grid(), scores=points)
        plan.told.sort(key=lambda told: (told["time"], told["type"] in ("finished", "stopped")))
        for number, told in enumerate(plan.told):
            told["seq"] = number


def _best(scores: dict[Colour, Any], key: Any) -> list[str]:  # noqa: ANN401 - a plain function of a score
    top = max(key(score) for score in scores.values())
    return [colour.letter for colour, score in scores.items() if key(score) == top]


def _plain(cells: Iterable[Cell]) -> list[list[int]]:
    return [[row, column] for row, column in sorted(cells)]


def _details(outcome: Outcome) -> dict[str, Any]:
    details: dict[str, Any] = {}
    if outcome.colour is not None:
        details["colour"] = str(outcome.colour)
    if outcome.piece is not None:
        details["piece"] = outcome.piece.name
    if outcome.cells:
        details["cells"] = _plain(outcome.cells)
    if outcome.violations:
        details["violations"] = [{"rule": str(v.rule), "cells": _plain(v.cells)} for v in outcome.violations]
    if outcome.how is not None:
        details["how"] = str(outcome.how)
    if outcome.why:
        details["why"] = outcome.why
    return details


def with_w(grid: Iterable[str]) -> list[str]:
    """A board as the film collections write it: `W` where it is empty."""
    return [row.replace(EMPTY_LETTER, "W") for row in grid]


def film_truth(name: str, setting: Setting, plan: Plan, seed: int) -> dict[str, Any]:
    """The static part of a film's truth file; `quiet` and `geometry` come from the frames as they are shot."""
    profile = setting.kit.profile
    camera = setting.camera
    return {
        "name": name,
        "kind": KINDS[profile.name],
        "fps": plan.fps,
        "size": [camera.width, camera.height],
        "frames": plan.frames,
        "n": profile.size,
        "order": plan.final["order"],
        "starts": [list(cell) for cell in profile.starts],
        "geometry": [],
        "image_turns": 0,
        "camera": {"position_mm": [round(v, 1) for v in camera.position], "focal_px": round(camera.focal, 1)},
        "table": setting.table.name,
        "light": setting.lighting.name,
        "events": plan.events,
        "quiet": [],
        "effects": plan.effects,
        "told": plan.told,
        "game_over": plan.final["game_over"],
        "final": with_w(plan.final["board"]),
        "scores": plan.final["scores"],
        "seed": seed,
        "corners_at_start": [
            [round(float(x), 2), round(float(y), 2)] for x, y in camera.project(corner_spots(setting.kit))
        ],
    }


def as_text(truth: dict[str, Any]) -> str:
    """The truth file's content."""
    return json.dumps(truth, indent=1, ensure_ascii=False) + "\n"
