"""What the page shows, as plain values: the game on the table, the score, the clocks, the eyes and the journal."""

from __future__ import annotations

from typing import Any

from companion.journal.rows import Kept, Row
from companion.keeper import Keeper
from companion.on_table import OnTable
from companion.puzzling import puzzle_of, report
from companion.sight import Sight
from companion.telling import tell_violation, winners
from engine.events import Accept, Correct, End, ForcePass, Found, Move, Pass, Place, Remove, SetTurn, TakeBack
from engine.game import Game, Step, Void
from engine.lattice import lattice
from engine.position import Lying
from engine.rules import Scoring
from engine.scoring import score_colour, side_points, sides


def view(keeper: Keeper) -> dict[str, Any]:
    """Everything that a viewer needs who has seen nothing yet."""
    with keeper.lock:
        table = keeper.table
        shown: dict[str, Any] = {
            "game": None,
            "seq": 0,
            "camera": camera(keeper.sight),
            "journal": {
                "problem": keeper.journal.problem,
                "notice": keeper.journal.notice,
                "waiting": keeper.journal.waiting,
                "pictures": keeper.evidence.problem,
            },
            "doubt": [[{"colour": p.colour, "cells": _cells(p.cells)} for p in reading] for reading in keeper.doubt],
            "differences": keeper.differing,
        }
        if table is not None:
            shown |= _of_table(table)
        return shown


def camera(sight: Sight) -> dict[str, Any]:
    """What the eyes say, with the corners as fractions of the picture's width and height."""
    corners = None
    if sight.corners is not None and sight.size is not None:
        width, height = sight.size
        corners = [[round(x / width, 5), round(y / height, 5)] for x, y in sight.corners]
    return {
        "status": sight.status,
        "problem": sight.problem,
        "grid": None if sight.grid is None else list(sight.grid),
        "corners": corners,
    }


def kept_game(kept: Kept) -> dict[str, Any]:
    """One line of the list of games."""
    profile = kept.setup.profile
    puzzle = puzzle_of(kept)
    return {
        "id": kept.id,
        "title": kept.title,
        "created": kept.created,
        "status": kept.status,
        "board": profile.name,
        "kind": profile.kind,
        "size": profile.size,
        "colours": list(profile.colours),
        "letters": {colour: colour.letter for colour in profile.colours},
        "starts": _cells(profile.starts),
        "names": {str(colour): name for colour, name in kept.setup.names.items()},
        "rules": {
            "players": kept.setup.rules.players,
            "teams": kept.setup.rules.teams,
            "shared": kept.setup.rules.shared,
            "scoring": kept.setup.rules.scoring,
        },
        "puzzle": None if puzzle is None else {"name": puzzle[0].name, "grade": puzzle[1]},
    }


def _of_table(table: OnTable) -> dict[str, Any]:
    match, game, state = table.match, table.match.game, table.match.state
    clocks = table.clocks()
    edited = {event.number for event in game.events if isinstance(event, Correct | Accept)} | match.by_hand
    shown = {
        "game": kept_game(table.kept),
        "seq": table.seq,
        "board": [lying_piece(item, item.number in edited) for item in state.position.lying],
        "away": [lying_piece(item, False) for item in state.disturbed if state.position.find(item.number) is None],
        "last": state.last,
        "turn": {
            "to_play": state.to_play,
            "player": state.player,
            "over": state.over,
            "ended": state.ended,
            "open": not state.turns.settled,
            "passing": [
                {"colour": colour, "why": "nothing_fits" if state.position.left(colour) else "nothing_left"}
                for colour in dict.fromkeys(state.passed)
            ],
        },
        "left": {colour: [piece.name for piece in state.position.left(colour)] for colour in game.profile.colours},
        "scores": scores(game),
        "clocks": {
            "mode": clocks.mode,
            "seconds": {colour: round(clocks.shown(colour), 2) for colour in clocks.used},
            "running": clocks.running,
        },
        "incidents": [item.number for item in state.incidents],
        "moves": moves(game, match.by_hand, table.rows),
        "pinned": [[*cell, colour] for cell, colour in sorted(match.pinned_cells.items())],
    }
    return _as_puzzle(shown, table) if puzzle_of(table.kept) else shown


