"""The live table: frames in, changes and notices out.

Every frame gets a cheap look. Only when the table has come to rest and differs from what is known are the cells
read; evidence is gathered over a few looks, and the change is told when one explanation is certain.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.pieces import Cell
from engine.profiles import BoardProfile
from vision.changes import Change, LiveEvent, Notice, NoticeKind, Patch
from vision.errors import VisionError
from vision.frames import Frame
from vision.geometry import BoardView
from vision.live.cells import CellReader
from vision.live.evidence import Evidence, known_labels
from vision.live.explain import Explained, Explanation, joined
from vision.live.glance import MOVING, Image, Watch, reduced
from vision.live.intruders import find_intruders, level, object_pixels
from vision.live.realign import carried_over, realigned, turned_to_match
from vision.live.settling import Settling, beside_hidden
from vision.live.shake import find_points, find_shake
from vision.live.start import first_look

# Seconds without motion before a frame is worth reading.
REST = 0.15
# Seconds between looks at a table on which nothing changes: light drifts, and is followed.
UPKEEP = 2.0
# Seconds that something must cover cells before it is told.
OBSCURED_AFTER = 3.0
# Seconds between attempts to find a board that is not where it was.
SEARCH_EVERY = 1.0
# The part of the watched area that must look otherwise, without a common motion, for the board to have gone.
GONE = 0.04
# More of the board than this covered, and it is a hand that is looked at, not a board that has gone.
MOSTLY_HIDDEN = 0.35
# Seconds without the board after which that is told.
LOST_AFTER = 2.0
# The part of the cells that may read otherwise on a board that was found again, and still be that board.
STRANGE = 0.1
# A shift of the board in cells that the reading would feel, and one that is told.
SHIFTED, TOLD_SHIFT = 0.05, 0.12
# A change of the light, in natural logarithms, that is told: a lamp, not a cloud.
LAMP = 0.3


@dataclass
class _Scene:
    """Everything that belongs to one view of the board."""

    view: BoardView
    watch: Watch
    reference: Image
    """The small picture of the table as it was last known."""
    points: NDArray[np.float32]

    @classmethod
    def of(cls, view: BoardView, small: Image) -> _Scene:
        return cls(view, Watch.over((small.shape[0], small.shape[1]), view), small, find_points(small, view))


@dataclass
class LiveTable:
    """Follows one board. Feed it frames; it says what changed."""

    board: str = "auto"
    """A board kind, a profile's name or `auto`."""
    profile: BoardProfile | None = None
    known: tuple[Patch, ...] = ()
    """The pieces that lie on the board, as far as they are settled."""
    found_at_start: bool = False
    """Whether pieces lay on the board when it was first seen."""
    status: str = "looking"
    """`looking` for the board, `live`, `busy`, `hidden` in part, `lost`."""
    _scene: _Scene | None = None
    _reader: CellReader | None = None
    _settling: Settling = field(default_factory=Settling)
    _previous: Image | None = None
    _moved_at: float = -1e9
    _kept_at: float = -1e9
    _searched_at: float = -1e9
    _covered_since: float | None = None
    _obscured: bool = False
    _told_missing: bool = False
    _gone_since: float | None = None
    _shake_agreed: bool = True
    _open: bool = False
    """Whether the last look left something undecided."""

    @property
    def view(self) -> BoardView | None:
        """Where the board lies in the picture."""
        return self._scene.view if self._scene else None

    @property
    def corners(self) -> list[list[float]] | None:
        """The four corners of the playing area in pixels, or None while there is no board."""
        return None if self._scene is None else [[float(x), float(y)] for x, y in self._scene.view.corners]

    @property
    def grid(self) -> list[str] | None:
        """Rows of letters as far as they are settled."""
        if self.profile is None:
            return None
        rows = [["."] * self.profile.size for _ in range(self.profile.size)]
        for patch in self.known:
            for row, column in patch.cells:
                rows[row][column] = patch.colour.letter
        return ["".join(row) for row in rows]

    def feed(self, frame: Frame) -> list[LiveEvent]:
        """Look at one frame."""
        small = reduced(frame.image)
        previous, self._previous = self._previous, small
        if previous is None or previous.shape != small.shape:
            self._moved_at = frame.seconds
            if self._scene is not None and previous is not None:
                self._scene = None  # another size of picture: everything has to be found again
            return []
        if self._scene is None:
            return self._look_for_board(frame, small, previous)
        if self._scene.watch.moved(small, previous) > MOVING:
            self._moved_at = frame.seconds
            self._settling.disturbed()
            self.status = "busy"
            return []
        if frame.seconds - self._moved_at < REST:
            return []
        differs = self._scene.watch.moved(small, self._scene.reference) > MOVING / 2
        if not differs and not self._open and frame.seconds - self._kept_at < UPKEEP:
            return self._uncovered(frame)
        return self._read(frame, small)

    # --- finding the board -------------------------------------------------------------------------------------

    def _look_for_board(self, frame: Frame, small: Image, previous: Image) -> list[LiveEvent]:
        """Search now and then, on frames that stand still."""
        still = float((np.abs(small.astype(np.int16) - previous) > 14).mean()) < 0.002
        if not still or frame.seconds - self._searched_at < SEARCH_EVERY * (self._searched_at > 0):
            return []
        self._searched_at = frame.seconds
        try:
            found = first_look(frame.image, self.profile.name if self.profile else self.board)
        except VisionError as problem:
            self.status = "lost" if self.profile else "looking"
            if self._told_missing:
                return []
            self._told_missing = True
            return [Notice(frame.seconds, frame.number, NoticeKind.SOURCE, problem=str(problem))]
        events: list[LiveEvent] = []
        view, patches = found.view, found.patches
        if self.profile is None:
            self.profile = found.profile
            if patches and not self.known:
                self.found_at_start = True
                events.append(Change(frame.seconds, frame.number, appeared=patches))
            self.known = patches
        else:
            view, _ = turned_to_match(view, found.labels, self._labels())
            events.append(Notice(frame.seconds, frame.number, NoticeKind.REALIGNED))
        self._told_missing = False
        self._scene = _Scene.of(view, small)
        if self._reader is None:
            self._reader = CellReader.start(view, found.palette, found.labels)
        else:
            self._reader.moved_to(view)
        self._settling.disturbed()
        self._open = True
        self.status = "live"
        return events

    def _labels(self) -> NDArray[np.int64]:
        assert self.profile is not None  # noqa: S101 - a scene has a profile
        return known_labels(self.profile.size, self.profile.colours, self.known)

    # --- reading a table at rest -------------------------------------------------------------------------------

    def _read(self, frame: Frame, small: Image) -> list[LiveEvent]:
        scene, reader, profile = self._scene, self._reader, self.profile
        assert scene is not None  # noqa: S101 - only called with a board
        assert reader is not None  # noqa: S101
        assert profile is not None  # noqa: S101
        events: list[LiveEvent] = []
        before = level(scene.reference, small)
        shaken = self._shaken(frame, small, before)
        if shaken is not None:
            return shaken
        hidden = find_intruders(small, before, scene.view).hidden
        if self._seems_gone(small, before, hidden):
            found = self._found_again(frame, small)
            if found is not None:
                return found
        else:
            self._gone_since = None
        look = reader.look(frame.image)
        change = reader.light_since(look, ~hidden)
        seen = reader.appearance(look, change)
        log_p = reader.log_likelihood(look, seen, self._labels())
        # What looks like nothing known says nothing; but only what comes from outside may hide more of a piece.
        strange = log_p[..., -1] > log_p[..., :-1].max(axis=2)
        evidence = Evidence.of(profile.colours, log_p[..., :-1], hidden | strange)
        parts = self._settling.weigh(evidence, self.known, frame.seconds)
        events += self._covering(frame, hidden)
        self._open = True
        if not parts:
            self.status = "hidden" if hidden.any() else "live"
            if not hidden.any():
                events += self._light(frame, change)
                self._keep(frame, small)
                reader.settle(look, change, self._labels(), ~hidden)
                self._settling.disturbed()
                self._open = False
            return events
        free = [part for part in parts if not part.best.empty and not beside_hidden(part.best, hidden)]
        certain = [part for part in free if self._settling.certain(part, frame.seconds)]
        if certain and (len(certain) == len(free) or self._settling.waited(frame.seconds)):
            sure = ~hidden
            for row, column in (cell for part in parts for cell in part.unexplained):
                sure[row, column] = False
            events += self._light(frame, change)
            best = joined([part.best for part in certain])
            turned = self._the_right_way_round(best)
            events.append(_change(frame, turned))
            self.known = _after(self.known, turned)
            self._settling.disturbed()
            self.status = "live"
            if turned is not best:
                return events  # what was read is numbered the old way: the next look settles it
            if not hidden.any() and len(certain) == len(parts):
                self._keep(frame, small)
            reader.settle(look, change, self._labels(), sure & ~_around(parts, certain, sure.shape))
            return events
        for part in free:
            if self._settling.to_ask(part, frame.seconds):
                events.append(_question(frame, part))
        return events

    def _the_right_way_round(self, first: Explanation) -> Explanation:
        """Turn the board by a quarter if only so its first piece covers a start square.

        The Duo board has its two start squares on one diagonal, and a camera may see it from any side.
        """
        scene, reader, profile = self._scene, self._reader, self.profile
        if self.known or scene is None or reader is None or profile is None or not first.appeared:
            return first
        turned = _quarter_turned(first, profile.size)
        starts = set(profile.starts)
        if _covers(first, starts) or not _covers(turned, starts):
            return first
        scene.view = scene.view.turned(3)
        reader.turned_to(scene.view)
        return turned

    def _keep(self, frame: Frame, small: Image) -> None:
        """The table looks as it is known to be: compare with this picture from now on."""
        scene = self._scene
        assert scene is not None  # noqa: S101
        changed = scene.watch.moved(small, scene.reference) > MOVING
        scene.reference = small
        self._kept_at = frame.seconds
        if changed:
            scene.points = find_points(small, scene.view)

    def _seems_gone(self, small: Image, before: Image, hidden: NDArray[np.bool_]) -> bool:
        """Whether so much looks otherwise that the board may lie elsewhere."""
        scene = self._scene
        assert scene is not None  # noqa: S101
        if float(hidden.mean()) > MOSTLY_HIDDEN and self._gone_since is None:
            return False
        watch = scene.watch
        changed = object_pixels(watch.part(small), watch.part(before)) & watch.mask
        return float(np.count_nonzero(changed)) / watch.pixels > GONE and not self._shake_agreed

    def _found_again(self, frame: Frame, small: Image) -> list[LiveEvent] | None:
        """Look for a board that has gone: events if it is found or given up, None to go on as if it were there."""
        if self._gone_since is None:
            self._gone_since = frame.seconds
        if frame.seconds - self._searched_at < SEARCH_EVERY:
            return [] if self.status == "lost" else None
        self._searched_at = frame.seconds
        known = self._labels()
        moved = Notice(frame.seconds, frame.number, NoticeKind.MOVED_CAMERA)
        try:
            found = first_look(frame.image, self.profile.name if self.profile else self.board)
            view, labels = turned_to_match(found.view, found.labels, known)
        except VisionError:
            labels = None
        if labels is None or float((labels != known).mean()) > STRANGE:
            if frame.seconds - self._gone_since < LOST_AFTER or self.status == "lost":
                return [] if self.status == "lost" else None
            self.status = "lost"
            return [moved]
        assert self._scene is not None  # noqa: S101
        off = float(np.linalg.norm(view.corners - self._scene.view.corners, axis=1).max()) / view.cell_pixels
        if off < TOLD_SHIFT:
            return None
        told = [] if self.status == "lost" else [moved]
        self._take_view(view, small)
        return [*told, Notice(frame.seconds, frame.number, NoticeKind.REALIGNED)]

    def _take_view(self, view: BoardView, reference: Image) -> None:
        """Go on with another view of the same board."""
        assert self._reader is not None  # noqa: S101
        self._scene = _Scene.of(view, reference)
        self._reader.moved_to(view)
        self._settling.disturbed()
        self._gone_since = None
        self._open = True
        self.status = "live"

    def _shaken(self, frame: Frame, small: Image, before: Image) -> list[LiveEvent] | None:
        """Deal with a board that is not where it was; None if it is."""
        scene, reader = self._scene, self._reader
        assert scene is not None  # noqa: S101
        assert reader is not None  # noqa: S101
        shake = find_shake(before, small, scene.points, scene.view)
        self._shake_agreed = shake is not None
        if shake is None or shake.cells < SHIFTED:
            return None
        view = realigned(frame.image, scene.view, shake, self._labels() > 0)
        if view is None:
            return None
        # What was known moves along; this frame may show a hand as well.
        self._take_view(view, carried_over(before, small, shake, view))
        if shake.cells < TOLD_SHIFT:
            return []
        return [Notice(frame.seconds, frame.number, k) for k in (NoticeKind.MOVED_CAMERA, NoticeKind.REALIGNED)]

    # --- what is told besides pieces ---------------------------------------------------------------------------

    def _covering(self, frame: Frame, hidden: NDArray[np.bool_]) -> list[LiveEvent]:
        """Tell when cells stay covered, and when they are free again."""
        if not hidden.any():
            return self._uncovered(frame)
        if self._covered_since is None:
            self._covered_since = frame.seconds
        if self._obscured or frame.seconds - self._covered_since < OBSCURED_AFTER:
            return []
        self._obscured = True
        cells = tuple((int(row), int(column)) for row, column in np.argwhere(hidden))
        return [Notice(frame.seconds, frame.number, NoticeKind.OBSCURED, cells)]

    def _uncovered(self, frame: Frame) -> list[LiveEvent]:
        self._covered_since = None
        if self.status == "busy":
            self.status = "live"
        if not self._obscured:
            return []
        self._obscured = False
        return [Notice(frame.seconds, frame.number, NoticeKind.CLEAR)]

    def _light(self, frame: Frame, change: NDArray[np.float32]) -> list[LiveEvent]:
        if float(np.abs(np.median(change, axis=0)).max()) < LAMP:
            return []
        return [Notice(frame.seconds, frame.number, NoticeKind.LIGHT)]


