"""The machine that is examined: a Raspberry Pi made of files."""

from datetime import UTC, datetime

import pytest

from companion.doctor import machine
from companion.doctor.finding import Machine, Verdict


@pytest.fixture
def pi(tmp_path):
    """A healthy Pi; `pi(path=text)` changes what its files say, `pi(outputs={…})` what its programs print."""

    def make(outputs=None, **files):
        usual = {
            "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
            "sys/class/thermal/thermal_zone0/temp": "48312\n",
            machine.THROTTLED: "0\n",
            "proc/meminfo": "MemTotal: 3884000 kB\nMemFree: 100 kB\nMemAvailable: 3000000 kB\n",
            "proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n",
        }
        for path, text in (usual | files).items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                (tmp_path / path).unlink(missing_ok=True)
            else:
                (tmp_path / path).write_text(text)
        said = {"timedatectl": "yes\n", "systemctl": "active\n"} | (outputs or {})
        return Machine(tmp_path, lambda command: said.get(command[0]))

    return make


def test_a_healthy_pi(pi, tmp_path):
    subject = pi()
    found = [
        machine.model(subject),
        machine.temperature(subject),
        *machine.power(subject),
        machine.disk(subject, tmp_path),
        machine.memory(subject),
        machine.clock(subject, lambda: datetime(2026, 5, 1, tzinfo=UTC)),
        machine.name_in_network(subject, lambda: "table"),
    ]
    assert [one.verdict for one in found] == [Verdict.WELL] * 8
    assert [one.fix for one in found] == [""] * 8
    assert found[0].found == "Raspberry Pi 4 Model B Rev 1.4"
    assert found[1].found == "48 °C"
    assert found[-1].found == "table.local"


@pytest.mark.parametrize(("degrees", "verdict"), [("71000", Verdict.NOTICE), ("84500", Verdict.WRONG)])
def test_heat(pi, degrees, verdict):
    found = machine.temperature(pi(**{"sys/class/thermal/thermal_zone0/temp": degrees}))
    assert found.verdict is verdict
    assert "air" in found.fix


@pytest.mark.parametrize(
    ("bits", "supply", "speed"),
    [
        ("50005", Verdict.WRONG, Verdict.WRONG),
        ("50000", Verdict.NOTICE, Verdict.NOTICE),
        ("10000", Verdict.NOTICE, Verdict.WELL),
        ("8", Verdict.WELL, Verdict.WRONG),
    ],
)
def test_under_voltage_and_throttling(pi, bits, supply, speed):
    assert [one.verdict for one in machine.power(pi(**{machine.THROTTLED: bits}))] == [supply, speed]


def test_the_older_way_to_ask_for_throttling(pi):
    subject = pi({"vcgencmd": "throttled=0x50005\n"}, **{machine.THROTTLED: None})
    assert machine.power(subject)[0].verdict is Verdict.WRONG


def test_a_card_that_turned_read_only(pi, tmp_path):
    found = machine.disk(pi(**{"proc/mounts": "/dev/mmcblk0p2 / ext4 ro,noatime 0 0"}), tmp_path)
    assert found.verdict is Verdict.WRONG
    assert "read-only" in found.found


@pytest.mark.parametrize(("free", "verdict"), [(50e6, Verdict.WRONG), (300e6, Verdict.NOTICE), (5e9, Verdict.WELL)])
def test_room_on_the_card(pi, tmp_path, monkeypatch, free, verdict):
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda place: type("Usage", (), {"free": free}))
    assert machine.disk(pi(), tmp_path / "not" / "there").verdict is verdict


def test_little_memory(pi):
    found = machine.memory(pi(**{"proc/meminfo": "MemTotal: 426000 kB\nMemAvailable: 40000 kB"}))
    assert found.verdict is Verdict.WRONG


def test_a_clock_that_was_never_set(pi):
    assert machine.clock(pi(), lambda: datetime(1970, 1, 1, tzinfo=UTC)).verdict is Verdict.NOTICE
    not_synchronised = pi({"timedatectl": "no\n"})
    assert machine.clock(not_synchronised, lambda: datetime(2027, 1, 1, tzinfo=UTC)).verdict is Verdict.NOTICE


def test_a_name_that_is_not_announced(pi):
    found = machine.name_in_network(pi({"systemctl": "inactive\n"}), lambda: "table")
    assert found.verdict is Verdict.NOTICE
    assert "avahi" in found.fix


def test_a_machine_that_tells_nothing(tmp_path):
    silent = Machine(tmp_path, lambda command: None)
    found = [machine.model(silent), machine.temperature(silent), *machine.power(silent), machine.memory(silent)]
    assert {one.verdict for one in found} == {Verdict.UNKNOWN}
