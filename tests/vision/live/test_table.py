"""The live table on a drawn board: what it tells, what it is told, and what it makes of both."""

from dataclasses import replace

import cv2
import numpy as np

from engine.profiles import DUO, DUO_TOGO
from tests.vision.live.drawn import patch, picture, quiet
from vision.changes import Change, Notice, NoticeKind
from vision.frames import Frame
from vision.live.start import first_look
from vision.live.table import LiveTable
from vision.reading.cells import read_cells

PURPLE = patch("purple", (4, 4), (4, 5), (5, 4), (5, 5))
ORANGE = patch("orange", (9, 9), (9, 10), (10, 9))
LATER = patch("purple", (6, 6), (7, 6), (8, 6))


def told(table, frames):
    return [event for frame in frames for event in table.feed(frame)]


def changes(events):
    return [event for event in events if isinstance(event, Change)]


def begun(*lying):
    """A table that has been followed while these pieces were put down, one after the other, and its next frame."""
    table, number = LiveTable("duo"), 6
    told(table, quiet(6))
    for count in range(1, len(lying) + 1):
        told(table, quiet(6, lying[:count], number))
        number += 6
    assert list(table.known) == list(lying)
    return table, number


def test_a_piece_is_told_within_a_second():
    table, number = begun()
    (change,) = changes(told(table, quiet(6, [PURPLE], number)))
    assert change.appeared == (PURPLE,)
    assert change.time - number / 5 <= 1.0


def test_several_pieces_between_two_quiet_moments_come_in_one_change():
    table, number = begun()
    (change,) = changes(told(table, quiet(10, [PURPLE, ORANGE], number)))
    assert set(change.appeared) == {PURPLE, ORANGE}


def test_a_piece_moved_by_a_cell_has_moved():
    table, number = begun(PURPLE, ORANGE)
    there = patch("orange", (9, 10), (9, 11), (10, 10))
    (change,) = changes(told(table, quiet(10, [PURPLE, there], number)))
    assert [(shift.was, shift.now) for shift in change.moved] == [(ORANGE.cells, there.cells)]
    assert (change.appeared, change.vanished) == ((), ())


def test_a_lamp_is_light_and_no_move():
    table, number = begun(PURPLE)
    events = told(table, quiet(10, [PURPLE], number, light=0.55))
    assert [event.kind for event in events if isinstance(event, Notice)] == [NoticeKind.LIGHT]
    assert changes(events) == []


def test_a_bump_is_told_and_nothing_else():
    table, number = begun(PURPLE, ORANGE)
    events = told(table, quiet(10, [PURPLE, ORANGE], number, shift=(20, 9)))
    assert [event.kind for event in events] == [NoticeKind.MOVED_CAMERA, NoticeKind.REALIGNED]
    assert np.allclose(table.corners[0], (80, 59), atol=2)


def test_what_the_record_says_is_believed_until_somebody_asks_again():
    table, number = begun(PURPLE)
    table.take_as_given([PURPLE, ORANGE])
    # The cells look as they did when they were known to be empty: people may know better, until they are asked again.
    assert changes(told(table, quiet(6, [PURPLE], number))) == []
    table.read_again([ORANGE])
    assert changes(told(table, quiet(6, [PURPLE], number + 6))) == []
    assert table.known == (PURPLE,)


def test_asked_again_it_reads_a_piece_afresh():
    table, number = begun(PURPLE, ORANGE)
    table.read_again([ORANGE])
    assert table.known == (PURPLE,)
    (change,) = changes(told(table, quiet(8, [PURPLE, ORANGE], number)))
    assert change.appeared == (ORANGE,)


def test_what_people_ruled_stands_until_the_table_changes_there():
    table, number = begun(PURPLE, ORANGE)
    longer = patch("orange", (9, 9), (9, 10), (10, 9), (10, 10))
    table.take_as_given([PURPLE, longer], longer.cells)
    assert changes(told(table, quiet(8, [PURPLE, ORANGE], number))) == [], "people say so"
    (change,) = changes(told(table, quiet(8, [PURPLE], number + 8)))
    assert change.vanished == (longer,)


def test_a_game_that_goes_on_is_known_from_any_side():
    known = (PURPLE, ORANGE, LATER)
    for turns in range(4):
        table = LiveTable("duo", known=known)
        events = told(
            table,
            [Frame(np.rot90(frame.image, turns).copy(), frame.seconds, frame.number) for frame in quiet(6, known)],
        )
        assert changes(events) == []
        assert table.first_seen == tuple(table.grid)


def test_a_board_that_lay_there_already_is_found_with_its_pieces():
    table = LiveTable("duo")
    (change,) = changes(told(table, quiet(4, [PURPLE, ORANGE])))
    assert table.found_at_start
    assert set(change.appeared) == {PURPLE, ORANGE}


def test_a_cup_parked_on_the_board_is_no_piece():
    table, number = begun(PURPLE)
    cup = [frame.image.copy() for frame in quiet(40, [PURPLE], number)]
    for image in cup:
        cv2.circle(image, (300, 300), 70, (60, 160, 90), -1)
        cv2.circle(image, (300, 300), 55, (40, 60, 80), -1)
    events = told(table, [Frame(image, (number + k) / 5, number + k) for k, image in enumerate(cup)])
    assert changes(events) == []
    assert NoticeKind.OBSCURED in [event.kind for event in events]
    (change,) = changes(told(table, quiet(8, [PURPLE, ORANGE], number + 40)))
    assert change.appeared == (ORANGE,)


def test_noise_is_no_motion():
    table, number = LiveTable("duo"), 0
    told(table, quiet(12, noise=18.0))
    assert table.corners is not None
    (change,) = changes(told(table, quiet(12, [PURPLE], number + 12, noise=18.0)))
    assert change.appeared == (PURPLE,)


def test_another_size_of_picture_is_followed():
    table, number = begun(PURPLE)
    small = [cv2.resize(picture([PURPLE], seed=k), (432, 432), interpolation=cv2.INTER_AREA) for k in range(8)]
    events = told(table, [Frame(image, (number + k) / 5, number + k) for k, image in enumerate(small)])
    assert [event.kind for event in events] == [NoticeKind.REALIGNED]
    assert table.known == (PURPLE,)


def test_the_first_piece_tells_a_printing_that_the_empty_board_did_not():
    def taken_for_to_go(image, board):
        start = first_look(image, "duo")
        reading = read_cells(image, start.view, DUO_TOGO.colours)
        return replace(start, profile=DUO_TOGO, palette=reading.palette, labels=reading.labels, reading=reading)

    table = LiveTable("duo", first_look=taken_for_to_go)
    assert changes(told(table, quiet(4))) == []
    assert table.profile == DUO_TOGO
    piece = patch("orange", (4, 4), (4, 5), (5, 5))
    events = told(table, quiet(8, [piece], begin=4))
    assert [change.appeared for change in changes(events)] == [(piece,)]
    assert table.profile == DUO
