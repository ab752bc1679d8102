"""Settled, then fixed: exposure, white balance and focus of a Raspberry Pi camera, kept for the next start."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

STEADY_FRAMES = 10
"""Frames in a row that must agree before the automatics count as settled."""
STEADY = 0.02
"""The part by which they may differ: a tenth of what an eye sees."""
MAINS_PERIOD = {50: 10_000, 60: 8_333}
"""Microseconds between two pulses of a lamp on the mains: an exposure of a multiple shows no stripes."""

Metadata = Mapping[str, Any]
"""What a camera says about one of its pictures, by libcamera's names."""


@dataclass(frozen=True, slots=True)
class LockedControls:
    """What the automatics have found; with these the same table gives the same colours."""

    exposure: int
    """Microseconds."""
    gain: float
    """Of the sensor's amplifier."""
    colour_gains: tuple[float, float]
    """Of red and blue."""
    lens: float | None = None
    """Where the lens stands, in dioptres; None for a fixed one."""

    def controls(self) -> dict[str, Any]:
        """As libcamera wants them, in one go."""
        fixed: dict[str, Any] = {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": self.exposure,
            "AnalogueGain": self.gain,
            "ColourGains": self.colour_gains,
        }
        if self.lens is not None:
            fixed |= {"AfMode": AF_MANUAL, "LensPosition": self.lens}
        return fixed

    def taken_by(self, metadata: Metadata) -> bool:
        """Whether a picture was taken with these: sensors round them to their own steps."""
        found = locked_from(metadata)
        return found is not None and all(
            math.isclose(a, b, rel_tol=0.05)
            for a, b in zip(
                (self.exposure, self.gain, *self.colour_gains),
                (found.exposure, found.gain, *found.colour_gains),
                strict=True,
            )
        )

    def kept(self) -> dict[str, float]:
        """Plain numbers by name, as a calibration keeps them."""
        numbers = {
            "exposure": float(self.exposure),
            "gain": self.gain,
            "red": self.colour_gains[0],
            "blue": self.colour_gains[1],
        }
        return numbers if self.lens is None else {**numbers, "lens": self.lens}

    @classmethod
    def from_kept(cls, kept: Mapping[str, Any]) -> LockedControls | None:
        """What `kept` gave; None for anything else, which only means that the camera settles anew."""
        try:
            exposure, gain, red, blue = (float(kept[name]) for name in ("exposure", "gain", "red", "blue"))
            lens = None if kept.get("lens") is None else float(kept["lens"])
        except (KeyError, TypeError, ValueError):
            return None
        if not all(math.isfinite(n) and n > 0 for n in (exposure, gain, red, blue)) or not math.isfinite(lens or 0.0):
            return None
        return cls(round(exposure), gain, (red, blue), lens)


AF_MANUAL, AF_AUTO = 0, 1
"""libcamera's AfMode."""
AF_START = 0
"""libcamera's AfTrigger."""
AF_DONE = (2, 3)
"""libcamera's AfState: focused, failed."""


def locked_from(metadata: Metadata) -> LockedControls | None:
    """The values of one picture; None if the camera does not tell them."""
    red, blue = metadata.get("ColourGains") or (None, None)
    return LockedControls.from_kept(
        {
            "exposure": metadata.get("ExposureTime"),
            "gain": metadata.get("AnalogueGain"),
            "red": red,
            "blue": blue,
            "lens": metadata.get("LensPosition"),
        }
    )


def settled(last: Sequence[LockedControls]) -> bool:
    """Whether exposure, gain and white balance have stood still for long enough."""
    if len(last) < STEADY_FRAMES:
        return False
    recent = last[-STEADY_FRAMES:]
    rows = zip(*((one.exposure * one.gain, *one.colour_gains) for one in recent), strict=True)
    return all(max(row) - min(row) <= STEADY * max(row) for row in rows)


def without_flicker(found: LockedControls, mains: int, least_gain: float, longest: int) -> LockedControls:
    """The same brightness with an exposure that lamps on the mains do not stripe.

    In light so bright that not even one period fits, the exposure is left as it is: that is daylight.

    Args:
        found: what the automatics have found.
        mains: 50 or 60 Hz.
        least_gain: the smallest gain of the sensor.
        longest: the longest exposure that the frame rate leaves, in microseconds.
    """
    period = MAINS_PERIOD[mains]
    light = found.exposure * found.gain
    periods = min(max(1, found.exposure // period), longest // period)
    while periods > 1 and light / (periods * period) < least_gain:
        periods -= 1
    if periods < 1 or light / (periods * period) < least_gain:
        return found
    exposure = periods * period
    return LockedControls(exposure, light / exposure, found.colour_gains, found.lens)
