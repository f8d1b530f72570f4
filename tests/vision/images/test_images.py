"""Pictures from files: every kind is read, as its tags say and no larger than is of use."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from coded_pictures import RED, coded
from PIL import Image, ImageOps
from sweeps import slow

from vision.images.loading import BAND_PX, ImageError, load_image


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
from vision.images.loading import load_image

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
    monkeypatch.setattr("vision.images.files.MAX_COSTLY_PIXELS", 80 * 64 - 1)
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
        *slow(("PNG", (12_001, 3005), (4000, 1001)), ("PNG", (16_000, 1999), (8000, 999))),
    ],
)
def test_what_is_larger_than_any_reader_uses_comes_smaller(
    kind: str, size: tuple[int, int], smaller: tuple[int, int]
) -> None:
    read = load_image(coded(Image.linear_gradient("L").resize(size), kind))
    assert read.shape == (*reversed(smaller), 3)
    assert read[0].max() < 10
    assert read[-1].min() > 245


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
