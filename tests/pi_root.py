"""The Debian 13 system that `make test-pi` builds, and running things in it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
PI_ROOT = Path(os.environ["PI_ROOT"]).resolve() if "PI_ROOT" in os.environ else None

needs_pi_root = pytest.mark.skipif(PI_ROOT is None, reason="needs a Debian 13 system, which `make test-pi` builds")


def copy_project(folder):
    """The project as somebody copies it to a Pi: no git, no virtual environment."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    for name in names:
        if (PROJECT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(PROJECT / name, folder / name)


def run_inside(work, *command, timeout=900):
    """Run a command in the system; `work/in` is /srv/in there, and what it changes stays in `work/top`."""
    return subprocess.run(
        [PROJECT / "scripts/in-pi-root", PI_ROOT, work, *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
    )
