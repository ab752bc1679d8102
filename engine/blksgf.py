"""Pentobi's `.blksgf`: games as SGF, a move being the squares it covers.

The format has no passes (a colour without a move is skipped), no illegal moves taken back and no rulings by
hand: what is written is what lies on the board in the end, in the order it came. Settings that Pentobi does
not have are kept in properties of our own (XP the board profile, XR the rules), which it ignores.
"""

import json
import re
from collections.abc import Iterator

from engine.colours import Colour
from engine.errors import GameError, RecordError
from engine.events import Event, Found, Place, SetTurn
from engine.game import Game
from engine.lattice import lattice
from engine.pieces import Cell
from engine.profiles import CLASSIC, DUO, PROFILES, BoardProfile
from engine.record import MOST_CHARACTERS, MOST_EVENTS, Record, whole_number
from engine.rules import RuleSet, Scoring
from engine.scoring import side_points, sides
from engine.sgf import Node, escaped, parse_main_line
from engine.squares import parse_square, square_names

GAMES: dict[str, tuple[BoardProfile, int]] = {
    "Blokus": (CLASSIC, 4),
    "Blokus Two-Player": (CLASSIC, 2),
    "Blokus Three-Player": (CLASSIC, 3),
    "Blokus Duo": (DUO, 2),
}
_LEGACY = {"BLUE": "1", "YELLOW": "2", "RED": "3", "GREEN": "4"}
_TWO = ("B", "W")
_FOUR = ("1", "2", "3", "4")


def record_from_blksgf(text: str) -> Record:
    """The main line of a Pentobi file. RecordError says what is wrong and where."""
    if len(text) > MOST_CHARACTERS:
        raise RecordError(f"the record is longer than {MOST_CHARACTERS:,} characters: this is no written game")
    nodes = parse_main_line(text)
    root = nodes[0]
    profile, players = _game(root)
    settings: dict[str, object] = {"players": players} if players != len(profile.colours) else {}
    try:
        settings.update(_own_rules(root))
        rules = RuleSet.of(profile, settings)
    except GameError as problem:
        raise RecordError(f"XR: {problem}") from None
    events = _events(nodes, profile)
    keys = _player_keys(profile, rules)
    names = {colour: root[key][0] for colour, key in keys.items() if root.get(key)}
    one = {key: root.get(key, [""])[0] for key in ("DT", "RE", "GC")}
    return Record(profile, rules, tuple(events), names, one["DT"], one["RE"], one["GC"])


def _game(root: Node) -> tuple[BoardProfile, int]:
    if "GM" not in root:
        raise RecordError("the first node names no game: expected GM[Blokus], GM[Blokus Duo] or the like")
    wanted = " ".join(root["GM"][0].split()).lower()
    for name, (profile, players) in GAMES.items():
        if name.lower() == wanted:
            own = PROFILES.get(root.get("XP", [""])[0], profile)
            return (own if own.kind == profile.kind else profile), players
    raise RecordError(f"GM: {root['GM'][0][:40]!r} is not a game of this board; expected one of {', '.join(GAMES)}")


def _own_rules(root: Node) -> dict[str, object]:
    if "XR" not in root:
        return {}
    try:
        data = json.loads(root["XR"][0], parse_int=whole_number)
    except (ValueError, RecursionError):
        raise GameError("expected an object of rule settings") from None
    if not isinstance(data, dict):
        raise GameError("expected an object of rule settings")
    return data


def _events(nodes: list[Node], profile: BoardProfile) -> list[Event]:
    """Moves and set-up pieces in order; a piece that a set-up takes away again is left out."""
    keys = _TWO if len(profile.colours) == 2 else _FOUR
    colour_of = dict(zip(keys, profile.colours, strict=True))
    events: list[Event] = []
    seen = 0
    for number, node in enumerate(nodes):
        seen += sum(len(values) for values in node.values())
        if seen > MOST_EVENTS:
            raise RecordError(f"node {number}: a record has at most {MOST_EVENTS:,} moves and properties")
        try:
            for value in node.get("AE", ()):
                _erase(events, _cells(value, profile))
            events += _node_events(node, colour_of, profile)
        except GameError as problem:
            raise RecordError(f"node {number}: {problem}") from None
    return events


