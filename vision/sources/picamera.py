"""The Raspberry Pi camera through Picamera2: a large picture to read, a small one to watch, and nothing that drifts."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from vision.errors import CameraMemoryError, CannotOpenError, DisappearedError, SourceError, StalledError
from vision.frames import Frame, Source
from vision.live.glance import REDUCTION
from vision.sources.limited import within
from vision.sources.picamera_camera import Camera, bgr, connect, explained
from vision.sources.picamera_controls import (
    AF_AUTO,
    AF_DONE,
    AF_START,
    LockedControls,
    Metadata,
    locked_from,
    settled,
    without_flicker,
)
from vision.sources.picamera_modules import ELSE, CameraModule, module_of

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds without a picture that count as a stall; the longest exposure is a quarter of a second."""
OPENING, CLOSING = 40.0, 5.0
"""Seconds that opening (with settling and focusing) and closing may take before the camera counts as hung."""
SETTLE_FRAMES, FOCUS_FRAMES, TAKEN_FRAMES = 60, 40, 12
"""Pictures after which settling, focusing, or waiting for controls to be taken is given up: ten seconds, seven, two."""
BUFFERS = (4, 2)
"""Pictures in the camera's memory; two are enough, four never wait. Fewer are tried when memory is short."""
DARK, BRIGHT = 10, 245
"""Grey levels: a median outside means that kept controls are of another light, and are to be found again."""


