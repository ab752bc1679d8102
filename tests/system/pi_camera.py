"""Run inside the Debian 13 system of `make test-pi`: the real Picamera2 on libcamera's virtual camera.

usage: python -m tests.system.pi_camera; prints what was found as one JSON line. The virtual camera has no dma-heap, no
raw modes and no automatics, so buffers come from memfd here, and exposure, focus and a busy camera stay for a real Pi.
"""

import json
import mmap
import os
import sys
import threading
import types
from itertools import pairwise


class Names:
    """Any name at all, for the display library that Picamera2 imports and that nothing is displayed with."""

    def __getattr__(self, name):
        return name


sys.modules["pykms"] = types.SimpleNamespace(PixelFormat=Names())  # type: ignore[assignment]

import libcamera  # noqa: E402
import picamera2.picamera2  # noqa: E402
from picamera2 import Picamera2  # noqa: E402
from picamera2.allocators.allocator import Allocator  # noqa: E402

from tests.vision.sources.spied_camera import spied_calls, used_controls  # noqa: E402
from vision.errors import NoCameraError, StalledError  # noqa: E402
from vision.live.glance import small_picture  # noqa: E402
from vision.photo import read_photo  # noqa: E402
from vision.sources.picamera import PicameraSource  # noqa: E402
from vision.sources.picamera_camera import connect  # noqa: E402


class Mapped:
    """A buffer in use."""

    def __init__(self, allocator, buffer, write):
        self._found = allocator.mapped_buffers[buffer]

    def __enter__(self):
        return self._found

    def __exit__(self, *problem):
        pass


class AnonymousMemory(Allocator):
    """Buffers in anonymous memory: two planes each, brightness and colour."""

    def __init__(self):
        super().__init__()
        self.sync, self.mapped_buffers = Mapped, {}
        self._streams, self._files = {}, []

    def allocate(self, libcamera_config, use_case):
        for config in libcamera_config:
            made = []
            for number in range(config.buffer_count):
                file = os.memfd_create(f"picture-{number}")
                os.ftruncate(file, config.frame_size)
                self._files.append(file)
                bright = config.stride * config.size.height
                planes = []
                for start, length in ((0, bright), (bright, config.frame_size - bright)):
                    plane = libcamera.FrameBuffer.Plane()
                    plane.fd, plane.offset, plane.length = file, start, length
                    planes.append(plane)
                buffer = libcamera.FrameBuffer(planes)
                self.mapped_buffers[buffer] = mmap.mmap(file, config.frame_size)
                made.append(buffer)
            self._streams[config.stream] = made

    def buffers(self, stream):
        return self._streams[stream]

    def acquire(self, buffers):
        pass

    def release(self, buffers):
        pass

    def close(self):
        for file in self._files:
            os.close(file)
        self._files.clear()


class VirtualCamera(Picamera2):
    """The real class; only the raw modes, which the virtual camera does not have, are made up."""

    def __init__(self, number):
        super().__init__(number, allocator=AnonymousMemory())

    def _get_raw_modes(self):
        return [{"format": "NV12", "size": (1280, 960)}]


# A camera that is closed makes itself another allocator, and that is to be this one too.
picamera2.picamera2.DmaAllocator = AnonymousMemory


def main() -> None:
    found = {"cameras": [info.get("Model", info["Id"]) for info in Picamera2.global_camera_info()]}
    source = PicameraSource(0, connect=VirtualCamera, patience=2.0)
    with source:
        frames = [source.read() for _ in range(6)]
        found["streams"] = {name: [form, list(size)] for name, (form, size) in source._streams.items()}
        found["sizes"] = [list(frames[0].image.shape), list(frames[0].small.shape)]
        found["small_is_used"] = small_picture(frames[0]) is frames[0].small
        found["numbers"] = [frame.number for frame in frames]
        found["times_rise"] = all(a.seconds < b.seconds for a, b in pairwise(frames))
        reading = read_photo(frames[-1].image, "duo")
        found["grid"] = list(reading.reading.grid)
        source._patience = 0.001  # shorter than the 100 ms between two pictures
        try:
            source.read()
            found["stall"] = ""
        except StalledError as problem:
            found["stall"] = str(problem)
        source._patience = 2.0
        source.reopen()  # what the frame loop does after a stall
        found["again"] = list(source.read().image.shape)
    source.reopen()
    found["reopened"] = [source.read().number, list(source.read().image.shape)]
    source.close()
    try:
        connect(9)
    except NoCameraError as problem:
        found["missing"] = str(problem)
    names = {name for name in dir(libcamera.controls) if not name.startswith("_")}
    found["unknown_controls"] = sorted(used_controls(spied_calls()) - names)
    found["threads"] = [thread.name for thread in threading.enumerate() if not thread.daemon]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
