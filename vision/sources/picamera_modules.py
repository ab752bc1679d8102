"""The camera modules of the Raspberry Pi: which sensor mode shows the full view, and what is asked of it."""

from dataclasses import dataclass
from math import atan, degrees


@dataclass(frozen=True, slots=True)
class CameraModule:
    """One module. The sensor mode is named, because another mode may show less, and the board would lie elsewhere."""

    name: str
    sensors: tuple[str, ...]
    """What libcamera calls it."""
    mode: tuple[int, int]
    """Width and height of the sensor mode: the smallest one with the full view."""
    bit_depth: int
    main: tuple[int, int]
    """Width and height of the pictures that are read: the mode's shape, at most two million pixels or so, and both
    divisible by eight, so that the small picture is exactly a quarter and even, as the camera wants it."""
    view: tuple[float, float]
    """Field of view in degrees, across and down."""
    autofocus: bool = False
    lens: str = ""
    """The lens that `view` holds for, where lenses can be changed."""


def _view(width: float, height: float, focal: float) -> tuple[float, float]:
    """The field of view of a sensor (mm) behind a lens (mm)."""
    return degrees(2 * atan(width / 2 / focal)), degrees(2 * atan(height / 2 / focal))


# Views and modes from the makers' data sheets. Module 3 and the HQ camera give three quarters of their mode or
# less: the picture processor makes it smaller for nothing, and 2304 × 1296 pixels would cost twice as much to read.
MODULES = (
    CameraModule("Camera Module 1", ("ov5647",), (1296, 972), 10, (1280, 960), (53.5, 41.4)),
    CameraModule("Camera Module 2", ("imx219",), (1640, 1232), 10, (1640, 1232), (62.2, 48.8)),
    CameraModule("Camera Module 3", ("imx708",), (2304, 1296), 10, (1664, 936), (66.0, 41.0), autofocus=True),
    CameraModule(
        "Camera Module 3 Wide", ("imx708_wide",), (2304, 1296), 10, (1664, 936), (102.0, 67.0), autofocus=True
    ),
    CameraModule("HQ Camera", ("imx477",), (2028, 1520), 12, (1472, 1104), _view(6.287, 4.712, 6.0), lens="6 mm"),
    CameraModule(
        "Global Shutter Camera", ("imx296",), (1456, 1088), 10, (1456, 1088), _view(5.023, 3.754, 6.0), lens="6 mm"
    ),
)

ELSE = (1280, 960)
"""What is asked of a camera that is none of these."""


def module_of(model: str) -> CameraModule | None:
    """The module with this sensor; without an infrared filter (`_noir`) it is the same one."""
    plain = model.lower().replace("_noir", "")
    return next((module for module in MODULES if plain in module.sensors), None)