def _as_puzzle(shown: dict[str, Any], table: OnTable) -> dict[str, Any]:
    """The same table as a solo puzzle: nobody takes turns, and the puzzle's rule is the only one."""
    found = puzzle_of(table.kept)
    if found is None:
        return shown
    lying = table.match.state.position.lying
    told = report(*found, lying)
    plain = [{**item, "violations": [], "home": None} for item in shown["board"]]
    calm = [{**line, "violations": []} for line in shown["moves"] if line["what"] != "passed"]
    turn = {**shown["turn"], "to_play": None, "player": None, "over": told["solved"], "open": False, "passing": []}
    return {
        **shown,
        "board": plain,
        "moves": calm,
        "turn": {**turn, "ended": ""},
        "incidents": [],
        "away": [],
        "left": told["missing"],
        "puzzle": told,
    }


def scores(game: Game) -> dict[str, Any]:
    """The score sheet so far; a line is final when its colour can place nothing more."""
    position, rules = game.state.position, game.rules
    lines = {}
    for colour in game.profile.colours:
        line = score_colour(position, colour)
        lines[str(colour)] = {
            "basic": line.basic,
            "advanced": line.advanced,
            "bonus": line.bonus,
            "final": game.state.over or not game.state.able(colour),
        }
    return {
        "scoring": rules.scoring,
        "colours": lines,
        "sides": [
            {
                "colours": list(side.colours),
                "basic": side_points(position, side, Scoring.BASIC),
                "advanced": side_points(position, side, Scoring.ADVANCED),
            }
            for side in sides(game.profile, rules)
        ],
        "winners": winners(game)[rules.scoring] if game.state.over else [],
    }


def moves(game: Game, by_hand: set[int], rows: list[Row]) -> list[dict[str, Any]]:
    """The list of moves as it counts now, each with its ruling and its picture."""
    pictures = {
        row.fields["number"]: list(row.evidence)
        for row in rows
        if row.evidence and row.cause is not None and "number" in row.fields
    }
    shown = []
    for number, step in enumerate(game.steps):
        line = _move(game, number, step)
        if line is not None:
            line["by_hand"] = step.by_hand or number in by_hand
            line["violations"] = [tell_violation(violation) for violation in step.ruling.violations]
            line["evidence"] = pictures.get(number, [])
            shown.append(line)
    return shown


def _move(game: Game, number: int, step: Step) -> dict[str, Any] | None:
    """One line of the list; None for what is only a note."""
    board = lattice(game.profile.size)
    what = step.what
    line: dict[str, Any] = {"number": number}
    match what:
        case Place(colour, cells) | Found(colour, cells):
            piece = board.piece(board.mask(cells))
            line |= {
                "what": "found" if isinstance(what, Found) else "placed",
                "colour": colour,
                "cells": _cells(cells),
                "piece": piece.name if piece else None,
            }
        case Move(moved, cells):
            line |= {"what": "moved", "of": moved, "cells": _cells(cells)}
        case Remove(gone):
            line |= {"what": "removed", "of": gone}
        case Pass(colour) | ForcePass(colour):
            line |= {"what": "passed", "colour": colour}
        case Accept(accepted):
            line |= {"what": "accepted", "of": accepted}
        case TakeBack(of) | Correct(of):
            line |= {"what": "edited", "of": of}
        case SetTurn(colour):
            line |= {"what": "turn", "colour": colour}
        case End():
            line |= {"what": "ended"}
        case Void():
            line |= {"what": "void"}
    reason = getattr(what, "reason", "")
    return {**line, "reason": reason} if reason else line


def lying_piece(item: Lying, by_hand: bool) -> dict[str, Any]:
    """One piece on the board."""
    return {
        "number": item.number,
        "colour": item.colour,
        "cells": _cells(item.cells),
        "piece": item.piece.name if item.piece else None,
        "violations": [tell_violation(violation) for violation in item.violations],
        "accepted": item.accepted,
        "by_hand": by_hand,
        "home": None if item.home is None else _cells(item.home),
    }


def _cells(cells: tuple[tuple[int, int], ...]) -> list[list[int]]:
    return [list(cell) for cell in cells]
