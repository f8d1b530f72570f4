"""Pictures from files: every kind is read, and what cannot be is refused in a sentence."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import zlib
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import EpsImagePlugin, Image, ImageFile, ImageOps
from sweeps import slow

from vision.image_files import MAX_BYTES
from vision.images import BAND_PX, ImageError, load_image

RED = (200, 30, 10)


def coded(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


NOISE = coded(Image.effect_noise((200, 200), 80), "JPEG")
GOOD = coded(Image.new("RGB", (80, 64), RED), "JPEG", quality=95)


def test_colours_come_in_the_order_of_opencv() -> None:
    image = load_image(coded(Image.new("RGB", (80, 64), RED)))
    assert image.shape == (64, 80, 3)
    assert image.dtype == np.uint8
    assert tuple(image[0, 0]) == RED[::-1]


@pytest.mark.parametrize(
    ("picture", "blue"),
    [
        (Image.new("L", (64, 64), 100), 100),
        (Image.fromarray(np.full((64, 64), 256 * 100, np.uint16)), 100),
        (Image.new("RGBA", (64, 64), (0, 0, 0, 0)), 255),
        (Image.new("LA", (64, 64), (10, 255)), 10),
        (Image.new("P", (64, 64), 0), 0),
        (Image.new("1", (64, 64), 1), 255),
    ],
    ids=["grey", "16 bit", "transparent", "grey with alpha", "palette", "black and white"],
)
def test_every_kind_of_picture_becomes_eight_bit_colour(picture: Image.Image, blue: int) -> None:
    assert load_image(coded(picture))[0, 0, 0] == pytest.approx(blue, abs=1)


def test_a_photograph_is_turned_as_its_tag_says() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turn by 90 degrees
    assert load_image(coded(Image.new("RGB", (80, 64)), "JPEG", exif=exif)).shape == (80, 64, 3)


@pytest.mark.parametrize("kind", ["PNG", "TIFF", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 10))
def test_every_orientation_is_turned_upright(kind: str, orientation: int) -> None:
    colours = Image.fromarray(np.random.default_rng(1).integers(0, 256, (40, 50, 3), np.uint8))
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = coded(colours, kind, exif=exif, **({"lossless": True} if kind == "WEBP" else {}))
    upright = np.asarray(ImageOps.exif_transpose(Image.open(BytesIO(data))).convert("RGB"))
    assert np.array_equal(load_image(data), upright[:, :, ::-1])


@pytest.mark.parametrize("kind", ["JPEG", "WEBP"])
def test_odd_tags_of_the_camera_do_not_lose_the_photograph(kind: str) -> None:
    # Big-endian: two tags, the width in letters (which Pillow cannot write again) and "turn by 90 degrees".
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x02" + b"\x01\0\0\x02\0\0\0\x0280\0\0"
    exif += b"\x01\x12\0\x03\0\0\0\x01\0\x06\0\0" + b"\0\0\0\0"
    assert load_image(coded(Image.new("RGB", (80, 64)), kind, exif=exif)).shape == (80, 64, 3)


@pytest.mark.parametrize("error", [RuntimeError, NotImplementedError, struct.error, AttributeError])
def test_whatever_a_decoder_says_of_damage_is_told_in_a_sentence(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    for place, name, code in (
        (ImageFile.ImageFile, "load", "image-truncated"),
        (Image, "open", "not-an-image"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(place, name, fail)
            with pytest.raises(ImageError) as caught:
                load_image(GOOD)
            assert caught.value.code == code


def test_only_pictures_of_cameras_are_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawing in PostScript would be run by Ghostscript, whatever its sender has written into it."""
    monkeypatch.setattr(EpsImagePlugin, "Ghostscript", lambda *_: pytest.fail("it was run"))
    for kind in ("EPS", "ICO", "TGA"):
        with pytest.raises(ImageError) as caught:
            load_image(coded(Image.new("RGB", (80, 64)), kind))
        assert caught.value.code == "not-an-image"


