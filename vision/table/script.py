"""A film as a readable script: one sentence a line, in the order in which things happen.

    the board is duo
    the light is evening
    Blue plays X at h8
    Yellow plays L5 at c3 turned 1 flipped crookedly
    Blue takes back h8
    Blue moves h8 to j9
    yellow's hand rests on the corner for 20 s
    meanwhile red's hand hovers over h8 for 5 s
    red's sleeve drags h8 to h7
    the cat walks over the board
    the lamp goes out for 10 s
    somebody passes
    the board is bumped by 4 mm and turned 1 degree
    wait 3 s

A piece stands with the middle of its box on the named square. Empty lines and lines that begin with # are skipped.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.colours import Colour
from engine.errors import GameError
from engine.pieces import BY_NAME, PIECES, Cell, normalised
from engine.profiles import PROFILES
from engine.squares import parse_square
from vision.errors import ScriptError
from vision.table.director import Director
from vision.table.lights import LIGHTS
from vision.table.plan import Plan
from vision.table.scene import Setting, random_setting
from vision.table.tabletops import TABLES

PLACES: dict[str, tuple[float, float]] = {
    "the middle": (0.0, 0.0),
    "the corner": (0.85, 0.85),
    "the left edge": (-0.9, 0.0),
    "the right edge": (0.9, 0.0),
    "the near edge": (0.0, -0.9),
    "the far edge": (0.0, 0.9),
}
MANNERS = {"crookedly": "crooked", "lingering": "lingering", "dropping it first": "dropped"}
EXAMPLES = (
    "Blue plays X at h8; Blue takes back h8; yellow's hand rests on the corner for 20 s; the lamp goes out; wait 3 s"
)


@dataclass
class _Head:
    """What the first lines of a script say about the table."""

    board: str
    light: str | None = None
    table: str | None = None
    tilt: float | None = None
    seed: int | None = None
    lines: list[tuple[int, str]] = field(default_factory=list)


def _one_of(word: str, known: object, what: str) -> str:
    names = [str(name) for name in known]  # type: ignore[attr-defined]
    if word not in names:
        raise ScriptError(f"{word!r} is no {what}: expected one of {', '.join(names)}")
    return word


def _head(text: str, board: str) -> _Head:
    head = _Head(board)
    for number, raw in enumerate(text.splitlines(), 1):
        line = " ".join(raw.strip().rstrip(".").split())
        if not line or line.startswith("#"):
            continue
        try:
            if match := re.fullmatch(r"the (board|light|table) is (.+)", line, re.I):
                known = {"board": PROFILES, "light": LIGHTS, "table": TABLES}[match[1].lower()]
                if match[2].startswith("bumped"):
                    head.lines.append((number, line))
                    continue
                setattr(head, match[1].lower(), _one_of(match[2].lower(), known, match[1].lower()))
            elif match := re.fullmatch(r"the camera tilts (\d+(?:\.\d+)?) degrees?", line, re.I):
                head.tilt = float(match[1])
                if head.tilt > 45:
                    raise ScriptError("the camera tilts 45 degrees at most")
            elif match := re.fullmatch(r"the seed is (\d+)", line, re.I):
                head.seed = int(match[1])
            else:
                head.lines.append((number, line))
        except ScriptError as problem:
            raise ScriptError(f"line {number}: {problem}") from None
    return head


class _Reader:
    """Lets a director do what each line says."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._dark_since: float | None = None
        self._sentences: list[tuple[str, Callable[[re.Match[str]], None]]] = [
            (
                r"(?P<colour>\w+) plays (?P<piece>\w+) at (?P<square>\w+)(?: turned (?P<turned>[0-3]))?"
                r"(?P<flipped> flipped)?(?: (?P<manner>crookedly|lingering|dropping it first))?",
                self._plays,
            ),
            (r"(?P<colour>\w+) takes back (?P<square>\w+)", self._takes_back),
            (r"(?P<colour>\w+) moves (?P<square>\w+) to (?P<goal>\w+)", self._moves),
            (
                r"(?P<meanwhile>meanwhile )?(?P<colour>\w+)'s hand (?P<verb>rests on|hovers over) (?P<place>.+?)"
                r" for (?P<seconds>\d+(?:\.\d+)?) s",
                self._rests,
            ),
            (r"(?P<who>the cat|\w+'s sleeve) drags (?P<square>\w+) to (?P<goal>\w+)", self._drags),
            (r"(?P<colour>\w+) nudges (?P<square>\w+)", self._nudges),
            (r"the cat walks over the board", lambda _: director.cat_walks()),
            (r"the lamp goes out(?: for (?P<seconds>\d+(?:\.\d+)?) s)?", self._lamp_out),
            (r"the lamp comes on", self._lamp_on),
            (r"the lamp dims to (?P<level>\d+) % for (?P<seconds>\d+(?:\.\d+)?) s", self._dims),
            (r"somebody passes", lambda _: director.somebody_passes()),
            (
                r"the (?P<what>camera|board) is bumped by (?P<mm>\d+(?:\.\d+)?) mm"
                r"(?: and turned (?P<turn>-?\d+(?:\.\d+)?) degrees?)?",
                self._bumped,
            ),
            (r"wait (?P<seconds>\d+(?:\.\d+)?) s", lambda m: director.wait(float(m["seconds"]))),
        ]

    def read(self, line: str) -> None:
        for pattern, act in self._sentences:
            if match := re.fullmatch(pattern, line, re.IGNORECASE):
                act(match)
                return
        raise ScriptError(f"{line!r} is not a sentence of a script: expected something like {EXAMPLES}")

    def end(self) -> None:
        """A lamp that was never switched on again stays dark to the end."""
        if self._dark_since is not None:
            self._lamp_on(None)

    def _colour(self, word: str) -> Colour:
        colour = Colour.parse(word)
        if colour not in self._director.arms:
            names = ", ".join(self._director.arms)
            raise ScriptError(f"{colour} does not play on this board: expected one of {names}")
        return colour

    def _cell(self, name: str) -> Cell:
        return parse_square(name, self._director.setting.kit.size)

    def _lying(self, square: str) -> tuple[int, tuple[Cell, ...]]:
        item = self._director.lying((self._cell(square),))
        if item is None:
            raise ScriptError(f"nothing lies on {square}")
        return item.number, item.cells

    def _plays(self, match: re.Match[str]) -> None:
        size = self._director.setting.kit.size
        by_word = {name.lower(): piece for name, piece in BY_NAME.items()}
        piece = by_word.get(match["piece"].lower())
        if piece is None:
            raise ScriptError(f"{match['piece']!r} is no piece: expected one of {', '.join(p.name for p in PIECES)}")
        shape = piece.orientations[0]
        for _ in range(int(match["turned"] or 0)):
            shape = normalised([(c, -r) for r, c in shape])
        if match["flipped"]:
            shape = normalised([(r, -c) for r, c in shape])
        row, column = self._cell(match["square"])
        top, left = max(r for r, _ in shape) // 2, max(c for _, c in shape) // 2
        cells = tuple((r + row - top, c + column - left) for r, c in shape)
        if not all(0 <= r < size and 0 <= c < size for r, c in cells):
            raise ScriptError(f"{piece.name} does not fit on the board at {match['square']}")
        manner = MANNERS[match["manner"].lower()] if match["manner"] else ""
        self._director.play(self._colour(match["colour"]), cells, manner)

    def _takes_back(self, match: re.Match[str]) -> None:
        self._director.take_back(self._lying(match["square"])[0], by=self._colour(match["colour"]))

    def _shifted(self, match: re.Match[str]) -> tuple[int, tuple[Cell, ...], int, int]:
        number, cells = self._lying(match["square"])
        (r0, c0), (r1, c1) = self._cell(match["square"]), self._cell(match["goal"])
        goal = tuple((r + r1 - r0, c + c1 - c0) for r, c in cells)
        size = self._director.setting.kit.size
        if not all(0 <= r < size and 0 <= c < size for r, c in goal):
            raise ScriptError(f"the piece on {match['square']} does not fit on the board at {match['goal']}")
        return number, goal, r1 - r0, c1 - c0

    def _moves(self, match: re.Match[str]) -> None:
        number, goal, _, _ = self._shifted(match)
        self._director.move(number, goal, by=self._colour(match["colour"]))

    def _drags(self, match: re.Match[str]) -> None:
        number, _, rows, columns = self._shifted(match)
        cat = match["who"].lower() == "the cat"
        by = None if cat else self._colour(match["who"].split("'")[0])
        self._director.drag(number, rows, columns, by, cat=cat)

    def _nudges(self, match: re.Match[str]) -> None:
        self._director.drag(self._lying(match["square"])[0], 0, 0, self._colour(match["colour"]))

    def _rests(self, match: re.Match[str]) -> None:
        words = match["place"].lower()
        if words in PLACES:
            place = PLACES[words]
        elif re.fullmatch(r"[a-z]\d+", words):
            size = self._director.setting.kit.size
            row, column = self._cell(words)
            place = ((column + 0.5) * 2 / size - 1, 1 - (row + 0.5) * 2 / size)
        else:
            raise ScriptError(f"{words!r} is no place: expected a square or one of {', '.join(PLACES)}")
        flat = match["verb"].lower() == "rests on"
        meanwhile = bool(match["meanwhile"])
        self._director.rest(
            self._colour(match["colour"]), place, float(match["seconds"]), flat=flat, meanwhile=meanwhile
        )

    def _lamp_out(self, match: re.Match[str]) -> None:
        if match["seconds"]:
            self._director.lamp_out(float(match["seconds"]), 0.05)
        elif self._dark_since is None:
            self._dark_since = self._director.now

    def _lamp_on(self, match: re.Match[str] | None) -> None:
        del match
        if self._dark_since is None:
            raise ScriptError("the lamp is on already")
        now, self._director.now = self._director.now, self._dark_since
        self._director.lamp_out(max(now - self._dark_since, 0.1), 0.05)
        self._director.now, self._dark_since = now, None

    def _dims(self, match: re.Match[str]) -> None:
        self._director.lamp_out(float(match["seconds"]), int(match["level"]) / 100, ramp=0.5)

    def _bumped(self, match: re.Match[str]) -> None:
        shift = float(match["mm"]) * 0.7071
        self._director.bump(match["what"].lower(), (shift, shift), float(match["turn"] or 0))


def film_from_script(
    text: str, seed: int = 0, fps: float = 5.0, size: tuple[int, int] = (1296, 972), board: str = "classic"
) -> tuple[Setting, Plan]:
    """The setting and plan that a script describes; `ScriptError` names the line that cannot be followed.

    What the script itself says about seed and board goes before `seed` and `board`.
    """
    head = _head(text, board)
    if not head.lines:
        raise ScriptError("the script says nothing: expected lines such as " + EXAMPLES)
    seed = head.seed if head.seed is not None else seed
    profile = PROFILES[head.board]
    pieces = {colour: [piece.name for piece in PIECES] for colour in profile.colours}
    setting = random_setting(seed, profile, size, pieces, tilt=head.tilt, light=head.light, table=head.table)
    director = Director(setting, seed, fps)
    director.wait(1.0)
    reader = _Reader(director)
    for number, line in head.lines:
        try:
            reader.read(line)
        except (ScriptError, GameError) as problem:
            raise ScriptError(f"line {number}: {problem}") from None
        if not line.lower().startswith(("meanwhile", "wait", "the lamp", "somebody")):
            director.wait(1.0)
    reader.end()
    director.wait(1.0)
    return director.setting, director.finish()
