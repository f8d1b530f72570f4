"""Files of pictures: opened and identified, or refused with a clear sentence before they are decoded."""

from __future__ import annotations

import stat
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

from PIL import Image as Pillow

MAX_PIXELS = 51_000_000
"""What phones call 50 megapixels is up to 8192 x 6144."""

MAX_BYTES = 160_000_000
"""That many pixels with nothing packed, at three bytes each. Photographs of phones have up to 30 MB."""

MIN_SIDE_PX = 32

MAX_COSTLY_PIXELS = 25_000_000
"""Colours of 10, 12 or 14 bits, whole, take 12 bytes a pixel, and animations in WebP 16. Above this the
former come at half their size, and the latter are refused."""

FORMATS: Final = ("JPEG", "MPO", "PNG", "WEBP", "BMP", "TIFF", "GIF", "AVIF", "PPM")
"""What phones, cameras and programs for pictures give. Pillow knows more, and runs programs for some."""

NOT_READ: Final = "This is not a picture that I can read."
DAMAGED: Final = "The picture is cut off or damaged."

BEGINNINGS: Final[dict[str, Callable[[bytes], bool]]] = {
    "PNG": lambda head: head.startswith(b"\x89PNG\r\n\x1a\n"),
    "WEBP": lambda head: head.startswith(b"RIFF") and head.endswith(b"WEBP"),
    "AVIF": lambda head: head[4:] in (b"ftypavif", b"ftypavis"),
}
"""Kinds that are opened whenever they are whole. Of the others there are some that nobody here can read."""

HEIC_BRANDS: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")

PLANES, BITS = 0x011C, 0x0102
"""Tags of TIFF: how colours lie, and the bits of a value."""
APART, BYTE = 2, 8


class ImageError(Exception):
    """A picture cannot be used; ``code`` is stable, ``sentence`` is for the player.

    Codes: image-missing, not-an-image, image-too-large, image-too-small, image-truncated.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


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
        kind = "a folder" if stat.S_ISDIR(status.st_mode) else "no file of a disk"
        raise ImageError("image-missing", f"The picture {path} cannot be read: it is {kind}.")
    except (FileNotFoundError, ValueError) as error:  # the latter where no name can be like that
        raise ImageError("image-missing", f"There is no picture {path}.") from error
    except OSError as error:
        raise ImageError("image-missing", f"The picture {path} cannot be read: {error.strerror}.") from error


def _check_weight(size_bytes: int) -> None:
    if size_bytes > MAX_BYTES:
        size = f"{size_bytes / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f}"
        raise ImageError("image-too-large", f"The file of the picture is too large ({size}).")


def identified(stream: BinaryIO) -> Pillow.Image:
    """Give a picture whose kind and size we read; it is not decoded yet.

    Raises
    ------
    ImageError
        When it is none, too large or too small.
    """
    picture = _identify(stream)
    _check_planes(picture)
    _check_size(*picture.size)
    _check_animation(picture)
    return picture


def _identify(stream: BinaryIO) -> Pillow.Image:
    limit, Pillow.MAX_IMAGE_PIXELS = Pillow.MAX_IMAGE_PIXELS, None
    try:
        Pillow.init()
        return Pillow.open(stream, formats=[name for name in FORMATS if name in Pillow.OPEN])
    except Exception as error:
        raise _why_not(stream) from error
    finally:
        Pillow.MAX_IMAGE_PIXELS = limit


def _why_not(stream: BinaryIO) -> ImageError:
    """Say why a file cannot be opened as a picture."""
    try:
        stream.seek(0)
        head = stream.read(12)
    except (OSError, ValueError):
        return ImageError("not-an-image", NOT_READ)
    if not head:
        return ImageError("not-an-image", "The file of the picture is empty.")
    if head[4:8] == b"ftyp" and head[8:12] in HEIC_BRANDS:
        return ImageError("not-an-image", "This is a HEIC picture, which I cannot read. Send it as a JPEG.")
    if any(kind in Pillow.OPEN and begins(head) for kind, begins in BEGINNINGS.items()):
        return ImageError("image-truncated", DAMAGED)
    return ImageError("not-an-image", NOT_READ)


def _check_planes(picture: Pillow.Image) -> None:
    """Refuse a TIFF whose colours lie each by itself with more than 8 bits: Pillow reads noise in it."""
    tags = getattr(picture, "tag_v2", {})
    if tags.get(PLANES) == APART and max(tags.get(BITS, (1,))) > BYTE:
        raise ImageError("not-an-image", NOT_READ)


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        size = f"{width} x {height}, {width * height / 1e6:.0f} megapixels"
        raise ImageError(
            "image-too-large", f"The picture is too large ({size}; at most {MAX_PIXELS / 1e6:.0f})."
        )
    if min(width, height) < MIN_SIDE_PX:
        raise ImageError("image-too-small", f"The picture is too small ({width} x {height} pixels).")


def _check_animation(picture: Pillow.Image) -> None:
    megapixels = picture.size[0] * picture.size[1] / 1e6
    if is_animated_webp(picture) and megapixels > MAX_COSTLY_PIXELS / 1e6:
        size = f"{megapixels:.0f} megapixels; at most {MAX_COSTLY_PIXELS / 1e6:.0f}"
        raise ImageError("image-too-large", f"The animation is too large ({size}). Send a single picture.")


def is_animated_webp(picture: Pillow.Image) -> bool:
    """Tell of animations in WebP, which take more memory than any others."""
    return picture.format == "WEBP" and bool(getattr(picture, "is_animated", False))
