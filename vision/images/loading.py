"""Pictures from files: any kind that a phone or camera makes, or a clear sentence why not.

Convention: pictures are (H, W, 3) uint8 in the order blue, green, red, upright as the camera's
orientation tag says.
"""

from __future__ import annotations

import math
import warnings
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

import cv2
import numpy as np
from PIL import Image as Pillow

from vision.images.bits import (
    are_of_few_bits,
    by_opencv,
    has_deep_colours,
    is_deep_ppm,
    opacity_in,
    white_of,
    with_all_bits,
)
from vision.images.files import DAMAGED, MAX_COSTLY_PIXELS, ImageError, identified, opened
from vision.images.kinds import says_its_turn
from vision.images.webp_files import WebpHeader, exif_of
from vision.ports import Floats, Image

__all__ = ["ImageError", "load_image"]

BAND_PX = 512
"""Height of the bands in which a picture is taken over, so that no second copy of all of it is made."""

LONG_PX, SHORT_PX = 4000, 1000
"""A picture is taken over so many whole times smaller that its sides keep at least this. Nothing that reads
uses as much: markers are searched at 2,000 px and dice at 2,048."""

USEFUL_PIXELS = 25_000_000
"""A picture that has more comes smaller, whatever its sides: a reader takes memory for each pixel."""

ORIENTATION: Final = 0x0112
UPRIGHT: Final = 1
LIES: Final = 5
"""From this orientation on the picture is stored lying: its rows are columns."""
BOTTOM_FIRST: Final = (3, 4, 6, 7)
RIGHT_FIRST: Final = (2, 3, 7, 8)
"""Orientations whose stored rows, or columns, run backwards."""


def load_image(source: Path | str | bytes) -> Image:
    """Read a picture from a file or from its bytes.

    Grey, 16 bit, palette and transparent pictures become 8 bit colour on white. The size is
    taken from the header, so that a huge picture is refused before it fills the memory. One of
    twice `LONG_PX` or more comes at half its size or less: boxes are told in what it comes as.

    Returns
    -------
    (H, W, 3) uint8
        Blue, green, red.

    Raises
    ------
    ImageError
        When it is missing, no picture, too large, too small, or cut off.
    """
    with opened(source) as stream, warnings.catch_warnings():
        # Pillow warns of large pictures; we measure them ourselves, below.
        warnings.simplefilter("ignore")
        picture = identified(stream)
        try:
            return _read_webp(stream) if isinstance(picture, WebpHeader) else _read(picture, stream)
        except MemoryError:
            raise
        except Exception as error:
            # Each decoder has errors of its own for what is damaged.
            raise ImageError("image-truncated", DAMAGED) from error


