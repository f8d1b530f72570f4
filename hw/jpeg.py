"""Where a JPEG begins and ends among other bytes, and how large its picture is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

BEGIN: Final = b"\xff\xd8\xff"
END: Final = b"\xff\xd9"

SCAN: Final = 0xDA
FILLING: Final = 0xFF
BARE: Final = frozenset({0x00, 0x01, *range(0xD0, 0xDA)})
"""Marks in a JPEG: where the picture begins, what may be put before any mark, and those without a length."""

SIZE_MARKS: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""Marks of headers that tell the size (ITU T.81, table B.1)."""


class Mark(NamedTuple):
    """A mark in a JPEG's headers: its kind, and where it stands."""

    kind: int
    at: int


def marks(data: bytes | bytearray, at: int = 0) -> Iterator[Mark]:
    """Give the marks of the JPEG that begins at ``at``, up to where its picture begins."""
    at += 2
    while (at := data.find(b"\xff", at)) >= 0 and at + 4 <= len(data):
        kind = data[at + 1]
        if kind == FILLING:
            at += 1
            continue
        yield Mark(kind, at)
        if kind == SCAN:
            return
        at += 2 if kind in BARE else 2 + int.from_bytes(data[at + 2 : at + 4], "big")


def end_of(data: bytes | bytearray, at: int = 0) -> int:
    """Give where the JPEG ends that begins at ``at``; -1 where it does not come so far.

    Its end is looked for behind its headers, which may hold a small picture with an end of its own, and
    need not be the file's: phones append a film.
    """
    scan = next((mark.at for mark in marks(data, at) if mark.kind == SCAN), -1)
    end = data.find(END, scan) if scan >= 0 else -1
    return end + len(END) if end >= 0 else -1


def size_px(data: bytes | bytearray) -> tuple[int, int]:
    """Give width and height from the headers of a JPEG; 0, 0 where they do not tell."""
    for kind, at in marks(data):
        if kind in SIZE_MARKS and at + 9 <= len(data):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
    return 0, 0
