"""Rulings by hand and the camera's later readings agree."""

import pytest

from companion.match import Match
from engine.colours import Colour
from engine.errors import GameError
from engine.events import Correct, Place, TakeBack
from engine.game import Game
from engine.profiles import DUO
from tests.companion.moves import FIRST, SECOND, TOUCHING, gone, piece

P, O = Colour.PURPLE, Colour.ORANGE  # noqa: E741 - the letters of the grid


@pytest.fixture
def match():
    match = Match(Game.new(DUO))
    match.take(piece("purple", *FIRST))
    return match


def test_nothing_is_pinned_while_nobody_has_ruled(match):
    assert match.pinned_cells == {}


def test_corrected_cells_are_given_and_the_misread_ones_are_empty(match):
    match.rule_by_hand(Correct(0, P, FIRST[:4]))
    assert match.pinned_cells == {**dict.fromkeys(FIRST[:4], P), FIRST[4]: None}


def test_a_piece_that_does_not_count_is_pinned_empty_until_it_is_seen_to_leave(match):
    match.rule_by_hand(TakeBack(0))
    assert match.pinned_cells == dict.fromkeys(FIRST)
    assert match.take(piece("purple", *FIRST)) == [], "the camera insists on what people took back"
    (entry,) = match.take(gone("purple", *FIRST))
    assert entry.cause is None
    assert entry.told[0].type == "corrected"
    assert match.pinned_cells == {}
    (entry,) = match.take(piece("purple", *FIRST))
    assert entry.cause == Place(P, FIRST), "the same piece put down anew counts"


def test_a_corrected_piece_that_leaves_is_known_by_what_the_camera_saw(match):
    match.rule_by_hand(Correct(0, P, FIRST[:4]))
    (entry,) = match.take(gone("purple", *FIRST))
    assert entry.told[0].type == "adjusted"
    assert not match.state.position.lying


def test_the_camera_does_not_overwrite_a_corrected_piece(match):
    match.rule_by_hand(Correct(0, P, FIRST[:4]))
    (entry,) = match.take(piece("orange", FIRST[3], *SECOND[:4]))
    assert entry.cause == Place(O, tuple(sorted(SECOND[:4])))
    assert match.state.position.find(0).cells == FIRST[:4]


def test_the_camera_may_insist_on_what_people_corrected(match):
    match.rule_by_hand(Correct(0, P, ((4, 4), (5, 4))))
    assert match.take(piece("purple", *FIRST)) == []


def test_a_piece_added_by_hand_is_given(match):
    match.rule_by_hand(Place(O, SECOND[::-1]))
    assert match.pinned_cells == dict.fromkeys(SECOND, O)
    assert match.take(piece("orange", *SECOND)) == []


def test_another_piece_may_come_where_one_was_taken_back(match):
    match.rule_by_hand(TakeBack(0))
    (entry,) = match.take(piece("purple", *TOUCHING, (4, 4)))
    assert entry.cause.cells == tuple(sorted(((4, 4), *TOUCHING)))


def test_what_the_record_cannot_follow_is_refused(match):
    with pytest.raises(GameError, match="cannot have changed"):
        match.take(gone("orange", *SECOND))


def test_an_edit_that_ends_the_game_says_so(match):
    entry = match.rule_by_hand(Correct(0, P, FIRST[:4]))
    assert [telling.type for telling in entry.told] == ["corrected"]
