"""Watching a source: frames through the live table into a match, events out. No journal, no page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.comparing import differences
from companion.match import Match
from companion.memory import give_back
from companion.telling import Telling, finish
from engine.game import Game
from engine.profiles import BoardProfile
from engine.record import Record
from engine.rules import RuleSet
from vision.changes import Change, LiveEvent, Notice, NoticeKind
from vision.errors import BrokenFrameError, EndedError, SizeChangedError, SourceError
from vision.frames import Frame, Source
from vision.live.table import LiveTable

Line = dict[str, object]

# A live camera is not watched for ever: so long after the end of the game nobody puts anything right any more.
LINGER = 60.0


class Watching:
    """One source, one board, one game."""

    def __init__(self, board: str, settings: Mapping[str, object], record: Record | None = None) -> None:
        """With a record, its game goes on: the board is compared with it as soon as it is seen."""
        self.settings = settings
        self.match = None if record is None else Match(record.play())
        if record is None or self.match is None:
            self.table = LiveTable(board)
        else:
            known = tuple(self.match.expected_sight)
            self.table = LiveTable(record.profile.name, record.profile, known)
        self._comparing = record is not None
        self._seq = 0
        self._over_since: float | None = None

    def lines(self, source: Source, each: Callable[[Frame], None] | None = None) -> Iterator[tuple[Line, Frame | None]]:
        """Every event with the frame it was seen in; the last one is `finished` or `stopped`.

        `each` is called with every frame before it is looked at.
        """
        last: Frame | None = None
        while True:
            try:
                frame = source.read()
            except EndedError:
                break
            except (BrokenFrameError, SizeChangedError) as problem:
                yield self._line(Telling("source", {"problem": str(problem)}), last)
                continue
            except SourceError as problem:
                if last is None:
                    raise
                yield self._line(Telling("source", {"problem": str(problem)}), last)
                break
            if last is None:
                yield self._line(Telling("started", {"board": self.table.board, "source": source.address}), frame)
            last = frame
            if each is not None:
                each(frame)
            looking = self.table.corners is None
            seen_now = self.table.feed(frame)
            if looking and self.table.corners is not None:
                give_back()  # finding the board takes more memory than everything after it
            for telling in self._compared():
                yield self._line(telling, frame)
            for seen in seen_now:
                for telling in self._told(seen):
                    yield self._line(telling, frame)
            if self._done(source, frame):
                break
        if last is None:
            raise SourceError(f"{source.address} has no frames, so there was nothing to watch")
        yield self._line(self._last_word(), last)

    def _compared(self) -> Iterator[Telling]:
        """Once, when the board of a game that goes on has been read: how it differs from the record."""
        if self._comparing and self.match is not None and self.table.first_seen is not None:
            self._comparing = False
            found = differences(self.match.state.position, self.table.first_seen)
            yield Telling("compared", {"differences": found})

    def _told(self, seen: LiveEvent) -> Iterator[Telling]:
        """What is to be told about something seen; the end is told once, as the last line."""
        profile = self.table.profile
        # The first pieces may say that the board is another printing than it was taken for.
        if profile is not None and (self.match is None or self.match.state.position.profile != profile):
            self.match = Match(Game.new(profile, self._rules(profile)))
            if isinstance(seen, Change) and seen.appeared and self.table.found_at_start:
                for entry in self.match.find_on_board(seen.appeared):
                    yield from entry.told
                cells = [list(cell) for patch in seen.appeared for cell in patch.cells]
                yield Telling("found", {"pieces": len(seen.appeared), "cells": cells})
                return
        if self.match is None:
            if isinstance(seen, Notice) and seen.kind is NoticeKind.SOURCE:
                yield Telling("source", {"problem": seen.problem})
            return
        for entry in self.match.take(seen):
            yield from (telling for telling in entry.told if telling.type != "finished")

    def _rules(self, profile: BoardProfile) -> RuleSet:
        return RuleSet.of(profile, self.settings)

    def _done(self, source: Source, frame: Frame) -> bool:
        """Whether a camera has seen the end of the game long enough ago."""
        if not source.live or self.match is None or not self.match.state.over:
            self._over_since = None
            return False
        if self._over_since is None:
            self._over_since = frame.seconds
        return frame.seconds - self._over_since > LINGER

    def _last_word(self) -> Telling:
        if self.match is not None:
            return self.match.last_word()
        profile = self.table.profile
        if profile is None:
            return Telling("stopped", {"board": [], "scores": {}, "problem": "no board was found"})
        return finish(Game.new(profile, self._rules(profile)))

    def _line(self, telling: Telling, frame: Frame | None) -> tuple[Line, Frame | None]:
        line = telling.line(self._seq, frame.seconds if frame else 0.0, frame.number if frame else 0)
        self._seq += 1
        return line, frame
