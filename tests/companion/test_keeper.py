"""The keeper: stored first, then shown; and where it stood after another start."""

from dataclasses import replace

import numpy as np
import pytest

from companion.journal.rows import Status
from companion.sight import Sight
from companion.view import view
from engine.colours import Colour
from engine.errors import GameError
from engine.events import Accept, Correct, End, ForcePass, TakeBack
from engine.profiles import CLASSIC
from engine.record import Record
from engine.rules import RuleSet
from tests.companion.moves import FIRST, SECOND, TOUCHING, gone, piece
from vision.changes import Notice, NoticeKind, Patch

EMPTY = ["." * 14] * 14


def types(keeper):
    return [row.type for row in keeper.table.rows]


def test_a_game_begins_and_pieces_are_placed(keeper):
    keeper.take([piece("purple", *FIRST), piece("orange", *SECOND)])
    assert types(keeper) == ["started", "placed", "placed"]
    assert [row.seq for row in keeper.table.rows] == [1, 2, 3]
    assert keeper.journal.rows(1) == keeper.table.rows


def test_another_start_stands_where_the_last_one_stood(keeper, open_keeper):
    keeper.take([piece("purple", *FIRST), piece("orange", *SECOND), piece("purple", *TOUCHING)])
    keeper.rule(Accept(2, "we were tired"))
    keeper.rule(TakeBack(1))
    again = open_keeper()
    assert again.table.match.game == keeper.table.match.game
    assert again.table.match.pinned_cells == keeper.table.match.pinned_cells
    assert types(again) == [*types(keeper), "resumed"]
    before, after = view(keeper), view(again)
    assert (before["board"], before["scores"], before["moves"]) == (after["board"], after["scores"], after["moves"])


def test_what_was_seen_to_leave_stays_known_after_another_start(keeper, open_keeper):
    keeper.take([piece("purple", *FIRST)])
    keeper.rule(TakeBack(0))
    keeper.take([gone("purple", *FIRST)])
    again = open_keeper()
    assert again.table.match.pinned_cells == {}
    again.take([piece("purple", *FIRST)])
    assert [item.cells for item in again.table.match.state.position.lying] == [FIRST]


def test_rulings_are_marked_and_keep_their_reason(keeper):
    keeper.take([piece("purple", *FIRST)])
    (row,) = keeper.rule(ForcePass(Colour.ORANGE, "gone home"))
    assert row.by_hand
    assert row.line()["reason"] == "gone home"
    assert keeper.table.match.state.to_play is Colour.PURPLE


def test_a_ruling_that_makes_no_sense_changes_nothing(keeper):
    before = keeper.table.rows.copy()
    with pytest.raises(GameError):
        keeper.rule(Accept(7))
    assert keeper.table.rows == before


def test_an_edit_says_which_rulings_change(keeper):
    corner = ((5, 9), (5, 10), (6, 9))
    keeper.take([piece("purple", *FIRST), piece("orange", *SECOND), piece("purple", *corner)])
    assert types(keeper)[-1] == "placed"
    (row,) = keeper.rule(Correct(0, Colour.PURPLE, FIRST[:4], "it was the I4"))
    assert row.fields["rejudged"] == [{"number": 2, "was": [], "now": ["no_corner_contact"]}]
    assert view(keeper)["incidents"] == [2]


def test_an_illegal_piece_keeps_the_seconds_before(keeper):
    for step in range(8):
        keeper.see(np.full((60, 80, 3), step, np.uint8), step * 0.5, step, Sight("live"))
    keeper.take([piece("purple", *FIRST), piece("orange", *SECOND), piece("purple", *TOUCHING)])
    placed, illegal = keeper.table.rows[1], keeper.table.rows[-1]
    assert placed.evidence == ("1-2.jpg",)
    assert illegal.evidence == ("1-4.jpg", "1-4-0.jpg", "1-4-1.jpg", "1-4-2.jpg", "1-4-3.jpg")
    assert all(keeper.evidence.read(name) for name in illegal.evidence)


def test_pausing_and_resuming_compares_the_board_with_the_record(keeper, open_keeper):
    keeper.take([piece("purple", *FIRST)])
    keeper.pause()
    keeper.take([piece("orange", *SECOND)])
    assert types(keeper)[-1] == "paused", "what happens on a closed board is not judged"
    again = open_keeper()
    assert again.table.paused
    again.resume(1)
    again.see(np.zeros((40, 40, 3), np.uint8), 0.0, 0, Sight("live", grid=tuple(EMPTY)))
    assert types(again)[-2:] == ["resumed", "compared"]
    assert view(again)["differences"] == [
        {"what": "missing", "number": 0, "colour": "purple", "cells": [list(cell) for cell in FIRST]}
    ]


def test_what_changed_while_nobody_looked_is_listed_and_judged(keeper, open_keeper):
    keeper.take([piece("purple", *FIRST)])
    again = open_keeper()
    record = tuple(keeper.table.match.state.position.grid())
    again.see(np.zeros((40, 40, 3), np.uint8), 3.0, 0, Sight("live", grid=record))
    assert view(again)["differences"] == []
    again.take([replace(piece("orange", *SECOND), time=5.0)])
    assert types(again)[-2:] == ["compared", "placed"]
    assert [one["what"] for one in view(again)["differences"]] == ["extra"]
    again.take([replace(piece("purple", (5, 9), (5, 10), (6, 9)), time=6.0)])
    assert types(again)[-1] == "placed"
    assert types(again).count("compared") == 1


def test_one_game_is_live_and_others_are_kept(keeper):
    keeper.take([piece("purple", *FIRST)])
    second = keeper.new_game(Record(CLASSIC, RuleSet.usual(CLASSIC)))
    assert [(kept.id, kept.status) for kept in keeper.journal.games()] == [(1, "paused"), (2, "live")]
    keeper.resume(1)
    assert keeper.table.kept.id == 1
    assert [(kept.id, kept.status) for kept in keeper.journal.games()] == [(1, "live"), (2, "paused")]
    keeper.abandon(second.id, "cat on the board")
    assert keeper.journal.game(2).status is Status.ABANDONED
    assert keeper.journal.rows(2)[-1].fields == {"reason": "cat on the board"}
    keeper.delete(1)
    assert keeper.table is None
    assert keeper.journal.live() is None
    with pytest.raises(GameError, match="no game is on the table"):
        keeper.rule(End())


def test_a_finished_game_is_finished_in_the_list_and_reopened_by_undo(keeper):
    keeper.take([piece("purple", *FIRST)])
    keeper.rule(End("bedtime"))
    assert keeper.journal.game(1).status is Status.FINISHED
    assert types(keeper)[-1] == "finished"


def test_a_doubt_is_asked_until_something_happens(keeper):
    reading = (Patch(Colour.PURPLE, FIRST),)
    keeper.take([Notice(0.0, 0, NoticeKind.UNSURE, readings=(reading, ()))])
    assert len(view(keeper)["doubt"]) == 2
    keeper.take([piece("purple", *FIRST)])
    assert view(keeper)["doubt"] == []


def test_a_report_that_the_record_cannot_follow_is_said_and_survived(keeper):
    keeper.take([gone("orange", *SECOND), piece("purple", *FIRST)])
    assert types(keeper) == ["started", "unsure", "placed"]
    assert keeper.wishes.assume


def test_a_failing_camera_is_said_once(keeper):
    keeper.lose_sight("the cable is loose")
    keeper.lose_sight("the cable is loose")
    assert types(keeper) == ["started", "source"]
    assert view(keeper)["camera"]["status"] == "lost"
