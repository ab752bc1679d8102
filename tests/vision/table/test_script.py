"""Scripts: every sentence does what it says, and a wrong one is answered with its line."""

import pytest

from vision.errors import ScriptError
from vision.table import script
from vision.table.script import film_from_script
from vision.table.stage import Stage

SMALL = (320, 240)


def film(*lines):
    return film_from_script("\n".join(lines), seed=4, size=SMALL)[1]


def roles(plan):
    return [(event["op"], event["role"]) for event in plan.events]


def test_a_piece_is_played_where_the_script_says():
    plan = film("Blue plays X at b19")
    assert roles(plan) == [("place", "violation")]  # the middle of the X is on b19, so no corner is covered
    assert plan.events[0]["cells"] == [[0, 1], [1, 0], [1, 1], [1, 2], [2, 1]]
    assert plan.events[0]["reasons"] == ["first_not_on_start"]


def test_a_game_with_a_mistake_that_is_taken_back():
    plan = film("blue plays L5 at b20", "yellow plays I5 at h8", "Yellow takes back h8", "yellow plays I5 at r20")
    assert [event["op"] for event in plan.events] == ["place", "place", "remove", "place"]
    assert plan.events[1]["role"] == "violation"
    assert plan.events[2]["role"] == "correction"


def test_turned_and_flipped_pieces():
    plan = film("the board is duo", "purple plays L4 at e10", "orange plays L4 at j5 turned 1 flipped")
    first, second = (event["cells"] for event in plan.events)
    assert len(first) == len(second) == 4
    assert first != [[r - 5, c - 5] for r, c in second]


def test_moving_dragging_and_nudging():
    plan = film(
        "blue plays I3 at b20",
        "yellow plays I3 at s20",
        "red's sleeve drags b20 to b18",
        "blue moves b18 to b20",
        "the cat drags s20 to s19",
        "green nudges b20",
    )
    assert [event["op"] for event in plan.events] == ["place", "place", "move", "move", "move"]
    assert plan.events[2]["role"] == "disturbance"
    assert plan.events[3]["role"] == "correction"


def test_hands_light_and_knocks():
    plan = film(
        "yellow's hand rests on the corner for 3 s",
        "meanwhile red's hand hovers over h8 for 2 s",
        "blue's hand hovers over the middle for 2 s",
        "the lamp goes out for 2 s",
        "the lamp dims to 40 % for 2 s",
        "wait 2 s",
        "the lamp goes out",
        "wait 1 s",
        "the lamp comes on",
        "somebody passes",
        "the cat walks over the board",
        "the board is bumped by 4 mm and turned 1 degree",
        "the camera is bumped by 2 mm",
    )
    kinds = [effect["type"] for effect in plan.effects]
    assert kinds.count("hand_without_move") == 3
    assert kinds.count("lamp_off") == 3
    assert {"passing_shadow", "cat", "board_nudge", "camera_nudge"} <= set(kinds)
    two_at_once = [v for v in plan.visits[1:3] if v.start < plan.visits[1].end]
    assert len(two_at_once) == 2
    assert [knock.what for knock in plan.knocks] == ["board", "camera"]


def test_the_first_lines_set_the_table():
    setting, plan = film_from_script(
        "the board is duo-togo\nthe light is evening\nthe table is felt\nthe camera tilts 20 degrees\n"
        "the seed is 9\n\n# a comment\nGreen plays X at e10 lingering.\n",
        size=SMALL,
    )
    assert (setting.kit.profile.name, setting.lighting.name, setting.table.name) == ("duo-togo", "evening", "felt")
    shot = Stage(setting, plan).shoot(0)
    assert shot.quiet
    assert shot.image.shape == (240, 320, 3)


def test_manners_of_putting_a_piece_down():
    plan = film("blue plays I3 at b20 crookedly", "yellow plays I3 at s20 dropping it first")
    assert [effect["type"] for effect in plan.effects] == ["crooked", "dropped"]
    assert any(not board.settled for board in plan.boards)


def test_every_sentence_of_the_guide_is_understood():
    guide = [line.strip() for line in script.__doc__.splitlines() if line.startswith("    ")]
    sentences = [line for line in guide if not line.startswith("the board is duo")]
    film(*sentences[:3], *[s for s in sentences[3:] if "j9" not in s and "takes back" not in s])


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["", "# nothing"], "says nothing"),
        (["wait 1 s", "Blue jumps"], "line 2: 'Blue jumps' is not a sentence"),
        (["Blue plays Q at a1"], "line 1: 'Q' is no piece"),
        (["Blue plays X at z9"], "line 1: .*z9.* is not a square"),
        (["Blue plays X at a1"], "line 1: X does not fit"),
        (["Pink plays X at b2"], "line 1: pink does not play"),
        (["Mauve plays X at b2"], "line 1: unknown colour"),
        (["Blue takes back h8"], "line 1: nothing lies on h8"),
        (["the lamp comes on"], "line 1: the lamp is on already"),
        (["the board is chess", "wait 1 s"], "line 1: 'chess' is no board"),
        (["the light is disco", "wait 1 s"], "line 1: 'disco' is no light"),
        (["red's hand rests on the moon for 2 s"], "line 1: 'the moon' is no place"),
        (["the camera tilts 80 degrees", "wait 1 s"], "line 1: the camera tilts 45"),
    ],
)
def test_a_line_that_cannot_be_followed_is_named(lines, words):
    with pytest.raises(ScriptError, match=words):
        film(*lines)