class PicameraSource(Source):
    """Frames of a Raspberry Pi camera, the freshest there is each time."""

    live = True

    def __init__(
        self,
        number: int,
        size: tuple[int, int] | None = None,
        fps: float = 6.0,
        *,
        mains: int = 50,
        locked: LockedControls | None = None,
        patience: float = PATIENCE,
        closing: float = CLOSING,
        connect: Callable[[int], Camera] = connect,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`locked` is what an earlier start has found; `connect` and `clock` are the seams for tests."""
        super().__init__(f"picamera:{number}")
        self.number, self._wanted, self._fps, self._mains = number, size, fps, mains
        self._patience, self._closing = patience, closing
        self._connect, self._clock = connect, clock
        self._camera: Camera | None = None
        self._streams: dict[str, tuple[str, tuple[int, int]]] = {}
        self._number, self._start = 0, 0.0
        self.locked = locked
        """The controls that are fixed, once it is open: to be kept, and given to the next start."""
        self.module: CameraModule | None = None
        """Which module it is, once it is open; None for another camera."""
        self.model = ""
        """What libcamera calls it."""

    @property
    def controls(self) -> dict[str, float]:
        """What is fixed, by name."""
        return {} if self.locked is None else self.locked.kept()

    def take_controls(self, controls: Mapping[str, float]) -> None:
        """Begin with what an earlier start has found."""
        self.locked = LockedControls.from_kept(controls)

    def _open(self) -> None:
        hung = f"{self.address} does not answer while it is opened; the companion has to be started again"
        try:
            within(OPENING, self._begin, hung)
        except Exception as problem:
            camera, self._camera = self._camera, None
            if camera is not None:
                self._let_go(camera)
            raise explained(problem, self.number) from problem

    def _begin(self) -> None:
        """Everything from finding the camera to its first useful picture."""
        camera = self._camera = self._connect(self.number)
        self.model = str(camera.camera_properties.get("Model", ""))
        self.module = module_of(self.model)
        self._configure(camera)
        camera.start()
        self._number = 0
        self._settle(camera)

    def _configure(self, camera: Camera) -> None:
        width, height = self._wanted or (self.module.main if self.module else ELSE)
        for buffers in BUFFERS:
            wishes: dict[str, Any] = {
                "main": {"size": (width, height), "format": "RGB888"},
                "lores": {"size": (width // REDUCTION // 2 * 2, height // REDUCTION // 2 * 2), "format": "YUV420"},
                "raw": None,
                "buffer_count": buffers,
                "queue": False,
                "display": None,
                "encode": None,
            }
            if self.module is not None:
                wishes["sensor"] = {"output_size": self.module.mode, "bit_depth": self.module.bit_depth}
            if "FrameDurationLimits" in camera.camera_controls:
                wishes["controls"] = {"FrameDurationLimits": (self._period, self._period)}
            try:
                camera.configure(camera.create_video_configuration(**wishes))
                break
            except Exception as problem:
                if buffers == BUFFERS[-1] or not isinstance(explained(problem, self.number), CameraMemoryError):
                    raise
        made = camera.camera_configuration()
        self._streams = {name: (made[name]["format"], tuple(made[name]["size"])) for name in ("main", "lores")}

    @property
    def _period(self) -> int:
        """Microseconds between two pictures."""
        return round(1_000_000 / self._fps)

    def _settle(self, camera: Camera) -> None:
        """Fix what drifts: kept values if they still fit the light, otherwise what the automatics find."""
        known = camera.camera_controls
        if not {"AeEnable", "ExposureTime", "AnalogueGain"} <= set(known):
            self.locked = None  # a camera without automatics has nothing to fix
            return
        if self.locked is not None:
            self._fix(camera, self.locked)
            if DARK <= self._brightness(camera) <= BRIGHT:
                return
            log.warning("the kept exposure does not fit the light; it is found again")
            self._set(camera, {"AeEnable": True, "AwbEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0})
        seen: list[LockedControls] = []
        for _ in range(SETTLE_FRAMES):
            found = locked_from(self._metadata(camera))
            seen = [*seen, found] if found is not None else []
            if settled(seen):
                break
        else:
            log.warning("exposure and white balance did not come to rest; they are fixed as they are")
        lens = self._focus(camera)
        if not seen:
            self.locked = None
            return
        found = seen[-1]
        least = float(known["AnalogueGain"][0] or 1.0)
        found = LockedControls(found.exposure, found.gain, found.colour_gains, lens)
        self.locked = without_flicker(found, self._mains, least, self._period)
        self._fix(camera, self.locked)

    def _focus(self, camera: Camera) -> float | None:
        """Focus once, where the lens can; where it then stands."""
        if "AfMode" not in camera.camera_controls:
            return None
        self._set(camera, {"AfMode": AF_AUTO, "AfTrigger": AF_START})
        metadata: Metadata = {}
        for _ in range(FOCUS_FRAMES):
            metadata = self._metadata(camera)
            if metadata.get("AfState") in AF_DONE:
                break
        if metadata.get("AfState") != AF_DONE[0]:
            log.warning("the lens found no focus; look at the sharpness with `companion doctor`")
        lens = metadata.get("LensPosition")
        return None if lens is None else float(lens)

    def _fix(self, camera: Camera, locked: LockedControls) -> None:
        """Set the controls and wait until pictures are taken with them."""
        self._set(camera, locked.controls())
        for _ in range(TAKEN_FRAMES):
            if locked.taken_by(self._metadata(camera)):
                return
        log.warning("the camera does not keep to the exposure it was given")

    def _set(self, camera: Camera, controls: dict[str, Any]) -> None:
        known = camera.camera_controls
        camera.set_controls({name: value for name, value in controls.items() if name in known})

    def _metadata(self, camera: Camera) -> Metadata:
        with camera.captured_request(wait=self._patience) as request:
            return request.get_metadata()

    def _brightness(self, camera: Camera) -> float:
        form, size = self._streams["lores"]
        with camera.captured_request(wait=self._patience) as request:
            pixels = request.make_array("lores")
        return float(np.median(bgr(pixels, form, size)))

    def _next(self) -> Frame:
        camera = self._camera
        if camera is None:
            raise CannotOpenError(f"{self.address} is closed")
        try:
            # Only copies are made while the request is held: the camera has few buffers, and wants them back.
            with camera.captured_request(wait=self._patience) as request:
                main, lores, metadata = request.make_array("main"), request.make_array("lores"), request.get_metadata()
        except TimeoutError:
            raise StalledError(
                f"no picture came from {self.address} for {self._patience:g} seconds; "
                "check both ends of the ribbon cable, and the power supply"
            ) from None
        except SourceError:
            raise
        except Exception as problem:
            raise DisappearedError(f"{self.address} gives no more pictures: {problem}") from problem
        stamp = metadata.get("SensorTimestamp")
        now = self._clock() if stamp is None else stamp / 1e9
        if self._number == 0:
            self._start = now
        number, self._number = self._number, self._number + 1
        image, small = bgr(main, *self._streams["main"]), bgr(lores, *self._streams["lores"])
        return Frame(image, now - self._start, number, small)

    def _close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            self._let_go(camera)

    def _let_go(self, camera: Camera) -> None:
        """Stop and close, or `HungError`: a camera that hangs may never answer again."""

        def end() -> None:
            try:
                camera.cancel_all_and_flush()
                camera.stop()
            finally:
                camera.close()

        hung = (
            f"{self.address} hangs and cannot be closed; the companion has to be started again "
            "(the service does it by itself); if it comes back, check the cable and the power supply"
        )
        try:
            within(self._closing, end, hung)
        except SourceError:
            raise
        except Exception as problem:
            log.warning("%s was not closed in order: %s", self.address, problem)