def test_what_an_iphone_keeps_is_asked_for_as_a_jpeg() -> None:
    with pytest.raises(ImageError, match=r"HEIC.* JPEG") as caught:
        load_image(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    assert caught.value.code == "not-an-image"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-an-image"),
        (b"not a picture at all", "not-an-image"),
        (NOISE[: len(NOISE) * 2 // 3], "image-truncated"),
        (coded(Image.new("1", (12_000, 9_000))), "image-too-large"),
        (coded(Image.new("RGB", (8, 8))), "image-too-small"),
    ],
    ids=["empty", "text", "cut off", "108 megapixels", "8 pixels"],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(data: bytes, code: str) -> None:
    with pytest.raises(ImageError) as caught:
        load_image(data)
    assert caught.value.code == code
    assert caught.value.sentence.endswith(".")


def test_an_empty_file_is_said_to_be() -> None:
    with pytest.raises(ImageError, match="is empty"):
        load_image(b"")


def test_a_huge_picture_is_refused_from_its_header(monkeypatch: pytest.MonkeyPatch) -> None:
    data = coded(Image.new("1", (12_000, 9_000)))
    monkeypatch.setattr(Image.Image, "load", lambda _: pytest.fail("it was decoded"))
    with pytest.raises(ImageError, match="megapixels"):
        load_image(data)


@pytest.mark.parametrize(
    ("name", "most_mb"),
    [
        pytest.param("large.png", 420, marks=pytest.mark.slow),
        ("large.jpg", 220),
        pytest.param("large.webp", 400, marks=pytest.mark.slow),
        pytest.param("clear.webp", 500, marks=pytest.mark.slow),
        pytest.param("twelve_bits.png", 460, marks=pytest.mark.slow),
    ],
)
def test_the_largest_photographs_of_phones_are_read(tmp_path: Path, name: str, most_mb: int) -> None:
    """8192 x 6144 is what they call 50 megapixels; half of that is more than any reader uses."""
    grey = Image.fromarray(np.full((6144, 8192), 256 * 100, np.uint16))
    if name == "twelve_bits.png":
        cv2.imwrite(str(tmp_path / name), np.full((6144, 8192, 3), 1590, np.uint16))
    elif not name.endswith(".png"):
        grey = Image.new("RGBA" if name == "clear.webp" else "RGB", (8192, 6144), (99, 99, 99))
    script = """
import sys
from pathlib import Path
from vision.images import load_image

image = load_image(sys.argv[1])
# Not getrusage: that counts what the process that started this one has used, too.
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print(image.shape, image[3000, 4000, 0], int(status["VmHWM"].split()[0]) // 1024)
"""
    if not (tmp_path / name).exists():
        grey.save(tmp_path / name, method=0, compress_level=1)
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / name)],
        capture_output=True,
        text=True,
        check=True,
    )
    *shape_and_grey, used_mb = done.stdout.split()
    assert " ".join(shape_and_grey) == "(3072, 4096, 3) 99"
    assert int(used_mb) < most_mb


def test_of_an_animation_the_first_picture_is_read_unless_it_is_very_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, later = Image.new("RGB", (80, 64), RED), Image.new("RGB", (80, 64))
    for kind in ("WEBP", "GIF", "PNG", "AVIF"):
        data = coded(first, kind, save_all=True, append_images=[later])
        assert np.abs(load_image(data)[30, 40] - np.array(RED[::-1])).max() <= 3
    monkeypatch.setattr("vision.image_files.MAX_COSTLY_PIXELS", 80 * 64 - 1)
    with pytest.raises(ImageError, match=r"animation is too large .* single picture") as caught:
        load_image(coded(first, "WEBP", save_all=True, append_images=[later]))
    assert caught.value.code == "image-too-large"
    assert load_image(coded(first, "WEBP")).shape == (64, 80, 3)


def test_clear_pictures_in_webp_lie_on_white() -> None:
    half = Image.new("RGBA", (80, 64), (*RED, 128))
    read = load_image(coded(half, "WEBP", lossless=True))
    assert np.abs(read[9, 9] - np.array([132, 142, 227])).max() <= 1


@pytest.mark.parametrize(
    ("kind", "size", "smaller"),
    [
        ("PNG", (7999, 2000), (7999, 2000)),
        ("JPEG", (7999, 2000), (7999, 2000)),
        ("PNG", (8001, 2003), (4000, 1001)),
        ("JPEG", (2003, 8001), (1002, 4001)),
        *slow(("PNG", (12_001, 3005), (4000, 1001)), ("PNG", (16_000, 1999), (16_000, 1999))),
    ],
)
def test_what_is_larger_than_any_reader_uses_comes_smaller(
    kind: str, size: tuple[int, int], smaller: tuple[int, int]
) -> None:
    read = load_image(coded(Image.linear_gradient("L").resize(size), kind))
    assert read.shape == (*reversed(smaller), 3)
    assert read[0].max() < 10
    assert read[-1].min() > 245


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


