"""What lies around the board: unplayed pieces, telephones, cards, cups, storage panels."""

from dataclasses import dataclass, replace

import numpy as np

from engine.colours import Colour
from engine.pieces import PIECES, Cell, Shape, normalised
from vision.table.arrays import Floats, Random, Rgb, Spot
from vision.table.blocks import block
from vision.table.boards import lay_plate
from vision.table.kinds import Kit
from vision.table.relief import Relief, Stamp, coded
from vision.table.solids import Cup

PANEL_ROWS = 7
"""Rows of nubs on a storage panel of the travel edition; it is as wide as the board."""
PANEL_LOW = 0.5
"""How far (mm) the surface of a panel lies below that of the board."""
VIVID: tuple[Rgb, ...] = (
    (0.75, 0.75, 0.72),
    (0.03, 0.03, 0.035),
    (0.03, 0.30, 0.55),
    (0.35, 0.04, 0.30),
    (0.45, 0.04, 0.03),
    (0.02, 0.25, 0.10),
    (0.60, 0.42, 0.03),
)


@dataclass(frozen=True, slots=True)
class Loose:
    """A piece that lies beside the board."""

    colour: Colour
    shape: Shape
    x: float
    y: float
    degrees: float


@dataclass(frozen=True, slots=True)
class Slab:
    """A flat thing: a telephone or a card."""

    x: float
    y: float
    degrees: float
    width: float
    length: float
    thick: float
    colour: Rgb
    gloss: float


@dataclass(frozen=True, slots=True)
class Panel:
    """A storage panel with its unplayed pieces plugged in: colour, cells on the panel."""

    x: float
    y: float
    degrees: float
    stored: tuple[tuple[Colour, tuple[Cell, ...]], ...]


@dataclass(frozen=True, slots=True)
class Clutter:
    """Everything on the table besides the board and the pieces on it."""

    loose: tuple[Loose, ...] = ()
    slabs: tuple[Slab, ...] = ()
    cups: tuple[Cup, ...] = ()
    panels: tuple[Panel, ...] = ()


def _far_enough(spots: list[tuple[float, float, float]], x: float, y: float, reach: float) -> bool:
    return all(np.hypot(x - a, y - b) > reach + r for a, b, r in spots)


def _beside(random: Random, kit: Kit, reach: float, spread: float) -> tuple[float, float]:
    """A place outside the board, at least `reach` from its edge."""
    side = int(random.integers(4))
    out = kit.outer + reach + float(random.uniform(0, spread))
    along = float(random.uniform(-1, 1)) * (kit.outer + spread * 0.6)
    return [(along, out), (along, -out), (out, along), (-out, along)][side]


def _packed(
    random: Random, colour: Colour, shapes: list[Shape], columns: int
) -> tuple[tuple[Colour, tuple[Cell, ...]], ...]:
    """Plug pieces into a panel wherever they fit, without order, as people do."""
    taken: set[Cell] = set()
    stored = []
    for shape in shapes:
        tall, wide = max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1
        if tall > PANEL_ROWS or wide > columns:
            continue
        for _ in range(40):
            top, left = int(random.integers(PANEL_ROWS - tall + 1)), int(random.integers(columns - wide + 1))
            cells = tuple((r + top, c + left) for r, c in shape)
            if not taken & set(cells):
                taken |= set(cells)
                stored.append((colour, cells))
                break
    return tuple(stored)


