"""Pictures from files of more than eight bits: as bright as they were, and turned upright once."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from coded_pictures import coded, deep, of_bits
from PIL import Image, ImageFile, ImageOps

from vision.images.loading import ImageError, load_image


@pytest.mark.parametrize(
    ("most", "white"),
    [(200, 255), (1000, 1023), (4000, 4095), (16_000, 16_383), (60_000, 65_535), (2.0**31 - 256, 2.0**31)],
)
@pytest.mark.parametrize("kind", [np.uint16, np.int32, np.float32])
def test_values_of_few_bits_in_files_of_many_are_as_bright_as_they_were(
    kind: type, most: float, white: float
) -> None:
    if kind is np.uint16 and most > 65_535:
        return
    values = np.full((64, 64), most / 2)
    values[0] = most
    read = load_image(coded(Image.fromarray(values.astype(kind)), "TIFF"))
    assert read[9, 9, 0] == pytest.approx(255 * most / 2 / white, abs=1)


def test_fractions_from_black_to_white_are_read() -> None:
    values = np.full((64, 64), 0.5, np.float32)
    values[0, :3] = (1, np.nan, np.inf)
    values[1] = 1
    read = load_image(coded(Image.fromarray(values), "TIFF"))
    assert [int(each) for each in read[0, :4, 0]] == [255, 0, 0, 127]


def test_lamps_brighter_than_white_leave_fractions_as_they_are() -> None:
    values = np.full((64, 64), 0.5, np.float32)
    values[0] = 2.5
    assert load_image(coded(Image.fromarray(values), "TIFF"))[9, 9, 0] == 51
    values[0, 1:] = 1
    assert load_image(coded(Image.fromarray(values), "TIFF"))[9, 9, 0] == 127


@pytest.mark.parametrize("bits", [8, 10, 12, 14, 16])
@pytest.mark.parametrize(
    ("kind", "channels"),
    [(".png", 1), (".png", 2), (".png", 3), (".png", 4), (".tif", 1), (".tif", 3), (".tif", 4)],
)
def test_few_bits_are_read_in_grey_and_colour_with_and_without_alpha(
    bits: int, kind: str, channels: int
) -> None:
    values, eight = of_bits(bits, channels)
    values[30, 30, 0] = 65535  # a hot pixel
    read = load_image(deep(values, kind)).astype(int)
    difference = np.abs(read - (eight[:, :, :3] if channels > 2 else eight[:, :, :1]))
    difference[30, 30] = 0
    assert difference.max() <= 1


@pytest.mark.parametrize("bits", [10, 12, 14, 16])
def test_colours_of_few_bits_that_are_half_clear_lie_on_white(bits: int) -> None:
    values = np.full((64, 64, 4), 2**bits - 1, np.uint16)
    values[:32, :, :3] = 0
    values[:, 32:, 3] = 2 ** (bits - 1)
    read = load_image(deep(values))
    assert read[9, 9, 0] == 0
    assert read[9, 40, 0] == pytest.approx(127, abs=255 / 3 / 2 if bits == 10 else 10)
    assert read[40, 40, 0] == 255


def test_colours_of_eight_bits_in_a_clear_file_of_sixteen_are_read() -> None:
    values = np.full((64, 64, 4), 255, np.uint16)
    values[:32, :, :3] = 100
    assert load_image(deep(values))[9, 9].tolist() == [100] * 3


@pytest.mark.parametrize("channels", [1, 3])
def test_of_a_dark_photograph_of_sixteen_bits_nothing_is_cut_off(channels: int) -> None:
    dark = np.linspace(0, 3000, 64 * 64 * channels).reshape(64, 64, channels).astype(np.uint16)
    read = load_image(deep(dark)).astype(float)[:, :, :channels]
    assert np.allclose(read, dark * (255 / 4095), atol=1)
    dark[40:50, 40:50] = 60_000  # a die in the light: now white is that of 16 bits
    assert abs(int(load_image(deep(dark))[45, 45, 0]) - 60_000 // 257) <= 1


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_deep_pictures_are_turned_upright(orientation: int, channels: int) -> None:
    values, eight = of_bits(12, channels)
    shown = Image.fromarray(eight[:, :, :3] if channels > 2 else eight[:, :, 0])
    exif = shown.getexif()
    exif[0x0112] = orientation
    upright = np.asarray(ImageOps.exif_transpose(shown)).ravel()
    read = load_image(deep(values, orientation=orientation)).astype(int)
    assert np.abs(read[:, :, : 3 if channels > 2 else 1].ravel() - upright).max() <= 1


def turned_tiff(picture: np.ndarray, orientation: int) -> bytes:
    """Code values of 16 bits with a tag of the camera's orientation, in a second list of tags."""
    data = deep(picture, ".tif")
    (at,) = struct.unpack_from("<I", data, 4)
    (number,) = struct.unpack_from("<H", data, at)
    tags = [data[begin : begin + 12] for begin in range(at + 2, at + 2 + 12 * number, 12)]
    tags.append(struct.pack("<HHIHH", 274, 3, 1, orientation, 0))
    tags.sort(key=lambda tag: struct.unpack_from("<H", tag))
    listed = struct.pack("<H", len(tags)) + b"".join(tags) + bytes(4)
    return data[:4] + struct.pack("<I", len(data)) + data[8:] + listed


