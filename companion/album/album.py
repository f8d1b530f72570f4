"""The pictures and films of all games, as files beside the games.

``pictures/<game>/<first>-<last>.webp`` is what the camera saw when it read the events ``first`` to ``last``;
``films/<game>.webm`` is the film. Room is bounded. Films make way first, since they can be made again, then
the oldest pictures. No game ever makes way.
"""

from __future__ import annotations

import logging
import re
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from companion.storage.files import files_like, write_atomically

MOST_BYTES: Final = 150_000_000
"""Of all pictures: some 40 evenings."""

MOST_FILM_BYTES: Final = 300_000_000
LEAST_FREE_BYTES: Final = 200_000_000
"""So much of the disk stays free for the games."""

MOST_A_GAME: Final = 600
"""Pictures of one game; of more every other one makes way."""

_NAME: Final = re.compile(r"([0-9]{1,9})-([0-9]{1,9})\.webp")
_GAME: Final = re.compile(r"[0-9a-f]{4,40}")
OFF: Final = "off"
"""The file whose presence says that no pictures are kept."""

_log = logging.getLogger(__name__)


class Shot(NamedTuple):
    """A kept picture, and the events of its game that it was read for, from the first to the last."""

    path: Path
    first: int
    last: int


class Album:
    """The pictures of the games of one store.

    Parameters
    ----------
    folder
        In which the games lie, too.
    least_free_bytes, most_bytes
        The room that stays free on the disk, and the most that pictures take.
    """

    def __init__(
        self, folder: Path, *, least_free_bytes: int = LEAST_FREE_BYTES, most_bytes: int = MOST_BYTES
    ) -> None:
        self._pictures, self._films = folder / "pictures", folder / "films"
        self._least_free, self._most = least_free_bytes, most_bytes
        self._lock = threading.Lock()

    @property
    def keeps(self) -> bool:
        """Whether pictures are kept."""
        return not (self._pictures / OFF).exists()

    def switch(self, *, on: bool) -> None:
        """Keep pictures from now on, or none; those that are there stay."""
        if on:
            (self._pictures / OFF).unlink(missing_ok=True)
        else:
            write_atomically(_made(self._pictures) / OFF, b"")

    def keep(self, game: str, first: int, last: int, webp: bytes) -> None:
        """Keep a picture, unless none are kept or the disk has no room. Raises `OSError`."""
        with self._lock:
            if not self.keeps or not self.make_room(len(webp)):
                return
            folder = _made(self._folder(game))
            write_atomically(folder / f"{first:06d}-{last:06d}.webp", webp)
            shots = self.shots(game)
            if len(shots) > MOST_A_GAME:
                for shot in shots[1:-1:2]:
                    shot.path.unlink(missing_ok=True)

    def shots(self, game: str) -> list[Shot]:
        """Give the pictures of a game, in the order of its events; none for a name that no game has."""
        if not _GAME.fullmatch(game):
            return []
        paths = files_like(self._pictures / game, "*.webp")
        found = (
            Shot(path, int(match[1]), int(match[2]))
            for path in paths
            if (match := _NAME.fullmatch(path.name))
        )
        return sorted(found, key=lambda shot: shot.first)

    def shot_of(self, game: str, seq: int) -> Shot | None:
        """Give the picture that an event was read from; None where there is none."""
        return next((shot for shot in self.shots(game) if shot.first <= seq <= shot.last), None)

    def film_of(self, game: str, ending: str) -> Path:
        """Say where the film of a game lies, or would."""
        if not _GAME.fullmatch(game):
            raise ValueError(f"{game!r} names no game")
        return _made(self._films) / f"{game}{ending}"

    def films(self, game: str) -> list[Path]:
        """Give the films of a game."""
        return files_like(self._films, f"{game}.*") if _GAME.fullmatch(game) else []

    def forget(self, game: str) -> bool:
        """Delete pictures and films of a game; whether there were any."""
        with self._lock:
            there = [*self.films(game), *(shot.path for shot in self.shots(game))]
            for path in there:
                path.unlink(missing_ok=True)
            if _GAME.fullmatch(game):
                shutil.rmtree(self._pictures / game, ignore_errors=True)
            return bool(there)

    def taken_bytes(self) -> int:
        """Give how much of the disk pictures and films take."""
        return sum(_size(path) for path in (*self._all_pictures(), *files_like(self._films, "*")))

    def make_room(self, more: int = 0) -> bool:
        """See that enough of the disk is free; films go first, then pictures, the oldest first.

        Returns
        -------
        bool
            Whether there is room for so many bytes more.
        """
        films, pictures = _oldest_first(files_like(self._films, "*")), _oldest_first(self._all_pictures())
        film_bytes, picture_bytes = sum(map(_size, films)), sum(map(_size, pictures))
        for path in films:
            if film_bytes > MOST_FILM_BYTES or self._is_short(more):
                film_bytes -= _remove(path)
        for path in pictures:
            if picture_bytes + more > self._most or self._is_short(more):
                picture_bytes -= _remove(path)
        return picture_bytes + more <= self._most and not self._is_short(more)

    def _is_short(self, more: int) -> bool:
        there = next(path for path in (self._pictures, *self._pictures.parents) if path.exists())
        return shutil.disk_usage(there).free - more < self._least_free

    def _all_pictures(self) -> Iterator[Path]:
        for folder in files_like(self._pictures, "*"):
            yield from files_like(folder, "*.webp")

    def _folder(self, game: str) -> Path:
        if not _GAME.fullmatch(game):
            raise ValueError(f"{game!r} names no game")
        return self._pictures / game


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _oldest_first(paths: Iterator[Path] | list[Path]) -> list[Path]:
    def age(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    return sorted(paths, key=age)


def _remove(path: Path) -> int:
    """Remove a file; give how much room that made."""
    size = _size(path)
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        _log.warning("%s cannot be removed: %s", path, error)
        return 0
    return size
