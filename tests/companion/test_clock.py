"""The clocks: from the journal, without the wall clock."""

import numpy as np

from companion.clock import Stopwatch, clocks
from companion.journal.rows import Row
from companion.sight import Sight
from engine.colours import Colour
from engine.profiles import DUO
from engine.record import Record
from engine.rules import RuleSet
from tests.companion.moves import FIRST, SECOND, piece

P, O = Colour.PURPLE, Colour.ORANGE  # noqa: E741 - the letters of the grid
COLOURS = (P, O)


def test_each_colour_is_charged_for_its_own_turns():
    rows = [
        Row(1, "started", played=0),
        Row(2, "placed", played=10, turn="orange"),
        Row(3, "placed", played=25, turn="purple"),
    ]
    shown = clocks("up", 20, COLOURS, rows, 40)
    assert (shown.used, shown.running) == ({P: 15, O: 15}, P)


def test_counting_down_rings_in_the_last_minute_and_goes_below_zero():
    rows = [Row(1, "started", played=0, turn="purple")]
    assert not clocks("down", 2, COLOURS, rows, 59).rings(P)
    assert clocks("down", 2, COLOURS, rows, 60).rings(P)
    assert clocks("down", 2, COLOURS, rows, 130).shown(P) == -10


def test_nothing_runs_while_the_game_is_paused():
    rows = [Row(1, "started", played=0, turn="purple"), Row(2, "paused", played=30, turn=None)]
    assert clocks("up", 20, COLOURS, rows, 30).used[P] == 30
    assert clocks("up", 20, COLOURS, rows, 30).running is None


def test_a_stopwatch_never_goes_back():
    times = iter([5.0, 3.0, 9.0])
    watch = Stopwatch(lambda: next(times), 100.0)
    watch.run()
    assert watch.seconds == 100.0
    assert watch.seconds == 104.0


def test_clocks_survive_another_start_and_leave_the_downtime_out(open_keeper, hands):
    keeper = open_keeper()
    keeper.new_game(Record(DUO, RuleSet.usual(DUO)), clock="up")
    keeper.take([piece("purple", *FIRST)])
    hands.now += 40
    keeper.take([piece("orange", *SECOND)])
    hands.now += 3600
    again = open_keeper()
    hands.now += 5
    assert again.table.clocks().used == {P: 5.0, O: 40.0}


def test_time_between_events_is_noted_now_and_then(open_keeper, hands):
    keeper = open_keeper()
    keeper.new_game(Record(DUO, RuleSet.usual(DUO)), clock="up")
    keeper.take([piece("purple", *FIRST)])
    hands.now += 30
    keeper.see(np.zeros((4, 4, 3), np.uint8), 0, 0, Sight("live"))
    hands.now += 3
    assert open_keeper().table.clocks().used[O] == 30.0
