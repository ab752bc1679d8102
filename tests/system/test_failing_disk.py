"""A disk that is full or read-only: play goes on in memory, the page says so, nothing is corrupt."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def can_mount():
    if shutil.which("unshare") is None:
        return False
    return subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not can_mount(), reason="needs user namespaces to mount a small disk")
@pytest.mark.parametrize("how", ["full", "readonly"])
def test_play_goes_on_in_memory_and_is_stored_when_the_disk_is_well(tmp_path, how):
    command = ["unshare", "-rm", sys.executable, "-m", "tests.system.failing_disk", how, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout.splitlines()[-1])
    assert "memory" in found["problem"]
    assert found["waiting"] > 0
    assert found["pieces"] > 5
    assert found["caught_up"]
    assert found["problem_after"] == ""
    assert found["whole"]
    assert found["contiguous"]
    assert found["check"] == "ok"
