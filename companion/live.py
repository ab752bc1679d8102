"""The frame loop: source → live table → keeper. A camera that fails is opened again; the page never stops for it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from companion.eyes import LiveTable, MakeTable, OpenSource
from companion.keeper import Keeper
from companion.memory import give_back
from companion.sight import Sight
from companion.telling import Telling
from engine.colours import Colour
from engine.pieces import Cell
from vision.changes import Change
from vision.errors import BrokenFrameError, EndedError, HungError, SizeChangedError
from vision.frames import Frame, Source

log = logging.getLogger(__name__)

FIRST_RETRY = 0.5
"""Seconds before the first attempt to open a failed source again; each further one waits twice as long."""

MOST_BROKEN = 50
"""Broken frames in a row after which a source counts as failed: five seconds at ten a second."""


MOST_FAILED = 240
"""Failed attempts in a row after which another process is to try: each may leak a file descriptor inside a driver, and
a process has a thousand. Two hours, at one every half minute."""


class FrameLoop:
    """A thread that feeds the live table until it is stopped or the source has no more frames."""

    def __init__(
        self,
        keeper: Keeper,
        open_source: OpenSource,
        make_table: MakeTable,
        longest_retry: float = 30.0,
        on_frame: Callable[[], None] | None = None,
        on_hang: Callable[[str], None] | None = None,
    ) -> None:
        """`on_frame` is called after each frame and each failed attempt to open: a watchdog is fed there.

        With `on_hang`, a source that only another process could open is told there, and the loop ends.
        """
        self.keeper = keeper
        self.live_table: LiveTable | None = None
        self._make_table = make_table
        self._found = False
        self._seen = False
        self._pins: dict[Cell, Colour | None] = {}
        """What people have ruled on, as far as the live table was told."""
        self._open_source = open_source
        self._longest_retry = longest_retry
        self._on_frame = on_frame or (lambda: None)
        self._on_hang = on_hang
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="frames", daemon=True)
        self.frames = 0
        """How many frames have been read."""

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Ask the loop to end, and wait for it; a camera that hangs is left behind."""
        self._stop.set()
        self._thread.join(timeout)

    @property
    def running(self) -> bool:
        """Whether the loop is at work."""
        return self._thread.is_alive()

    def _run(self) -> None:
        wait, failed = FIRST_RETRY, 0
        while not self._stop.is_set():
            before = self.frames
            try:
                with self._open_source() as source:
                    self._follow(source)
                if not self._stop.is_set():
                    self.keeper.lose_sight("The source has come to its end.")
                return
            except Exception as problem:  # whatever a camera throws, the page goes on and says so
                log.warning("the source failed: %s", problem)
                self.keeper.lose_sight(str(problem) or type(problem).__name__)
                failed = failed + 1 if self.frames == before else 0
                if self._on_hang is not None and (isinstance(problem, HungError) or failed >= MOST_FAILED):
                    self._on_hang(str(problem))
                    return
            self._on_frame()
            wait = FIRST_RETRY if self.frames > before else min(wait * 2, self._longest_retry)
            self._stop.wait(min(wait, self._longest_retry))

    def _follow(self, source: Source) -> None:
        """Every frame until the end; a film is shown at the pace at which it was taken."""
        began, broken = time.monotonic(), 0
        while not self._stop.is_set():
            try:
                frame = source.read()
            except EndedError:
                return
            except (BrokenFrameError, SizeChangedError):
                broken += 1
                if broken > MOST_BROKEN:
                    raise
                continue
            broken = 0
            self.keeper.controls = source.controls
            if not source.live:
                self._stop.wait(max(0.0, frame.seconds / source.pace - (time.monotonic() - began)))
            self._take(frame)
            self.frames += 1
            self._on_frame()

    def _take(self, frame: Frame) -> None:
        """One frame through the live table; a reading that fails is said, and the next frame is tried."""
        keeper = self.keeper
        table = self._table()
        was_lost = bool(keeper.sight.problem)
        height, width = frame.image.shape[:2]
        if table is None:
            keeper.see(frame.image, frame.seconds, frame.number, Sight("live", size=(width, height)))
            return
        try:
            events = table.feed(frame)
        except Exception as problem:
            log.exception("the reading failed at frame %d", frame.number)
            keeper.see(frame.image, frame.seconds, frame.number, Sight("lost", f"The reading failed: {problem}"))
            return
        if not self._seen and table.corners is not None:
            self._seen = True
            give_back()
        sight = Sight(
            table.status,
            "",
            None if table.grid is None else tuple(table.grid),
            None if table.corners is None else tuple((float(x), float(y)) for x, y in table.corners),
            (width, height),
            self.frames,
        )
        keeper.see(frame.image, frame.seconds, frame.number, sight)
        if was_lost:
            keeper.tell(Telling("source", {"problem": ""}))
        if events:
            first = table.found_at_start and not self._found
            self._found |= any(isinstance(event, Change) for event in events)
            keeper.take(events, found=first)

    def _table(self) -> LiveTable | None:
        """The live table of the game on the table, told what people ruled since the last frame."""
        keeper = self.keeper
        with keeper.lock:
            game, wishes = keeper.table, keeper.wishes
            if game is None:
                return None
            begin, assume, again = wishes.begin or self.live_table is None, wishes.assume, wishes.read_again
            wishes.begin = wishes.assume = wishes.read_again = False
            match = game.match
            expected, pins, doubted = match.expected_sight, match.pinned_cells, match.doubted
        if begin or self.live_table is None:
            self.live_table, self._pins = self._make_table(game.kept.setup.profile, expected), {}
            self._found = bool(match.game.events)
        if assume or pins != self._pins:
            # Only what people have just ruled on: what they ruled before may have changed on the table since.
            fresh = [cell for cell, colour in pins.items() if cell not in self._pins or self._pins[cell] != colour]
            self.live_table.take_as_given(expected, fresh)
            self._pins = dict(pins)
        if again:
            self.live_table.read_again(doubted)
        return self.live_table