def _erase(events: list[Event], cells: tuple[Cell, ...]) -> None:
    for event in events:
        if isinstance(event, Place | Found) and event.cells == cells:
            events.remove(event)
            return
    raise GameError("AE takes away a piece that is not on the board")


def _node_events(node: Node, colour_of: dict[str, Colour], profile: BoardProfile) -> Iterator[Event]:
    for name, values in node.items():
        key = _LEGACY.get(name, name)
        if key in colour_of:
            if len(values) != 1:
                raise GameError(f"{name} has {len(values)} values; a move has one")
            yield Place(colour_of[key], _cells(values[0], profile))
        elif key[:1] == "A" and key[1:] in colour_of:
            for value in values:
                yield Found(colour_of[key[1:]], _cells(value, profile))
        elif key == "PL":
            if values[0].upper() not in colour_of:
                raise GameError(f"PL: {values[0][:20]!r} names no colour; expected one of {', '.join(colour_of)}")
            yield SetTurn(colour_of[values[0].upper()])


def _cells(value: str, profile: BoardProfile) -> tuple[Cell, ...]:
    if not value.strip():
        raise GameError("an empty move; the format has no pass, and a placement needs at least one square")
    if len(value) > 4000:
        raise GameError("a move of more than 4000 characters")
    cells = [parse_square(name, profile.size) for name in re.split(r"\s*,\s*", value.strip())]
    lattice(profile.size).mask(cells)
    return tuple(sorted(cells))


def _player_keys(profile: BoardProfile, rules: RuleSet) -> dict[Colour, str]:
    """The property that names the player of a colour, by the first colour of each player."""
    if rules.players == 2:
        return {profile.colours[0]: "PB", profile.colours[1]: "PW"}
    return {colour: f"P{index + 1}" for index, colour in enumerate(profile.colours)}


def record_to_blksgf(record: Record, game: Game | None = None) -> str:
    """A file that Pentobi opens. Only the printed boards have a name there; GameError for others."""
    profile, rules = record.profile, record.rules
    printed = CLASSIC if profile.kind == "classic" else DUO
    if (profile.size, len(profile.colours), profile.starts) != (printed.size, len(printed.colours), printed.starts):
        raise GameError(f"Pentobi has no board like {profile.name}: export the record as JSON instead")
    name = next(n for n, known in GAMES.items() if known == (printed, rules.players))
    played = game or record.play()
    root = [("GM", name)]
    root += [(key, record.names[c]) for c, key in _player_keys(profile, rules).items() if record.names.get(c)]
    root += [(key, value) for key, value in (("DT", record.date), ("GC", record.comment)) if value]
    result = record.result or (_result(played) if played.state.over else "")
    root += [("RE", result)] if result else []
    if profile != printed:
        root.append(("XP", profile.name))
    own = {k: v for k, v in rules.differing(profile).items() if k != "players"}
    if own:
        root.append(("XR", json.dumps(own)))
    lines = ["(", ";" + "".join(f"{key}[{escaped(value)}]" for key, value in root)]
    keys = dict(zip(profile.colours, _TWO if len(profile.colours) == 2 else _FOUR, strict=True))
    lying = [item for item in played.state.position.lying if item.colour in keys]
    found = [item for item in lying if isinstance(played.steps[item.number].what, Found)]
    for item in found:
        lines.append(f";A{keys[item.colour]}[{square_names(item.cells, profile.size)}]")
    turn = _turn_of_the_set_up(played)
    if turn is not None:
        lines.append(f";PL[{keys[turn]}]")
    for item in lying:
        if item not in found:
            lines.append(f";{keys[item.colour]}[{square_names(item.cells, profile.size)}]")
    return "\n".join([*lines, ")"]) + "\n"


def _turn_of_the_set_up(game: Game) -> Colour | None:
    """Whose turn people said it was before anybody played."""
    turn = None
    for step in game.steps:
        if isinstance(step.what, Place):
            break
        if isinstance(step.what, SetTurn):
            turn = step.what.colour
    return turn


def _result(game: Game) -> str:
    """SGF's result for two sides (`B+12`, `W+3`, `0`), the points of each colour otherwise."""
    position = game.state.position
    points = [side_points(position, side, Scoring.ADVANCED) for side in sides(game.profile, game.rules)]
    if len(points) != 2:
        return " ".join(str(value) for value in points)
    margin = points[0] - points[1]
    return "0" if not margin else f"{'B' if margin > 0 else 'W'}+{abs(margin)}"
