"""The errors of the eyes: sources that fail and pictures that cannot be read."""

from engine.errors import CompanionError


class VisionError(CompanionError):
    """A picture or a source of pictures that cannot be used; the message says what to do."""


class SourceError(VisionError):
    """A source of frames that fails. `problem` is one word for records; the message is a sentence for people."""

    problem = "failed"


class AddressError(SourceError):
    """An address that names no source, or a parameter that its source does not know."""

    problem = "unknown_address"


class CannotOpenError(SourceError):
    """The source is not there or is not what it claims to be."""

    problem = "cannot_open"


class NoCameraError(CannotOpenError):
    """No camera is connected, or not one of that number."""

    problem = "no_camera"


class CameraBusyError(CannotOpenError):
    """Another program has the camera."""

    problem = "camera_busy"


class CameraMemoryError(CannotOpenError):
    """The camera's own memory is too small for the pictures that are asked for."""

    problem = "camera_memory"


class StalledError(SourceError):
    """No frame came within the time limit; the source may come back when it is reopened."""

    problem = "stalled"


class HungError(StalledError):
    """The camera answers nothing any more, not even that it is to stop: only another start of the program helps."""

    problem = "hung"


class EndedError(SourceError):
    """The source has no more frames: the end of a film."""

    problem = "ended"


class SizeChangedError(SourceError):
    """A frame has another size than those before; reopen the source to go on with the new size."""

    problem = "size_changed"


class BrokenFrameError(SourceError):
    """One frame cannot be decoded; the next read goes on with the one after it."""

    problem = "broken_frame"


class DisappearedError(SourceError):
    """The camera was unplugged, or the file was removed while it was read."""

    problem = "disappeared"


class ScriptError(VisionError):
    """A line of a table script that cannot be understood; the message names the line."""
