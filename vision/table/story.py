"""A random game with a rate of mishaps, staged by the director until the film is full or the game is over."""

from collections.abc import Callable

import numpy as np

from engine.colours import Colour
from engine.lattice import Spot
from engine.moves import legal_spots
from engine.pieces import PIECES, Cell
from engine.position import Lying
from engine.profiles import PROFILES, BoardProfile
from engine.referee import rule_on_placement
from engine.rules import Rule
from vision.table.arrays import random_for
from vision.table.director import Director
from vision.table.opening import choose, lay_opening
from vision.table.plan import Plan
from vision.table.scene import Setting, random_setting

MISHAPS: dict[str, float] = {
    "crooked": 1.2,
    "dropped": 1.0,
    "lingering": 1.5,
    "out of turn": 1.2,
    "edge contact": 1.2,
    "no corner contact": 1.0,
    "nudged": 1.0,
    "dragged by a sleeve": 1.2,
    "taken back": 1.0,
    "swapped": 0.8,
    "resting hand": 1.0,
    "hovering hand": 1.2,
    "two hands": 1.0,
    "cat": 0.4,
    "cat drags a piece": 0.3,
    "lamp out": 0.7,
    "somebody passes": 1.0,
    "camera bumped": 0.5,
    "board bumped": 0.5,
}
"""What can go wrong, and how often one comes compared with another."""


