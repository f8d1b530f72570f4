"""Pictures of phones and cameras by their kind: HEIC of any brand is read, others are refused by name."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from coded_pictures import RED, coded
from PIL import Image

from vision.images.loading import ImageError, load_image

HEIC = Path(__file__).with_name("heic")
"""96 x 64: red, green, blue and white quarters; coded by pillow-heif 1.8."""

FAULTS = Path(__file__).parents[4] / "shared" / "faults"

BLUE, WHITE_CORNER = (220, 30, 30), (255, 255, 255)
BRANDS = [b"heic", b"heix", b"heim", b"heif", b"miaf", b"MiHE", b"MiHB", b"mif1", b"mif2", b"abcd"]


@pytest.mark.parametrize("brand", BRANDS)
@pytest.mark.parametrize("listed", [b"mif1heicmiaf", b"miafMiHBMiHE"])
def test_heic_is_read_whatever_brand_a_phone_writes_first(brand: bytes, listed: bytes) -> None:
    data = (HEIC / "upright.heic").read_bytes()
    assert data[8:12] + data[16:28] == b"heicmif1heicmiaf"
    read = load_image(data[:8] + brand + data[12:16] + listed + data[28:])
    assert read.shape == (64, 96, 3)
    assert near(read[5, 5], (30, 30, 220))


def near(pixel: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool(np.abs(pixel.astype(int) - np.array(colour)).max() <= 12)


def test_a_heic_picture_is_upright_by_what_its_file_says_or_else_by_the_cameras_tag() -> None:
    """The bottom left quarter, blue, comes to the top left by a quarter turn clockwise."""
    data = (HEIC / "turned_by_file.heic").read_bytes()
    assert b"irot" in data
    for turned in (data, data.replace(b"irot", b"free")):
        read = load_image(turned)
        assert read.shape == (96, 64, 3)
        assert near(read[5, 5], BLUE)
        assert near(read[90, 5], WHITE_CORNER)


def test_a_heic_picture_that_is_cut_off_is_said_to_be() -> None:
    data = (HEIC / "upright.heic").read_bytes()
    for part in (0.1, 0.5, 0.9):
        with pytest.raises(ImageError) as caught:
            load_image(data[: int(part * len(data))])
        assert caught.value.code == "image-truncated"


def test_jpeg_2000_is_read() -> None:
    read = load_image(coded(Image.new("RGB", (80, 64), RED), "JPEG2000"))
    assert near(read[9, 9], RED[::-1])


def directory(order: str, entries: dict[int, tuple[int, ...]], at: int, following: int = 0) -> bytes:
    """Code one directory of a TIFF file; what takes more than four bytes lies behind it."""
    behind, fields = b"", b""
    for tag, values in sorted(entries.items()):
        data = struct.pack(f"{order}{len(values)}I", *values)
        if len(data) > 4:
            place = at + 2 + 12 * len(entries) + 4 + len(behind)
            behind, data = behind + data, struct.pack(f"{order}I", place)
        fields += struct.pack(f"{order}HHI", tag, 4, len(values)) + data
    return struct.pack(f"{order}H", len(entries)) + fields + struct.pack(f"{order}I", following) + behind


def tiff(
    order: str, first: dict[int, tuple[int, ...]], sub: dict[int, tuple[int, ...]], mark: bytes = b""
) -> bytes:
    """Code a TIFF file: a small picture that can be shown, and a directory that the first one points to."""
    pixels = 160 * 120 * 3
    begin = 8 + len(mark)
    shown = {
        0x100: (160,),
        0x101: (120,),
        0x102: (8, 8, 8),
        0x103: (1,),
        0x106: (2,),
        0x115: (3,),
        0x116: (120,),
    }
    shown |= first
    if sub:
        shown[0x14A] = (begin + 1000,)
    shown |= {0x111: (begin + 2000,), 0x117: (pixels,)}
    head = {"<": b"II*\0", ">": b"MM\0*"}[order] + struct.pack(f"{order}I", begin) + mark
    data = (head + directory(order, shown, begin)).ljust(begin + 1000, b"\0")
    if sub:
        data += directory(order, sub, begin + 1000)
    return data.ljust(begin + 2000, b"\0") + bytes([90]) * pixels


FULL = {0x100: (6000,), 0x101: (4000,)}
RAW = {
    "thumbnail first": ({0xFE: (1,)}, FULL),
    "a colour filter": ({}, {**FULL, 0x106: (32803,)}),
    "linear RAW": ({}, {**FULL, 0x106: (34892,)}),
    "packed by Nikon": ({}, {**FULL, 0x103: (34713,)}),
    "packed by Sony": ({}, {**FULL, 0x103: (32767,)}),
    "packed by Pentax": ({}, {**FULL, 0x103: (65535,)}),
    "a version of DNG": ({0xC612: (1,)}, {}),
}


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("name", RAW)
def test_of_a_raw_file_the_thumbnail_is_never_read(order: str, name: str) -> None:
    with pytest.raises(ImageError, match=r"RAW.* JPEG") as caught:
        load_image(tiff(order, *RAW[name]))
    assert caught.value.code == "not-an-image"


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_tiff_file_with_smaller_pictures_behind_is_read(order: str) -> None:
    smaller = {0xFE: (1,), 0x100: (80,), 0x101: (60,)}
    assert load_image(tiff(order, {}, smaller)).shape == (120, 160, 3)
    assert load_image(tiff(order, {0xFE: (0,)}, {})).shape == (120, 160, 3)


@pytest.mark.parametrize(
    "data",
    [
        b"FUJIFILMCCD-RAW 0201",
        b"IIRO\x08\0\0\0",
        b"IIU\0\x08\0\0\0",
        b"\0\0\0\x18ftypcrx \0\0\0\1crx isom",
        tiff("<", {}, {}, mark=b"CR\x02\0"),
    ],
    ids=["RAF", "ORF", "RW2", "CR3", "CR2"],
)
def test_raw_files_with_a_beginning_of_their_own_are_named(data: bytes) -> None:
    with pytest.raises(ImageError, match=r"RAW.* JPEG"):
        load_image(data.ljust(400, b"\0"))


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (b"\xff\x0a" + bytes(99), "JPEG XL"),
        (b"\0\0\0\x0cJXL \r\n\x87\n" + bytes(99), "JPEG XL"),
        (b"\0\0\0\x14ftypqt  \0\0\0\0qt  " + bytes(99), "film"),
        (b"\0\0\0\x18ftypmp42\0\0\0\0isommp42" + bytes(99), "film"),
    ],
)
def test_other_kinds_are_named_in_the_refusal(data: bytes, named: str) -> None:
    with pytest.raises(ImageError, match=named) as caught:
        load_image(data)
    assert caught.value.code == "not-an-image"


def test_directories_that_go_in_a_circle_end() -> None:
    data = bytearray(tiff("<", {}, {}))
    count = struct.unpack_from("<H", data, 8)[0]
    struct.pack_into("<I", data, 10 + 12 * count, 8)
    assert load_image(bytes(data)).shape == (120, 160, 3)


@pytest.mark.skipif(not FAULTS.is_dir(), reason="the faults are not beside the checkout")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a02_iphone.heic", ""),
        ("a04_brand_heif.heic", ""),
        ("d2_second_half.jpg", ""),
        ("a10.jxl", "JPEG XL"),
        ("a13_raw.dng", "RAW"),
        ("a14_raw_thumb160.nef", "RAW"),
    ],
)
def test_what_phones_have_sent(name: str, words: str) -> None:
    if not words:
        assert load_image(FAULTS / name).shape == (1232, 1640, 3)
        return
    with pytest.raises(ImageError, match=words):
        load_image(FAULTS / name)
