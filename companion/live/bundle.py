"""A bundle: all that is needed to find out why a table was misread, in one file.

``game.game`` is the record, ``pictures/`` the last pictures that were read, and ``pictures.json``
says how many actions the record had before each. `companion follow` follows a bundle from there.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from companion.frames.film import Still
from companion.record.errors import StoreError
from companion.rules.errors import BadRecord
from companion.rules.record import Record, parse_record
from companion.storage.files import UNREADABLE_ZIP, add_to_zip, write_atomically

GAME: Final = "game.game"
PICTURES: Final = "pictures.json"
START: Final = "start.game"
"""The record at the time of the first picture, without later corrections."""

LARGEST_BYTES: Final = 500_000_000
"""The largest bundle, unpacked."""


class Shot(msgspec.Struct, frozen=True):
    """One picture of a bundle: its file, its number, and its time."""

    file: str
    number: int
    t_s: float


def pack_film(stills: Sequence[Still]) -> bytes:
    """Give the pictures with their list, and the game before them, as a zip file."""
    buffer = io.BytesIO()
    shots = [
        Shot(f"pictures/{place:04d}.jpg", still.number, still.t_s) for place, still in enumerate(stills, 1)
    ]
    with zipfile.ZipFile(buffer, "w") as archive:
        for shot, still in zip(shots, stills, strict=True):
            add_to_zip(archive, shot.file, still.jpeg)
        add_to_zip(archive, PICTURES, msgspec.json.encode(shots))
        if stills:
            add_to_zip(archive, START, stills[0].record)
    return buffer.getvalue()


def game_of(film: bytes) -> str:
    """Give the game of a film as `pack_film` gives it; empty where it has no pictures."""
    if not film:
        return ""
    with zipfile.ZipFile(io.BytesIO(film)) as archive:
        return parse_record(archive.read(START).decode()).game if START in archive.namelist() else ""


def write_bundle(target: Path, parts: Mapping[str, bytes], film: bytes) -> None:
    """Write a bundle: files by their names, and the pictures as `pack_film` gives them.

    ``target`` is complete or absent. Only its owner can read it, because it shows the people at the table.

    Raises
    ------
    StoreError
        ``store-unwritable``.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            add_to_zip(archive, name, data)
        if film:
            with zipfile.ZipFile(io.BytesIO(film)) as pictures:
                for name in pictures.namelist():
                    add_to_zip(archive, name, pictures.read(name))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target, buffer.getvalue())
    except OSError as error:
        sentence = f"{target} cannot be written: {error.strerror or error}."
        raise StoreError("store-unwritable", sentence) from error


def unpack(path: Path, folder: Path) -> Record:
    """Write the pictures of a bundle into a folder; give the record before the first of them.

    Raises
    ------
    BadRecord
        When the file is no bundle, or has no pictures or no game.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(info.file_size for info in archive.infolist()) > LARGEST_BYTES:
                raise BadRecord("{path} is far too large for a bundle.", path=path)
            shots = msgspec.json.decode(archive.read(PICTURES), type=list[Shot])
            if not shots:
                raise BadRecord("There are no pictures in {path}.", path=path)
            record = parse_record(archive.read(START).decode("utf-8", errors="replace"))
            for place, shot in enumerate(shots, 1):
                (folder / f"{place:04d}.jpg").write_bytes(archive.read(shot.file))
    except (*UNREADABLE_ZIP, msgspec.MsgspecError) as error:
        raise BadRecord("{path} is no bundle with a game and pictures.", path=path) from error
    return record
