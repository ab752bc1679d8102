"""A folder of pictures as a film, and one photo repeated."""

import re
from pathlib import Path

from vision.errors import BrokenFrameError, CannotOpenError, DisappearedError, EndedError
from vision.frames import Frame, Image, Source
from vision.sources.pictures import SUFFIXES, PictureError, load_picture

USUAL_RATE = 5.0
"""Frames a second if the address does not say: the rate at which a table is watched."""


def _by_name(path: Path) -> list[tuple[int, int, str]]:
    """Name order in which frame 2 comes before frame 10."""
    parts = re.split(r"(\d+)", path.name.lower())
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part]


class FolderSource(Source):
    """The pictures of a folder in name order, at a fixed rate."""

    def __init__(self, path: Path, fps: float = USUAL_RATE, address: str | None = None) -> None:
        super().__init__(address or f"folder:{path}?fps={fps:g}")
        self.path, self._fps = path, fps
        self._files: list[Path] = []
        self._number = 0

    def _open(self) -> None:
        if not self.path.exists():
            raise CannotOpenError(f"there is no folder {self.path}")
        if not self.path.is_dir():
            raise CannotOpenError(f"{self.path} is not a folder")
        self._files = sorted((f for f in self.path.iterdir() if f.suffix.lower() in SUFFIXES), key=_by_name)
        if not self._files:
            raise CannotOpenError(f"the folder {self.path} holds no pictures ({', '.join(s[1:] for s in SUFFIXES)})")
        self._number = 0

    def _next(self) -> Frame:
        if self._number >= len(self._files):
            raise EndedError(f"{self.path} ends after {len(self._files)} pictures")
        number, self._number = self._number, self._number + 1
        path = self._files[number]
        try:
            image = load_picture(path)
        except PictureError as problem:
            if not path.exists():
                raise DisappearedError(f"{path} was removed while the folder was read") from None
            raise BrokenFrameError(f"frame {number}: {problem}") from None
        return Frame(image, number / self._fps, number)

    def _close(self) -> None:
        self._files = []


class PhotoSource(Source):
    """One photo again and again, for as many frames as are asked for or without end."""

    def __init__(
        self, path: Path, fps: float = USUAL_RATE, frames: int | None = None, address: str | None = None
    ) -> None:
        super().__init__(address or f"photo:{path}?fps={fps:g}")
        self.path, self._fps, self._frames = path, fps, frames
        self._image: Image | None = None
        self._number = 0

    def _open(self) -> None:
        if not self.path.exists():
            raise CannotOpenError(f"there is no file {self.path}")
        try:
            self._image = load_picture(self.path)
        except PictureError as problem:
            raise CannotOpenError(str(problem)) from None
        self._number = 0

    def _next(self) -> Frame:
        if self._image is None:
            raise CannotOpenError(f"{self.address} is closed")
        if self._frames is not None and self._number >= self._frames:
            raise EndedError(f"{self.address} was asked for {self._frames} frames")
        number, self._number = self._number, self._number + 1
        # A copy each time: whoever draws into a frame must not draw into the next.
        return Frame(self._image.copy(), number / self._fps, number)

    def _close(self) -> None:
        self._image = None
