"""An owner's own mound cards for It Happens: kept as files beside the games, played with at once.

What such a file may say, the rules check; their sentences are shown to whoever wrote it.
"""

from __future__ import annotations

import errno
import logging
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, cast

from companion.layout import TABLE
from companion.layouts import it_happens as layouts
from companion.play.errors import StoreError
from companion.play.files import move_durably, sync_folder, write_atomically
from companion.play.salvage import backup_folder
from companion.rules.errors import BadData
from companion.rules.games import load_game, take_in
from companion.rules.games.it_happens import GAME
from companion.rules.games.it_happens.game import ItHappens
from companion.rules.games.it_happens.mounds import MoundSet

SLUG: Final = "it-happens"
FOLDER: Final = "mounds"

LARGEST_BYTES: Final = 100_000
"""Of a file of cards. The shipped one, with all that is told about it, has a tenth of that."""

REMOVED: Final = ".removed"
"""Behind the name of a file that is kept, but not played with any more."""

_log = logging.getLogger(__name__)

_lock = threading.RLock()
"""The cards that are played with belong to the whole program: one shelf at a time changes them."""


class MoundShelf:
    """The sets of cards in a folder.

    Parameters
    ----------
    folder
        Where the games are kept; the sets lie in a folder of their own within it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER

    def sets(self) -> tuple[MoundSet, ...]:
        """All sets that can be played with, the shipped one first."""
        return _played_with().sets

    def load(self) -> list[str]:
        """Play with the shipped set and every set kept here; give a sentence for each that cannot be used."""
        wrong = []
        with _lock:
            game = GAME
            for path in sorted(self._folder.glob("*.json")):
                try:
                    game = _with_cards(game, _read(path))
                except (BadData, OSError) as error:
                    wrong.append(_cannot_be_used(path, str(error)))
                except Exception:  # noqa: BLE001 - whatever lies in the folder, the table must start
                    _log.exception("Mound cards that fail")
                    wrong.append(_cannot_be_used(path, "they fail in a way we did not foresee."))
            _play_with(game)
        return wrong

    def keep(self, data: bytes, instead_of: str = "") -> MoundSet:
        """Check a set, keep it, and play with it.

        Parameters
        ----------
        data
            The file.
        instead_of
            Name of a kept set that it takes the place of. Whether games need that one, the caller knows.

        Raises
        ------
        BadData
            With everything that is wrong.
        StoreError
            When it cannot be written; then it is not played with either.
        """
        with _lock:
            game = _with_cards(_played_with().without_mounds(instead_of), data)
            added = game.sets[-1]
            with _disk_in_words():
                _write(self._folder / _file_name(added), data)
            if instead_of not in ("", added.data_set):
                self._put_away(instead_of)
            _play_with(game)
        return added

    def remove(self, data_set: str) -> None:
        """Play with a set no longer; its file stays there under another name.

        Whether games need it, the caller knows. Raises `StoreError`.
        """
        with _lock:
            self._put_away(data_set)
            _play_with(_played_with().without_mounds(data_set))

    def _put_away(self, data_set: str) -> None:
        paths = [self._folder / _file_name(each) for each in self.sets() if each.data_set == data_set]
        with _disk_in_words():
            for path in paths:
                if path.exists():
                    move_durably(path, path.with_name(f"{path.name}{REMOVED}"))

    def exported(self, data_set: str) -> bytes | None:
        """The file of a set, to be kept elsewhere; None where there is none. Raises `StoreError`."""
        paths = [self._folder / _file_name(each) for each in self.sets() if each.data_set == data_set]
        with _disk_in_words():
            return next((path.read_bytes() for path in paths if path.exists()), None)

    def keep_backup(self, store: Path) -> None:
        """Copy the sets that can be used beside the backups of a store of games. Raises `StoreError`."""
        for each in self.sets():
            target = backup_folder(store) / FOLDER / _file_name(each)
            data = self.exported(each.data_set)
            with _disk_in_words():
                if data is not None and not (target.exists() and target.read_bytes() == data):
                    _write(target, data)


def _played_with() -> ItHappens:
    # A game is typed by its own states, which `Game` does not say: hence `Any`, here and below.
    return cast("ItHappens", cast("Any", load_game(SLUG)))


def _with_cards(game: ItHappens, data: bytes) -> ItHappens:
    """Give the game with one more set. Raises `BadData`."""
    if len(data) > LARGEST_BYTES:
        raise BadData(f"Mound cards need no more than {LARGEST_BYTES // 1000} kB; this file is larger.")
    extended = game.with_mounds(data)
    added = extended.sets[-1]
    if added.data_set.casefold() in {each.data_set.casefold() for each in game.sets}:
        raise BadData(f"There is a set of mounds called {added.data_set} already, but for capitals.")
    names = Counter(name.casefold() for name in added.ids)
    there = _names_on_the_table(game)
    taken = sorted(name for name in added.ids if name.casefold() in there or names[name.casefold()] > 1)
    if taken:
        raise BadData(f"There are cards or places called {', '.join(taken)} already. Give them other names.")
    return extended


def _names_on_the_table(game: ItHappens) -> set[str]:
    """Every name that a place has already; capitals do not tell names apart, for people or on a disk."""
    sheets = layouts.layout_of(game.sets).sheets
    zones = (zone.id for sheet in sheets for zone in sheet.zones)
    return {name.casefold() for name in (TABLE, *(sheet.id for sheet in sheets), *zones)}


def _play_with(game: Any) -> None:
    layouts.take_in(game.sets)
    take_in(game)


def _file_name(mounds: MoundSet) -> str:
    return f"{mounds.data_set}.json"


def _read(path: Path) -> bytes:
    """Read a file, but not endlessly: one byte too many is enough to refuse it."""
    with path.open("rb") as file:
        return file.read(LARGEST_BYTES + 1)


def _write(path: Path, data: bytes) -> None:
    if not path.parent.exists():
        path.parent.mkdir(parents=True)
        sync_folder(path.parent.parent)
    write_atomically(path, data)


def _cannot_be_used(path: Path, why: str) -> str:
    name = path.name.encode(errors="replace").decode()
    return f"The mound cards in {name} cannot be used: {why}"


@contextmanager
def _disk_in_words() -> Iterator[None]:
    """Tell what the disk refuses in a sentence with a code."""
    try:
        yield
    except OSError as error:
        code = "store-full" if error.errno == errno.ENOSPC else "store-unwritable"
        raise StoreError(code, f"The mound cards cannot be kept: {error.strerror}.") from error