class Story:
    """Makes up what the people at a table do next."""

    def __init__(self, director: Director, mishaps: float) -> None:
        """`mishaps` is the share of turns in which something happens besides a plain move."""
        self._director, self._rate = director, mishaps
        self._random = director.random
        self._deeds: dict[str, Callable[[], None]] = {
            "out of turn": self._out_of_turn,
            "edge contact": lambda: self._illegal(Rule.EDGE_CONTACT),
            "no corner contact": lambda: self._illegal(Rule.NO_CORNER_CONTACT),
            "nudged": lambda: self._drag(0, cat=False),
            "dragged by a sleeve": lambda: self._drag(1, cat=False),
            "taken back": lambda: self._second_thoughts(again=False),
            "swapped": lambda: self._second_thoughts(again=True),
            "resting hand": lambda: self._rest(flat=True, meanwhile=False),
            "hovering hand": lambda: self._rest(flat=False, meanwhile=False),
            "two hands": lambda: self._rest(flat=False, meanwhile=True),
            "cat": director.cat_walks,
            "cat drags a piece": lambda: self._drag(1, cat=True),
            "lamp out": self._lamp,
            "somebody passes": lambda: director.somebody_passes(self._between(2.5, 6), self._between(0.35, 0.7)),
            "camera bumped": lambda: self._bump("camera"),
            "board bumped": lambda: self._bump("board"),
        }

    def _between(self, low: float, high: float) -> float:
        return float(self._random.uniform(low, high))

    def turn(self) -> None:
        """One turn of the game, perhaps with a mishap."""
        if self._random.random() < self._rate:
            weights = np.array(list(MISHAPS.values()))
            self.mishap(str(self._random.choice(list(MISHAPS), p=weights / weights.sum())))
        else:
            self._play("")
        self._director.wait(self._between(1.2, 3.2))

    def mishap(self, name: str) -> None:
        """This very mishap, in a turn that may also bring a move."""
        if name in ("crooked", "dropped", "lingering"):
            self._play(name)
            return
        self._deeds[name]()
        if name in ("two hands", "lamp out", "somebody passes"):
            self._play("")

    def lesson(self) -> None:
        """Somebody thinks and plays; then an illegal move that is put right: what the companion is for, at once."""
        colour = self._director.game.state.to_play
        if colour is not None:
            self._director.rest(colour, (self._between(-0.5, 0.5), self._between(-0.5, 0.5)), 7.0, flat=False)
        self._play("")
        self._director.wait(self._between(1.5, 2.5))
        colour = self._director.game.state.to_play
        if colour is None:
            return
        for rule in (Rule.EDGE_CONTACT, Rule.NO_CORNER_CONTACT):
            cells = self._breaking(rule, colour)
            if cells is not None:
                number = len(self._director.game.steps)
                self._director.play(colour, cells, incident=str(rule))
                self._director.wait(self._between(4, 5))
                if not self._move_to_a_legal_place(number, colour, str(rule)):
                    self._director.take_back(number, incident=str(rule))
                break
        self._director.wait(self._between(2, 3))

    def _choose(self, spots: list[Spot]) -> Spot:
        return choose(self._random, spots)

    def _legal(self, colour: Colour) -> list[Spot]:
        game = self._director.game
        return legal_spots(game.state.position, game.rules, colour)

    def _play(self, manner: str) -> None:
        colour = self._director.game.state.to_play
        spots = self._legal(colour) if colour is not None else []
        if colour is not None and spots:
            self._director.play(colour, self._choose(spots).cells, manner)

    def _out_of_turn(self) -> None:
        state = self._director.game.state
        others = [c for c in state.profile.colours if c is not state.to_play and not state.in_turn(c)]
        others = [colour for colour in others if self._legal(colour)]
        if not others:
            self._play("")
            return
        colour = others[int(self._random.integers(len(others)))]
        number = len(self._director.game.steps)
        self._director.play(colour, self._choose(self._legal(colour)).cells, incident="wrong_turn")
        self._put_right(number, colour, "wrong_turn", may_move=False)

    def _illegal(self, rule: Rule) -> None:
        """A piece that breaks one rule; later taken back, put right, or left lying."""
        state, rules = self._director.game.state, self._director.game.rules
        colour = state.to_play
        cells = self._breaking(rule, colour) if colour is not None else None
        if colour is None or cells is None or not rules:
            self._play("")
            return
        number = len(self._director.game.steps)
        self._director.play(colour, cells, incident=str(rule))
        self._put_right(number, colour, str(rule), may_move=True)

    def _breaking(self, rule: Rule, colour: Colour) -> tuple[Cell, ...] | None:
        """Cells that a piece in hand fits on and that break just this rule."""
        game = self._director.game
        position = game.state.position
        left = position.left(colour)
        if not position.own[colour] or not left:
            return None
        board = position.lattice
        for _ in range(400):
            piece = left[int(self._random.integers(len(left)))]
            if piece.size < 3 and len(left) > 4:
                continue
            shape = piece.orientations[int(self._random.integers(len(piece.orientations)))]
            top, edge = int(self._random.integers(board.size)), int(self._random.integers(board.size))
            cells = tuple((r + top, c + edge) for r, c in shape)
            if any(cell not in board.bit_of for cell in cells) or board.mask(cells) & position.occupied:
                continue
            if rule_on_placement(position, game.rules, colour, cells).rules == {rule}:
                return cells
        return None

    def _put_right(self, number: int, colour: Colour, incident: str, *, may_move: bool) -> None:
        self._director.wait(self._between(1.5, 4))
        chance = self._random.random()
        if chance < 0.45:
            self._director.take_back(number, incident=incident)
        elif may_move and chance < 0.8:
            self._move_to_a_legal_place(number, colour, incident)

    def _move_to_a_legal_place(self, number: int, colour: Colour, incident: str) -> bool:
        """Put a piece where it may lie, away from where it lies now; False if there is no such place."""
        item = self._director.game.state.position.find(number)
        position = self._director.game.state.position.without(number)
        spots = [
            spot
            for spot in legal_spots(position, self._director.game.rules, colour)
            if item is not None and spot.piece is item.piece and not set(spot.cells) & set(item.cells)
        ]
        if spots:
            self._director.move(number, self._choose(spots).cells, incident=incident)
        return bool(spots)

    def _someone(self) -> Lying | None:
        """A settled piece: what is open to correction would open a second incident on top of the first."""
        state = self._director.game.state
        lying = [item for item in state.position.lying if item.number != state.last and not item.incident]
        return lying[int(self._random.integers(len(lying)))] if lying else None

    def _drag(self, cells: int, *, cat: bool) -> None:
        """A sleeve or a cat moves a piece by a cell if there is room, else within its cells; often it is put back."""
        item = self._someone()
        if item is None:
            self._play("")
            return
        free = set(self._director.game.state.position.lattice.bit_of) - {
            cell for other in self._director.game.state.position.lying if other is not item for cell in other.cells
        }
        ways = [
            (r, c)
            for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if cells and all((a + r, b + c) in free for a, b in item.cells)
        ]
        by = self._director.setting.kit.profile.colours[int(self._random.integers(len(self._director.arms)))]
        if not ways or (self._director.setting.kit.profile.nubs and not cat and self._random.random() < 0.5):
            self._director.drag(item.number, 0, 0, by, cat=cat)
            return
        rows, columns = ways[int(self._random.integers(len(ways)))]
        self._director.drag(item.number, rows, columns, by, cat=cat)
        if self._random.random() < 0.5:
            self._director.wait(self._between(1.5, 3.5))
            self._director.move(item.number, item.cells, incident="put_back")

    def _second_thoughts(self, *, again: bool) -> None:
        """Somebody takes the piece just played back; with `again`, another piece comes at once."""
        number = len(self._director.game.steps)
        self._play("")
        if len(self._director.game.steps) == number:
            return
        self._director.wait(self._between(1.5, 3))
        self._director.take_back(number, incident="second_thoughts")
        if again:
            self._director.wait(self._between(1.2, 2))
            self._play("")

    def _rest(self, *, flat: bool, meanwhile: bool) -> None:
        colours = self._director.setting.kit.profile.colours
        now = self._director.game.state.to_play
        others = [colour for colour in colours if colour is not now] or list(colours)
        colour = others[int(self._random.integers(len(others)))]
        place = (self._between(-0.8, 0.8), self._between(-0.8, 0.8))
        self._director.rest(colour, place, self._between(1.5, 7), flat=flat, meanwhile=meanwhile)

    def _lamp(self) -> None:
        circuit = int(self._random.integers(self._director.setting.lighting.circuits))
        self._director.lamp_out(self._between(4, 25), self._between(0.12, 0.6), circuit, self._between(0, 0.4))

    def _bump(self, what: str) -> None:
        reach = 3.5 if what == "camera" else 5.0
        shift = self._random.normal(0, reach / 2, 2)
        self._director.bump(what, (float(shift[0]), float(shift[1])), float(self._random.normal(0, 0.5)))


