"""The relief: everything that lies flat on the table as height, colour and gloss maps seen from straight above."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.table.arrays import Bytes, Floats, Point, Rgb

Window = tuple[slice, slice]
"""Rows and columns of a part of the relief."""


def coded(rgb: object) -> Floats:
    """Reflectance as stored in 8 bits: square roots, because dark plastics need the finer steps."""
    return np.sqrt(np.clip(np.asarray(rgb, np.float32), 0, 1)) * 255


@dataclass(frozen=True)
class Stamp:
    """Something to be pressed into the relief, drawn at its resolution. Height counts from the stamp's own foot."""

    height: Floats
    colour: Floats
    """Coded RGB, 0 to 255 (see `coded`)."""
    gloss: float
    roughness: float
    mask: Floats
    """1 where the thing is, 0 beside it and in its holes."""


class Relief:
    """Height (mm above the playing surface), colour and gloss on a grid of `texel` millimetres.

    Column 0 lies at x = `left`, row 0 at y = `top`; y falls as rows rise, as in a picture of the table from above.
    """

    def __init__(self, half_width: float, half_height: float, texel: float, ground: float, tall: float) -> None:
        """An empty table top of this size around the origin; `ground` is its height (negative).

        Nothing on it stands higher than twice `tall`, and nothing but what was dropped higher than `tall`.
        """
        self.texel, self.ground = texel, ground
        # Where rays look for a surface on their way down: densely where tops and ridges are. The same for every
        # state of the board, so that a piece put down here does not move a hair of the picture elsewhere.
        low, fine = tall + 0.2, -0.55
        marks = [*np.arange(2 * tall, low, -1.2), *np.arange(low, fine, -0.6), *np.arange(fine, ground, -2.5), ground]
        self.levels: tuple[float, ...] = tuple(float(z) for z in marks)
        self.left, self.top = -half_width, half_height
        rows, columns = round(2 * half_height / texel), round(2 * half_width / texel)
        self.height: Floats = np.full((rows, columns), ground, np.float32)
        self.colour: Bytes = np.zeros((rows, columns, 3), np.uint8)
        self.finish: Bytes = np.zeros((rows, columns, 3), np.uint8)
        """Gloss, roughness and presence (255 where a thing lies, 0 on the bare table), all 0 to 255."""

    def copy(self) -> "Relief":
        """An independent relief with the same content."""
        twin = object.__new__(Relief)
        twin.texel, twin.ground, twin.left, twin.top = self.texel, self.ground, self.left, self.top
        twin.levels = self.levels
        twin.height, twin.colour, twin.finish = self.height.copy(), self.colour.copy(), self.finish.copy()
        return twin

    def pixel(self, x: float, y: float) -> Point:
        """(column, row), fractional, of a place on the table."""
        return (x - self.left) / self.texel - 0.5, (self.top - y) / self.texel - 0.5

    def window(self, xs: tuple[float, float], ys: tuple[float, float], margin: float = 0.0) -> Window:
        """The part that covers these ranges of x and y (mm), clipped to the relief."""
        rows, columns = self.height.shape
        left, bottom = self.pixel(min(xs) - margin, min(ys) - margin)
        right, top = self.pixel(max(xs) + margin, max(ys) + margin)
        return (
            slice(max(0, int(top)), max(0, min(rows, int(bottom) + 2))),
            slice(max(0, int(left)), max(0, min(columns, int(right) + 2))),
        )

    def places(self, window: Window) -> tuple[Floats, Floats]:
        """X and y (mm) of every texel of a part."""
        rows, columns = window
        x = self.left + (np.arange(columns.start, columns.stop, dtype=np.float32) + 0.5) * self.texel
        y = self.top - (np.arange(rows.start, rows.stop, dtype=np.float32) + 0.5) * self.texel
        return np.broadcast_to(x, (len(y), len(x))), np.broadcast_to(y[:, None], (len(y), len(x)))

    def lay(
        self, window: Window, height: Floats, mask: Floats, colour: Floats | Rgb, gloss: float, roughness: float
    ) -> None:
        """Put a thing on a part of the relief: absolute heights, soft edges by `mask`, colours coded."""
        if not mask.size:
            return
        there = mask > 0.5
        self.height[window][there] = height[there]
        blend = mask[..., None]
        patch = self.colour[window]
        tint = colour if isinstance(colour, np.ndarray) else coded(colour)
        # A hard edge in colour too: a blended rim of table colour would look like a halo.
        np.copyto(patch, np.clip(tint, 0, 255).astype(np.uint8), where=blend > 0.5)
        np.copyto(self.finish[window], np.array([gloss * 255, roughness * 255, 255], np.uint8), where=blend > 0.5)

    def press(
        self, stamp: Stamp, x: float, y: float, degrees: float, foot: float, clip: Window | None = None
    ) -> Window:
        """Press a stamp with its middle at (x, y), turned counter-clockwise, standing on height `foot`.

        With `clip`, only texels inside that part change. Returns the part that the stamp may have touched.
        """
        rows, columns = stamp.height.shape
        column, row = self.pixel(x, y)
        turn = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), degrees, 1.0)
        turn[0, 2] += column - (columns - 1) / 2
        turn[1, 2] += row - (rows - 1) / 2
        reach = np.hypot(rows, columns) / 2 + 2
        upper = slice(max(0, int(row - reach)), max(0, min(self.height.shape[0], int(row + reach) + 2)))
        across = slice(max(0, int(column - reach)), max(0, min(self.height.shape[1], int(column + reach) + 2)))
        if clip is not None:
            upper = slice(max(upper.start, clip[0].start), min(upper.stop, clip[0].stop))
            across = slice(max(across.start, clip[1].start), min(across.stop, clip[1].stop))
        if upper.stop <= upper.start or across.stop <= across.start:
            return slice(0, 0), slice(0, 0)
        turn[0, 2] -= across.start
        turn[1, 2] -= upper.start
        size = (across.stop - across.start, upper.stop - upper.start)
        mask = np.asarray(cv2.warpAffine(stamp.mask, turn, size, flags=cv2.INTER_LINEAR), np.float32)
        height = cv2.warpAffine(stamp.height, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        colour = cv2.warpAffine(stamp.colour, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        window = (upper, across)
        lifted = np.asarray(height + np.float32(foot), np.float32)
        self.lay(window, lifted, mask, np.asarray(colour, np.float32), stamp.gloss, stamp.roughness)
        return window

    def slopes(self, window: Window) -> Floats:
        """Rise per millimetre towards +x and +y of a part, as two channels."""
        rows, columns = window
        wider = (slice(max(0, rows.start - 2), rows.stop + 2), slice(max(0, columns.start - 2), columns.stop + 2))
        height = self.height[wider]
        scale = 1 / (8 * self.texel)
        dx = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3, scale=scale)
        dy = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3, scale=-scale)
        inner = (
            slice(rows.start - wider[0].start, rows.stop - wider[0].start),
            slice(columns.start - wider[1].start, columns.stop - wider[1].start),
        )
        return np.asarray(cv2.merge([dx, dy]), np.float32)[inner]
