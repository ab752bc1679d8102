"""Lamps and windows: where they hang, how big and what colour they are, and which of them share a switch."""

from dataclasses import dataclass, replace

import numpy as np

from vision.table.arrays import Random, Rgb, Spot

LIGHTS = ("office", "evening", "window", "mixed", "desk lamp", "dim", "sunny")


@dataclass(frozen=True, slots=True)
class Lamp:
    """A glowing rectangle. Its light falls off with distance and shows as a flare in glossy things."""

    place: Spot
    """Of its middle (mm)."""
    facing: Spot
    """Unit vector: where it shines."""
    width: float
    height: float
    colour: Rgb
    """Linear, brightest channel 1."""
    power: float
    """Irradiance it would give straight below, one metre away (white paper at 1 is exposed as white)."""
    circuit: int = 0
    """Lamps of one circuit are switched together."""
    bars: int = 0
    """Window bars across the pane, each way."""
    round: bool = False
    """A disc instead of a rectangle."""

    def over_table(self) -> tuple[float, float, float]:
        """Seen from the middle of the table: its light there without the angle, that angle's cosine, its distance."""
        x, y, z = self.place
        distance = float(np.sqrt(x * x + y * y + z * z))
        shining = abs(x * self.facing[0] + y * self.facing[1] + z * self.facing[2]) / distance
        return self.power * shining / distance**2, z / distance, distance


@dataclass(frozen=True, slots=True)
class Lighting:
    """All lamps of a room, and what its walls throw back."""

    name: str
    lamps: tuple[Lamp, ...]
    bounce: float
    """Share of each lamp's light that comes back from everywhere."""
    floor: float
    """Light that is there with all lamps out: other rooms, the moon."""

    @property
    def circuits(self) -> int:
        """How many switches there are."""
        return 1 + max(lamp.circuit for lamp in self.lamps)

    def tint(self) -> Rgb:
        """Colour of the light on the middle of the table, brightest channel 1."""
        total = np.zeros(3)
        for lamp in self.lamps:
            strength, angle, _ = lamp.over_table()
            total += np.array(lamp.colour) * strength * (angle + self.bounce)
        red, green, blue = (total / total.max()).tolist()
        return red, green, blue


def kelvin(temperature: float) -> Rgb:
    """Colour of a glowing body in linear RGB, brightest channel 1 (fit for 2000-10000 K)."""
    t = temperature / 1000
    red = 1.0 if t < 6.6 else float(np.clip(1.29 * (t * 10 - 60) ** -0.1332, 0, 1))
    green = float(np.clip(0.39 * np.log(t * 10) - 0.632 if t < 6.6 else 1.13 * (t * 10 - 60) ** -0.0755, 0, 1))
    blue = 1.0 if t >= 6.6 else float(np.clip(0.543 * np.log(max(t * 10 - 10, 1)) - 1.196, 0.02, 1))
    return red**2.2, green**2.2, blue**2.2


def _unit(x: float, y: float, z: float) -> Spot:
    length = float(np.sqrt(x * x + y * y + z * z))
    return x / length, y / length, z / length


def _around(random: Random, near: float, far: float) -> tuple[float, float]:
    angle, distance = random.uniform(0, 2 * np.pi), random.uniform(near, far)
    return float(np.cos(angle) * distance), float(np.sin(angle) * distance)


def _ceiling(random: Random, power: float, circuit: int) -> list[Lamp]:
    """One to four office panels in a row."""
    x, y = _around(random, 0, 700)
    height = float(random.uniform(1300, 2100))
    long_way = random.random() < 0.5
    width, depth = (1200.0, float(random.uniform(150, 600))) if long_way else (600.0, 600.0)
    colour = kelvin(float(random.uniform(3300, 5200)))
    count = int(random.integers(1, 5))
    step = float(random.uniform(800, 1500))
    return [
        Lamp((x, y + step * (i - 1), height), (0, 0, -1), width, depth, colour, power / count, circuit)
        for i in range(count)
    ]


def _pendant(random: Random, power: float, circuit: int) -> Lamp:
    x, y = _around(random, 30, 480)
    height = float(random.uniform(600, 1300))
    size = float(random.uniform(90, 380))
    colour = kelvin(float(random.uniform(2350, 3300)))
    return Lamp((x, y, height), (0, 0, -1), size, size, colour, power, circuit, round=True)


