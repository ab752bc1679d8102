"""The simulated table as a source of frames: a whole random game, the same every time for the same seed."""

from engine.profiles import PROFILES
from vision.errors import AddressError, EndedError
from vision.frames import Frame, Source
from vision.table.lights import LIGHTS
from vision.table.plan import Plan
from vision.table.scene import Setting
from vision.table.stage import Shot, Stage
from vision.table.story import random_film
from vision.table.tabletops import TABLES


class DemoSource(Source):
    """Frames of a simulated game. `shot` is the last frame with its truth, `plan` the whole film's."""

    def __init__(
        self,
        board: str = "duo",
        *,
        seed: int = 7,
        fps: float = 5.0,
        size: tuple[int, int] = (1296, 972),
        mishaps: float = 0.15,
        frames: int | None = None,
        tilt: float | None = None,
        light: str | None = None,
        table: str | None = None,
        begun: int = 0,
        pace: float = 1.0,
    ) -> None:
        """Whatever is not named follows from the seed; without `frames` the game is played to its end.

        With `begun`, so many pieces lie there already, and an illegal move that is put right comes early.
        """
        super().__init__(f"demo:{board}?seed={seed}&fps={fps:g}")
        for word, known, what in (
            (board, PROFILES, "board"),
            (light or LIGHTS[0], LIGHTS, "light"),
            (table or TABLES[0], TABLES, "table"),
        ):
            if word not in known:
                raise AddressError(f"demo: there is no {what} {word[:40]!r}; there are {', '.join(known)}")
        self._board, self._seed, self._fps, self._wanted, self._mishaps = board, seed, fps, size, mishaps
        self._frames, self._tilt, self._light, self._table = frames, tilt, light, table
        self._begun, self.pace = begun, pace
        self._stage: Stage | None = None
        self._number = 0
        self.shot: Shot | None = None
        self.plan: Plan | None = None

    def staged(self) -> tuple[Setting, Plan]:
        """The table, and everything that will happen on it: the same every time."""
        seconds = None if self._frames is None else self._frames / self._fps
        return random_film(
            self._board,
            self._seed,
            self._fps,
            seconds,
            self._mishaps,
            self._wanted,
            tilt=self._tilt,
            light=self._light,
            table=self._table,
            begun=self._begun,
        )

    def _open(self) -> None:
        setting, self.plan = self.staged()
        self._stage, self._number = Stage(setting, self.plan), 0

    def _next(self) -> Frame:
        if self._stage is None:
            raise EndedError(f"{self.address} is closed")
        if self._number >= self._stage.plan.frames:
            raise EndedError(f"{self.address} ends after {self._number} frames")
        number, self._number = self._number, self._number + 1
        self.shot = self._stage.shoot(number)
        return Frame(self.shot.image, self.shot.seconds, number)

    def _close(self) -> None:
        self._stage = None
