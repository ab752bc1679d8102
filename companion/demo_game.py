"""The game of `companion demo`: in progress when the page opens, and the same every time for the same seed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.house import new_game, open_keeper
from companion.settings import Settings
from engine.profiles import PROFILES
from vision.changes import Change, Patch
from vision.sources.demo import DemoSource

ROUNDS = 3
"""How often everybody has played when the page opens: enough to see a game, and most of it is still to come."""


def pieces_begun(board: str) -> int:
    """How many pieces lie on the board when the page opens."""
    return ROUNDS * len(PROFILES[board].colours)


@dataclass(frozen=True)
class DemoGame:
    """One simulated game, from its journal to its camera."""

    board: str
    seed: int
    mishaps: float
    speed: float = 1.0
    size: tuple[int, int] = (1296, 972)

    def film(self) -> DemoSource:
        """The film that the camera takes, with everything that will happen in it."""
        return DemoSource(
            self.board,
            seed=self.seed,
            mishaps=self.mishaps,
            size=self.size,
            begun=pieces_begun(self.board),
            pace=self.speed,
        )

    def begin(self, folder: Path, port: int, host: str = Settings.host) -> Settings:
        """Write what was played so far into a journal, as if it had been seen; the settings that go on with it."""
        settings = Settings(source=f"demo:{self.board}", board=self.board, port=port, host=host, data=str(folder))
        keeper = open_keeper(settings)
        new_game(keeper, settings)
        _, plan = self.film().staged()
        for colour, cells in plan.begun:
            keeper.take([Change(0.0, 0, appeared=(Patch(colour, cells),))])
        keeper.journal.close()
        return settings
