"""Loading one photo safely: what it is and how large is known from its header before anything is decoded."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError

Image = NDArray[np.uint8]

# Phones save up to 50 megapixels; a decoded one of 64 takes 192 MB, which a small Pi can still spare.
MOST_PIXELS = 64_000_000
MOST_BYTES = 200_000_000
# A classic board needs about 8 pixels a cell.
SHORTEST_SIDE = 160
# What reading needs: 4 megapixels are 60 pixels a cell on a board that fills half of the picture. Larger JPEGs are
# decoded at a half, a quarter or an eighth, which is also faster.
ENOUGH_PIXELS = 4_500_000

_REDUCED = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}


@dataclass(frozen=True)
class Picture:
    """A photo the right way up, perhaps at a half or a quarter of its size."""

    image: Image
    """Height × width × 3, BGR."""
    full_size: tuple[int, int]
    """Width and height of the photo itself, after its EXIF rotation."""


def load_picture(path: Path) -> Picture:
    """The photo at `path`; VisionError with one sentence if it cannot be used."""
    try:
        if path.is_dir():
            raise VisionError(f"{path} is a folder: give the name of one photo")
        if path.stat().st_size > MOST_BYTES:
            raise VisionError(
                f"{path} is larger than {MOST_BYTES // 10**6} MB: save it as a JPEG of up to 16 megapixels"
            )
        data = path.read_bytes()
    except OSError as problem:
        raise VisionError(f"cannot open {path}: {(problem.strerror or str(problem)).lower()}") from problem
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str) -> Picture:
    """The photo in these bytes; `name` is used in the message if it cannot be used."""
    if not data:
        raise VisionError(f"{name} is empty: take or copy the photo again")
    size = _size_of(data, name)
    width, height = size
    if width * height > MOST_PIXELS:
        raise VisionError(
            f"{name} says it has {width} × {height} pixels, which is more than {MOST_PIXELS // 10**6} megapixels: "
            "save it smaller"
        )
    if min(size) < SHORTEST_SIDE:
        raise VisionError(f"{name} has only {width} × {height} pixels: a board can be read from about 640 × 480 on")
    reduction = 1
    if data[:2] == b"\xff\xd8":
        while reduction < 4 and width * height / (2 * reduction) ** 2 >= ENOUGH_PIXELS / 2:
            reduction *= 2
    image = cv2.imdecode(np.frombuffer(data, np.uint8), _REDUCED[reduction])
    if image is None or image.ndim != 3:
        raise VisionError(f"{name} is damaged and cannot be decoded: copy it again from the camera")
    # The decoder turns the picture as its EXIF note says; the full size turns with it.
    turned = (image.shape[1] > image.shape[0]) != (width > height) and width != height
    return Picture(np.asarray(image, np.uint8), (height, width) if turned else (width, height))


def _size_of(data: bytes, name: str) -> tuple[int, int]:
    """Width and height as the header says them, for the formats that are understood."""
    try:
        if data[:2] == b"\xff\xd8":
            return _jpeg_size(data, name)
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            if b"IEND" not in data[-64:]:
                raise VisionError(f"{name} is a truncated PNG: copy it again from the camera")
            width, height = struct.unpack(">II", data[16:24])
            return width, height
        if data[:2] == b"BM":
            width, height = struct.unpack("<ii", data[18:26])
            return abs(width), abs(height)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_size(data, name)
    except (struct.error, IndexError) as problem:
        raise VisionError(f"{name} is truncated: copy it again from the camera") from problem
    if data[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif"):
        raise VisionError(f"{name} is a HEIC picture, which cannot be read here: save or send it as JPEG")
    raise VisionError(f"{name} is not a picture: a JPEG, PNG, WebP or BMP file was expected")


def _jpeg_size(data: bytes, name: str) -> tuple[int, int]:
    """Walks from marker to marker, so that a thumbnail inside the EXIF block is not taken for the photo."""
    size: tuple[int, int] | None = None
    place = 2
    while place + 4 <= len(data):
        if data[place] != 0xFF:
            raise VisionError(f"{name} is a damaged JPEG: copy it again from the camera")
        marker = data[place + 1]
        if marker == 0xFF:
            place += 1
            continue
        (length,) = struct.unpack(">H", data[place + 2 : place + 4])
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[place + 5 : place + 9])
            size = width, height
        if marker == 0xDA and size is not None:
            # Inside the coded picture FF is always followed by 00, so FF D9 can only be its end.
            if data.find(b"\xff\xd9", place) < 0:
                break
            return size
        place += 2 + length
    raise VisionError(f"{name} is a truncated JPEG: copy it again from the camera")


def _webp_size(data: bytes, name: str) -> tuple[int, int]:
    if struct.unpack("<I", data[4:8])[0] + 8 > len(data) + 1:
        raise VisionError(f"{name} is a truncated WebP picture: copy it again from the camera")
    kind = data[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        (bits,) = struct.unpack("<I", data[21:25])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    raise VisionError(f"{name} is a WebP picture of an unknown kind: save it as JPEG")
