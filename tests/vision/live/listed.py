"""Frames from a list as a source."""

from vision.errors import EndedError, SourceError
from vision.frames import Frame, Source


class Listed(Source):
    """These frames, or problems in their place, and then the end."""

    def __init__(self, items):
        super().__init__("list:frames")
        self._items = list(items)

    def _open(self):
        self._left = iter(self._items)

    def _close(self):
        pass

    def _next(self) -> Frame:
        item = next(self._left, None)
        if item is None:
            raise EndedError("the list is over")
        if isinstance(item, SourceError):
            raise item
        return item
