"""The whole examination, and how it is told."""

from __future__ import annotations

from collections.abc import Callable

from companion.doctor import installation, machine, sight
from companion.doctor.finding import Finding, Machine, Verdict
from companion.doctor.sight import Image, Looked
from companion.settings import Settings

SIGNS = {Verdict.WELL: "ok", Verdict.NOTICE: "note", Verdict.WRONG: "WRONG", Verdict.UNKNOWN: "-"}


def examine(
    settings: Settings, subject: Machine, look: Callable[[Settings], Looked] | None
) -> tuple[list[Finding], Image | None]:
    """Everything that was found, and the picture that was looked at; without `look` the camera is left alone."""
    found: list[Finding] = []
    picture = None
    if look is not None:
        looked = look(settings)
        picture = looked.picture
        found.append(looked.finding)
        found += sight.judge_picture(picture, settings.board)
    found += installation.calibration(settings)
    found += [
        installation.service(subject),
        installation.starts(settings),
        installation.journal(settings),
        machine.model(subject),
        machine.temperature(subject),
        *machine.power(subject),
        machine.disk(subject, settings.folder),
        machine.memory(subject),
        machine.clock(subject),
        machine.name_in_network(subject),
        installation.versions(subject),
    ]
    return found, picture


def told(found: list[Finding]) -> str:
    """The findings for a terminal: a sign, what it is, what was found, and under it what to do."""
    lines = []
    for one in found:
        lines.append(f"{SIGNS[one.verdict]:>5}  {one.name}: {one.found}")
        if one.fix:
            lines.append(f"       → {one.fix}")
    wrong = sum(one.verdict is Verdict.WRONG for one in found)
    lines.append("nothing is wrong" if not wrong else f"{wrong} thing{'s are' if wrong > 1 else ' is'} wrong")
    return "\n".join(lines)
