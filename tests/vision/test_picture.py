"""Loading a photo: what cannot be one is refused with a sentence, before it is decoded."""

import struct
import zlib

import cv2
import numpy as np
import pytest

from vision.errors import VisionError
from vision.picture import ENOUGH_PIXELS, decode_picture, load_picture


def jpeg(width=640, height=480):
    picture = np.full((height, width, 3), (40, 120, 200), np.uint8)
    picture[: height // 2, : width // 2] = (250, 250, 250)
    return cv2.imencode(".jpg", picture)[1].tobytes()


def png_with_size(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"0" * 1000)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def with_orientation(data, turn):
    """A JPEG with an EXIF note on how the camera was held."""
    tiff = (
        b"II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00" + struct.pack("<HH", turn, 0) + b"\x00" * 4
    )
    block = b"Exif\x00\x00" + tiff
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]


def test_a_jpeg_is_loaded(tmp_path):
    path = tmp_path / "photo.jpg"
    path.write_bytes(jpeg())
    picture = load_picture(path)
    assert picture.image.shape == (480, 640, 3)
    assert picture.full_size == (640, 480)


def test_the_exif_rotation_is_respected():
    picture = decode_picture(with_orientation(jpeg(), 6), "photo.jpg")
    assert picture.full_size == (480, 640)
    assert picture.image.shape == (640, 480, 3)
    # The white quarter was at the top left; turned by 90° clockwise it is at the top right.
    assert picture.image[100, 400].min() > 200
    assert picture.image[100, 100].min() < 200


def test_a_large_jpeg_is_decoded_at_half_its_size():
    picture = decode_picture(jpeg(4032, 3024), "photo.jpg")
    assert picture.full_size == (4032, 3024)
    assert picture.image.shape[0] * picture.image.shape[1] <= ENOUGH_PIXELS


@pytest.mark.parametrize("kind", [".png", ".bmp", ".webp"])
def test_other_formats_are_understood(kind):
    data = cv2.imencode(kind, np.full((300, 400, 3), 90, np.uint8))[1].tobytes()
    assert decode_picture(data, "photo" + kind).full_size == (400, 300)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"hello, this is text", "is not a picture"),
        (jpeg()[:3000], "truncated JPEG"),
        (jpeg()[:200], "truncated"),
        (cv2.imencode(".png", np.zeros((300, 400, 3), np.uint8))[1].tobytes()[:200], "truncated PNG"),
        (cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1].tobytes(), "only 1 × 1 pixels"),
        (png_with_size(20000, 15000), "more than 64 megapixels"),
        (png_with_size(640, 480), "damaged"),
        (b"\x00\x00\x00\x18ftypheic" + b"\x00" * 40, "HEIC"),
        (b"RIFF\x00\x10\x00\x00WEBPVP8 ", "truncated WebP"),
    ],
)
def test_what_is_no_photo_is_refused_with_one_sentence(data, words):
    with pytest.raises(VisionError, match=words) as caught:
        decode_picture(data, "photo.jpg")
    assert "photo.jpg" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_jpeg_that_claims_300_megapixels_is_refused():
    data = jpeg()
    place = data.index(b"\xff\xc0")
    forged = data[: place + 5] + struct.pack(">HH", 15000, 20000) + data[place + 9 :]
    with pytest.raises(VisionError, match="megapixels"):
        decode_picture(forged, "photo.jpg")


def test_a_missing_file_and_a_folder_are_named(tmp_path):
    with pytest.raises(VisionError, match="no such file"):
        load_picture(tmp_path / "absent.jpg")
    with pytest.raises(VisionError, match="is a folder"):
        load_picture(tmp_path)
