"""Tells the RAW files of cameras from pictures: what a reader of TIFF shows of one is its thumbnail.

Most RAW files are TIFF files: a small picture first, then a directory with what the sensor saw
(TIFF 6.0; DNG 1.7, chapter 2). Other RAW files begin with a word of their own.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

RAW_BRAND: Final = b"crx "
"""Canon's CR3 is a container like HEIC."""

BEGINNINGS: Final = (b"FUJIFILMCCD-RAW", b"IIRO", b"IIRS", b"MMOR", b"IIU\0", b"FOVb", b"\0MRM")
"""Fujifilm, Olympus (three), Panasonic, Sigma, Minolta."""

CANON_MARK: Final = b"CR"
"""At byte 8 of Canon's CR2."""

SUBFILE, WIDTH, HEIGHT, COMPRESSION, PHOTOMETRIC = 0x00FE, 0x0100, 0x0101, 0x0103, 0x0106
SUB_DIRECTORIES, DNG_VERSION = 0x014A, 0xC612
KEPT: Final = frozenset({SUBFILE, WIDTH, HEIGHT, COMPRESSION, PHOTOMETRIC, SUB_DIRECTORIES, DNG_VERSION})

SENSOR: Final = frozenset({32803, 34892})
"""Photometric interpretations of sensor data: a colour filter array, and linear RAW."""

SENSOR_PACKING: Final = frozenset({32767, 32770, 34713, 65000, 65535})
"""Compressions that only RAW files of Sony, Samsung, Nikon, Kodak and Pentax have."""

REDUCED: Final = 1
"""The bit of `SUBFILE` that says: a smaller version of another picture of this file."""

SIZES: Final = {1: "B", 3: "H", 4: "I", 13: "I"}
"""Types of values that are read: byte, short, long, offset of a directory."""

MOST_DIRECTORIES, MOST_ENTRIES, MOST_VALUES = 16, 512, 16


class Directory(NamedTuple):
    """One picture of a TIFF file: tag -> its first values."""

    values: dict[int, tuple[int, ...]]

    def first(self, tag: int) -> int:
        """Give the first value of a tag; 0 where the tag is not there."""
        return next(iter(self.values.get(tag, ())), 0)

    @property
    def pixels(self) -> int:
        """Its width times its height."""
        return self.first(WIDTH) * self.first(HEIGHT)

    @property
    def is_of_sensor(self) -> bool:
        """Whether it holds what the sensor saw, or says that the file does."""
        return (
            DNG_VERSION in self.values
            or self.first(PHOTOMETRIC) in SENSOR
            or self.first(COMPRESSION) in SENSOR_PACKING
        )


def is_raw(stream: BinaryIO, head: bytes) -> bool:
    """Tell whether a file is RAW, or a TIFF file that shows a thumbnail first.

    Parameters
    ----------
    stream
        The whole file.
    head
        Its first bytes.
    """
    if head.startswith(BEGINNINGS):
        return True
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(head[:4])
    if order is None:
        return False
    if head[8:10] == CANON_MARK:
        return True
    try:
        found = list(_directories(stream, order))
    except (OSError, ValueError, struct.error):
        return False
    if not found or any(each.is_of_sensor for each in found):
        return bool(found)
    first, others = found[0], found[1:]
    return bool(first.first(SUBFILE) & REDUCED) and any(each.pixels > first.pixels for each in others)


def _directories(stream: BinaryIO, order: str) -> Iterator[Directory]:
    """Give the directories of a TIFF file, the first one first, with those that it points to."""
    todo, seen = [_number(stream, order, 4)], set[int]()
    while todo and len(seen) < MOST_DIRECTORIES:
        at = todo.pop(0)
        if at == 0 or at in seen:
            continue
        seen.add(at)
        directory, following = _directory(stream, order, at)
        todo += [*directory.values.get(SUB_DIRECTORIES, ()), following]
        yield directory


def _directory(stream: BinaryIO, order: str, at: int) -> tuple[Directory, int]:
    """Read one directory; give also where the next one begins."""
    stream.seek(at)
    (count,) = struct.unpack(f"{order}H", stream.read(2))
    entries = stream.read(12 * min(count, MOST_ENTRIES))
    following = _number(stream, order, at + 2 + 12 * count)
    values = {}
    for entry in range(0, len(entries) - 11, 12):
        tag, kind, number = struct.unpack_from(f"{order}HHI", entries, entry)
        if tag in KEPT and kind in SIZES:
            values[tag] = _values(stream, order, kind, number, entries[entry + 8 : entry + 12])
    return Directory(values), following


def _values(stream: BinaryIO, order: str, kind: int, number: int, field: bytes) -> tuple[int, ...]:
    """Give the first values of an entry: they lie in its field where four bytes hold them all."""
    number = min(number, MOST_VALUES)
    form = f"{order}{number}{SIZES[kind]}"
    size = struct.calcsize(form)
    if size > len(field):
        stream.seek(struct.unpack(f"{order}I", field)[0])
        field = stream.read(size)
    return struct.unpack_from(form, field) if len(field) >= size else ()


def _number(stream: BinaryIO, order: str, at: int) -> int:
    stream.seek(at)
    field = stream.read(4)
    return struct.unpack(f"{order}I", field)[0] if len(field) == 4 else 0