def _read(picture: Pillow.Image, stream: BinaryIO) -> Image:
    halved = picture.size[0] * picture.size[1] > MAX_COSTLY_PIXELS
    if is_deep_ppm(picture):
        return _in_colour(with_all_bits(_coded(stream), None, halved=halved), UPRIGHT)
    times = _times_smaller(picture.size)
    deep = has_deep_colours(picture)
    # JPEG is decoded smaller at once, in a fraction of the memory; for other kinds this does nothing.
    picture.draft(None, (picture.size[0] // times, picture.size[1] // times))
    picture.load()
    orientation = _orientation(picture, stream)
    if not deep or not are_of_few_bits(picture):
        return _in_colour(picture, orientation)
    opacity, coded = opacity_in(picture), _coded(stream)
    picture.close()  # it would lie in the memory beside the other
    return _in_colour(with_all_bits(coded, opacity, halved=halved), orientation)


def _read_webp(stream: BinaryIO) -> Image:
    """Read with OpenCV: Pillow takes each for an animation, and keeps four copies of 4 bytes a pixel."""
    tags = Pillow.Exif()
    with suppress(Exception):  # tags that cannot be read must not lose the photograph
        tags.load(exif_of(stream))
    return _in_colour(by_opencv(_coded(stream), cv2.IMREAD_UNCHANGED), _valid(tags.get(ORIENTATION)))


def _coded(stream: BinaryIO) -> Image:
    stream.seek(0)
    return np.frombuffer(stream.read(), np.uint8)


def _orientation(picture: Pillow.Image, stream: BinaryIO) -> int:
    """Give the camera's orientation tag, 1 (upright) to 8, whatever the other tags hold.

    The decoder of HEIC obeys what the file itself says of turns, which counts first (ISO/IEC 23008-12).
    """
    if picture.format == "HEIF":
        return UPRIGHT if says_its_turn(stream) else _valid(picture.info.get("original_orientation"))
    try:
        return _valid(picture.getexif().get(ORIENTATION))
    except Exception:  # noqa: BLE001 - tags that cannot be read must not lose the photograph
        return UPRIGHT


def _valid(tag: object) -> int:
    return tag if isinstance(tag, int) and tag in range(1, 9) else UPRIGHT


def _times_smaller(size: tuple[int, int]) -> int:
    of_use = math.ceil(math.sqrt(size[0] * size[1] / USEFUL_PIXELS))
    return max(1, of_use, min(max(size) // LONG_PX, min(size) // SHORT_PX))


def _in_colour(decoded: Pillow.Image | Image, orientation: int) -> Image:
    """Give (H, W, 3) uint8 blue, green, red, upright, smaller where it is very large."""
    size = decoded.size if isinstance(decoded, Pillow.Image) else (decoded.shape[1], decoded.shape[0])
    times = _times_smaller(size)
    width, height = size[0] // times, size[1] // times
    whitest = _whitest(decoded)
    colours = np.empty((width, height, 3) if orientation >= LIES else (height, width, 3), np.uint8)
    stored = _as_stored(colours, orientation)
    for top in range(0, height, BAND_PX):
        bottom = min(top + BAND_PX, height)
        band = _part(decoded, (0, top * times, width * times, bottom * times))
        stored[top:bottom] = _smaller(_band_in_colour(band, whitest), times)
    return colours


def _part(decoded: Pillow.Image | Image, box: tuple[int, int, int, int]) -> Pillow.Image:
    """Give the part between left, top, right and bottom of what Pillow or OpenCV has decoded."""
    if isinstance(decoded, Pillow.Image):
        return decoded.crop(box)
    left, top, right, bottom = box
    turned = cv2.COLOR_BGRA2RGBA if decoded.shape[2] == 4 else cv2.COLOR_BGR2RGB
    return Pillow.fromarray(cv2.cvtColor(decoded[top:bottom, left:right], turned))


def _smaller(band: Image, times: int) -> Image:
    if times == 1:
        return band
    height, width = band.shape[:2]
    small = cv2.resize(band, (width // times, height // times), interpolation=cv2.INTER_AREA)
    smaller: Image = small.reshape(height // times, width // times, -1)
    return smaller


def _as_stored(upright: Image, orientation: int) -> Image:
    """Give a view of an upright picture in which it lies as the camera has stored it."""
    if orientation >= LIES:
        upright = upright.swapaxes(0, 1)
    rows = -1 if orientation in BOTTOM_FIRST else 1
    columns = -1 if orientation in RIGHT_FIRST else 1
    return upright[::rows, ::columns]


def _whitest(decoded: Pillow.Image | Image) -> float:
    """Give the value that is white."""
    if not isinstance(decoded, Pillow.Image) or not decoded.mode.startswith(("I", "F")):
        return 255
    width, height = decoded.size
    bands = (
        _numbers(decoded.crop((0, top, width, min(top + BAND_PX, height))))
        for top in range(0, height, BAND_PX)
    )
    return white_of(bands, width * height, fractions=decoded.mode.startswith("F"))


def _numbers(band: Pillow.Image) -> Floats:
    """Give (H, W) values; what is no number, or endless, is black."""
    return np.nan_to_num(np.asarray(band, dtype=np.float64), nan=0, posinf=0, neginf=0)


def _band_in_colour(band: Pillow.Image, whitest: float) -> Image:
    if band.mode.startswith(("I", "F")):  # 16 and 32 bit grey
        grey = _numbers(band) * (255 / whitest)
        coloured: Image = np.clip(grey, 0, 255).astype(np.uint8)[:, :, None]
        return coloured
    if band.mode in ("RGBA", "LA", "PA") or "transparency" in band.info:
        clear = band.convert("RGBA")
        band = Pillow.alpha_composite(Pillow.new("RGBA", clear.size, (255, 255, 255, 255)), clear)
    return np.asarray(band.convert("RGB"))[:, :, ::-1]
