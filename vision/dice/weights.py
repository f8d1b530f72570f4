"""The files in which networks are kept: ONNX, compressed as gzip does, which takes a quarter away."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

SUFFIX = ".onnx.gz"


def unpacked(file: Path) -> bytes:
    """Read a network, compressed or not.

    Raises
    ------
    OSError
        When there is no such file, or it is torn or empty.
    """
    held = file.read_bytes()
    if file.suffix != ".gz":
        return held
    try:
        network = gzip.decompress(held)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise OSError(f"{file.name} is torn") from error
    if not network:
        raise OSError(f"{file.name} is empty")
    return network


def pack(network: bytes, file: Path) -> None:
    """Write a network, compressed; the same one always gives the same file."""
    file.write_bytes(gzip.compress(network, 9, mtime=0))


def record_of(file: Path) -> Path:
    """Give the file (.json) that tells from what the network in a file has been trained."""
    return file.with_name(f"{file.name.partition('.')[0]}.json")
