"""Writing files so that a power cut leaves the old one or the new one, never half of one."""

from __future__ import annotations

import lzma
import os
import struct
import tempfile
import zipfile
import zlib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

UNREADABLE_ZIP: Final = (
    OSError,
    EOFError,
    KeyError,
    RuntimeError,
    UnicodeDecodeError,
    lzma.LZMAError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""What `zipfile` raises for a file that is no zip file, is damaged, encrypted or packed in an unknown way."""


def is_there(path: Path) -> bool:
    """Tell whether a file or a folder is there.

    Raises
    ------
    OSError
        When a folder above it may not be searched, in every version of Python: `Path.exists` answers
        that otherwise from version to version.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def files_like(folder: Path, pattern: str) -> list[Path]:
    """List what lies in a folder under such names, sorted; nothing where there is no folder.

    Raises
    ------
    OSError
        When the folder may not be listed, in every version of Python: `Path.glob` may keep silent.
    """
    try:
        names = os.listdir(folder)  # noqa: PTH208 - names alone are matched
    except (FileNotFoundError, NotADirectoryError):
        return []
    return sorted(folder / name for name in names if fnmatchcase(name, pattern))


def unused(path: Path) -> Path:
    """Give a path at which nothing lies: this one, or one with a number behind its name.

    A name that tells the time is not new where the clock says the same time again.
    """
    free, number = path, 1
    while is_there(free):
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def add_to_zip(archive: zipfile.ZipFile, name: str, data: bytes | str) -> None:
    """Put a file into an archive, dated by the format's first day.

    The format knows no day before 1980, and the clock of a machine without a battery may begin in 1970.
    """
    info = zipfile.ZipInfo(name)
    info.compress_type = archive.compression
    info.external_attr = 0o600 << 16
    archive.writestr(info, data)


def write_atomically(path: Path, data: bytes) -> None:
    """Put ``data`` at ``path``, durably: when this returns, a power cut does not undo it.

    Raises
    ------
    OSError
        When the folder cannot be written; whatever stood at ``path`` is still there.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        move_durably(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def move_durably(source: Path, target: Path) -> None:
    """Give a file another name in the same folder, and make the new name survive a power cut."""
    source.replace(target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut: a synced file can still lose its name."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
