"""A written game: board, settings, names and events, in the project's own JSON."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from engine.colours import Colour
from engine.errors import GameError, RecordError
from engine.events import Correct, Event, TakeBack
from engine.game import Game
from engine.pieces import Cell
from engine.profiles import PROFILES, BoardProfile, profile_for
from engine.record_events import event_from_json, event_to_json, printable
from engine.rules import RuleSet

# A real game has at most 84 pieces; with passes, corrections and mishaps a few hundred events. The limits
# keep a damaged or hostile file from taking minutes or gigabytes.
MOST_EVENTS = 10_000
MOST_CHARACTERS = 4_000_000
MOST_DIGITS = 18
# Every correction has the steps after it judged again; a whole evening of them is some ten thousand rulings.
MOST_JUDGED_AGAIN = 100_000

_KEYS = ("board", "profile", "rules", "moves", "names", "date", "result", "comment")


@dataclass(frozen=True)
class Record:
    """A game as it is written down."""

    profile: BoardProfile
    rules: RuleSet
    events: tuple[Event, ...] = ()
    names: Mapping[Colour, str] = field(default_factory=dict)
    """Who plays a colour; a player with two colours is named at the first of them."""
    date: str = ""
    result: str = ""
    comment: str = ""

    def play(self) -> Game:
        """The game that the record tells. RecordError if an event makes no sense where it stands."""
        judged_again = 0
        for index, event in enumerate(self.events):
            judged_again += index - event.number if isinstance(event, TakeBack | Correct) else 0
            if judged_again > MOST_JUDGED_AGAIN:
                raise RecordError(f"moves[{index}]: more corrections than any game at a table needs")
        game = Game.new(self.profile, self.rules)
        for index, event in enumerate(self.events):
            try:
                game = game.after(event)
            except GameError as problem:
                raise RecordError(f"moves[{index}]: {problem}") from None
        return game


def record_to_json(record: Record) -> str:
    """The record as one line of JSON; `record_from_json` gives the same record back."""
    profile = record.profile
    moves: list[object] = [event_to_json(event) for event in record.events]
    written: dict[str, object] = {"board": profile.name}
    # A foreign colour on the table must not make a reader take the board for another printing.
    if PROFILES.get(profile.name) != profile or profile_for(profile.name, _colours(moves)) != profile:
        written["board"] = profile.kind
        written["profile"] = {
            "name": profile.name,
            "kind": profile.kind,
            "size": profile.size,
            "colours": list(profile.colours),
            "starts": [list(cell) for cell in profile.starts],
            "nubs": profile.nubs,
        }
    written["rules"] = record.rules.differing(profile)
    written["moves"] = moves
    if record.names:
        written["names"] = {str(colour): name for colour, name in record.names.items()}
    for key in ("date", "result", "comment"):
        if getattr(record, key):
            written[key] = getattr(record, key)
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def record_from_json(text: str) -> Record:
    """The record that a JSON text holds; RecordError says what is wrong with it, and where."""
    if len(text) > MOST_CHARACTERS:
        raise RecordError(f"the record is longer than {MOST_CHARACTERS:,} characters: this is no written game")
    try:
        data = json.loads(text, parse_int=whole_number)
    except RecursionError:
        raise RecordError("the record is nested too deeply to be a written game") from None
    except ValueError as problem:
        reason = str(problem) if isinstance(problem, json.JSONDecodeError) else "a number has too many digits"
        raise RecordError(f"the record is not valid JSON: {reason}") from None
    if not isinstance(data, dict):
        raise RecordError(f"a record is a JSON object with board, rules and moves, not a {type(data).__name__}")
    _refuse_typos(data)
    try:
        return _record(data)
    except RecordError:
        raise
    except GameError as problem:
        raise RecordError(str(problem)) from None


def whole_number(digits: str) -> int:
    """A number of a record; ValueError if it is too long to mean anything here."""
    if len(digits) > MOST_DIGITS:
        raise ValueError("a number has too many digits")
    return int(digits)


def _refuse_typos(data: Mapping[str, object]) -> None:
    """A key that looks like a misspelt one is an error; others may be somebody's own notes."""
    for key in data:
        near = get_close_matches(key[:40], _KEYS, n=1, cutoff=0.75)
        if key not in _KEYS and near:
            raise RecordError(f"unknown key {key[:40]!r} in the record: did you mean {near[0]!r}?")


def _record(data: Mapping[str, object]) -> Record:
    moves = data.get("moves")
    if not isinstance(moves, list):
        raise RecordError("moves: expected a list of moves")
    if len(moves) > MOST_EVENTS:
        raise RecordError(f"moves: {len(moves):,} of them; a record has at most {MOST_EVENTS:,}")
    board = data.get("board")
    if not isinstance(board, str):
        raise RecordError(f"board: expected one of {', '.join(PROFILES)}")
    profile = _profile(data["profile"]) if "profile" in data else profile_for(board, _colours(moves))
    rules = data.get("rules", {})
    if not isinstance(rules, Mapping):
        raise RecordError("rules: expected an object of settings")
    try:
        rule_set = RuleSet.of(profile, rules)
    except GameError as problem:
        raise RecordError(f"rules: {problem}") from None
    events = []
    for index, move in enumerate(moves):
        try:
            events.append(event_from_json(move, profile))
        except GameError as problem:
            raise RecordError(f"moves[{index}]: {problem}") from None
    names = data.get("names", {})
    if not isinstance(names, Mapping) or not all(isinstance(name, str) for name in names.values()):
        raise RecordError("names: expected an object from colours to names")
    texts = {key: data.get(key, "") for key in ("date", "result", "comment")}
    for key, value in texts.items():
        if not isinstance(value, str):
            raise RecordError(f"{key}: expected a text")
    return Record(
        profile,
        rule_set,
        tuple(events),
        {Colour.parse(c): printable(str(n)) for c, n in names.items()},
        **_strings(texts),
    )


def _strings(texts: Mapping[str, object]) -> dict[str, str]:
    return {key: printable(str(value)) for key, value in texts.items()}


def _colours(moves: list[object]) -> list[Colour]:
    """The colours that a record speaks of; they tell the printings of one board kind apart."""
    found = []
    for move in moves:
        if isinstance(move, Mapping) and "colour" in move:
            try:
                found.append(Colour.parse(move["colour"]))
            except GameError:
                continue  # said with its place when the move itself is read
    return found


def _profile(data: object) -> BoardProfile:
    """A board profile that is written in the record itself."""
    if not isinstance(data, Mapping):
        raise RecordError("profile: expected an object with name, kind, size, colours and starts")
    name, kind, size = data.get("name", "own"), data.get("kind", "classic"), data.get("size")
    colours, starts = data.get("colours"), data.get("starts")
    if not isinstance(size, int) or isinstance(size, bool) or not isinstance(name, str) or not isinstance(kind, str):
        raise RecordError("profile: expected a size in cells, and texts for name and kind")
    if not all(0 < len(text) <= 80 and text.isprintable() for text in (name, kind)):
        raise RecordError("profile: expected name and kind as 1 to 80 printable characters")
    if not isinstance(colours, list) or not isinstance(starts, list):
        raise RecordError("profile: expected lists of colours and starts")
    cells: list[Cell] = []
    for start in starts:
        if not isinstance(start, list) or len(start) != 2 or not all(type(n) is int for n in start):
            raise RecordError("profile: expected each start as [row, column]")
        cells.append((start[0], start[1]))
    return BoardProfile(
        name, kind, size, tuple(Colour.parse(c) for c in colours), tuple(cells), bool(data.get("nubs", False))
    )
