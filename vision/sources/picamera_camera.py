"""What is used of Picamera2, and how its failures are told apart."""

from __future__ import annotations

import errno
from contextlib import AbstractContextManager
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import CameraBusyError, CameraMemoryError, CannotOpenError, NoCameraError, SourceError
from vision.frames import Image


class Request(Protocol):
    """One picture in the camera's own memory."""

    def make_array(self, name: str) -> NDArray[np.uint8]:
        """A copy of a stream's pixels."""

    def get_metadata(self) -> dict[str, Any]:
        """What the camera says about the picture."""


class Camera(Protocol):
    """What is used of `picamera2.Picamera2`; tests bring their own."""

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        """The controls that this camera has, each with its least, greatest and usual value."""

    @property
    def camera_properties(self) -> dict[str, Any]:
        """What is fixed about the camera, its model among it."""

    def create_video_configuration(self, **wishes: Any) -> dict[str, Any]:  # noqa: ANN401 - its own words
        """A configuration from wishes."""

    def configure(self, camera_config: dict[str, Any]) -> None:
        """Take a configuration, and the memory it needs."""

    def camera_configuration(self) -> dict[str, Any]:
        """The configuration as the camera has made it fit."""

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Set controls with the next picture."""

    def start(self) -> None:
        """Begin to take pictures."""

    def captured_request(self, wait: float) -> AbstractContextManager[Request]:
        """The next picture; TimeoutError if none comes in time."""

    def cancel_all_and_flush(self) -> None:
        """Forget captures that nothing came of."""

    def stop(self) -> None:
        """End taking pictures; may never return."""

    def close(self) -> None:
        """Let go of the camera."""


def connect(number: int) -> Camera:
    """The real camera of that number; a `CannotOpenError` that says why there is none."""
    try:
        # Here, because only a Raspberry Pi has it, and because it takes a second to import on a small one.
        from picamera2 import Picamera2  # type: ignore[import-not-found,unused-ignore] # noqa: PLC0415
    except ImportError as problem:
        raise CannotOpenError(
            f"picamera:{number}: Picamera2 is not installed ({problem}); on a Raspberry Pi: "
            "sudo apt install python3-picamera2, and a virtual environment that sees system packages"
        ) from None
    # Asked first: each attempt to open a camera that is not there leaks a file descriptor inside Picamera2.
    count = len(Picamera2.global_camera_info())
    if number >= count:
        raise no_camera(number, count)
    camera: Camera = Picamera2(number)
    return camera


def no_camera(number: int, count: int) -> NoCameraError:
    """The error for a camera that is not there."""
    if count:
        return NoCameraError(f"picamera:{number}: there are only cameras 0 to {count - 1}")
    return NoCameraError(
        f"picamera:{number}: no camera found; switch the Pi off, push both ends of the ribbon cable home with the "
        "contacts the right way round, and switch it on again"
    )


def explained(problem: BaseException, number: int) -> SourceError:
    """The typed error for what Picamera2 raised while a camera was opened."""
    if isinstance(problem, SourceError):
        return problem
    chain: list[BaseException] = [problem]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) is not None and cause not in chain:
        chain.append(cause)
    numbers = {link.errno for link in chain if isinstance(link, OSError)}
    text = " / ".join(str(link) for link in chain)
    if errno.EBUSY in numbers or "resource busy" in text.lower() or "in use" in text.lower():
        return CameraBusyError(
            f"picamera:{number}: another program is using the camera; end it (perhaps rpicam-hello, or a second "
            "companion: systemctl status companion), then it is tried again by itself"
        )
    if errno.ENOMEM in numbers or "cannot allocate memory" in text.lower():
        return CameraMemoryError(
            f"picamera:{number}: the camera's memory is too small for these pictures; ask for smaller ones, "
            f"such as picamera:{number}?size=1296x972, or add cma=128M to dtoverlay=vc4-kms-v3d in config.txt"
        )
    if "no camera" in text.lower() or "camera(s) not found" in text.lower():
        return no_camera(number, 0)
    return CannotOpenError(f"picamera:{number}: the camera cannot be opened: {text[:200]}")


def bgr(pixels: NDArray[np.uint8], form: str, size: tuple[int, int]) -> Image:
    """A stream's pixels as a colour picture, blue first, without the padding at the end of its rows."""
    width, height = size
    if form == "RGB888":  # the name counts from the high byte: in memory it is blue, green, red
        return pixels
    codes = {"YUV420": cv2.COLOR_YUV2BGR_I420, "NV12": cv2.COLOR_YUV2BGR_NV12, "BGR888": cv2.COLOR_RGB2BGR}
    codes |= {"XRGB8888": cv2.COLOR_BGRA2BGR, "XBGR8888": cv2.COLOR_RGBA2BGR}
    if form not in codes:
        raise CannotOpenError(f"the camera gives pictures as {form}, which is not understood")
    return np.asarray(cv2.cvtColor(pixels, codes[form])[:height, :width], np.uint8)
