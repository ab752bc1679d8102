"""The root of all errors that people see, and the engine's own branch of it."""


class CompanionError(Exception):
    """Something a person can mend; the message is one sentence: what was expected, what came, where."""


class GameError(CompanionError, ValueError):
    """A placement, event or setting that cannot be understood; nothing was changed."""


class RecordError(GameError):
    """A written game that cannot be understood; the message names the place in the text."""
