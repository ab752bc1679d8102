"""Frames and where they come from: the one protocol that every camera, film and simulation speaks."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.errors import BrokenFrameError, EndedError, SizeChangedError

Image = NDArray[np.uint8]
"""Rows × columns × 3, blue first."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture from a source."""

    image: Image
    seconds: float
    """Since the source's first frame."""
    number: int
    """Counted from 0; a broken frame keeps its number."""
    small: Image | None = None
    """The same picture at a quarter of the width and height, if the source makes one for nothing."""


class Source(ABC):
    """Frames, one after another. Use it as a context manager and iterate over it.

    Iteration stops at the end of a film. Every other failure is a `SourceError` that says which; after it, reading
    may go on (a broken frame) or the source may be opened again with `reopen` (everything else).
    """

    address: str
    """The address that opens this source again."""
    live: bool = False
    """Whether frames come when they come (a camera) rather than as fast as they are read."""
    pace: float = 1.0
    """How many of its seconds are to pass in one of ours when it is shown; only for what is not live."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._size: tuple[int, int] | None = None
        self._opened = False

    @abstractmethod
    def _open(self) -> None:
        """Get hold of the device or file; raises `CannotOpenError`."""

    @abstractmethod
    def _next(self) -> Frame:
        """The next frame; raises `EndedError` after the last one."""

    @abstractmethod
    def _close(self) -> None:
        """Let go of everything; called once for each successful `_open`."""

    @property
    def controls(self) -> dict[str, float]:
        """What the camera has fixed (exposure, gain, colours, focus), for a calibration to keep; empty if nothing."""
        return {}

    def take_controls(self, controls: Mapping[str, float]) -> None:  # noqa: B027 - most sources have none
        """What an earlier `controls` said, to be used when it is opened; a source without controls leaves it."""

    def read(self) -> Frame:
        """The next frame, checked: three channels of 8 bits, and as large as the frame before."""
        if not self._opened:
            self.open()
        frame = self._next()
        image = frame.image
        if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3 or not image.size:
            raise BrokenFrameError(f"frame {frame.number} of {self.address} is not a colour picture of 8 bits")
        size = image.shape[1], image.shape[0]
        if self._size is not None and size != self._size:
            was, self._size = self._size, None
            raise SizeChangedError(
                f"frame {frame.number} of {self.address} is {size[0]} × {size[1]} pixels after {was[0]} × {was[1]}; "
                "look for the board again"
            )
        self._size = size
        return frame

    def open(self) -> None:
        """Open the source if it is not open."""
        if not self._opened:
            self._open()
            self._opened = True

    def close(self) -> None:
        """Close the source; closing twice does no harm."""
        if self._opened:
            self._opened = False
            self._close()
        self._size = None

    def reopen(self) -> None:
        """Close and open again: a camera that came back, or a film from its beginning."""
        self.close()
        self.open()

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        while True:
            try:
                frame = self.read()
            except EndedError:
                return
            yield frame
