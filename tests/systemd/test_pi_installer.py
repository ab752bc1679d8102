"""The installer run for real in the Debian 13 system of `make test-pi`, from a copied folder without git."""

import subprocess

import pytest

from tests.pi_root import PROJECT, copy_project, needs_pi_root, run_inside

LISTING = r"""
find / -xdev \( -path /proc -o -path /srv/in -o -path /tmp -o -path /dev -o -path /run -o -path /sys \) -prune -o \
    \( -type f -printf '%p %U:%G %m %s %T@\n' -o -type l -printf '%p -> %l\n' -o -type d -printf '%p %U:%G %m\n' \)
"""
SCRIPT = f"""
cd /srv/in/project
say() {{ printf '\\n=== %s\\n' "$1"; }}
listing() {{ {LISTING.strip()} | LC_ALL=C sort; }}
listing >/srv/in/0-before
say dry
./systemd/install.sh --dry-run
listing >/srv/in/1-dry
say first
./systemd/install.sh
listing >/srv/in/2-installed
say unit
systemd-analyze verify --man=no --recursive-errors=no companion.service companion.socket 2>&1
systemd-analyze security --offline=true --threshold=20 --no-pager \
    /etc/systemd/system/companion.service | tail -1
systemctl is-enabled companion.service companion.socket
id companion
say versions
runuser -u companion -- env COMPANION_DATA=/var/lib/companion companion --version
say second
./systemd/install.sh
listing >/srv/in/3-again
say game
runuser -u companion -- env COMPANION_DATA=/var/lib/companion /opt/blokus-companion/current/bin/python - <<'END'
import time
from companion.house import open_keeper, new_game
from companion.settings import Settings
settings = Settings(data="/var/lib/companion")
keeper = open_keeper(settings)
new_game(keeper, settings)
(settings.folder / "evidence" / "1-1.jpg").write_bytes(b"a picture")
keeper.journal.close()
END
echo '# a newer companion' >>companion/version.py
say upgrade
./systemd/install.sh
companion games
ls /opt/blokus-companion
say uninstall
./systemd/install.sh --uninstall
listing >/srv/in/4-removed
say end
"""


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """What each step said, and what was on the disk after it."""
    work = tmp_path_factory.mktemp("installer")
    copy_project(work / "in/project")
    run = run_inside(work, "bash", "-euc", SCRIPT)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
    said = dict(part.split("\n", 1) for part in run.stdout.split("\n=== ")[1:])
    lists = {path.name[2:]: path.read_text().splitlines() for path in (work / "in").glob("[0-9]-*")}
    return said, lists


def changed(before, after):
    """Files and folders that are not the same; those that pass with every command (logs, caches) left out."""
    passing = ("/var/log", "/var/cache", "/var/lib/apt", "/var/lib/dpkg", "/var/lib/systemd", "/etc/ld.so.cache")
    lines = set(before) ^ set(after)
    return sorted(line for line in lines if not line.startswith(passing) and "__pycache__" not in line)


def mode(lists, path):
    return next(line for line in lists if line.startswith(path + " ")).removeprefix(path + " ")


@needs_pi_root
def test_a_dry_run_says_what_it_would_do_and_does_nothing(done):
    said, lists = done
    assert "would run: useradd" in said["dry"]
    assert "would build a virtual environment" in said["dry"]
    assert changed(lists["before"], lists["dry"]) == []


@needs_pi_root
def test_files_owners_and_modes(done):
    said, lists = done
    there = lists["installed"]
    number = said["unit"].split("uid=")[1].split("(")[0]
    group = said["unit"].split("gid=")[1].split("(")[0]
    assert mode(there, "/var/lib/companion") == f"{number}:{group} 750"
    assert mode(there, "/var/lib/companion/pin").startswith(f"{number}:{group} 600")
    assert mode(there, "/var/lib/companion/secret").startswith(f"{number}:{group} 600")
    for path in ("companion.service", "companion.socket", "companion.service.d/backoff.conf"):
        assert mode(there, f"/etc/systemd/system/{path}").startswith("0:0 644")
    assert mode(there, "/etc/avahi/services/companion.service").startswith("0:0 644")
    assert mode(there, "/usr/local/bin/companion").startswith("0:0 755")
    ours = [line for line in there if line.startswith("/opt/blokus-companion/") and " -> " not in line]
    assert len(ours) > 1000
    assert all(line.split()[-4 if " 0:0 " in line and len(line.split()) > 4 else 1].startswith("0:0") for line in ours)
    assert not [line for line in ours if int(line.split(" 0:0 ")[1].split()[0], 8) & 0o022], "nobody else may write"


@needs_pi_root
def test_the_units_are_enabled_and_in_order(done):
    said, _ = done
    assert said["unit"].count("enabled") == 2
    assert "exposure level" in said["unit"]
    assert "Unknown" not in said["unit"]
    assert "video" in said["unit"]


@needs_pi_root
def test_the_address_the_pin_and_a_code_are_shown(done):
    said, _ = done
    assert ".local" in said["first"]
    assert "PIN:" in said["first"]
    assert "█" in said["first"]
    assert said["versions"].startswith("companion ")


@needs_pi_root
def test_a_second_run_changes_nothing(done):
    said, lists = done
    assert "everything is up to date" in said["second"]
    assert changed(lists["installed"], lists["again"]) == []


@needs_pi_root
def test_an_upgrade_keeps_the_games_and_one_release(done):
    said, _ = done
    assert "installing the companion" in said["upgrade"]
    assert "classic" in said["upgrade"]
    names = said["upgrade"].splitlines()[-2:]
    assert sorted(names)[1] == "current"
    assert len(names) == 2


@needs_pi_root
def test_uninstalling_leaves_only_the_games(done):
    said, lists = done
    assert "the games in /var/lib/companion stay" in said["uninstall"]
    left = [line.split()[0] for line in lists["removed"] if "/companion" in line or "blokus" in line]
    mine = [path for path in left if not path.startswith(("/srv", "/etc/companion-test-root"))]
    assert mine == [
        "/var/lib/companion",
        "/var/lib/companion/evidence",
        "/var/lib/companion/evidence/1-1.jpg",
        "/var/lib/companion/journal.sqlite3",
    ]
    assert all("0:0" in line for line in lists["removed"] if line.startswith("/var/lib/companion"))


def test_it_refuses_what_it_does_not_know():
    run = subprocess.run(
        ["bash", PROJECT / "systemd/install.sh", "--quickly"], capture_output=True, text=True, check=False, timeout=30
    )
    assert run.returncode == 2
    assert "usage" in run.stderr
