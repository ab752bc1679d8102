"""The errors of the eyes: sources that fail and pictures that cannot be read."""

from engine.errors import CompanionError


class VisionError(CompanionError):
    """A picture or a source of pictures that cannot be used; the message says what to do."""
