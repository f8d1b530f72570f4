"""A taught box: one file that says how a game's sheets and pieces look, to be kept, shared and loaded.

The file is a zip with ``box.json``, pictures of sheets and pieces, and ``sums.json``: the digest of each of
the others, so that a box which was edited or broken on its way is told from a whole one.
"""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final

import msgspec

from companion.boxes.errors import BoxError
from companion.boxes.teach_file import Shape
from companion.layout import Point

VERSION: Final = 1
LARGEST_BYTES: Final = 32 * 1024 * 1024
"""Of a file, and of what it unpacks to: a box of 100 cards takes 3 MB."""

MOST_ENTRIES: Final = 2000
CONTENTS, SUMS, LOOKS, OWN = "box.json", "sums.json", "looks.bin", "own"


class BoxCell(msgspec.Struct, frozen=True):
    """A place for one piece: its centre and its size in mm of the sheet."""

    id: str
    centre_mm: Point
    outline_mm: tuple[Point, ...]


class BoxZone(msgspec.Struct, frozen=True):
    """A part of a sheet: cells, or an outline within which pieces lie anywhere; ``kinds`` () for all."""

    id: str
    outline_mm: tuple[Point, ...]
    cells: tuple[BoxCell, ...] = ()
    kinds: tuple[str, ...] = ()


class BoxSheet(msgspec.Struct, frozen=True):
    """A sheet: its size, and the name of the picture that shows it from straight above."""

    id: str
    size_mm: Point
    picture: str
    zones: tuple[BoxZone, ...] = ()


class BoxExample(msgspec.Struct, frozen=True):
    """How one piece looked, upright: a picture with alpha, the piece in its middle, and its scale.

    The picture shows a quarter of the piece's size of ground round it. ``mask`` names a picture that is
    white where the piece is.
    """

    kind: str
    picture: str
    mask: str
    px_per_mm: float


class BoxContents(msgspec.Struct, frozen=True):
    """What ``box.json`` says."""

    version: int
    name: str
    game: str | None
    sheets: tuple[BoxSheet, ...]
    kinds: dict[str, Shape]
    examples: tuple[BoxExample, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class TaughtBox:
    """A taught box in memory: what it says, its files by name, and the digest of all of it."""

    contents: BoxContents
    files: Mapping[str, bytes] = field(default_factory=dict)
    digest: str = ""

    @property
    def own(self) -> bytes | None:
        """The cards or tiles that are in the box, as a file of *Boxes of your own*; None: it says nothing."""
        return self.files.get(OWN)

    @property
    def edition(self) -> str:
        """Its name and what tells it from another box of that name."""
        return f"{self.contents.name}@{self.digest[:12]}"


def pack_box(contents: BoxContents, files: Mapping[str, bytes]) -> bytes:
    """Give the file of a box. The same box gives the same bytes."""
    entries = {CONTENTS: msgspec.json.format(msgspec.json.encode(contents), indent=1), **files}
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(entries.items())}
    entries[SUMS] = msgspec.json.encode(sums)
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in entries.items():
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED if name.endswith(".json") else zipfile.ZIP_STORED
            archive.writestr(info, data)
    return buffer.getvalue()


def with_own(data: bytes, own: bytes | None) -> bytes:
    """Give the file of a box with what is in it (cards, tiles), or without where that is None.

    Raises
    ------
    BoxError
        As `unpack_box`.
    """
    box = unpack_box(data)
    files = {name: held for name, held in box.files.items() if name != OWN}
    return pack_box(box.contents, files if own is None else {**files, OWN: own})


def unpack_box(data: bytes) -> TaughtBox:
    """Read the file of a box.

    Raises
    ------
    BoxError
        ``box-newer``, ``box-edited`` or ``bad-box``.
    """
    entries = _entries(data)
    if CONTENTS not in entries or SUMS not in entries:
        raise BoxError("bad-box", "This file is no taught box. Make one with companion teach.")
    raw = _json(entries[CONTENTS])
    version = raw.get("version") if isinstance(raw, dict) else None
    if isinstance(version, int) and version > VERSION:
        raise BoxError(
            "box-newer",
            "This box was taught by a newer program (version {version}; this one reads {known}). "
            "Update the program, or teach the box here.",
            version=version,
            known=VERSION,
        )
    _check_sums(entries)
    try:
        contents = msgspec.convert(raw, BoxContents)
    except msgspec.ValidationError as error:
        raise BoxError(
            "bad-box", "The box cannot be read: {error}. Ask for the file again.", error=error
        ) from error
    named = {sheet.picture for sheet in contents.sheets}
    named |= {name for example in contents.examples for name in (example.picture, example.mask)}
    if missing := sorted(named - entries.keys()):
        raise BoxError(
            "bad-box", "The box lacks its picture {picture}. Ask for the file again.", picture=missing[0]
        )
    files = {name: content for name, content in entries.items() if name not in (CONTENTS, SUMS)}
    return TaughtBox(contents, files, hashlib.sha256(entries[SUMS]).hexdigest())


def _entries(data: bytes) -> dict[str, bytes]:
    if len(data) > LARGEST_BYTES:
        raise BoxError(
            "bad-box", "A box has {most} MB at most; this file has more.", most=LARGEST_BYTES // 2**20
        )
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            infos = archive.infolist()
            if len(infos) > MOST_ENTRIES or sum(info.file_size for info in infos) > LARGEST_BYTES:
                raise BoxError("bad-box", "This file unpacks to far more than a box holds.")
            return {info.filename: archive.read(info) for info in infos}
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
        OSError,
        ValueError,
    ) as error:
        raise BoxError(
            "bad-box", "This file is no taught box, or it broke on its way. Ask for the file again."
        ) from error


def _check_sums(entries: Mapping[str, bytes]) -> None:
    sums = _json(entries[SUMS])
    found = {name: hashlib.sha256(data).hexdigest() for name, data in entries.items() if name != SUMS}
    if sums != found:
        raise BoxError(
            "box-edited",
            "This box was changed after it was taught, so it cannot be trusted. Teach it again from its "
            "teach file, or ask for the file again.",
        )


def _json(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        raise BoxError("bad-box", "The box cannot be read. Ask for the file again.") from error
