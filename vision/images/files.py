"""Files of pictures: opened and identified, or refused with a clear sentence before they are decoded."""

from __future__ import annotations

import stat
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

from pi_heif import register_heif_opener
from PIL import Image as Pillow

from companion.errors import CompanionError
from vision.images.kinds import (
    BEGINNINGS,
    PLUGIN_BRAND,
    container_of,
    head_of,
    refused_kind,
)
from vision.images.webp_files import WebpHeader, webp_header

MAX_PIXELS = 51_000_000
"""What phones call 50 megapixels is up to 8192 x 6144."""

MAX_JPEG_PIXELS = 251_000_000
"""A JPEG is decoded at a part of its size: panoramas, and phones of 200 megapixels."""

MAX_COEFFICIENT_BYTES = 330_000_000
"""A progressive JPEG keeps two bytes for each value of the whole picture, at whatever size it is decoded."""

MAX_BYTES = 160_000_000
"""Pixels of `MAX_PIXELS` with nothing packed, at three bytes each. Photographs of phones have up to 30 MB."""

MIN_SIDE_PX = 32

MAX_COSTLY_PIXELS = 25_000_000
"""Colours of 10, 12 or 14 bits, whole, take 12 bytes a pixel, and animations in WebP 16. Above this the
former come at half their size, and the latter are refused. So is JPEG 2000, which takes 12."""

FORMATS: Final = (
    *("JPEG", "MPO", "HEIF", "AVIF", "PNG", "WEBP"),
    *("TIFF", "GIF", "BMP", "PPM", "JPEG2000"),
)
"""What phones, cameras and programs for pictures give. Pillow knows more, and runs programs for some."""

NOT_READ: Final = "This is not a picture that I can read."
DAMAGED: Final = "The picture is cut off or damaged."

PLANES, BITS = 0x011C, 0x0102
"""Tags of TIFF: how colours lie, and the bits of a value."""
APART, BYTE = 2, 8

BRAND, LISTED = slice(8, 12), slice(16, 20)
"""Where a container of pictures names its brand, and the first brand that it is compatible with."""

register_heif_opener(decode_threads=2)


class ImageError(CompanionError):
    """A picture cannot be used; ``code`` is stable, ``sentence`` is for the player.

    Codes: image-missing, not-an-image, image-too-large, image-too-small, image-truncated, image-too-costly,
    image-failed.
    """


def opened(source: Path | str | bytes) -> BinaryIO:
    """Open a file, or the bytes of one, that is not too large.

    Raises
    ------
    ImageError
        When it is missing, no file, or too large.
    """
    if isinstance(source, bytes):
        _check_weight(len(source))
        return BytesIO(source)
    return _open(Path(source))


def _open(path: Path) -> BinaryIO:
    try:
        status = path.stat()
        if stat.S_ISREG(status.st_mode):
            _check_weight(status.st_size)
            return path.open("rb")
        # A pipe would be waited for, and a device never ends.
        if stat.S_ISDIR(status.st_mode):
            raise ImageError("image-missing", "The picture {path} cannot be read: it is a folder.", path=path)
        raise ImageError(
            "image-missing", "The picture {path} cannot be read: it is no file of a disk.", path=path
        )
    except (FileNotFoundError, ValueError) as error:  # the latter where no name can be like that
        raise ImageError("image-missing", "There is no picture {path}.", path=path) from error
    except OSError as error:
        raise ImageError(
            "image-missing", "The picture {path} cannot be read: {why}.", path=path, why=error.strerror
        ) from error


def _check_weight(size_bytes: int) -> None:
    if size_bytes > MAX_BYTES:
        raise ImageError(
            "image-too-large",
            "The file of the picture is too large ({size} MB; at most {most}).",
            size=round(size_bytes / 1e6),
            most=round(MAX_BYTES / 1e6),
        )


def identified(stream: BinaryIO) -> Pillow.Image | WebpHeader:
    """Give a picture whose kind and size we read; it is not decoded yet.

    Returns
    -------
    Image or WebpHeader
        The latter of a WebP that does not move.

    Raises
    ------
    ImageError
        When it is none, too large or too small.
    """
    head = head_of(stream)
    webp = webp_header(head)
    if webp is not None and not webp.moves:
        _check_size(webp.size_px, MAX_PIXELS)
        return webp
    picture = _identify(stream, head)
    _check_planes(picture)
    _check_size(picture.size, _most_pixels(picture))
    _check_progressive(picture)
    _check_animation(picture)
    return picture


