"""The simulated table as a source: deterministic, with an end, and without a leak."""

import tracemalloc

import numpy as np
import pytest

from vision.errors import EndedError
from vision.sources.address import open_source

ADDRESS = "demo:duo?seed=7&size=320x240&frames=30"


def test_the_same_address_gives_the_same_frames_and_can_be_reopened():
    source = open_source(ADDRESS)
    with source:
        first = [source.read() for _ in range(14)]
        source.reopen()
        again = [source.read() for _ in range(14)]
    assert all(np.array_equal(a.image, b.image) for a, b in zip(first, again, strict=True))
    assert [frame.number for frame in again] == list(range(14))
    assert again[5].seconds == pytest.approx(1.0)


def test_it_ends_after_the_frames_asked_for():
    with open_source(ADDRESS) as source:
        assert len(list(source)) == 30
        assert source.shot.number == 29
        with pytest.raises(EndedError, match="ends after 30 frames"):
            source.read()


def test_memory_does_not_grow_with_the_frames():
    with open_source("demo:classic?seed=2&size=320x240&mishaps=0.3&frames=150") as source:
        for _ in range(60):
            source.read()
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(80):
            source.read()
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert after - before < 4_000_000
