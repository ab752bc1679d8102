"""A kept game step by step: what each event of the journal put on the board and took off it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.journal.rows import Kept, Row
from companion.view import kept_game, lying_piece, moves, scores
from engine.events import Place
from engine.game import Game
from engine.moves import count_legal
from engine.scoring import score_colour


def replay(kept: Kept, rows: Sequence[Row]) -> dict[str, Any]:
    """All steps: each with the pieces that changed since the one before, the score and the possible placements.

    A viewer that adds `put` and drops `gone` step after step has the board of every moment.
    """
    game = Game.new(kept.setup.profile, kept.setup.rules)
    by_hand: set[int] = set()
    shown: dict[int, dict[str, Any]] = {}
    steps = []
    for row in rows:
        event = row.event(kept)
        if event is None:
            continue
        game = game.after(event)
        if row.by_hand and isinstance(event, Place):
            by_hand.add(len(game.steps) - 1)
        now = {item.number: lying_piece(item, item.number in by_hand) for item in game.state.position.lying}
        steps.append(
            {
                **row.line(),
                "played": round(row.played, 1),
                "put": [item for number, item in now.items() if shown.get(number) != item],
                "gone": [number for number in shown if number not in now],
                "last": game.state.last,
                "to_play": game.state.to_play,
                **_course(game),
            }
        )
        shown = now
    return {
        "game": kept_game(kept),
        "start": _course(Game.new(kept.setup.profile, kept.setup.rules)),
        "steps": steps,
        "scores": scores(game),
        "left": {c: [piece.name for piece in game.state.position.left(c)] for c in game.profile.colours},
        "over": game.state.over,
        "moves": moves(game, by_hand, list(rows)),
        "board": list(shown.values()),
    }


def _course(game: Game) -> dict[str, Any]:
    """What the plot shows: the points and the possible placements of each colour."""
    position, rules = game.state.position, game.rules
    return {
        "points": {c: score_colour(position, c).points(rules.scoring) for c in game.profile.colours},
        "mobility": {c: count_legal(position, rules, c) for c in game.profile.colours},
    }
