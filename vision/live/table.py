"""The live table: frames in, changes and notices out.

Every frame gets a cheap look. Only when the table has come to rest and differs from what is known are the cells
read; evidence is gathered over a few looks, and the change is told when one explanation is certain.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.pieces import Cell
from engine.profiles import BoardProfile
from vision.changes import Change, LiveEvent, Notice, NoticeKind, Patch
from vision.errors import VisionError
from vision.frames import Frame
from vision.geometry import BoardView
from vision.live.cells import CellReader, Close
from vision.live.evidence import Evidence, known_labels
from vision.live.explain import Explanation, joined
from vision.live.gathered import Gathered
from vision.live.glance import MOVING, Image, differing, grain, small_picture, solid, threshold_for
from vision.live.intruders import find_intruders, level, object_pixels
from vision.live.notices import Covering, Health, lamp
from vision.live.outcome import after, covers, mostly, quarter_turned, question, rows_of, told_place, undecided
from vision.live.place import SEARCH_EVERY, News, Place
from vision.live.printings import other_printing
from vision.live.realign import turned_to_match
from vision.live.settling import Settling, beside_hidden
from vision.live.start import FirstLook, first_look
from vision.reading.palette import Palette

Bools = NDArray[np.bool_]

# Seconds without motion before a frame is worth reading.
REST = 0.15
# Seconds between looks at a table on which nothing changes: light drifts, and is followed; and between looks at one
# that is at rest with something on it that no look has made clear.
UPKEEP, SELDOM = 2.0, 1.0
# Attempts to find the board, a second apart, after which it is told that there is none.
TELL_MISSING = 4
# Seconds between further attempts: a search takes most of a second on a small machine, which has other work to do.
SEARCH_LATER = 3.0
# The part of the picture that may differ between two frames that show a table at rest, before the board is known.
STILL = 0.002


@dataclass
class LiveTable:
    """Follows one board. Feed it frames; it says what changed."""

    board: str = "auto"
    """A board kind, a profile's name or `auto`."""
    profile: BoardProfile | None = None
    known: tuple[Patch, ...] = ()
    """The pieces that lie on the board, as far as they are settled."""
    found_at_start: bool = False
    """Whether pieces lay on the board when it was first seen; the first change tells them."""
    first_seen: tuple[str, ...] | None = None
    """Rows of letters as the board was first read, whatever was known; None before that."""
    first_look: FirstLook = first_look
    """How the board is found; a kept calibration knows more than the picture alone."""
    status: str = "looking"
    """`looking` for the board, `live`, `busy`, `hidden` in part, `lost`."""
    _place: Place | None = None
    _reader: CellReader | None = None
    _settling: Settling = field(default_factory=Settling)
    _covering: Covering = field(default_factory=Covering)
    _health: Health = field(default_factory=Health)
    _previous: Image | None = None
    _moved_at: float = -1e9
    _kept_at: float = -1e9
    _read_at: float = -1e9
    _searched_at: float = -1e9
    _missed: int = 0
    _grain: float = 2.0
    _gathered: Gathered = field(default_factory=Gathered)
    _ruled: set[Cell] = field(default_factory=set)
    """Cells that people have ruled on since the table was last quiet."""
    _sided: bool = False
    """Whether marks on the board have said from which side it is seen."""
    _open: bool = False
    """Whether the last look left something undecided."""

    @property
    def view(self) -> BoardView | None:
        """Where the board lies in the picture."""
        return self._place.view if self._place else None

    @property
    def palette(self) -> Palette | None:
        """What the labels look like at present."""
        return self._reader.palette if self._reader else None

    @property
    def unmet(self) -> frozenset[int]:
        """Labels of colours of which no piece has been seen yet."""
        return self._reader.unmet if self._reader else frozenset()

    @property
    def corners(self) -> list[list[float]] | None:
        """The four corners of the playing area in pixels, or None while there is no board."""
        return None if self._place is None else [[float(x), float(y)] for x, y in self._place.view.corners]

    @property
    def grid(self) -> list[str] | None:
        """Rows of letters as far as they are settled."""
        return None if self.profile is None else list(rows_of(self.profile, self._labels(self.profile)))

    def take_as_given(self, known: Sequence[Patch], ruled: Collection[Cell] = ()) -> None:
        """People, or the record, say what lies on the board: believe it, and read on from there.

        The cells in `ruled` are what `known` says as they look at the next quiet moment, until they look otherwise.
        """
        self.known = tuple(known)
        self._ruled |= set(ruled)
        self._look_again(self.status)

    def read_again(self, doubted: Sequence[Patch]) -> None:
        """Forget these pieces and read their cells afresh."""
        self.known = tuple(patch for patch in self.known if patch not in doubted)
        if self._reader is not None:
            self._reader.forget([cell for patch in doubted for cell in patch.cells])
        self._settling.asked.clear()
        self._look_again(self.status)

    def feed(self, frame: Frame) -> list[LiveEvent]:
        """Look at one frame."""
        small = small_picture(frame)
        previous, self._previous = self._previous, small
        events: list[LiveEvent] = [*self._health.look(frame, small, previous)]
        if self._health.trouble:
            self._moved_at = frame.seconds
            return events
        if previous is None or previous.shape != small.shape:
            self._moved_at = frame.seconds
            self._place = None  # another size of picture: everything has to be found again
            return events
        # Noise changes slowly; what changes at once is light or motion.
        self._grain += 0.2 * (min(grain(small, previous), 2 * self._grain + 1) - self._grain)
        threshold = threshold_for(self._grain)
        if self._place is None:
            return events + self._look_for_board(frame, differing(small, previous, threshold), small)
        if self._place.watch.moved(small, previous, threshold) > MOVING:
            self._moved_at = frame.seconds
            self._settling.disturbed()
            self.status = "lost" if self._place.lost else "busy"
            return events
        if frame.seconds - self._moved_at < REST:
            return events
        seen = self._read_at > self._moved_at and frame.seconds - self._read_at < SELDOM
        if seen and self._settling.hardly_clearer(frame.seconds):
            return events
        if not self._open and frame.seconds - self._kept_at < UPKEEP and not self._place.differs(small, threshold):
            self.status = "live"
            return [*events, *self._covering.look(frame, None)]
        self._read_at = frame.seconds
        return events + self._read(frame, small)

    def _look_for_board(self, frame: Frame, moving: Image, small: Image) -> list[LiveEvent]:
        """Search now and then, on frames that stand still."""
        if float((solid(moving) > 0).mean()) > STILL:
            self._gathered.clear()
            return []
        # One frame is enough as a rule; only a board that was missed in it is worth adding frames up for.
        image = self._gathered.add(frame.image) if self._missed else frame.image
        if frame.seconds - self._searched_at < (SEARCH_EVERY if self._missed < TELL_MISSING else SEARCH_LATER):
            return []
        self._searched_at = frame.seconds
        try:
            found = self.first_look(image, self.profile.name if self.profile else self.board)
        except VisionError as problem:
            self.status = "lost" if self.profile else "looking"
            self._missed += 1
            if self._missed != TELL_MISSING:
                return []
            return [Notice(frame.seconds, frame.number, NoticeKind.SOURCE, problem=str(problem))]
        self._missed = 0
        self._gathered.clear()
        events: list[LiveEvent] = []
        if self.profile is None:
            self.profile = found.profile
        view, labels = found.view, found.labels
        if self.known:
            # From whichever side it is seen: it is known by what lies on it.
            view, labels = turned_to_match(view, labels, self._labels(self.profile))
        if self._reader is None:
            self.first_seen = rows_of(self.profile, labels)
            self._sided = found.sided
            self._reader = CellReader.start(view, found.palette, labels, found.met)
            if found.patches and not self.known:
                self.known, self.found_at_start = found.patches, True
                events.append(Change(frame.seconds, frame.number, appeared=found.patches))
        else:
            events.append(Notice(frame.seconds, frame.number, NoticeKind.REALIGNED))
        self._place = Place.of(view, small)
        self._reader.moved_to(view)
        self._look_again("live")
        return events

    def _look_again(self, status: str) -> None:
        self._settling.disturbed()
        self._open = True
        self.status = status

    def _labels(self, profile: BoardProfile) -> NDArray[np.int64]:
        return known_labels(profile.size, profile.colours, self.known)

    def _read(self, frame: Frame, small: Image) -> list[LiveEvent]:
        """Read a table at rest that differs from what is known, or that has not been looked at for a while."""
        place, reader, profile = self._place, self._reader, self.profile
        if place is None or reader is None or profile is None:
            return []
        if self._covering.since is None:
            # What lies over the rim while something covers cells belongs to that: an arm at rest is still an arm.
            place.keep_around(small, frame.seconds, threshold_for(self._grain))
        before = level(place.reference, small)
        labels = self._labels(profile)
        news = place.shaken(frame.image, small, before, labels)
        hidden = np.zeros(labels.shape, bool)
        if news is News.SAME:
            pixels = object_pixels(small, before, self._grain)
            hidden = find_intruders(pixels, place.view)
            if place.seems_gone(pixels, hidden):
                news = place.search(frame.image, small, frame.seconds, profile.name, labels, self.first_look)
        if news is not News.SAME:
            reader.moved_to(place.view)
            self._look_again("lost" if place.lost else "live")
            return told_place(frame, news)
        look = reader.look(frame.image)
        change = reader.light_since(look, ~hidden)
        self._ruled -= reader.accept(look, change, self._ruled, hidden)
        close = reader.look_closely(look, change)
        log_p = reader.log_likelihood(close, labels)
        strange = log_p[..., -1] > log_p[..., :-1].max(axis=2)
        evidence = Evidence.of(profile.colours, log_p[..., :-1], hidden, strange)
        parts = self._settling.weigh(evidence, self.known, frame.seconds)
        events: list[LiveEvent] = [*self._covering.look(frame, hidden)]
        self._open = True
        if not parts:
            self.status = "hidden" if hidden.any() else "live"
            if not hidden.any():
                events += lamp(frame, change)
                self._settle(frame, small, close, ~hidden)
                self._open = False
            return events
        settled = [part for part in parts if self._settling.agreed_on(part, frame.seconds)]
        if not (self.known or hidden.any()) and (other := other_printing(self.board, profile, settled, close)):
            self.profile = other
            reader.begin_with(other.colours)
            self._look_again("live")
            return events
        clear = [part for part in parts if not part.best.empty and not mostly(strange, part.best)]
        free = [part for part in clear if not beside_hidden(part.best, hidden)]
        certain = [part for part in free if self._settling.certain(part, frame.seconds)]
        if not certain or (len(certain) < len(free) and not self._settling.waited(frame.seconds)):
            questions = [part for part in free if self._settling.to_ask(part, frame.seconds)]
            return events + [question(frame, part) for part in questions]
        events += lamp(frame, change)
        best = joined([part.best for part in certain])
        turned = self._the_right_way_round(best)
        events.append(Change(frame.seconds, frame.number, turned.appeared, turned.vanished, turned.moved))
        self.known = after(self.known, turned)
        self.status = "live"
        if turned is best:
            whole = not hidden.any() and len(certain) == len(parts)
            sure = ~hidden & ~undecided(parts, certain, hidden.shape)
            self._settle(frame, small if whole else None, close, sure)
        # Otherwise what was read is numbered the old way, and the next look settles it.
        self._settling.disturbed()
        return events

    def _settle(self, frame: Frame, small: Image | None, close: Close, sure: Bools) -> None:
        """The cells are known: learn from them, and compare with this picture from now on if all of it is known."""
        if self._reader is None or self._place is None or self.profile is None:
            return
        self._reader.settle(close, self._labels(self.profile), sure)
        self._settling.disturbed()
        if small is not None:
            self._place.keep(small)
            self._kept_at = frame.seconds

    def _the_right_way_round(self, first: Explanation) -> Explanation:
        """Turn the board by a quarter if only so its first piece covers a start square, and no marks say otherwise.

        The Duo board has its two start squares on one diagonal, and a camera may see it from any side.
        """
        place, reader, profile = self._place, self._reader, self.profile
        if self.known or self._sided or place is None or reader is None or profile is None or not first.appeared:
            return first
        turned, starts = quarter_turned(first, profile.size), set(profile.starts)
        if covers(first, starts) or not covers(turned, starts):
            return first
        place.turn()
        reader.turned_to(place.view)
        return turned
