"""From linear light to the picture a camera delivers: exposure, white balance, focus, tone, noise, JPEG."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.table.arrays import Bytes, Floats, Random, Rgb, random_for

USUAL_EXPOSURE = 9.0
"""Amplification that an ordinary office needs; what goes beyond it is paid in noise."""
SHOT = 1.5e-4
"""Variance of the photon noise per unit of light at the usual exposure: about one grey level on white."""
READ = 0.8e-3
"""Standard deviation of the electronics' noise at the usual exposure."""
MOST_GAIN = 11.0
"""Beyond this amplification a real camera exposes longer or stays dark."""
NOISE_UNIT = 24.0
"""Standard deviation of the stored noise sheets, which are whole numbers."""


@dataclass(frozen=True)
class Sensor:
    """The settings a camera has chosen for a scene; `seed` drives its noise."""

    exposure: float
    balance: Rgb
    """Gains for red, green and blue."""
    focus_blur: float = 0.6
    """Standard deviation of the blur in pixels; even a sharp lens has about half a pixel."""
    vignette: float = 0.25
    """Loss of light in the corners of the picture."""
    contrast: float = 0.2
    """How strongly the tone curve is bent, 0 to 1."""
    saturation: float = 1.15
    """How far the camera's colour matrix pulls colours away from grey; 1 leaves them."""
    jpeg: int = 90
    seed: int = 0
    noise: float = 1.0

    @property
    def gain(self) -> float:
        """Amplification against the usual exposure, at least a half."""
        return float(np.clip(self.exposure / USUAL_EXPOSURE, 0.5, MOST_GAIN))


def metered(random: Random, light: Floats, tint: Rgb) -> Sensor:
    """A sensor whose automatics have looked at this linear RGB picture and erred as automatics do.

    `tint` is the true colour of the light. A camera guesses it partly well and partly by taking the picture for grey.
    """
    small = cv2.resize(light, (96, 72), interpolation=cv2.INTER_AREA).reshape(-1, 3)
    # Some weight goes to the strongest channel: a camera that ignored it would blow out a red table cloth.
    grey = 0.7 * (small @ np.array([0.25, 0.6, 0.15], np.float32)) + 0.3 * small.max(axis=1)
    wanted = min(float(random.uniform(0.26, 0.44)) / float(grey.mean()), 1.25 / float(np.percentile(grey, 96)))
    exposure = float(np.clip(wanted * np.exp(random.normal(0, 0.17)), 0.2, USUAL_EXPOSURE * MOST_GAIN))
    mean = small[grey > np.percentile(grey, 40)].mean(axis=0)
    taken_for_grey = np.log(np.clip(mean[1] / np.maximum(mean, 1e-6), 0.3, 4.0))
    right = np.log(tint[1] / np.maximum(np.array(tint), 0.02))
    fooled = float(random.uniform(0.05, 0.35))
    # Most cameras move only part of the way to white: warm light stays a little warm.
    reach = float(random.uniform(0.7, 1.0))
    gains = np.exp((right * (1 - fooled) + taken_for_grey * fooled) * reach + random.normal(0, 0.05, 3))
    gains = np.clip(gains / gains[1], 0.3, 5.0)
    return Sensor(
        exposure,
        (float(gains[0]), 1.0, float(gains[2])),
        focus_blur=float(random.choice([0.55, 0.7, 0.9, 1.3], p=[0.4, 0.3, 0.2, 0.1])),
        vignette=float(random.uniform(0.05, 0.4)),
        contrast=float(random.uniform(0.0, 0.45)),
        saturation=float(random.uniform(0.95, 1.2)),
        jpeg=int(random.integers(72, 96)),
        seed=int(random.integers(1 << 30)),
    )


