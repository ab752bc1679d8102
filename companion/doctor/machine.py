"""The machine: temperature, power, disk, memory, clock and name."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from companion.doctor.finding import Finding, Machine, Verdict

HOT, TOO_HOT = 70.0, 80.0
"""Degrees: at 80 a Raspberry Pi begins to slow down."""
FULL, NEARLY_FULL = 100, 500
"""Free megabytes: a game with its pictures takes about 5, and a card that is quite full cannot be updated."""
SCARCE = 60
"""Megabytes of memory that can still be had; below, the system begins to crawl."""
BUILT = 2026
"""No clock that is right shows an earlier year."""
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"


def model(machine: Machine) -> Finding:
    """Which machine it is."""
    name = machine.text("proc/device-tree/model") or machine.text("sys/firmware/devicetree/base/model")
    if name is None:
        return Finding("machine", Verdict.UNKNOWN, "not a Raspberry Pi, or it does not say so")
    return Finding("machine", Verdict.WELL, name)


def temperature(machine: Machine) -> Finding:
    """How warm the processor is."""
    text = machine.text("sys/class/thermal/thermal_zone0/temp")
    if text is None or not text.lstrip("-").isdecimal():
        return Finding("temperature", Verdict.UNKNOWN, "this machine does not tell it")
    degrees = int(text) / 1000
    found = f"{degrees:.0f} °C"
    if degrees >= TOO_HOT:
        return Finding("temperature", Verdict.WRONG, found, "Give it air or a heat sink: it slows itself down now.")
    if degrees >= HOT:
        return Finding(
            "temperature", Verdict.NOTICE, found, "Give it air or a heat sink before it slows down at 80 °C."
        )
    return Finding("temperature", Verdict.WELL, found)


def power(machine: Machine) -> list[Finding]:
    """Under-voltage and throttling, now and since the machine was switched on."""
    text = machine.text(THROTTLED) or (machine.output(["vcgencmd", "get_throttled"]) or "").partition("=")[2].strip()
    try:
        bits = int(text, 16)
    except ValueError:
        unknown = "this machine does not tell it"
        return [Finding(name, Verdict.UNKNOWN, unknown) for name in ("power supply", "throttling")]
    supply = "Use the power supply made for this Pi, and a short cable; cameras hang when the voltage drops."
    cool = "Give it air or a heat sink, and see to the power supply."
    return [
        _bit("power supply", bits, 1 << 0, 1 << 16, "the voltage is too low", supply),
        _bit("throttling", bits, 0b1110, 0b1110 << 16, "the processor is slowed down", cool),
    ]


def _bit(name: str, bits: int, now: int, before: int, what: str, fix: str) -> Finding:
    if bits & now:
        return Finding(name, Verdict.WRONG, f"{what} now", fix)
    if bits & before:
        return Finding(name, Verdict.NOTICE, f"{what.replace(' is ', ' was ')} since the last start", fix)
    return Finding(name, Verdict.WELL, "no trouble since the last start")


def disk(machine: Machine, folder: Path) -> Finding:
    """Room in the data folder, and whether it can be written to."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        free = shutil.disk_usage(place).free / 1e6
    except OSError as problem:
        return Finding("disk", Verdict.WRONG, f"{place}: {problem.strerror or problem}", "Check the card.")
    found = f"{free:,.0f} MB free in {place}"
    for line in (machine.text("proc/mounts") or "").splitlines():
        words = line.split()
        if len(words) > 3 and words[1] == "/" and "ro" in words[3].split(","):
            fix = "The card was made read-only after an error: switch off, check it or take another one."
            return Finding("disk", Verdict.WRONG, f"{found}, but the card is read-only", fix)
    if free < FULL:
        return Finding("disk", Verdict.WRONG, found, "Delete old games on the page, or make room: sudo apt clean.")
    if free < NEARLY_FULL:
        return Finding("disk", Verdict.NOTICE, found, "Make room soon: sudo apt clean, or fewer evidence_megabytes.")
    return Finding("disk", Verdict.WELL, found)


def memory(machine: Machine) -> Finding:
    """Memory that can still be had."""
    lines = dict(line.split(":", 1) for line in (machine.text("proc/meminfo") or "").splitlines() if ":" in line)
    try:
        total, free = (int(lines[name].split()[0]) / 1024 for name in ("MemTotal", "MemAvailable"))
    except (KeyError, ValueError, IndexError):
        return Finding("memory", Verdict.UNKNOWN, "this machine does not tell it")
    found = f"{free:.0f} of {total:.0f} MB free"
    if free < SCARCE:
        return Finding("memory", Verdict.WRONG, found, "End other programs; Raspberry Pi OS Lite needs least.")
    return Finding("memory", Verdict.WELL, found)


def clock(machine: Machine, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Finding:
    """Whether the time of day is right: only for the dates of games, nothing is computed from it."""
    found = now().strftime("%Y-%m-%d %H:%M UTC")
    if now().year < BUILT:
        return Finding("clock", Verdict.NOTICE, found, "Connect it to the network: a Pi has no clock of its own.")
    answer = machine.output(["timedatectl", "show", "-p", "NTPSynchronized", "--value"])
    if answer is None:
        return Finding("clock", Verdict.UNKNOWN, f"{found}; whether it is right is not known")
    if answer.strip() != "yes":
        return Finding("clock", Verdict.NOTICE, f"{found}, not set by the network", "Games may get a wrong date.")
    return Finding("clock", Verdict.WELL, f"{found}, set by the network")


def name_in_network(machine: Machine, host: Callable[[], str] = socket.gethostname) -> Finding:
    """The name under which telephones find the page."""
    name = host().split(".")[0]
    found = f"{name}.local"
    state = machine.output(["systemctl", "is-active", "avahi-daemon"])
    if state is None or state.strip() != "active":
        fix = "sudo apt install avahi-daemon; until then open the page by its address in numbers."
        return Finding("network name", Verdict.NOTICE, f"{found} is not announced (avahi does not run)", fix)
    return Finding("network name", Verdict.WELL, found)