def _identify(stream: BinaryIO, head: bytes) -> Pillow.Image:
    refused = refused_kind(stream, head)
    if refused:
        raise ImageError("not-an-image", refused)
    container = container_of(head)
    formats = (container,) if container else FORMATS
    limit, Pillow.MAX_IMAGE_PIXELS = Pillow.MAX_IMAGE_PIXELS, None
    try:
        Pillow.init()
        known = [name for name in formats if name in Pillow.OPEN]
        stream.seek(0)
        return Pillow.open(_with_known_brand(stream, head) if container == "HEIF" else stream, formats=known)
    except Exception as error:
        raise _why_not(head) from error
    finally:
        Pillow.MAX_IMAGE_PIXELS = limit


def _with_known_brand(stream: BinaryIO, head: bytes) -> BinaryIO:
    """Give a HEIC file under the brand that its decoder goes by; phones write others first."""
    data = bytearray(stream.read())
    data[BRAND] = PLUGIN_BRAND
    if int.from_bytes(head[:4], "big") >= LISTED.stop:
        data[LISTED] = PLUGIN_BRAND
    return BytesIO(data)


def _why_not(head: bytes) -> ImageError:
    """Say why a file cannot be opened as a picture."""
    if not head:
        return ImageError("not-an-image", "The file of the picture is empty.")
    if any(kind in Pillow.OPEN and begins(head) for kind, begins in BEGINNINGS.items()):
        return ImageError("image-truncated", DAMAGED)
    return ImageError("not-an-image", NOT_READ)


def _check_planes(picture: Pillow.Image) -> None:
    """Refuse a TIFF whose colours lie each by itself with more than 8 bits: Pillow reads noise in it."""
    tags = getattr(picture, "tag_v2", {})
    if tags.get(PLANES) == APART and max(tags.get(BITS, (1,))) > BYTE:
        raise ImageError("not-an-image", NOT_READ)


def _most_pixels(picture: Pillow.Image) -> int:
    if is_jpeg(picture):
        return MAX_JPEG_PIXELS
    return MAX_COSTLY_PIXELS if picture.format == "JPEG2000" else MAX_PIXELS


def _check_size(size_px: tuple[int, int], most: int) -> None:
    width, height = size_px
    if width * height > most:
        raise ImageError(
            "image-too-large",
            "The picture is too large ({width} x {height}, {megapixels} megapixels; at most {most}).",
            width=width,
            height=height,
            megapixels=round(width * height / 1e6),
            most=round(most / 1e6),
        )
    if min(width, height) < MIN_SIDE_PX:
        raise ImageError(
            "image-too-small",
            "The picture is too small ({width} x {height} pixels).",
            width=width,
            height=height,
        )


def is_jpeg(picture: Pillow.Image) -> bool:
    """Tell of pictures that are decoded at a part of their size, in a part of the memory."""
    return picture.format in ("JPEG", "MPO")


def _check_progressive(picture: Pillow.Image) -> None:
    """Refuse a JPEG whose values, all of which are kept until the last one has come, take too much memory."""
    layers = getattr(picture, "layer", [])
    if not is_jpeg(picture) or "progressive" not in picture.info or not layers:
        return
    _, widest, highest, *_ = (max(values) for values in zip(*layers, strict=True))
    share = sum(across * down for _, across, down, *_ in layers) / (widest * highest)
    if 2 * share * picture.size[0] * picture.size[1] > MAX_COEFFICIENT_BYTES:
        raise ImageError(
            "image-too-large",
            "The picture is too large for a progressive JPEG ({megapixels} megapixels). Make it smaller.",
            megapixels=round(picture.size[0] * picture.size[1] / 1e6),
        )


def _check_animation(picture: Pillow.Image) -> None:
    megapixels = picture.size[0] * picture.size[1] / 1e6
    if picture.format == "WEBP" and megapixels > MAX_COSTLY_PIXELS / 1e6:
        raise ImageError(
            "image-too-large",
            "The animation is too large ({megapixels} megapixels; at most {most}). Send a single picture.",
            megapixels=round(megapixels),
            most=round(MAX_COSTLY_PIXELS / 1e6),
        )
