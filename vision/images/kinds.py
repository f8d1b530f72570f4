"""What kind of picture a file is, by its first bytes; some kinds are only named when they are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO, Final

from vision.images.raw_files import RAW_BRAND, is_raw

HEAD_BYTES: Final = 512
"""So much of a file tells its kind; a list of brands has fewer than a hundred entries."""

MOST_META_BYTES: Final = 1_000_000
"""Of the box that describes a HEIC file; phones fill some ten thousand."""

AVIF_BRANDS: Final = frozenset({b"avif", b"avis", b"avio"})
HEIF_BRANDS: Final = frozenset(
    {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"}
    | {b"mif1", b"mif2", b"mif3", b"msf1", b"heif", b"miaf", b"MiHE", b"MiHB", b"MiHA"}
)
"""ISO/IEC 23008-12: brands of pictures coded by HEVC, and of the container alone. Phones write any first."""

PLUGIN_BRAND: Final = b"mif1"
"""The decoder takes a file of this brand, which is also listed, whatever codes the picture in it."""

FILM_BRANDS: Final = frozenset(
    {b"qt  ", b"isom", b"iso2", b"iso4", b"iso5", b"iso6", b"mp41", b"mp42", b"M4V ", b"avc1"}
)
JPEG_XL: Final = (b"\xff\x0a", b"\0\0\0\x0cJXL \r\n\x87\n")

BEGINNINGS: Final[dict[str, Callable[[bytes], bool]]] = {
    "PNG": lambda head: head.startswith(b"\x89PNG\r\n\x1a\n"),
    "WEBP": lambda head: head.startswith(b"RIFF") and head[8:12] == b"WEBP",
    "JPEG2000": lambda head: head.startswith((b"\0\0\0\x0cjP  \r\n\x87\n", b"\xff\x4f\xff\x51")),
    "AVIF": lambda head: container_of(head) == "AVIF",
    "HEIF": lambda head: container_of(head) == "HEIF",
}
"""Kinds that are opened whenever they are whole. Of the others there are some that nobody here can read."""


def head_of(stream: BinaryIO) -> bytes:
    """Give the first bytes of a file; none where it cannot be read."""
    try:
        stream.seek(0)
        return stream.read(HEAD_BYTES)
    except (OSError, ValueError):
        return b""


def container_of(head: bytes) -> str:
    """Give AVIF, HEIF, RAW or film for a file whose box ``ftyp`` says so; empty for any other."""
    brands = _brands(head)
    if not brands:
        return ""
    if RAW_BRAND in brands:
        return "RAW"
    if AVIF_BRANDS & brands:
        return "AVIF"
    if HEIF_BRANDS & brands:
        return "HEIF"
    return "film" if FILM_BRANDS & brands else ""


def _brands(head: bytes) -> frozenset[bytes]:
    """Give the major brand and the compatible ones (ISO/IEC 14496-12, section 4.3)."""
    if head[4:8] != b"ftyp" or len(head) < 12:
        return frozenset()
    end = min(int.from_bytes(head[:4], "big"), len(head))
    return frozenset({head[8:12], *(head[at : at + 4] for at in range(16, end - 3, 4))})


def says_its_turn(stream: BinaryIO) -> bool:
    """Tell whether a HEIC file itself, and not the camera's tag alone, says how its picture is turned."""
    at = 0
    while True:
        stream.seek(at)
        head = stream.read(8)
        length, name = int.from_bytes(head[:4], "big"), head[4:]
        if len(head) < 8 or length < 8:  # the end, or a box that goes on to the end
            return False
        if name == b"meta":
            described = stream.read(min(length, MOST_META_BYTES))
            return b"irot" in described or b"imir" in described
        at += length


def refused_kind(stream: BinaryIO, head: bytes) -> str:
    """Give the sentence for a kind that is not read; empty for any other.

    Parameters
    ----------
    stream
        The whole file.
    head
        Its first `HEAD_BYTES` bytes.
    """
    container = container_of(head)
    if head.startswith(JPEG_XL):
        return "This is a JPEG XL picture, which I cannot read. Send it as a JPEG."
    if container == "film":
        return "This is a film, not a picture. Send a photograph."
    if container == "RAW" or is_raw(stream, head):
        return "This is a RAW picture, which still has to be developed. Send it as a JPEG."
    return ""