def deep(picture: np.ndarray, kind: str = ".png", orientation: int = 1) -> bytes:
    """Code values of 16 bits: grey, grey with alpha, or blue, green, red, and alpha."""
    colour = {1: 0, 2: 4, 3: 2, 4: 6}[picture.shape[2]]
    if kind == ".tif":
        return cv2.imencode(kind, picture)[1].tobytes()
    turned = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + struct.pack(">HxxI", orientation, 0)
    ordered = picture[:, :, [2, 1, 0, 3][: picture.shape[2]]] if picture.shape[2] > 2 else picture
    rows = b"".join(b"\0" + row.tobytes() for row in ordered.astype(">u2"))
    header = struct.pack(">IIBBBBB", picture.shape[1], picture.shape[0], 16, colour, 0, 0, 0)
    parts = [(b"IHDR", header), (b"eXIf", turned), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


def of_bits(bits: int, channels: int) -> tuple[np.ndarray, np.ndarray]:
    """Give values of so many bits, and the same of 8 bits; colours differ from each other."""
    eight = np.random.default_rng(1).integers(0, 256, (64, 80, channels), np.uint8)
    if channels in (2, 4):
        eight[:, :, -1] = 255
    return (eight * ((2**bits - 1) / 255)).astype(np.uint16), eight


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
    monkeypatch.setattr("vision.images.MAX_COSTLY_PIXELS", 91 * 65 - 1)
    values = np.full((65, 91, channels), 4095, np.uint16)
    values[:32, :, : 1 if channels == 2 else 3] = 0
    read = load_image(deep(values, orientation=6))
    assert read.shape == (45, 32, 3)
    assert read[20, 20].tolist() == [0, 0, 0]
    assert read[20, 5].tolist() == [255, 255, 255]


def test_deep_colours_that_are_damaged_are_refused() -> None:
    data = deep(of_bits(12, 3)[0])
    with pytest.raises(ImageError) as caught:
        load_image(data[: len(data) // 2])
    assert caught.value.code == "image-truncated"


@pytest.mark.parametrize("height", [BAND_PX - 1, BAND_PX, BAND_PX + 1, 2 * BAND_PX + 7])
def test_a_picture_of_several_bands_is_whole(height: int) -> None:
    colours = np.random.default_rng(1).integers(0, 256, (height, 40, 3), np.uint8)
    assert np.array_equal(load_image(coded(Image.fromarray(colours))), colours[:, :, ::-1])
    grey = np.full((height, 40), 200, np.uint16)
    assert (load_image(coded(Image.fromarray(grey))) == 200).all()
    grey[-1] = 65535  # bright ones in the last band say that all are of 16 bits
    read = load_image(coded(Image.fromarray(grey)))
    assert read[0, 0, 0] == 0
    assert read[-1, -1, 0] == 255


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF", "TIFF", "GIF", "BMP", "PPM"])
def test_a_picture_that_is_cut_off_is_said_to_be(kind: str) -> None:
    whole = coded(Image.effect_noise((200, 200), 80).convert("RGB"), kind)
    for part in (0.1, 0.5, 0.9):
        with pytest.raises(ImageError) as caught:
            load_image(whole[: int(len(whole) * part)])
        assert caught.value.code == "image-truncated"


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


def test_deep_colours_that_lie_apart_are_refused() -> None:
    """Pillow reads their values as twice as many of half the bits."""
    data = deep(of_bits(16, 3)[0], ".tif")
    apart = struct.pack("<HHIHH", 284, 3, 1, 2, 0)
    whole = struct.pack("<HHIHH", 284, 3, 1, 1, 0)
    assert whole in data
    with pytest.raises(ImageError) as caught:
        load_image(data.replace(whole, apart))
    assert caught.value.code == "not-an-image"


def test_a_missing_file_and_a_folder_are_told_apart_from_bad_pictures(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.jpg", tmp_path, "no\0name.jpg"):
        with pytest.raises(ImageError) as caught:
            load_image(path)
        assert caught.value.code == "image-missing"


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    for path in (tmp_path / "pipe.jpg", Path("/dev/zero")):
        with pytest.raises(ImageError, match="no file of a disk") as caught:
            load_image(path)
        assert caught.value.code == "image-missing"


def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "large.jpg"
    path.touch()
    os.truncate(path, MAX_BYTES + 1)  # it takes no room on the disk
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("it was opened"))
    with pytest.raises(ImageError, match=r"file .* too large \(160 MB; at most 160\)") as caught:
        load_image(path)
    assert caught.value.code == "image-too-large"


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_mangled_bytes_are_a_picture_or_a_sentence(data: st.DataObject) -> None:
    mangled = bytearray(GOOD)
    for _ in range(data.draw(st.integers(1, 6))):
        mangled[data.draw(st.integers(0, len(mangled) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(mangled)))
    with suppress(ImageError):
        assert load_image(bytes(mangled[:cut])).ndim == 3
