"""Stories of the simulated table, watched from the first frame to the last."""

from dataclasses import dataclass
from pathlib import Path

from companion.watching import Watching
from vision.errors import EndedError
from vision.frames import Frame, Source
from vision.table.comparing import game_events, turned_to_fit
from vision.table.script import film_from_script
from vision.table.stage import Stage

SIZE = (800, 600)


def _stories() -> dict[str, str]:
    """The scripts of `stories.txt` by name, with a while before and after so that the table comes to rest."""
    found: dict[str, list[str]] = {}
    for line in (Path(__file__).parent / "stories.txt").read_text().splitlines():
        if line.startswith("## "):
            found[line[3:]] = []
        elif line and found:
            found[list(found)[-1]].append(line)
    return {name: "\n".join(_whole(lines)) for name, lines in found.items()}


def _whole(lines: list[str]) -> list[str]:
    """Office light unless the story names another, and time for the table to come to rest."""
    light = [] if any(line.startswith("the light is") for line in lines) else ["the light is office"]
    return [*light, "wait 3 s", *lines, "wait 3 s"]


STORIES = _stories()


class Film(Source):
    """A script of the simulated table as a source."""

    def __init__(self, script: str, size: tuple[int, int] = SIZE) -> None:
        super().__init__("film:story")
        self.setting, self.plan = film_from_script(script, fps=5.0, size=size)

    def _open(self) -> None:
        self._stage, self._number = Stage(self.setting, self.plan), 0

    def _close(self) -> None:
        pass

    def _next(self) -> Frame:
        if self._number >= self.plan.frames:
            raise EndedError("the film is over")
        shot = self._stage.shoot(self._number)
        self._number += 1
        return Frame(shot.image, shot.seconds, shot.number)


@dataclass(frozen=True)
class Watched:
    """What was told about a story, and what a perfect companion would have told."""

    lines: list[dict]
    truth: list[dict]

    def types(self) -> list[str]:
        return [str(line["type"]) for line in self.lines]

    def told(self) -> list[tuple]:
        """The events of the game, turned the way the truth lies if the camera saw the board from another side."""
        return turned_to_fit(self.lines, self.truth, len(self.truth[-1]["board"]))

    def true(self) -> list[tuple]:
        return game_events(self.truth, len(self.truth[-1]["board"]))

    def rules(self) -> list[set[str]]:
        return [{v["rule"] for v in line["violations"]} for line in self.lines if line["type"] == "illegal"]


def watch(script: str, board: str | None = None) -> Watched:
    """Film a script and watch it."""
    film = Film(script)
    kind = board or ("duo" if "the board is duo" in script else "classic")
    with film:
        lines = [line for line, _ in Watching(kind, {}).lines(film)]
    return Watched(lines, film.plan.told)
