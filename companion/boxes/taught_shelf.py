"""The taught boxes that are kept beside the games, each a file that can be shared."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.boxes.errors import BoxError, unwritable
from companion.boxes.taught_box import TaughtBox, unpack_box
from companion.storage.files import is_there, move_durably, sync_folder, unused, write_atomically

FOLDER: Final = "taught"
SUFFIX: Final = ".box"
REMOVED: Final = ".removed"


def load_box(name: str, data: Path) -> TaughtBox:
    """Load a box by its path, or by the name of one that is kept.

    Parameters
    ----------
    name
        A path, or a name.
    data
        The folder of the games, in which the kept boxes have theirs.

    Raises
    ------
    BoxError
        Where there is none, or it cannot be used.
    """
    path = Path(name)
    if not path.is_file():
        path = data / FOLDER / f"{name}{SUFFIX}"
    try:
        return unpack_box(path.read_bytes())
    except FileNotFoundError:
        raise _missing(name, data) from None
    except OSError as error:
        raise BoxError(
            "box-missing", "The taught box {name} cannot be read: {why}.", name=name, why=error.strerror
        ) from error


def keep_box(name: str, box: bytes, data: Path) -> None:
    """Keep a box under a name, in the place of one that bears the name already.

    Raises
    ------
    BoxError
        ``drafts-unwritable``; a box that was there stays.
    """
    folder = data / FOLDER
    try:
        if not is_there(folder):
            folder.mkdir(parents=True)
            sync_folder(data)
        write_atomically(folder / f"{name}{SUFFIX}", box)
    except OSError as error:
        raise unwritable(error) from error


def box_file(name: str, data: Path) -> bytes:
    """Give a kept box as a file, to be shared. Raises `BoxError` ``box-missing``."""
    if name not in kept_boxes(data):
        raise _missing(name, data)
    try:
        return (data / FOLDER / f"{name}{SUFFIX}").read_bytes()
    except OSError as error:
        raise BoxError(
            "box-missing", "The taught box {name} cannot be read: {why}.", name=name, why=error.strerror
        ) from error


def put_box_aside(name: str, data: Path) -> None:
    """Keep a box no longer; its file stays there under another name. Raises `BoxError`."""
    box_file(name, data)
    path = data / FOLDER / f"{name}{SUFFIX}"
    try:
        move_durably(path, unused(path.with_name(f"{path.name}{REMOVED}")))
    except OSError as error:
        raise unwritable(error) from error


def kept_boxes(data: Path) -> tuple[str, ...]:
    """Give the names of the boxes that are kept."""
    folder = data / FOLDER
    return tuple(sorted(path.stem for path in folder.glob(f"*{SUFFIX}"))) if folder.is_dir() else ()


def _missing(name: str, data: Path) -> BoxError:
    names = kept_boxes(data)
    if not names:
        return BoxError("box-missing", "There is no taught box {name}. None is kept here yet.", name=name)
    return BoxError(
        "box-missing",
        "There is no taught box {name}. Kept here are: {names}.",
        name=name,
        names=", ".join(names),
    )
