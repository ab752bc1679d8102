"""A camera made of Python that speaks as Picamera2 does: metadata that settles, a lens, and every known failure."""

import threading
from contextlib import contextmanager

import numpy as np

from vision.sources.picamera_controls import AF_MANUAL


class ScriptedCamera:
    """Settles its automatics over a few pictures, obeys controls two pictures late, and fails as it is told."""

    def __init__(self, model="imx219", *, autofocus=False, light=1.0, hang_after=None, stop_hangs=False, configure=()):
        self.camera_properties = {"Model": model}
        self.camera_controls = {
            "AeEnable": (False, True, None),
            "AwbEnable": (False, True, None),
            "ExposureTime": (75, 11_000_000, None),
            "AnalogueGain": (1.0, 10.6, None),
            "ColourGains": (0.0, 32.0, None),
            "FrameDurationLimits": (33_333, 120_000, None),
        }
        if autofocus:
            self.camera_controls |= {
                "AfMode": (0, 2, 0),
                "AfTrigger": (0, 1, 0),
                "LensPosition": (0.0, 32.0, 1.0),
            }
        self.light, self.hang_after, self.stop_hangs = light, hang_after, stop_hangs
        self.configure_problems = list(configure)
        self.taken, self.released, self.closed, self.flushed = 0, 0, False, False
        self.asked, self.waits, self.configurations = [], [], []
        self.automatic, self.focusing, self.lens = True, None, 1.0
        self.exposure, self.gain, self.gains = 5000.0, 1.0, (1.2, 2.4)
        self.free = threading.Event()
        self.problem = None

    def create_video_configuration(self, **wishes):
        return {"controls": {}, "sensor": None, **wishes}

    def configure(self, camera_config):
        self.configurations.append(camera_config)
        if self.configure_problems:
            problem = self.configure_problems.pop(0)
            if problem is not None:
                raise problem

    def camera_configuration(self):
        made = self.configurations[-1]
        return {name: dict(made[name]) for name in ("main", "lores")}

    def set_controls(self, controls):
        assert set(controls) <= set(self.camera_controls)
        self.asked.append(controls)
        if controls.get("AeEnable") is False:
            self.automatic = False
            self.exposure, self.gain = float(controls["ExposureTime"]), controls["AnalogueGain"]
            self.gains = controls["ColourGains"]
        elif controls.get("AeEnable"):
            self.automatic = True
        if controls.get("AfMode") == AF_MANUAL:
            self.lens = controls["LensPosition"]
        elif "AfTrigger" in controls:
            self.focusing = 4

    def start(self):
        pass

    @contextmanager
    def captured_request(self, wait):
        self.waits.append(wait)
        if self.problem is not None:
            raise self.problem
        if self.hang_after is not None and self.taken >= self.hang_after:
            raise TimeoutError
        self.taken += 1
        if self.automatic:  # closes half of the gap to the right exposure with each picture, as the real one does
            self.exposure += 0.5 * (23_000 / self.light - self.exposure)
            self.gain += 0.5 * (2.0 - self.gain)
            self.gains = tuple(g + 0.5 * (aim - g) for g, aim in zip(self.gains, (1.6, 1.9), strict=True))
        if self.focusing:
            self.focusing -= 1
            self.lens += 0.5
        yield self
        self.released += 1

    def get_metadata(self):
        told = {
            "ExposureTime": round(self.exposure),
            "AnalogueGain": self.gain,
            "ColourGains": self.gains,
            "SensorTimestamp": 5_000_000_000 + self.taken * 166_666_667,
        }
        if "AfMode" in self.camera_controls:
            told |= {"LensPosition": self.lens, "AfState": 1 if self.focusing else 2}
        return told

    def make_array(self, name):
        width, height = self.configurations[-1][name]["size"]
        level = int(np.clip(90 * self.light * self.exposure * self.gain / 46_000, 0, 255))
        if name == "main":
            return np.full((height, width, 3), level, np.uint8)
        return np.concatenate([np.full((height, width + 6), level), np.full((height // 2, width + 6), 128)]).astype(
            "u1"
        )

    def cancel_all_and_flush(self):
        self.flushed = True

    def stop(self):
        if self.stop_hangs:
            self.free.wait(20)

    def close(self):
        self.closed = True