@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_deep_tiff_is_turned_upright_once(orientation: int, channels: int) -> None:
    """Pillow and OpenCV both turn a TIFF by themselves, whatever they are told."""
    values, eight = of_bits(12, channels)
    if channels == 4:
        values[:32, :40, 3] = 0
        eight[:32, :40] = 255  # what is clear lies on white
    shown = Image.fromarray(eight[:, :, :3])
    exif = shown.getexif()
    exif[0x0112] = orientation
    upright = np.asarray(ImageOps.exif_transpose(shown)).astype(int)
    read = load_image(turned_tiff(values, orientation)).astype(int)
    assert read.shape == upright.shape
    assert np.abs(read - upright).max() <= 1


@pytest.mark.parametrize("channels", [2, 3, 4])
def test_very_large_colours_of_few_bits_come_at_half_their_size(
    channels: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.images.loading.MAX_COSTLY_PIXELS", 91 * 65 - 1)
    values = np.full((65, 91, channels), 4095, np.uint16)
    values[:32, :, : 1 if channels == 2 else 3] = 0
    read = load_image(deep(values, orientation=6))
    assert read.shape == (45, 32, 3)
    assert read[20, 20].tolist() == [0, 0, 0]
    assert read[20, 5].tolist() == [255, 255, 255]


@pytest.mark.parametrize("white", [1023, 4095, 65_535])
@pytest.mark.parametrize("letters", [b"P5", b"P6", b"P2", b"P3"])
def test_deep_ppm_is_read_and_quickly(letters: bytes, white: int, capfd: pytest.CaptureFixture[str]) -> None:
    count = 80 * 64 * (3 if letters in (b"P6", b"P3") else 1)
    values = np.full(count, 500, ">u2")
    body = values.tobytes() if letters in (b"P5", b"P6") else b"500 " * count
    data = letters + b" 80 64 %d\n" % white + body
    with pytest.MonkeyPatch.context() as patched:
        if white < 65_535 or letters != b"P5":  # these Pillow would read value by value, in Python
            patched.setattr(ImageFile.ImageFile, "load", lambda _: pytest.fail("Pillow was asked"))
        assert abs(int(load_image(data)[9, 9, 0]) - 500 * 255 // 1023) <= 1
    with pytest.raises(ImageError) as caught:
        load_image(data[:-2000])
    assert caught.value.code == "image-truncated"
    assert capfd.readouterr().err == ""
