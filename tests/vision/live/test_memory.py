"""Memory: a table that is watched for long takes no more of it. The ten hours are `scripts/memory_run.py`."""

import gc
from pathlib import Path

import pytest

from tests.vision.live.drawn import patch, quiet
from vision.frames import Frame
from vision.live.table import LiveTable

PURPLE = patch("purple", (4, 4), (4, 5), (5, 4), (5, 5))


def resident():
    """Resident memory in MB."""
    line = next(x for x in Path("/proc/self/status").read_text().splitlines() if x.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says how much memory a process has")
def test_ten_minutes_of_pieces_that_come_and_go_leave_nothing_behind():
    tables = [[frame.image for frame in quiet(5, lying)] for lying in ((), (PURPLE,))]
    table, sizes = LiveTable("duo"), []
    for number in range(3000):
        table.feed(Frame(tables[number // 50 % 2][number % 5], number / 5, number))
        if number % 1000 == 999:
            gc.collect()
            sizes.append(resident())
    assert table.known == (PURPLE,)
    assert sizes[-1] - sizes[0] < 3, "megabytes"
