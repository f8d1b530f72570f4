"""The header of a WebP file: how large its picture is, whether it moves, and the camera's tags.

Pillow takes each WebP for an animation and reserves two pictures of 4 bytes a pixel as it opens one.
"""

from __future__ import annotations

from typing import BinaryIO, Final, NamedTuple

HEAD_BYTES: Final = 30
MOVES: Final = 0x02
"""The flag of an animation in the chunk ``VP8X`` (RFC 9649, section 2.7)."""

MOST_TAG_BYTES: Final = 100_000
FOURTEEN_BITS: Final = 0x3FFF


class WebpHeader(NamedTuple):
    """Width and height of a WebP picture, and whether it is an animation."""

    size_px: tuple[int, int]
    moves: bool


def webp_header(head: bytes) -> WebpHeader | None:
    """Read the first bytes of a file; None where they are not those of a WebP, or are cut off."""
    if len(head) < HEAD_BYTES or not head.startswith(b"RIFF") or head[8:12] != b"WEBP":
        return None
    kind = head[12:16]
    if kind == b"VP8X":
        size = _number(head[24:27]) + 1, _number(head[27:30]) + 1
        return WebpHeader(size, bool(head[20] & MOVES))
    if kind == b"VP8L":
        sides = _number(head[21:25])
        return WebpHeader(((sides & FOURTEEN_BITS) + 1, (sides >> 14 & FOURTEEN_BITS) + 1), moves=False)
    if kind == b"VP8 ":
        size = _number(head[26:28]) & FOURTEEN_BITS, _number(head[28:30]) & FOURTEEN_BITS
        return WebpHeader(size, moves=False)
    return None


def exif_of(stream: BinaryIO) -> bytes:
    """Give the camera's tags of a WebP file; empty where there are none."""
    at = 12
    while True:
        stream.seek(at)
        chunk = stream.read(8)
        if len(chunk) < 8:
            return b""
        length = _number(chunk[4:])
        if chunk.startswith(b"EXIF"):
            return stream.read(min(length, MOST_TAG_BYTES))
        at += 8 + length + length % 2


def _number(field: bytes) -> int:
    return int.from_bytes(field, "little")
