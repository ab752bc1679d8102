"""Calls into a driver that may never return: given a thread of their own, and a limit."""

import threading
from collections.abc import Callable
from typing import TypeVar

from vision.errors import HungError

T = TypeVar("T")


def within(seconds: float, call: Callable[[], T], sentence: str) -> T:
    """What the call returns or raises; `HungError` with the sentence if it does neither in time.

    A call that hangs cannot be ended from outside: its thread is left behind, and does not keep the program alive.
    """
    answers: list[T] = []
    problems: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(call())
        except BaseException as problem:  # raised again below, in the thread that asked
            problems.append(problem)

    thread = threading.Thread(target=run, name="camera call", daemon=True)
    thread.start()
    thread.join(seconds)
    if problems:
        raise problems[0]
    if not answers:
        raise HungError(sentence)
    return answers[0]
