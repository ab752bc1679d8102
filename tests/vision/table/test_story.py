"""Random games: every mishap on every board, with a truth that holds together."""

import pytest

from engine.pieces import BY_NAME, PIECES
from engine.profiles import PROFILES
from vision.table.arrays import random_for
from vision.table.director import Director
from vision.table.scene import random_setting
from vision.table.story import MISHAPS, Story, random_film
from vision.table.truth import REASONS, piece_word


def replayed(plan, size):
    """The board after all events, by the events alone."""
    grid = {}
    for event in plan.events:
        cells = [tuple(cell) for cell in event["cells"]]
        if event["op"] == "place":
            grid |= dict.fromkeys(cells, event["colour"])
        elif event["op"] == "remove":
            for cell in cells:
                del grid[cell]
        else:
            for cell in event["from_cells"]:
                del grid[tuple(cell)]
            grid |= dict.fromkeys(cells, event["colour"])
    return ["".join(grid.get((r, c), ".") for c in range(size)) for r in range(size)]


@pytest.mark.parametrize("board", PROFILES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_events_lead_to_the_final_board(board, seed):
    _, plan = random_film(board, seed, 5.0, 240.0, 0.5)
    assert plan.frames == 1200
    assert len(plan.events) > 8
    assert replayed(plan, PROFILES[board].size) == plan.final["board"]
    assert list(plan.board_at(plan.seconds).grid) == plan.final["board"]


@pytest.mark.parametrize("board", ["classic", "duo-togo"])
def test_events_follow_each_other_in_time_and_are_named(board):
    _, plan = random_film(board, 4, 5.0, 300.0, 0.5)
    last = -1
    for event in plan.events:
        assert last <= event["frame_hand_in"] <= event["frame_changed"] <= event["frame_hand_out"]
        assert event["stable_from"] == event["frame_hand_out"] + 1
        assert event["stable_to"] >= event["stable_from"]
        assert event["role"] in ("turn", "violation", "correction", "disturbance")
        if event["role"] == "violation":
            assert event["reasons"]
            assert set(event["reasons"]) <= set(REASONS.values())
        last = event["frame_hand_in"]


@pytest.mark.parametrize("name", MISHAPS)
def test_every_mishap_can_be_staged(name):
    profile = PROFILES["classic"]
    pieces = {colour: [piece.name for piece in PIECES] for colour in profile.colours}
    director = Director(random_setting(2, profile, (320, 240), pieces), 2, 5.0)
    story = Story(director, 0.0)
    for _ in range(6):
        story.turn()
    before, boards = director.now, len(director.plan.boards)
    story.mishap(name)
    director.wait(1.0)
    plan = director.finish()
    assert director.now > before + 1.0
    assert replayed(plan, 20) == plan.final["board"]
    expected = {
        "crooked": "crooked",
        "dropped": "dropped",
        "nudged": "nudged_within_its_cells",
        "resting hand": "hand_without_move",
        "hovering hand": "hand_without_move",
        "two hands": "hand_without_move",
        "cat": "cat",
        "lamp out": "lamp_off",
        "somebody passes": "passing_shadow",
        "camera bumped": "camera_nudge",
        "board bumped": "board_nudge",
    }
    if name in expected:
        assert expected[name] in [effect["type"] for effect in plan.effects]
    else:
        assert len(plan.boards) > boards


def test_a_plain_game_is_played_to_its_end_without_a_violation():
    _, plan = random_film("duo", 3, 5.0, None, 0.0)
    assert plan.final["game_over"]
    assert {event["role"] for event in plan.events} == {"turn"}
    assert plan.told[0]["type"] == "started"
    assert plan.told[-1]["type"] == "finished"
    assert plan.told[-1]["board"] == plan.final["board"]
    assert [told["seq"] for told in plan.told] == list(range(len(plan.told)))


def test_a_perfect_companion_would_tell_each_change_once():
    _, plan = random_film("classic", 8, 5.0, 300.0, 0.4)
    told = [event for event in plan.told if event["type"] in ("placed", "illegal")]
    put = [event for event in plan.events if event["role"] in ("turn", "violation")]
    cells = [event["cells"] for event in told]
    assert all(event["cells"] in cells for event in put)


def test_a_film_ends_quietly():
    for seed in range(3):
        _, plan = random_film("duo", seed, 5.0, 60.0, 0.3)
        assert all(visit.end < 60.0 for visit in plan.visits)


def test_the_same_seed_tells_the_same_story():
    one, two = (random_film("duo-togo", 6, 5.0, 90.0, 0.5)[1] for _ in range(2))
    assert one.events == two.events
    assert one.effects == two.effects
    assert random_for(6, "a").integers(1 << 30) != random_for(6, "b").integers(1 << 30)


def test_pieces_are_named_as_in_the_film_collections():
    names = [piece_word(BY_NAME[name]) for name in ("1", "2", "I3", "O", "W", "L5")]
    assert names == ["I1", "I2", "I3", "O4", "W5", "L5"]
    assert piece_word(None) == "?"