def random_film(
    board: str,
    seed: int,
    fps: float = 5.0,
    seconds: float | None = None,
    mishaps: float = 0.15,
    size: tuple[int, int] = (1296, 972),
    *,
    tilt: float | None = None,
    light: str | None = None,
    table: str | None = None,
    lens: str | None = None,
    begun: int = 0,
) -> tuple[Setting, Plan]:
    """A setting and the plan of a random game on it, as long as asked for or until the game is over.

    The last seconds are quiet: a turn that would not be over in time does not begin. With `begun`, so many pieces lie
    on the board already, and the second move is an illegal one that is put right.
    """
    profile: BoardProfile = PROFILES[board]
    pieces = {colour: [piece.name for piece in PIECES] for colour in profile.colours}
    setting = random_setting(seed, profile, size, pieces, tilt=tilt, light=light, table=table, lens=lens)
    director = Director(setting, seed, fps)
    random = random_for(seed, "hum")
    if random.random() < 0.25:
        director.plan.flicker = float(random.uniform(0.01, 0.05))
    if random.random() < 0.4:
        director.plan.drift = float(random.uniform(0.02, 0.12))
    lay_opening(director, begun)
    story = Story(director, mishaps)
    director.wait(2.0)
    if begun:
        story.lesson()
    while not director.game.state.over:
        mark = director.mark()
        story.turn()
        if seconds is not None and director.now > seconds - 0.5:
            director.back_to(mark)
            break
        if director.now == mark.now:
            break
    director.wait(2.0)
    return director.setting, director.finish(seconds)
