"""A game's boxes that people own: files beside the games, in use at once.

The rules check each file, and its author sees their sentences.
"""

from __future__ import annotations

import errno
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from os.path import isdir
from pathlib import Path
from typing import Final
from unicodedata import normalize

from companion.layouts import layout_of
from companion.record.errors import StoreError
from companion.repair.salvage import backup_folder
from companion.rules.boxes import TakesBoxes, check_new_name
from companion.rules.catalogue import GAMES, is_taken_in, load_game, take_in
from companion.rules.errors import BadData
from companion.rules.message import Message
from companion.rules.phrases import Value
from companion.storage.files import files_like, is_there, move_durably, sync_folder, write_atomically

BOXES: Final = "boxes"

LARGEST_BYTES: Final = 200_000
"""The largest file. The program's own largest file, with one value a line, has half of this."""

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
"""Some editors begin a file with these bytes."""

REMOVED: Final = ".removed"
"""The ending of a file that is kept but no longer in use."""

UNFORESEEN: Final = Message("it fails in a way we did not foresee.")

_log = logging.getLogger(__name__)

_lock = threading.RLock()
"""The boxes in use belong to the whole program, so one shelf at a time changes them."""


class BoxShelf:
    """The boxes of a game in a folder.

    Parameters
    ----------
    folder
        Where the games are kept; the boxes lie in a folder of their own within it.
    slug
        The game, one that takes boxes.

    Attributes
    ----------
    within : str
        The folder of the boxes within that of the games.
    """

    def __init__(self, folder: Path, slug: str) -> None:
        self.slug = slug
        self.within = _within(slug)
        self._folder = folder / self.within

    @property
    def game(self) -> TakesBoxes:
        """The game with all usable boxes. Raises TypeError for a game without boxes."""
        game = load_game(self.slug)
        if not isinstance(game, TakesBoxes):
            raise TypeError(f"{self.slug} takes no boxes")
        return game

    def load(self) -> list[Message]:
        """Use the printed set and every box kept here; give a sentence for each unusable box."""
        wrong: list[Message] = []
        with _lock:
            game = self._without_boxes()
            for path in self._files(wrong):
                try:
                    name = normalize("NFC", path.name.removesuffix(game.box_suffix))
                    game = _with_box(game, _read(path), name)
                    self._name_as(path, game.boxes[-1])
                except BadData as error:
                    wrong.append(self._cannot_be_used(path, error.said))
                except OSError as error:
                    wrong.append(self._cannot_be_used(path, f"{error.strerror}."))
                except Exception:  # noqa: BLE001 - whatever lies in the folder, the table must start
                    _log.exception("A box that fails")
                    wrong.append(self._cannot_be_used(path, UNFORESEEN))
            take_in(game)
        return wrong

    def _files(self, wrong: list[Message]) -> list[Path]:
        """Give the kept files; ``wrong`` gets a sentence about an unreadable folder."""
        try:
            return files_like(self._folder, f"*{self.game.box_suffix}")
        except OSError as error:
            wrong.append(self._cannot_be_used(self._folder, f"{error.strerror}."))
            return []

    def _name_as(self, path: Path, name: str) -> None:
        """Rename a file after its box: some came under another name, or with separate accents."""
        proper = self._path(name)
        if path.name != proper.name:
            with suppress(OSError):  # as for somebody who may only look: it is played with all the same
                if not is_there(proper):
                    move_durably(path, proper)

    def keep(self, data: bytes, name: str = "", instead_of: str = "") -> str:
        """Check a box, keep it and use it.

        Parameters
        ----------
        data
            The file.
        name
            What to call it, unless its name stands in the file.
        instead_of
            The kept box that this one replaces. The caller knows whether games need the old box.

        Returns
        -------
        str
            What it is called.

        Raises
        ------
        BadData
            With everything that is wrong.
        StoreError
            When the file cannot be written; then the box is not used.
        """
        with _lock:
            game = _with_box(self.game.without_box(instead_of), data, name)
            added = game.boxes[-1]
            if added not in self.game.boxes:
                check_new_name(added)
                self._put_away(added)  # what lies there cannot be used, but is somebody's
            with self._disk_in_words():
                _write(self._path(added), data)
            if instead_of not in ("", added):
                self._put_away(instead_of)
            take_in(game)
        return added

    def remove(self, name: str) -> None:
        """Stop using a box; its file stays under another name.

        The caller knows whether games need it. Raises `StoreError`.
        """
        with _lock:
            if name in self.game.boxes:
                self._put_away(name)
            take_in(self.game.without_box(name))

    def _put_away(self, name: str) -> None:
        path = self._path(name)
        with self._disk_in_words():
            if is_there(path):
                move_durably(path, _free_name(path))

    def exported(self, name: str) -> bytes | None:
        """Give the file of a box; None where there is none. Raises `StoreError`."""
        if name not in self.game.boxes:
            return None
        with self._disk_in_words():
            path = self._path(name)
            return path.read_bytes() if is_there(path) else None

    def keep_backup(self, store: Path) -> None:
        """Copy all usable boxes beside the backups of a store. Raises `StoreError`."""
        for name in self.game.boxes:
            target = backup_folder(store) / self.within / self._path(name).name
            data = self.exported(name)
            with self._disk_in_words():
                if data is not None and not (is_there(target) and target.read_bytes() == data):
                    _write(target, data)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{self.game.box_suffix}"

    def _without_boxes(self) -> TakesBoxes:
        game = self.game
        for name in game.boxes:
            game = game.without_box(name)
        return game

    def _cannot_be_used(self, path: Path, why: Value) -> Message:
        name = path.name.encode(errors="replace").decode()
        values: dict[str, Value] = {"what": self.game.box_holds, "name": name, "why": why}
        return Message("The {what} in {name} cannot be used: {why}", values)

    @contextmanager
    def _disk_in_words(self) -> Iterator[None]:
        """Turn an error of the disk into a sentence with a code."""
        try:
            yield
        except OSError as error:
            code = "store-full" if error.errno == errno.ENOSPC else "store-unwritable"
            raise StoreError(
                code,
                "The {box_holds} cannot be kept: {why}.",
                box_holds=self.game.box_holds,
                why=error.strerror,
            ) from error


