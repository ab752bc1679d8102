"""What the three printings look and measure like: cells, rims, ridges, nubs, pieces and their plastics."""

from dataclasses import dataclass, replace

import numpy as np

from engine.colours import Colour
from engine.profiles import BoardProfile
from vision.table.arrays import Random, Rgb

# Reflectance of the plastics in linear RGB, measured by eye against photographs: each colour from its deepest to its
# palest appearance, because translucent pieces look pale over a white board in bright light.
PLASTICS: dict[Colour, tuple[Rgb, Rgb]] = {
    Colour.BLUE: ((0.014, 0.034, 0.40), (0.15, 0.15, 0.66)),
    Colour.YELLOW: ((0.74, 0.50, 0.008), (0.92, 0.74, 0.03)),
    Colour.RED: ((0.42, 0.008, 0.010), (0.72, 0.045, 0.028)),
    Colour.GREEN: ((0.004, 0.19, 0.075), (0.014, 0.42, 0.33)),
    Colour.PURPLE: ((0.065, 0.008, 0.15), (0.21, 0.045, 0.36)),
    Colour.ORANGE: ((0.76, 0.17, 0.003), (0.95, 0.54, 0.03)),
}
# The travel edition's own shades: a purer green and a lighter blue than the classic set.
TOGO_PLASTICS: dict[Colour, tuple[Rgb, Rgb]] = {
    Colour.BLUE: ((0.02, 0.04, 0.36), (0.10, 0.16, 0.72)),
    Colour.GREEN: ((0.008, 0.17, 0.022), (0.035, 0.36, 0.10)),
}
WHITE_BOARDS: tuple[Rgb, ...] = ((0.80, 0.79, 0.76), (0.72, 0.72, 0.72), (0.66, 0.69, 0.74))
SILVER_BOARDS: tuple[Rgb, ...] = ((0.46, 0.47, 0.48), (0.55, 0.53, 0.50))
TOGO_LIGHT: tuple[Rgb, ...] = ((0.50, 0.47, 0.50), (0.42, 0.50, 0.48), (0.60, 0.58, 0.55))
TOGO_DARK: tuple[Rgb, ...] = ((0.055, 0.055, 0.058), (0.09, 0.085, 0.08), (0.16, 0.155, 0.15))


@dataclass(frozen=True, slots=True)
class Kit:
    """One physical set: the board and the look of its pieces. Lengths in millimetres."""

    profile: BoardProfile
    cell: float
    rim_width: float
    rim_height: float
    """Of the rim above the playing surface."""
    thickness: float
    """Of the board: the table lies this far below the playing surface."""
    ridge_width: float
    ridge_height: float
    """Of the ridges between cells; negative for grooves."""
    piece_height: float
    bevel: float
    """Width of the rounded edge of a piece."""
    dish: float
    """Depth of the frame around the inner square of a cell; 0 for flat tops."""
    board_colour: Rgb
    board_gloss: float
    plastics: dict[Colour, Rgb]
    translucency: float
    """How much of the board shines through the middle of a piece, 0 to 1."""
    ripple: float
    """Slope of the moulding waves on the tops: what breaks a flare into patches."""
    panels: str = ""
    """Storage panels of the travel edition: '' none, 'hinged' to two sides, or lying 'apart'."""

    @property
    def size(self) -> int:
        """Cells along a side."""
        return self.profile.size

    @property
    def half(self) -> float:
        """Half the side of the playing area."""
        return self.size * self.cell / 2

    @property
    def outer(self) -> float:
        """Half the side of the whole board with its rim."""
        return self.half + self.rim_width


def random_kit(random: Random, profile: BoardProfile) -> Kit:
    """A set as it might lie on somebody's table; the same random stream gives the same set."""
    table = TOGO_PLASTICS if profile.nubs else PLASTICS
    paleness = float(random.uniform(0, 1))
    plastics: dict[Colour, Rgb] = {}
    for colour in profile.colours:
        deep, pale = (np.log(np.array(rgb)) for rgb in table[colour])
        share = float(np.clip(paleness + random.normal(0, 0.22), 0, 1))
        mixed = np.exp(deep + (pale - deep) * share) * np.exp(random.normal(0, 0.07, 3))
        red, green, blue = np.clip(mixed, 0.003, 0.93).tolist()
        plastics[colour] = (red, green, blue)
    if profile.nubs:
        return _togo(random, profile, plastics)
    boards = WHITE_BOARDS if random.random() < 0.75 else SILVER_BOARDS
    dish = float(random.uniform(0.55, 1.0)) if random.random() < (0.65 if profile.kind == "classic" else 0.35) else 0.0
    return Kit(
        profile=profile,
        cell=20.0 if profile.kind == "classic" else 21.0,
        rim_width=float(random.uniform(5, 11)),
        rim_height=float(random.uniform(1.5, 3.5)),
        thickness=float(random.uniform(8, 16)),
        ridge_width=float(random.uniform(0.9, 1.6)),
        ridge_height=float(random.uniform(0.45, 1.0)) if random.random() < 0.75 else -0.6,
        piece_height=float(random.uniform(3.2, 4.1)),
        bevel=float(random.uniform(1.1, 2.1)),
        dish=dish,
        board_colour=boards[int(random.integers(len(boards)))],
        board_gloss=float(random.uniform(0.3, 0.9)),
        plastics=plastics,
        translucency=float(random.uniform(0.05, 0.6)) if profile.kind == "classic" else 0.1,
        ripple=float(random.uniform(0.006, 0.03)),
    )


def _togo(random: Random, profile: BoardProfile, plastics: dict[Colour, Rgb]) -> Kit:
    boards = TOGO_DARK if random.random() < 0.6 else TOGO_LIGHT
    return Kit(
        profile=profile,
        cell=float(random.uniform(12.0, 14.0)),
        rim_width=float(random.uniform(7, 12)),
        rim_height=float(random.uniform(2.5, 4.5)),
        thickness=float(random.uniform(8, 13)),
        ridge_width=0.5,
        ridge_height=-0.35,
        piece_height=float(random.uniform(3.0, 3.8)),
        bevel=float(random.uniform(0.7, 1.1)),
        dish=0.0,
        board_colour=boards[int(random.integers(len(boards)))],
        board_gloss=float(random.uniform(0.5, 1.0)),
        plastics=plastics,
        translucency=0.05,
        ripple=float(random.uniform(0.004, 0.02)),
        panels=str(random.choice(["", "hinged", "apart"], p=[0.3, 0.4, 0.3])),
    )


def without_panels(kit: Kit) -> Kit:
    """The same set with its storage panels left in the box."""
    return replace(kit, panels="")
