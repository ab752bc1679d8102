"""One address for every source: `demo:duo?seed=7`, `usb:0`, `file:game.mp4`, `folder:frames?fps=5`, or a plain path."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qsl

from vision.errors import AddressError, CannotOpenError
from vision.frames import Source
from vision.sources.folder import FolderSource, PhotoSource
from vision.sources.pictures import SUFFIXES
from vision.sources.usb import UsbSource
from vision.sources.video import VideoSource

Parameters = dict[str, str]


def _number(parameters: Parameters, name: str, usual: float, low: float, high: float) -> float:
    """A parameter as a number between bounds, or its usual value."""
    text = parameters.get(name)
    if text is None:
        return usual
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise AddressError(f"{name}={text[:40]}: expected a number from {low:g} to {high:g}")
    return value


def _whole(parameters: Parameters, name: str, usual: int | None, low: int, high: int) -> int | None:
    if name not in parameters:
        return usual
    value = _number(parameters, name, 0, low, high)
    if value != int(value):
        raise AddressError(f"{name}={parameters[name][:40]}: expected a whole number")
    return int(value)


def _size(parameters: Parameters, usual: tuple[int, int]) -> tuple[int, int]:
    text = parameters.get("size")
    if text is None:
        return usual
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and 64 <= int(width) <= 8192 and 64 <= int(height) <= 8192):
        raise AddressError(f"size={text[:40]}: expected WIDTHxHEIGHT in pixels, such as 1296x972")
    return int(width), int(height)


def _file(rest: str, parameters: Parameters) -> Source:
    del parameters
    return VideoSource(Path(rest))


def _folder(rest: str, parameters: Parameters) -> Source:
    return FolderSource(Path(rest), _number(parameters, "fps", 5, 0.01, 1000))


def _photo(rest: str, parameters: Parameters) -> Source:
    fps = _number(parameters, "fps", 5, 0.01, 1000)
    return PhotoSource(Path(rest), fps, _whole(parameters, "frames", None, 1, 10**9))


def _usb(rest: str, parameters: Parameters) -> Source:
    if not rest.isdecimal():
        raise AddressError(f"usb:{rest[:40]}: expected the number of a camera, such as usb:0")
    return UsbSource(int(rest), _size(parameters, (1280, 960)), _number(parameters, "fps", 10, 0.1, 240))


def _picamera(rest: str, parameters: Parameters) -> Source:
    if not rest.isdecimal() or len(rest) > 2:
        raise AddressError(f"picamera:{rest[:40]}: expected the number of a camera, such as picamera:0")
    # Imported here: a film or a USB camera does not need it.
    from vision.sources.picamera import PicameraSource  # noqa: PLC0415

    mains = _whole(parameters, "mains", 50, 50, 60)
    if mains not in (50, 60):
        raise AddressError(f"mains={mains}: expected 50 or 60, the frequency of the power in the wall")
    size = _size(parameters, (0, 0)) if "size" in parameters else None
    return PicameraSource(int(rest), size, _number(parameters, "fps", 6, 1, 30), mains=mains)


def _demo(rest: str, parameters: Parameters) -> Source:
    # Imported here: the simulated table is the largest part of the eyes, and a camera does not need it.
    from vision.sources.demo import DemoSource  # noqa: PLC0415

    seed = _whole(parameters, "seed", 7, 0, 2**31)
    return DemoSource(
        rest or "duo",
        seed=seed or 0,
        fps=_number(parameters, "fps", 5, 0.5, 60),
        size=_size(parameters, (1296, 972)),
        mishaps=_number(parameters, "mishaps", 0.15, 0, 1),
        frames=_whole(parameters, "frames", None, 1, 10**9),
        tilt=_number(parameters, "tilt", 0, 0, 45) if "tilt" in parameters else None,
        light=parameters.get("light"),
        table=parameters.get("table"),
    )


SCHEMES: dict[str, tuple[Callable[[str, Parameters], Source], tuple[str, ...]]] = {
    "demo": (_demo, ("seed", "fps", "size", "mishaps", "frames", "tilt", "light", "table")),
    "picamera": (_picamera, ("size", "fps", "mains")),
    "usb": (_usb, ("size", "fps")),
    "file": (_file, ()),
    "folder": (_folder, ("fps",)),
    "photo": (_photo, ("fps", "frames")),
}
KNOWN = "demo:duo?seed=7, picamera:0, usb:0, file:game.mp4, folder:frames?fps=5, photo:board.jpg?fps=5, or a path"


def open_source(address: str) -> Source:
    """The source that an address names; it is opened when it is entered or first read.

    Raises `AddressError` for an address or parameter that names nothing, `CannotOpenError` for a path that is missing.
    """
    if not address.strip():
        raise AddressError(f"the address of the source is empty: expected {KNOWN}")
    path = Path(address)
    try:
        exists = path.exists()
    except (OSError, ValueError):
        exists = False
    if exists:
        return _from_path(path)
    scheme, colon, rest = address.partition(":")
    if not colon:
        raise CannotOpenError(f"there is no file or folder {address[:200]}")
    if scheme not in SCHEMES:
        raise AddressError(f"{address[:80]!r} names no source: expected {KNOWN}")
    make, known = SCHEMES[scheme]
    rest, _, query = rest.partition("?")
    try:
        parameters = dict(parse_qsl(query, keep_blank_values=True, strict_parsing=True)) if query else {}
    except ValueError:
        raise AddressError(f"{address[:80]!r}: expected parameters such as ?fps=5 after the name") from None
    for name in parameters:
        if name not in known:
            listed = ", ".join(known) if known else "none"
            raise AddressError(f"{scheme}: does not know the parameter {name[:40]!r}; it knows {listed}")
    return make(rest, parameters)


def _from_path(path: Path) -> Source:
    if path.is_dir():
        return FolderSource(path, address=str(path))
    if path.suffix.lower() in SUFFIXES:
        return PhotoSource(path, address=str(path))
    return VideoSource(path, address=str(path))