def shelves(folder: Path) -> tuple[BoxShelf, ...]:
    """Give the shelf of every game that takes boxes."""
    return tuple(BoxShelf(folder, slug) for slug in GAMES if isinstance(load_game(slug), TakesBoxes))


def load_boxes(folder: Path) -> list[Message]:
    """Use every kept box; give a sentence for each unusable one.

    Games without kept boxes are not loaded, because that would take longer than many commands.
    """
    wrong = []
    for slug in GAMES:
        there = isdir(folder / _within(slug)) or is_taken_in(slug)  # noqa: PTH112 - `Path.is_dir` may raise
        if there and isinstance(load_game(slug), TakesBoxes):
            wrong += BoxShelf(folder, slug).load()
    return wrong


def _within(slug: str) -> str:
    return GAMES[slug].box_folder or f"{BOXES}/{slug}"


def patterns() -> tuple[str, ...]:
    """Give the paths of boxes in the folder of the games, with ``*`` for their names."""
    return tuple(f"{shelf.within}/*{shelf.game.box_suffix}" for shelf in shelves(Path()))


def _with_box(game: TakesBoxes, data: bytes, name: str) -> TakesBoxes:
    """Give the game with one more box, if a table can be laid with it. Raises `BadData`."""
    if len(data) > LARGEST_BYTES:
        raise BadData(
            Message(
                "{what:Cap} need no more than {size} kB; this file is larger.",
                {"what": game.box_holds, "size": LARGEST_BYTES // 1000},
            )
        )
    extended = game.with_box(data.removeprefix(BYTE_ORDER_MARK), name)
    layout_of(extended.at_table({game.box_option: extended.boxes[-1]}))
    return extended


def _free_name(path: Path) -> Path:
    """Give an unused name for a file that is put aside."""
    names = chain([f"{path.name}{REMOVED}"], (f"{path.name}{REMOVED}-{number}" for number in count(2)))
    return next(each for each in map(path.with_name, names) if not is_there(each))


def _read(path: Path) -> bytes:
    """Read a file up to one byte beyond the limit, which is enough to refuse it."""
    with path.open("rb") as file:
        return file.read(LARGEST_BYTES + 1)


def _write(path: Path, data: bytes) -> None:
    made = [folder for folder in path.parents if not is_there(folder)]
    path.parent.mkdir(parents=True, exist_ok=True)
    for folder in made:
        sync_folder(folder.parent)
    write_atomically(path, data)
