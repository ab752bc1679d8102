"""A small crowd before the page; `scripts/load_page.py` brings the large one."""

import pytest

from companion.bench.load import crowd, playing
from companion.settings import Settings


@pytest.fixture(scope="module")
def companion():
    with playing(every=3) as made:
        yield made


def until(companion, viewers):
    """Wait until so many viewers are counted; the test's own time limit is the suite's."""
    return any(companion.health("viewers") == viewers for _ in range(10_000))


def test_every_event_reaches_every_viewer(companion):
    found = crowd(companion, 12, 40, 4)
    assert len(found.events) >= 3
    assert found.missed == 0
    assert (found.asked > 20, found.failed) == (True, 0)


def test_one_viewer_too_many_is_refused_politely_and_dead_ones_make_room(companion):
    assert until(companion, 0)
    most = Settings.streams
    held = [companion.view() for _ in range(most)]
    assert until(companion, most)
    assert companion.refused().startswith(b"HTTP/1.1 503")
    assert companion.get("/api/state")[0] == 200
    for viewer in held:
        viewer.connection.close()
    assert until(companion, 0), "viewers that hang up are dropped"
    again = companion.view().connection
    assert again.recv(20).startswith(b"HTTP/1.1 200")
    again.close()