def _desk_lamp(random: Random, power: float, circuit: int) -> Lamp:
    x, y = _around(random, 200, 480)
    height = float(random.uniform(330, 600))
    size = float(random.uniform(50, 130))
    return Lamp(
        (x, y, height),
        _unit(-x, -y, -height),
        size,
        size,
        kelvin(float(random.uniform(2600, 5000))),
        power,
        circuit,
        0,
        True,
    )


def _window(random: Random, power: float, circuit: int, temperature: tuple[float, float] = (5600, 8200)) -> Lamp:
    x, y = _around(random, 900, 2200)
    flat = _unit(-x, -y, 0)
    colour = kelvin(float(random.uniform(*temperature)))
    width, height = float(random.uniform(700, 1900)), float(random.uniform(800, 1500))
    middle = float(random.uniform(450, 900)) + height / 4
    return Lamp((x, y, middle), flat, width, height, colour, power, circuit, int(random.integers(0, 3)))


def random_lighting(random: Random, name: str | None = None) -> Lighting:
    """A room with light of the named sort (or any sort)."""
    if name is None:
        name = str(random.choice(LIGHTS, p=[0.24, 0.16, 0.16, 0.18, 0.1, 0.08, 0.08]))
    if name == "office":
        return Lighting(name, tuple(_ceiling(random, 1.0, 0)), float(random.uniform(0.3, 0.6)), 0.05)
    if name == "evening":
        lamps = [_pendant(random, 1.0, 0)]
        if random.random() < 0.4:
            lamps.append(_pendant(random, float(random.uniform(0.2, 0.6)), 1))
        return Lighting(name, tuple(lamps), float(random.uniform(0.12, 0.3)), 0.03)
    if name == "window":
        return Lighting(name, (_window(random, 1.6, 0),), float(random.uniform(0.25, 0.5)), 0.08)
    if name == "mixed":
        lamp = _pendant(random, 1.0, 0) if random.random() < 0.5 else _ceiling(random, 1.0, 0)[0]
        return Lighting(name, (lamp, _window(random, float(random.uniform(0.7, 1.6)), 1)), 0.3, 0.05)
    if name == "desk lamp":
        return Lighting(name, (_desk_lamp(random, 0.25, 0), *_ceiling(random, 0.12, 1)), 0.2, 0.03)
    if name == "dim":
        return Lighting(name, (_pendant(random, 0.03, 0),), 0.3, 0.006)
    # Sun through a window: a small, very strong source beside a big blue one.
    sky = _window(random, 0.8, 0, (7000, 9500))
    x, y, _ = sky.place
    sun = Lamp((x * 3, y * 3, 4200.0), _unit(-x * 3, -y * 3, -4200), 160, 160, kelvin(5200), 40.0, 0, 0, True)
    return Lighting("sunny", (sky, sun), 0.35, 0.08)


def mirrored_on(lighting: Lighting, camera: Spot, spot: tuple[float, float]) -> Lighting:
    """The same room with its hanging lamps moved so that the camera sees the first one mirrored at this place.

    Lamps hang over tables and cameras hang beside lamps: flares on the board are the rule, not the exception.
    """
    hanging = [lamp for lamp in lighting.lamps if lamp.facing[2] < -0.3]
    if not hanging:
        return lighting
    lead = hanging[0]
    reach = lead.place[2] / camera[2]
    x, y = spot[0] + (spot[0] - camera[0]) * reach, spot[1] + (spot[1] - camera[1]) * reach
    if np.hypot(x, y) > 2500:
        return lighting
    dx, dy = x - lead.place[0], y - lead.place[1]
    moved = []
    for lamp in lighting.lamps:
        if lamp in hanging:
            px, py, pz = lamp.place[0] + dx, lamp.place[1] + dy, lamp.place[2]
            facing = lamp.facing if lamp.facing[2] < -0.99 else _unit(-px, -py, -pz)
            moved.append(replace(lamp, place=(px, py, pz), facing=facing))
        else:
            moved.append(lamp)
    return replace(lighting, lamps=tuple(moved))