def _change(frame: Frame, best: Explanation) -> Change:
    return Change(frame.seconds, frame.number, best.appeared, best.vanished, best.moved)


def _around(parts: list[Explained], done: list[Explained], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """The cells of explanations that are still open: nothing is to be learnt from them."""
    mask = np.zeros(shape, bool)
    for part in parts:
        if part not in done:
            for patch in part.best.appeared:
                for cell in patch.cells:
                    mask[cell] = True
    return mask


def _covers(explanation: Explanation, starts: set[Cell]) -> bool:
    return any(cell in starts for patch in explanation.appeared for cell in patch.cells)


def _quarter_turned(explanation: Explanation, size: int) -> Explanation:
    """The same new pieces on the board turned by a quarter, clockwise: its left side becomes its top."""
    patches = tuple(
        Patch(patch.colour, tuple(sorted((column, size - 1 - row) for row, column in patch.cells)))
        for patch in explanation.appeared
    )
    return replace(explanation, appeared=patches)


def _question(frame: Frame, explained: Explained) -> Notice:
    readings = (explained.best.appeared, explained.second.appeared)
    return Notice(frame.seconds, frame.number, NoticeKind.UNSURE, readings=readings)


def _after(known: tuple[Patch, ...], best: Explanation) -> tuple[Patch, ...]:
    """The pieces on the board after a change."""
    gone = {*best.vanished, *(Patch(shift.colour, shift.was) for shift in best.moved)}
    came = (*best.appeared, *(Patch(shift.colour, shift.now) for shift in best.moved))
    return (*(patch for patch in known if patch not in gone), *came)
