"""The files in which networks are kept: ONNX, compressed as gzip does, which takes a quarter away."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

from companion.errors import CompanionError

SUFFIX = ".onnx.gz"


class WeightsError(CompanionError):
    """A network of the dice reader cannot be opened; ``code`` is stable, ``sentence`` is for the player."""

    code = "reader-damaged"

    def __init__(self, file: Path, what: str) -> None:
        sentence = f"Dice cannot be read: the file {file} is {what}. Install Tabletop Companion anew."
        super().__init__(self.code, sentence)


def unpacked(file: Path) -> bytes:
    """Read a network, compressed or not.

    Raises
    ------
    WeightsError
        When there is no such file, or it cannot be read, or is torn or empty.
    """
    try:
        held = file.read_bytes()
        network = gzip.decompress(held) if file.suffix == ".gz" else held
    except FileNotFoundError as error:
        raise WeightsError(file, "missing") from error
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise WeightsError(file, "torn") from error
    except OSError as error:
        raise WeightsError(file, f"not to be opened ({error.strerror})") from error
    if not network:
        raise WeightsError(file, "empty")
    return network


def pack(network: bytes, file: Path) -> None:
    """Write a network, compressed; the same one always gives the same file."""
    file.write_bytes(gzip.compress(network, 9, mtime=0))


def pack_beside(plain: Path) -> None:
    """Put the compressed file (.onnx.gz) in the place of a network that is not compressed (.onnx)."""
    pack(plain.read_bytes(), plain.with_suffix(SUFFIX))
    plain.unlink()


def record_of(file: Path) -> Path:
    """Give the file (.json) that tells from what the network in a file has been trained."""
    return file.with_name(f"{file.name.partition('.')[0]}.json")