def scatter(random: Random, kit: Kit, left: dict[Colour, list[str]], tidy: float) -> Clutter:
    """Lay out the unplayed pieces (names by colour) and other things; `tidy` 0 is a full table, 1 a bare one."""
    spots: list[tuple[float, float, float]] = []
    panels: list[Panel] = []
    by_name = {piece.name: piece for piece in PIECES}
    turned = {
        colour: [by_name[n].orientations[int(random.integers(len(by_name[n].orientations)))] for n in names]
        for colour, names in left.items()
    }
    if kit.panels:
        half = PANEL_ROWS * kit.cell / 2 + kit.rim_width
        flip = bool(random.random() < 0.5)
        for sign, colour in zip((-1, 1), kit.profile.colours, strict=False):
            packed = _packed(random, colour, turned.get(colour, []), kit.size)
            gap = 1.5 if kit.panels == "hinged" else float(random.uniform(8, 45))
            slide = 0.0 if kit.panels == "hinged" else float(random.normal(0, 12))
            extra = 0.0 if kit.panels == "hinged" else float(random.normal(0, 5))
            away = sign * (kit.outer + gap + half)
            x, y, degrees = (away, slide, 90.0 + extra) if flip else (slide, away, extra)
            panels.append(Panel(x, y, degrees, packed))
            kept = [normalised(cells) for _, cells in packed]
            turned[colour] = [shape for shape in turned.get(colour, []) if shape not in kept]
            for step in np.linspace(-kit.half, kit.half, 7):
                spots.append((x, float(step), half) if flip else (float(step), y, half))
    loose: list[Loose] = []
    for colour, shapes in turned.items():
        for shape in shapes:
            if random.random() < tidy:
                continue
            size = float(np.hypot(max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1)) * kit.cell / 2
            for _ in range(12):
                x, y = _beside(random, kit, size + 2, kit.cell * 8)
                if _far_enough(spots, x, y, size * 0.8):
                    spots.append((x, y, size * 0.8))
                    loose.append(Loose(colour, shape, x, y, float(random.uniform(0, 360))))
                    break
    slabs: list[Slab] = []
    cups: list[Cup] = []
    for _ in range(int(random.integers(0, 3)) if tidy < 0.9 else 0):
        x, y = _beside(random, kit, 85, 120)
        if not _far_enough(spots, x, y, 70):
            continue
        spots.append((x, y, 70))
        tint = VIVID[int(random.integers(len(VIVID)))]
        what = str(random.choice(["telephone", "card", "cup"]))
        degrees = float(random.uniform(0, 180))
        if what == "telephone":
            slabs.append(Slab(x, y, degrees, 72, 150, 8.0, (0.012, 0.012, 0.014), 1.0))
        elif what == "card":
            slabs.append(Slab(x, y, degrees, 63, 88, 0.6, tint, 0.5))
        else:
            dark = (0.05, 0.02, 0.01) if random.random() < 0.7 else (0.5, 0.4, 0.3)
            cups.append(Cup(x, y, float(random.uniform(33, 45)), float(random.uniform(70, 105)), tint, dark))
    return Clutter(tuple(loose), tuple(slabs), tuple(cups), tuple(panels))


def _slab_stamp(slab: Slab, texel: float) -> Stamp:
    columns, rows = round(slab.width / texel), round(slab.length / texel)
    v, u = np.mgrid[0:rows, 0:columns].astype(np.float32)
    radius = 9.0 / texel if slab.thick > 2 else 3.0 / texel
    qx = np.abs(u - columns / 2) - (columns / 2 - radius)
    qy = np.abs(v - rows / 2) - (rows / 2 - radius)
    inside = radius - (np.hypot(np.maximum(qx, 0), np.maximum(qy, 0)) + np.minimum(np.maximum(qx, qy), 0))
    mask: Floats = np.clip(inside, 0, 1).astype(np.float32)
    colour = np.broadcast_to(coded(slab.colour), (rows, columns, 3)).copy()
    if slab.thick < 2:  # a printed border and a figure on the card
        colour[(inside < 4 / texel)] = coded((0.75, 0.74, 0.7))
        middle = np.hypot(u - columns / 2, v - rows / 2) < 12 / texel
        colour[middle] = coded((0.75, 0.74, 0.7))
    return Stamp(np.full((rows, columns), slab.thick, np.float32), colour.astype(np.float32), slab.gloss, 0.05, mask)


def pieces_lying(kit: Kit, clutter: Clutter) -> list[tuple[Colour, Shape, Spot, float]]:
    """Every unplayed piece on the table: colour, shape, the middle of its foot, and how it is turned."""
    found = [(piece.colour, piece.shape, (piece.x, piece.y, -kit.thickness), piece.degrees) for piece in clutter.loose]
    for panel in clutter.panels:
        c, s = float(np.cos(np.radians(panel.degrees))), float(np.sin(np.radians(panel.degrees)))
        for colour, cells in panel.stored:
            rows, columns = [r for r, _ in cells], [k for _, k in cells]
            u = ((min(columns) + max(columns) + 1) / 2 - kit.size / 2) * kit.cell
            v = (PANEL_ROWS / 2 - (min(rows) + max(rows) + 1) / 2) * kit.cell
            place = (panel.x + c * u - s * v, panel.y + s * u + c * v, -PANEL_LOW)
            found.append((colour, normalised(cells), place, panel.degrees))
    return found


def without_pieces(clutter: Clutter) -> Clutter:
    """The same things without the unplayed pieces."""
    return Clutter((), clutter.slabs, clutter.cups, tuple(replace(panel, stored=()) for panel in clutter.panels))


def lay_clutter(relief: Relief, kit: Kit, clutter: Clutter, seed: int) -> None:
    """Press everything flat into the relief (cups stand up and are drawn later)."""
    for panel in clutter.panels:
        lay_plate(relief, kit, kit.size, PANEL_ROWS, panel.x, panel.y, panel.degrees, PANEL_LOW)
    for slab in clutter.slabs:
        relief.press(_slab_stamp(slab, relief.texel), slab.x, slab.y, slab.degrees, relief.ground)
    for number, (colour, shape, (x, y, z), degrees) in enumerate(pieces_lying(kit, clutter)):
        stamp = block(kit, shape, kit.plastics[colour], relief.texel, seed + 1000 + number)
        relief.press(stamp, x, y, degrees, z)
