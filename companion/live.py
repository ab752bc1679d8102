"""The frame loop: source → live table → keeper. A camera that fails is opened again; the page never stops for it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion.eyes import LiveTable, OpenSource
from companion.keeper import Keeper, Sight
from companion.telling import Telling
from vision.frames import Frame

log = logging.getLogger(__name__)

FIRST_RETRY = 0.5
"""Seconds before the first attempt to open a failed source again; each further one waits twice as long."""


class FrameLoop:
    """A thread that feeds the live table until it is stopped or the source has no more frames."""

    def __init__(
        self, keeper: Keeper, open_source: OpenSource, live_table: LiveTable, longest_retry: float = 30.0,
        on_frame: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        """`on_frame` is called after each frame: a watchdog is fed there, by work that was really done."""
        self.keeper = keeper
        self.live_table = live_table
        self._open_source = open_source
        self._longest_retry = longest_retry
        self._on_frame = on_frame or (lambda: None)
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
        wait = FIRST_RETRY
        while not self._stop.is_set():
            before = self.frames
            try:
                with self._open_source() as source:
                    for frame in source:
                        if self._stop.is_set():
                            return
                        self._take(frame)
                        self.frames += 1
                        self._on_frame()
                self.keeper.lose_sight("The source has come to its end.")
                return
            except Exception as problem:
                log.warning("the source failed: %s", problem)
                self.keeper.lose_sight(str(problem) or type(problem).__name__)
            wait = FIRST_RETRY if self.frames > before else min(wait * 2, self._longest_retry)
            self._stop.wait(min(wait, self._longest_retry))

    def _take(self, frame: Frame) -> None:
        """One frame through the live table; a reading that fails is said, and the next frame is tried."""
        keeper, table = self.keeper, self.live_table
        self._tell_wishes()
        try:
            events = table.feed(frame)
        except Exception as problem:
            log.exception("the reading failed at frame %d", frame.number)
            self.keeper.see(frame.image, frame.seconds, frame.number, Sight("lost", f"The reading failed: {problem}"))
            return
        was_lost = bool(keeper.sight.problem)
        height, width = frame.image.shape[:2]
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
            keeper.take(events)

    def _tell_wishes(self) -> None:
        """Pass on what people ruled since the last frame."""
        keeper, table = self.keeper, self.live_table
        with keeper.lock:
            on_table, wishes = keeper.table, keeper.wishes
            assume, again = wishes.assume and on_table is not None, wishes.read_again
            if assume and on_table is not None:
                wishes.assume = False
                lying, pins = on_table.lying(), on_table.match.pinned_cells
            wishes.read_again = False
        if assume:
            table.assume(lying)
            table.pin(pins)
        if again:
            table.read_again()
