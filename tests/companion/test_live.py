"""The frame loop: events are followed, and a failing camera is opened again."""

import threading

import numpy as np
import pytest

from companion.bench.scripted import DrawnSource, ScriptedTable
from companion.live import FrameLoop
from companion.view import view
from engine.events import TakeBack
from engine.profiles import DUO
from tests.companion.moves import FIRST, SECOND, TOUCHING, piece
from vision.errors import BrokenFrameError, VisionError
from vision.frames import Frame


@pytest.fixture
def table():
    return ScriptedTable(DUO, [piece("purple", *FIRST), piece("orange", *SECOND)], every=2)


def run(loop):
    loop.start()
    loop._thread.join(20)
    assert not loop.running


def test_what_the_table_reports_is_judged_and_seen(keeper, table):
    run(FrameLoop(keeper, lambda: DrawnSource(table, fps=10_000, size=(320, 240), frames=8), table.made_for))
    assert [row.type for row in keeper.table.rows] == ["started", "placed", "placed", "source"]
    shown = view(keeper)
    assert shown["camera"]["grid"] == keeper.table.match.state.position.grid()
    assert len(shown["camera"]["corners"]) == 4
    assert keeper.table.rows[1].frame == 2
    assert keeper.table.rows[1].evidence == ("1-2.jpg",)


def test_the_table_is_told_what_the_record_says_and_what_people_ruled(keeper, table):
    keeper.take([piece("purple", *FIRST)])
    keeper.rule(TakeBack(0))
    run(FrameLoop(keeper, lambda: DrawnSource(table, fps=10_000, size=(320, 240), frames=1), table.made_for))
    assert [patch.cells for patch in table.known] == [FIRST], "it still lies there, whatever people ruled"
    assert set(table.ruled) == set(FIRST)


def test_what_lay_there_at_the_start_is_taken_as_it_is(keeper, table):
    table.found_at_start = True
    run(FrameLoop(keeper, lambda: DrawnSource(table, fps=10_000, size=(320, 240), frames=8), table.made_for))
    assert [step.what.__class__.__name__ for step in keeper.table.match.game.steps] == ["Found", "Place"]


def test_an_incident_is_read_again_when_people_ask(keeper, table):
    keeper.take([piece("purple", *FIRST), piece("orange", *SECOND), piece("purple", *TOUCHING)])
    keeper.ask_again()
    table.script[:] = [piece("purple", (5, 9), (5, 10), (6, 9), (5, 6))]
    run(FrameLoop(keeper, lambda: DrawnSource(table, fps=10_000, size=(320, 240), frames=1), table.made_for))
    assert [patch.cells for patch in table.known] == [FIRST, tuple(sorted(SECOND))]


def test_a_changed_reading_of_an_incident_is_the_same_piece(keeper):
    keeper.take([piece("purple", *FIRST), piece("orange", *SECOND), piece("purple", *TOUCHING)])
    keeper.take([piece("purple", *TOUCHING)])
    assert keeper.table.rows[-1].type == "illegal"
    keeper.take([piece("purple", *TOUCHING, (5, 3))])
    assert [row.type for row in keeper.table.rows[-2:]] == ["corrected", "illegal"]
    keeper.take([piece("orange", *TOUCHING)])
    assert [item.colour for item in keeper.table.match.state.position.lying] == ["purple", "orange", "orange"]


def test_a_camera_that_fails_is_opened_again(keeper, table):
    opened = []

    def open_source():
        opened.append(len(opened))
        if len(opened) < 3:
            raise VisionError("no camera number 0 found")
        return DrawnSource(table, fps=10_000, size=(320, 240), frames=6)

    run(FrameLoop(keeper, open_source, table.made_for, longest_retry=0.01))
    assert len(opened) == 3
    assert [row.type for row in keeper.table.rows] == ["started", "source", "source", "placed", "placed", "source"]
    problems = [row.fields["problem"] for row in keeper.table.rows if row.type == "source"]
    assert problems == ["no camera number 0 found", "", "The source has come to its end."]


def test_a_reading_that_fails_does_not_stop_the_loop(keeper, table):
    feed, calls = table.feed, []

    def failing(frame):
        calls.append(frame.number)
        if len(calls) == 1:
            raise ZeroDivisionError("a mistake in the reader")
        return feed(frame)

    table.feed = failing
    run(FrameLoop(keeper, lambda: DrawnSource(table, fps=10_000, size=(320, 240), frames=6), table.made_for))
    assert "placed" in [row.type for row in keeper.table.rows]


def test_a_loop_that_hangs_in_the_camera_is_left_behind(keeper, table):
    hang = threading.Event()

    class Hanging(DrawnSource):
        def _next(self):
            hang.wait(20)
            return Frame(np.zeros((2, 2, 3), np.uint8), 0.0, 0)

    loop = FrameLoop(keeper, lambda: Hanging(table), table.made_for)
    loop.start()
    loop.stop(timeout=0.05)
    assert loop.running
    hang.set()
    loop.stop()
    assert not loop.running


def test_broken_frames_are_left_out_and_too_many_are_a_failure(keeper, table):
    class Torn(DrawnSource):
        torn = 0

        def _next(self):
            if self.torn < 3:
                self.torn += 1
                raise BrokenFrameError("half a picture")
            return super()._next()

    run(FrameLoop(keeper, lambda: Torn(table, fps=10_000, size=(320, 240), frames=6), table.made_for))
    assert [row.type for row in keeper.table.rows] == ["started", "placed", "placed", "source"]


def test_a_film_is_shown_at_its_own_pace(keeper, table):
    class Film(DrawnSource):
        live = False

    loop = FrameLoop(keeper, lambda: Film(table, fps=10_000, size=(32, 24), frames=3), table.made_for)
    waits = []
    loop._stop.wait = waits.append
    run(loop)
    assert len(waits) == 3