@dataclass
class Darkroom:
    """A sensor at work on pictures of one size: everything that does not change from frame to frame is kept."""

    sensor: Sensor
    width: int
    height: int
    _shade: Floats = field(init=False)
    _matrix: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = field(init=False)
    _tone: Bytes = field(init=False)
    _grain: dict[float, Bytes] = field(init=False)
    _sheets: list[np.ndarray[tuple[int, ...], np.dtype[np.int16]]] = field(init=False)

    def __post_init__(self) -> None:
        """Prepare vignette, tone curve and noise."""
        y, x = np.mgrid[0 : self.height, 0 : self.width].astype(np.float32)
        r2 = ((x - self.width / 2) ** 2 + (y - self.height / 2) ** 2) / (self.width**2 + self.height**2) * 4
        fall = (1 - self.sensor.vignette * r2 * (0.6 + 0.4 * r2)) * np.float32(self.sensor.exposure)
        gains = np.array(self.sensor.balance[::-1], np.float32)
        self._shade = fall[..., None] * gains
        grey_share = np.array([0.15, 0.6, 0.25], np.float32)
        self._matrix = (1 - self.sensor.saturation) * np.tile(grey_share, (3, 1)) + self.sensor.saturation * np.eye(3)
        root = np.arange(256) / 255
        self._tone = np.round(255 * tone(root**2, self.sensor.contrast)).clip(0, 255).astype(np.uint8)
        self._grain = {1.0: self._grain_by_code(1.0)}
        self._sheets = _noise_sheets(self.width, self.height)

    def _grain_by_code(self, more: float) -> Bytes:
        """How strong the noise is (in 1/8 grey levels) at each grey level, with `more` gain than at first."""
        light = np.linspace(0, 1, 2048)
        seen = tone(light, self.sensor.contrast)
        gain = min(self.sensor.gain * more, 2 * MOST_GAIN)
        spread = np.sqrt(light * SHOT * gain + (READ * gain) ** 2) * self.sensor.noise
        steep = np.gradient(seen, light)
        by_code = np.interp(np.arange(256) / 255, seen, spread * np.minimum(steep, 8))
        return np.round(by_code * 255 * 8).clip(0, 255).astype(np.uint8)

    def expose(self, light: Floats, place: tuple[int, int] = (0, 0), gain: float = 1.0) -> Bytes:
        """Linear RGB light, or a part of it whose first pixel is at `place` (row, column), to BGR without noise.

        `gain` is what the camera's automatics have added since the sensor was set.
        """
        row, column = place
        tall, broad = light.shape[:2]
        seen = cv2.multiply(light[..., ::-1], self._shade[row : row + tall, column : column + broad], scale=gain)
        if self.sensor.focus_blur > 0.3:
            # Highlights bleed a little further than the clip level before the sensor cuts them off.
            seen = cv2.GaussianBlur(np.minimum(seen, 2.5), (0, 0), self.sensor.focus_blur)
        if self.sensor.saturation != 1.0:
            seen = cv2.transform(np.minimum(seen, 1.0), self._matrix)
        root = cv2.sqrt(np.maximum(seen, 0))
        return np.asarray(cv2.LUT(cv2.convertScaleAbs(root, alpha=255), self._tone), np.uint8)

    def grain(self, picture: Bytes, number: int, gain: float = 1.0) -> Bytes:
        """The picture with the noise of frame `number`: always the same for the same sensor and number."""
        if self.sensor.noise <= 0:
            return picture
        random = random_for(self.sensor.seed, "noise", number)
        sheet = self._sheets[int(random.integers(len(self._sheets)))]
        top, left = int(random.integers(64)), int(random.integers(64))
        part = sheet[top : top + self.height, left : left + self.width]
        if random.random() < 0.5:
            part = part[::-1]
        step = round(gain, 1)
        if step not in self._grain:
            self._grain[step] = self._grain_by_code(step)
        strength = cv2.LUT(picture, self._grain[step])
        noise = cv2.multiply(part, strength, scale=1 / (8 * NOISE_UNIT), dtype=cv2.CV_16S)
        return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)


def tone(light: object, contrast: float) -> Floats:
    """The tone curve: linear light 0-1 to picture 0-1, sRGB with some extra contrast."""
    linear = np.clip(np.asarray(light, np.float64), 0, 1)
    seen = np.where(linear < 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    bent = seen * seen * (3 - 2 * seen)
    return np.asarray(seen + (bent - seen) * contrast, np.float32)


def _noise_sheets(width: int, height: int) -> list[np.ndarray[tuple[int, ...], np.dtype[np.int16]]]:
    """Three sheets of noise, a little larger than the picture; frames take different parts of them."""
    sheets = []
    for number in range(3):
        random = random_for(number, "sheet")
        raw = random.standard_normal((height + 64, width + 64, 3)).astype(np.float32)
        # Demosaicking spreads noise over neighbours and ties the colours together.
        soft = cv2.GaussianBlur(raw, (0, 0), 0.6) * 2.1
        grey = soft.mean(axis=2, keepdims=True)
        mixed = soft * 0.75 + grey * 0.75
        sheets.append(np.round(mixed * NOISE_UNIT).astype(np.int16))
    return sheets
