"""What is called of a camera while it is opened, read and closed."""

from tests.vision.sources.scripted_camera import ScriptedCamera
from vision.sources.picamera import PicameraSource


class Spy:
    """Notes every call that goes through it."""

    def __init__(self, camera, calls):
        self._camera, self._calls = camera, calls

    def __getattr__(self, name):
        found = getattr(self._camera, name)
        if not callable(found):
            self._calls.append((name, None, None))
            return found

        def call(*args, **kwargs):
            self._calls.append((name, args, kwargs))
            return found(*args, **kwargs)

        return call


def spied_calls():
    """Every call with its arguments, for a camera that has all controls."""
    made = []
    camera = ScriptedCamera("imx708", autofocus=True)
    with PicameraSource(0, connect=lambda _: Spy(camera, made)) as source:
        source.read()
    return made


def used_controls(calls):
    """The names of all controls that were set."""
    used = set()
    for name, args, kwargs in calls:
        if name == "set_controls":
            used |= set(args[0])
        elif name == "create_video_configuration":
            used |= set(kwargs["controls"])
    return used
