"""The difference between two states, small enough to be read by a slow phone between two pictures."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]


def patch(was: State, now: State) -> State:
    """What makes `now` of `was`.

    `set` holds the values that are new or different and `gone` the names that are no more. A list that grew or changed
    at its end is in `tail` as [how many of its items stay, the items after them]: the pieces and the moves of a long
    game are sent once.
    """
    found: State = {"set": {}, "tail": {}, "gone": [name for name in was if name not in now]}
    for name, value in now.items():
        before = was.get(name)
        if name in was and before == value:
            continue
        kept = _alike(before, value) if isinstance(before, list) and isinstance(value, list) else 0
        if kept:
            found["tail"][name] = [kept, value[kept:]]
        else:
            found["set"][name] = value
    return found


def differs(was: State, now: State) -> bool:
    """Whether a viewer who knows `was` has to be told: clocks that only run on are counted in the browser."""

    def still(state: State) -> State:
        clocks = state.get("clocks")
        return {**state, "clocks": clocks and (clocks["mode"], clocks["running"])}

    return still(was) != still(now)


def _alike(was: list[Any], now: list[Any]) -> int:
    """How many items at the beginning are the same."""
    for place, (before, after) in enumerate(zip(was, now, strict=False)):
        if before != after:
            return place
    return min(len(was), len(now))
