"""What can go wrong while a camera and a board become a calibration."""

from engine.errors import CompanionError


class CalibrationError(CompanionError):
    """A calibration that cannot be made, kept or used. `problem` is one word for programs; the message is a sentence.

    The words: `no_board`, `two_boards`, `mirrored`, `corners`, `damaged`, `foreign`, `newer`, `size`, `storage`,
    `colours`, `profile`, `sheet`.
    """

    def __init__(self, problem: str, message: str) -> None:
        super().__init__(message)
        self.problem = problem
