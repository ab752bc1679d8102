"""Pictures from files: one decoded still, with the sentence that says why it cannot be."""

from pathlib import Path

import cv2
import numpy as np

from vision.errors import VisionError
from vision.frames import Image

SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")


class PictureError(VisionError):
    """A picture file that is missing or cannot be decoded."""


def load_picture(path: Path) -> Image:
    """The picture in a file, upright by its EXIF rotation, blue first."""
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise PictureError(f"{path} cannot be read: {(problem.strerror or 'unknown reason').lower()}") from None
    if not content:
        raise PictureError(f"{path} is empty")
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise PictureError(f"{path} is not a picture that can be read, or it is damaged")
    return np.asarray(image, np.uint8)
