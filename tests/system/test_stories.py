"""Forty situations at the table, each a story that the simulated table plays and the companion has to tell.

Unless a story says otherwise, the companion must tell just the events that happened: every placement, nothing else.
"""

import pytest

from tests.system.stories import watch

CORNERS = """
Blue plays 1 at a20
Yellow plays 1 at t20
Red plays 1 at t1
Green plays 1 at a1
"""
DUO = """
the board is duo
Purple plays O at e10
Orange plays O at j5
"""
TOGO = """
the board is duo-togo
Blue plays O at e10
Green plays O at j5
"""

STORIES = {
    "four first pieces in the corners": CORNERS,
    "a second round": CORNERS + "Blue plays X at b18\nYellow plays X at s18",
    "purple and orange begin": DUO + "Purple plays X at g7\nOrange plays I5 at k3",
    "blue and green on a board with nubs": TOGO + "Blue plays X at g7\nGreen plays I5 at l3",
    "a piece out of turn is left lying": "Yellow plays 1 at t20\nBlue plays 1 at a20\nRed plays 1 at t1",
    "a first piece away from the corners, taken back": "Blue plays X at e16\nBlue takes back e16\nBlue plays 1 at a20",
    "a piece along the edge of its own colour": CORNERS + "Blue plays I5 at d20\nYellow plays X at s18",
    "an illegal piece is taken back": CORNERS + "Blue plays I5 at d20\nBlue takes back d20\nBlue plays X at b18",
    "an illegal piece is put right": CORNERS + "Blue plays X at h10\nBlue moves h10 to b18",
    "the last piece is adjusted": CORNERS + "Blue plays O at b19\nBlue moves b19 to b18",
    "the last piece is taken back and another comes": CORNERS + "Blue plays O at b19\nBlue takes back b19\nBlue plays X at b18",
    "a settled piece is taken away": CORNERS + "Blue plays X at b18\nRed takes back a1",
    "a settled piece is moved": CORNERS + "Blue plays X at b18\nBlue moves t20 to r17",
    "a sleeve drags a settled piece": CORNERS + "Blue plays X at b18\nYellow's sleeve drags t20 to s17",
    "a hand rests on the corner": CORNERS + "yellow's hand rests on the corner for 6 s\nBlue plays X at b18",
    "a hand hovers over the middle": CORNERS + "red's hand hovers over the middle for 6 s\nBlue plays X at b18",
    "a hand hovers while another plays": "Blue plays 1 at a20\nmeanwhile red's hand hovers over j10 for 6 s\nYellow plays 1 at t20",
    "a hand comes and goes without a move": "Blue plays 1 at a20\nyellow's hand hovers over t20 for 2 s\nYellow plays 1 at t20",
    "the lamp dims while nobody plays": "Blue plays 1 at a20\nthe lamp dims to 40 % for 4 s\nwait 7 s\nYellow plays 1 at t20",
    "the lamp dims and a piece comes in the dark": "Blue plays 1 at a20\nthe lamp dims to 40 % for 12 s\nwait 2 s\nYellow plays X at t20\nwait 8 s",
    "the lamp goes out and comes back": "Blue plays 1 at a20\nthe lamp goes out for 4 s\nwait 9 s\nYellow plays 1 at t20",
    "somebody walks past the lamp": "Blue plays 1 at a20\nsomebody passes\nwait 3 s\nYellow plays 1 at t20",
    "the camera is nudged": "Blue plays 1 at a20\nthe camera is bumped by 5 mm and turned 1 degree\nYellow plays 1 at t20",
    "the camera is bumped hard": "Blue plays O at a20\nthe camera is bumped by 25 mm and turned 5 degrees\nwait 2 s\nYellow plays 1 at t20",
    "the board is nudged": "Blue plays O at a20\nthe board is bumped by 6 mm and turned 1 degree\nYellow plays 1 at t20",
    "the board is turned a little": "Blue plays O at a20\nthe board is bumped by 3 mm and turned 8 degrees\nwait 2 s\nYellow plays 1 at t20",
    "a piece comes crooked and is straightened": "Blue plays O at a20\nYellow plays O at s20 crookedly",
    "a piece is dropped and picked up first": "Blue plays O at a20\nYellow plays O at s20 dropping it first",
    "a player lingers over the piece": "Blue plays O at a20\nYellow plays O at s20 lingering",
    "the cat walks over the board": "Blue plays O at a20\nthe cat walks over the board\nYellow plays 1 at t20",
    "the same piece twice": CORNERS + "Blue plays 1 at b19",
    "no corner touches": CORNERS + "Blue plays X at h10\nYellow plays X at s18",
    "one colour plays twice": CORNERS + "Blue plays X at b18\nBlue plays O at d16",
    "a colour is passed over": "Blue plays 1 at a20\nRed plays 1 at t1\nYellow plays 1 at t20\nGreen plays 1 at a1",
    "Duo: orange begins": "the board is duo\nOrange plays O at e10\nPurple plays O at j5\nOrange plays X at g7",
    "Duo: the first piece misses the start": "the board is duo\nPurple plays X at b12\nPurple moves b12 to e10\nOrange plays O at j5",
    "Duo in evening light": "the light is evening\n" + DUO + "Purple plays X at g7",
    "Duo to go by the window": "the light is window\n" + TOGO + "Blue plays X at g7",
    "classic from a steep angle": "the camera tilts 40 degrees\n" + CORNERS,
    "classic in dim light": "the light is dim\n" + CORNERS,
    "classic on a red table": "the table is red\n" + CORNERS,
    "classic on a black table from straight above": "the table is black\nthe camera tilts 0 degrees\n" + CORNERS,
}


@pytest.mark.parametrize("name", STORIES)
def test_the_story_is_told_as_it_happened(name):
    watched = watch(STORIES[name] + "\nwait 2 s", seed=list(STORIES).index(name))
    assert watched.told() == watched.true()


def test_there_are_forty_stories():
    assert len(STORIES) >= 40
