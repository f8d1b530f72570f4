"""Reading the rows of a SQLite file page by page, without its trees.

A damaged page costs SQLite whatever lies behind that page in the tree. Read this way, one damaged page costs
its own rows alone. It works because nothing in a game store is ever changed or deleted: each row that stands
on a page is true. The format is that of https://www.sqlite.org/fileformat2.html, sections 1.6 and 2.1; the
tables are without rowid, so their rows lie in the cells of index pages.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Final, TypeAlias

PAGE_BYTES: Final = 4096
"""The page size of every store: SQLite's own choice since 3.12."""

INTERIOR: Final = 0x02
LEAF: Final = 0x0A
HEADER_BYTES: Final = {INTERIOR: 12, LEAF: 8}
CHILD_BYTES: Final = {INTERIOR: 4, LEAF: 0}
"""The number of a child page stands before the row in each cell of an interior page."""

MOST_LOCAL: Final = (PAGE_BYTES - 12) * 64 // 255 - 23
LEAST_LOCAL: Final = (PAGE_BYTES - 12) * 32 // 255 - 23
"""How much of a row lies on its own page; the rest of a longer one lies on a chain of other pages."""

BYTES_OF: Final = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
"""Type of a column -> how much room nothing, an integer, and the numbers 0 and 1 take."""

Value: TypeAlias = int | str | bytes | None
RawRow: TypeAlias = tuple[Value, ...]

_DAMAGED: Final = (IndexError, ValueError, KeyError, struct.error, OverflowError)
"""What reading a row that is none ends with; a text that is none is a ValueError, too."""


def raw_rows(data: bytes) -> Iterator[RawRow]:
    """Give every row that can be read on any page, in no order.

    Parameters
    ----------
    data
        The whole file, with nothing left in its write-ahead log.
    """
    for start in range(0, len(data), PAGE_BYTES):
        page = data[start : start + PAGE_BYTES]
        if len(page) == PAGE_BYTES and page[0] in HEADER_BYTES:
            yield from _rows_on(page, data)


def carved_rows(data: bytes, header: re.Pattern[bytes]) -> Iterator[RawRow]:
    """Give the rows that begin with such a header, wherever they stand.

    This finds the rows of a page whose own beginning, with the list of the cells on it, is damaged.
    """
    for found in header.finditer(data):
        start = found.start() // PAGE_BYTES * PAGE_BYTES
        page, at = data[start : start + PAGE_BYTES], found.start() - start
        try:
            header_end, types = _header(page[at:], 0)
            size = header_end + sum(map(_size_of, types))
            yield _row(_gathered(page, at, size, data))
        except _DAMAGED:
            continue


def _rows_on(page: bytes, data: bytes) -> Iterator[RawRow]:
    kind = page[0]
    (cells,) = struct.unpack_from(">H", page, 3)
    for place in range(min(cells, PAGE_BYTES // 4)):
        try:
            (cell,) = struct.unpack_from(">H", page, HEADER_BYTES[kind] + 2 * place)
            size, at = _varint(page, cell + CHILD_BYTES[kind])
            yield _row(_gathered(page, at, size, data))
        except _DAMAGED:
            continue


def _gathered(page: bytes, at: int, size: int, data: bytes) -> bytes:
    """Give the bytes of a row, those on its overflow pages included."""
    if not 0 < size <= len(data):
        raise ValueError(size)
    local = size if size <= MOST_LOCAL else LEAST_LOCAL + (size - LEAST_LOCAL) % (PAGE_BYTES - 4)
    if local > MOST_LOCAL:
        local = LEAST_LOCAL
    parts, left = [page[at : at + local]], size - local
    following = struct.unpack_from(">I", page, at + local)[0] if left else 0
    while left > 0:
        start = (following - 1) * PAGE_BYTES
        if not 0 < start < len(data):
            raise ValueError(following)
        (following,) = struct.unpack_from(">I", data, start)
        parts.append(data[start + 4 : start + 4 + min(left, PAGE_BYTES - 4)])
        left -= PAGE_BYTES - 4
    return b"".join(parts)


def _row(payload: bytes) -> RawRow:
    """Take a record apart: a header with a type for each column, then the values."""
    at, types = _header(payload, 0)
    values: list[Value] = []
    for kind in types:
        end = at + _size_of(kind)
        values.append(_value(payload[at:end], kind))
        at = end
    if at != len(payload):
        raise ValueError(at)
    return tuple(values)


def _header(payload: bytes, at: int) -> tuple[int, list[int]]:
    """Give where the header of a record ends, and the types of its columns."""
    end, at = _varint(payload, at)
    types: list[int] = []
    while at < end:
        kind, at = _varint(payload, at)
        types.append(kind)
    return end, types


def _size_of(kind: int) -> int:
    return (kind - 12) // 2 if kind >= 12 else BYTES_OF[kind]


def _value(raw: bytes, kind: int) -> Value:
    if kind >= 12:
        return raw.decode() if kind % 2 else raw
    if kind in (8, 9):
        return kind - 8
    return int.from_bytes(raw, "big", signed=True) if kind else None


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Give the number of one to nine bytes that stands there, and where it ends."""
    number = 0
    for place in range(at, at + 8):
        number = number << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return number, place + 1
    return number << 8 | data[at + 8], at + 9
