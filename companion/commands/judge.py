"""`companion judge`: referee written games, one JSON line per record."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.telling import scores, tell_violation, winners
from companion.written import record_from_bytes
from engine.errors import CompanionError, RecordError
from engine.game import Game
from engine.record import MOST_CHARACTERS
from engine.rules import Scoring
from engine.scoring import score_colour, side_points, sides, winning_sides
from engine.squares import square_names
from engine.text_board import text_board


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `companion judge` takes."""
    parser.add_argument("records", nargs="+", metavar="RECORD", help="a .blksgf, .json or .jsonl file, - for input")
    parser.add_argument("--json", action="store_true", help="one JSON line per record")
    parser.add_argument("--legal", action="store_true", help="list every legal placement of the colour to move")


def run(options: argparse.Namespace) -> int:
    """Judge each record; one that cannot be understood is named on stderr, and the others are still judged."""
    failed = False
    for name in options.records:
        try:
            for place, data in _records(name):
                failed |= not _judge(place, data, options)
        except CompanionError as problem:
            _complain(problem)
            failed = True
    return 1 if failed else 0


def _judge(place: str, data: bytes, options: argparse.Namespace) -> bool:
    """Judge one record and print the answer; False if it cannot be understood."""
    try:
        game = record_from_bytes(data).play()
    except CompanionError as problem:
        _complain(f"{place}: {problem}")
        if options.json:
            _say(json.dumps({"error": f"{place}: {problem}"}))
        return False
    if options.json:
        _say(json.dumps(verdict(game, legal=options.legal), separators=(",", ":")))
    else:
        _say(_readable(place, game, legal=options.legal))
    return True


def _complain(problem: object) -> None:
    print(f"companion: {problem}", file=sys.stderr)  # noqa: T201 - the command line speaks here


def _say(text: str) -> None:
    """Print; what the terminal cannot show (a file's name may hold anything) becomes a question mark."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding))  # noqa: T201 - the command line speaks here


def _records(name: str) -> Iterator[tuple[str, bytes]]:
    """The records in a file, unread, each with its place; `.jsonl` has one a line."""
    if name == "-":
        yield "standard input", sys.stdin.buffer.read(MOST_CHARACTERS * 4)
        return
    path = Path(name)
    found = False
    try:
        with path.open("rb") as file:
            if path.suffix.lower() != ".jsonl":
                yield name, file.read(MOST_CHARACTERS * 4)
                return
            number = 0
            while line := file.readline(MOST_CHARACTERS * 4):
                number += 1
                if line.strip():
                    found = True
                    yield f"{name}, line {number}", line
    except OSError as problem:
        raise RecordError(f"{name}: {problem.strerror or problem}") from None
    if not found:
        raise RecordError(f"{name}: the file is empty")


def verdict(game: Game, *, legal: bool = False) -> dict[str, object]:
    """The answer of `judge` for one game, as DESIGN lays it down."""
    state, position = game.state, game.state.position
    colours = game.profile.colours
    answer: dict[str, object] = {
        "rulings": [
            {"legal": step.ruling.legal, "violations": [tell_violation(v) for v in step.ruling.violations]}
            for step in game.steps
        ],
        "to_play": state.to_play,
        "over": state.over,
        "scores": scores(game),
        "winners": winners(game),
        "board": position.grid(),
        "incidents": [item.number for item in state.incidents],
    }
    if game.rules.players != len(colours) or game.rules.teams:
        answer["sides"] = [
            {
                "name": side.name,
                "colours": list(side.colours),
                "basic": side_points(position, side, Scoring.BASIC),
                "advanced": side_points(position, side, Scoring.ADVANCED),
            }
            for side in sides(game.profile, game.rules)
        ]
    if game.rules.shared is not None:
        answer["shared"] = {"colour": game.rules.shared, "player": state.player}
    if legal:
        answer["legal"] = [[list(cell) for cell in cells] for cells in sorted(spot.cells for spot in game.legal())]
    return answer


def _readable(place: str, game: Game, *, legal: bool) -> str:
    """The same for people: the board, what is wrong, the score."""
    size = game.profile.size
    lines = [place, text_board(game.state.position.grid(), colour=sys.stdout.isatty())]
    for number, step in enumerate(game.steps):
        for violation in step.ruling.violations:
            lines.append(f"move {number + 1}: {violation.rule} {square_names(violation.cells, size)}".rstrip())
    for colour in game.profile.colours:
        line = score_colour(game.state.position, colour)
        lines.append(f"{colour:>9}: {line.basic:3d} squares left, {line.advanced:+d} points")
    if game.state.over:
        winners = winning_sides(game.state.position, game.rules, game.rules.scoring)
        lines.append(f"over; {game.rules.scoring} scoring: {' and '.join(side.name for side in winners)} won")
    else:
        lines.append(f"{game.state.to_play} to play")
    if legal:
        lines += [square_names(spot.cells, size) for spot in game.legal()]
    return "\n".join(lines)
