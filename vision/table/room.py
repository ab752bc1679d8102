"""What happens in the room around a game: time passes, lamps go out, people walk by, camera and board are knocked."""

from typing import Any

from engine.profiles import BoardProfile
from vision.table.arrays import Random
from vision.table.plan import Dimming, Knock, Passing, Plan
from vision.table.truth import Bookkeeper


class Room:
    """The part of a director that needs no pieces: the plan, the clock, the light and the knocks."""

    def __init__(self, random: Random, fps: float, profile: BoardProfile) -> None:
        self.random = random
        self.plan = Plan(fps)
        self.book = Bookkeeper(self.plan, profile)
        self.now = 0.0

    def _spread(self, low: float, high: float) -> float:
        return float(self.random.uniform(low, high))

    def wait(self, seconds: float) -> None:
        """Nothing happens."""
        self.now += seconds

    def lamp_out(self, seconds: float, level: float = 0.15, circuit: int = 0, ramp: float = 0.0) -> None:
        """Lamps of a circuit go to a level for a while; play goes on meanwhile."""
        self.plan.dimmings.append(Dimming(circuit, self.now, self.now + seconds, level, ramp))
        self.book.effect("lamp_off", self.now, self.now + seconds, level=level)

    def somebody_passes(self, seconds: float = 4.0, depth: float = 0.55) -> None:
        """Somebody's shadow moves over the table; play goes on meanwhile."""
        self.plan.passings.append(Passing(self.now, self.now + seconds, self._spread(0, 360), depth))
        self.book.effect("passing_shadow", self.now, self.now + seconds)

    def bump(self, what: str, shift: tuple[float, float], turn: float) -> None:
        """The camera or the board is knocked (millimetres, degrees)."""
        knock = Knock(self.now, what, (shift[0], shift[1], 0.0), turn)
        self.plan.knocks.append(knock)
        details: dict[str, Any] = {"shift_mm": [round(v, 2) for v in shift], "rotation_deg": round(turn, 3)}
        self.book.effect("camera_nudge" if what == "camera" else "board_nudge", self.now, self.now, **details)
        self.now += 1 / self.plan.fps
