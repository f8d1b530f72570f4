"""Has films made in the background: one at a time, at low priority, with their progress to be seen."""

from __future__ import annotations

import logging
import math
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from companion.album.album import Album
from companion.album.film_script import FilmScript
from companion.errors import CompanionError

LONGEST_S: Final = 1800.0
"""A process that takes longer hangs."""

NICE: Final = 10
"""Readings go first. Beside one busy process a film has a tenth of a core; at 19 it would have a 70th."""

NEWS_S: Final = 2.0
"""Progress is told no more often: every open page asks anew, which costs more than a step of the film."""

_log = logging.getLogger(__name__)


class FilmError(CompanionError):
    """A film that cannot be made."""


class FilmWorkshop:
    """Makes the films of an album.

    Parameters
    ----------
    album
        Where pictures and films lie.
    tell
        Is called whenever there is progress; it must not wait for anything.
    nice
        How far the process stands back behind all others.
    clock
        Monotonic seconds.
    """

    def __init__(
        self,
        album: Album,
        tell: Callable[[], None] = lambda: None,
        nice: int = NICE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._album, self._tell, self._nice, self._clock = album, tell, nice, clock
        self._told_s = -math.inf
        self._lock = threading.Lock()
        self._percent: dict[str, int] = {}
        self._failed: set[str] = set()
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False

    def percent(self, game: str) -> int | None:
        """Say how much of a game's film is made; None where none is being made."""
        return self._percent.get(game)

    def failed(self, game: str) -> bool:
        """Whether the last try at a game's film failed."""
        return game in self._failed

    def film(self, game: str) -> Path | None:
        """Give a game's film; None where there is none."""
        whole = (path for path in self._album.films(game) if not path.name.startswith("."))
        return next(whole, None)

    def begin(self, game: str, script: FilmScript) -> None:
        """Have a film made.

        Raises
        ------
        FilmError
            ``no-pictures``, ``film-busy`` while another one is made, or ``disk-full``.
        """
        if not script.steps:
            raise FilmError("no-pictures", "No pictures of this game are kept, so there is nothing to film.")
        if not self._album.make_room():
            raise FilmError("film-no-room", "The disk is nearly full. There is no room for a film.")
        with self._lock:
            if game in self._percent:
                return
            if self._percent:
                raise FilmError("film-busy", "Another film is being made. Try again in a minute.")
            self._percent[game] = 0
            self._failed.discard(game)
        threading.Thread(target=self._make, args=(game, script), name="film", daemon=True).start()

    def stop(self) -> None:
        """Let go of a film that is being made."""
        self._stopped = True
        process = self._process
        if process is not None:
            process.kill()

    def _make(self, game: str, script: FilmScript) -> None:
        try:
            with tempfile.TemporaryDirectory(prefix="companion-film-") as folder:
                written = Path(folder) / "script.json"
                written.write_bytes(msgspec.json.encode(script))
                self._run(game, written, self._album.film_of(game, ".webm"))
        except (OSError, subprocess.SubprocessError) as error:
            _log.warning("The film of game %s was not made: %s", game, error)
            self._failed.add(game)
        finally:
            with self._lock:
                self._percent.pop(game, None)
            self._tell()

    def _tell_now_and_then(self) -> None:
        if self._clock() - self._told_s >= NEWS_S:
            self._told_s = self._clock()
            self._tell()

    def _run(self, game: str, script: Path, film: Path) -> None:
        command = [
            sys.executable,
            "-m",
            "companion.album.film_maker",
            str(script),
            str(film),
            str(self._nice),
        ]
        with subprocess.Popen(  # noqa: S603 - our own words
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            self._process = process
            watch = threading.Timer(LONGEST_S, process.kill)
            watch.daemon = True
            watch.start()
            try:
                for line in process.stdout or ():
                    if line.strip().isdigit():
                        self._percent[game] = int(line)
                        self._tell_now_and_then()
            finally:
                watch.cancel()
                self._process = None
        if process.returncode and not self._stopped:
            raise subprocess.SubprocessError(f"it ended with {process.returncode}")
