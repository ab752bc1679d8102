"""Situations at the table, each a story that the simulated table plays and the companion has to tell.

The stories are in `stories.txt`. The companion must tell just the events that happened: every placement with its
ruling, every correction, and nothing else.
"""

import pytest

from tests.system.stories import STORIES, watch


@pytest.mark.parametrize("name", STORIES)
def test_the_story_is_told_as_it_happened(name):
    watched = watch(STORIES[name])
    assert watched.told() == watched.true()
