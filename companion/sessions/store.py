"""All games of this table, in progress and finished."""

from __future__ import annotations

import logging
import secrets
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from weakref import WeakValueDictionary

from companion.record.errors import StoreError, UnknownSession
from companion.record.events import GameStarted, Logged, Settings, SettingsChanged
from companion.record.names import names_of
from companion.record.setup import SetUp, begin_set_up
from companion.repair.remains import Remains
from companion.repair.salvage import backups, mend, next_backup, open_checked
from companion.repair.soundness import check_file
from companion.rules.boxes import at_table
from companion.rules.catalogue import load_game
from companion.rules.errors import UnknownGame
from companion.rules.game import Game
from companion.rules.message import Message
from companion.rules.phrases import Words
from companion.rules.versions import under
from companion.sessions.history import NO_TURN, Summary, running, summarise
from companion.sessions.journal import Clock, Journal, event_of, row_of
from companion.sessions.session import Session
from companion.storage.failures import damaged, of_sqlite
from companion.storage.files import is_there

_log = logging.getLogger(__name__)

BACKUPS_KEPT: Final = 7
"""How many daily backups stay beside the store; older ones are deleted."""


def utc_now() -> str:
    """Give the time in UTC, as ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Store:
    """The games on the disk.

    Parameters
    ----------
    path
        The SQLite file. A missing file is made, with its folder.
    games
        Finds a game by its name.
    clock
        Gives the time of new events.

    Attributes
    ----------
    notices : tuple of text or Phrase
        Sentences for the players, as when the store had to be repaired; none when all is well.

    Raises
    ------
    StoreError
        From every method, when the disk refuses or the file is damaged.
    """

    def __init__(self, path: Path, games: Callable[[str], Game] = load_game, clock: Clock = utc_now) -> None:
        self.path = path
        self._games = games
        self._clock = clock
        self._backed_up: Path | None = None
        self._lock, self._telling = threading.Lock(), threading.Lock()
        self._open: WeakValueDictionary[str, Session] = WeakValueDictionary()
        self._database, repaired = open_checked(path)
        self.notices: tuple[Words, ...] = repaired

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def new_session(
        self,
        game: str,
        names: Sequence[str],
        options: Mapping[str, str] | None = None,
        settings: Settings | None = None,
        set_up: SetUp | None = None,
    ) -> Session:
        """Begin a game.

        Parameters
        ----------
        game
            Its slug.
        names
            Who plays, in seat order.
        options
            The table's choices; those of ``set_up`` where that is given.
        set_up
            The set-up with its draws and its seed; a new seed is made and committed without it.

        Raises
        ------
        UnknownGame, BadOption
            When there is no such game, an option is wrong, or two names look alike.
        """
        rules = self._games(game)
        ready = set_up or begin_set_up(rules, options)
        clean = names_of(names)
        rules.new(len(clean), ready.options)
        started = GameStarted(
            game=game,
            rules_version=rules.info.rules_version,
            seats=len(clean),
            names=clean,
            options=ready.options,
            settings=settings or Settings(),
            commitment=ready.commitment,
            draws=ready.draws,
        )
        ident, at = secrets.token_hex(6), self._clock()
        secret = [(ready.commitment, ready.seed)]
        self._database.create(ident, at, [row_of(Logged(1, at, started))], secret)
        session = self.load(ident)
        session.settle()
        return session

    def load(self, ident: str) -> Session:
        """Load a game by its log. All callers share one `Session` object.

        Raises
        ------
        UnknownSession
            When there is no such game.
        StoreError
            ``session-unplayable`` or ``store-newer`` when this version cannot follow its log.
        """
        with self._lock:
            session = self._open.get(ident)
            if session is None:
                session = self._open[ident] = self._load(ident)
            return session

    def sessions(self) -> list[Summary]:
        """Every game, the one begun last first."""
        # In this order: a game that another phone begins meanwhile has a last event by the second look.
        milestones, ends = self._database.milestones(), self._database.last_events()
        played, turns = self._database.played(), self._database.turns()
        found: list[Summary] = []
        for ident, rows in milestones.items():
            if ident not in ends:
                continue  # its name is damaged
            try:
                logged = [event_of(row) for row in rows]
                game = summarise(
                    ident, logged, *ends[ident], played=ident in played, turn=turns.get(ident, NO_TURN)
                )
                self._games(game.game)
                found.append(game)
            except (StoreError, UnknownGame) as error:
                # One game that cannot be read does not hide the others.
                _log.warning("Game %s is left out of the list: %s", ident, error.sentence)
        return sorted(found, key=lambda game: (game.begun_turn, game.started_at), reverse=True)

    def unfinished(self) -> list[Summary]:
        """The games that can be resumed, the one played last first."""
        return running(self.sessions())

    def camera_left_on(self) -> bool:
        """Whether the players left the camera on in their last game with one; at first it is on.

        A game in which the camera was never on does not count, because there may have been no camera.
        """
        games, turns = self._database.settings(), self._database.turns()
        for ident in sorted(games, key=lambda ident: turns.get(ident, NO_TURN).played, reverse=True):
            try:
                events = [event_of(row).event for row in games[ident]]
            except StoreError:
                continue  # a game that cannot be read does not count
            on = [each.settings.camera for each in events if isinstance(each, (GameStarted, SettingsChanged))]
            if any(on):
                return on[-1]
        return True

    @property
    def suspected(self) -> threading.Event:
        """Set when damage was met; `mend` clears it."""
        return self._database.suspected

    def is_sound(self) -> bool:
        """Check the whole store while games go on. Raises `StoreError` when it cannot be read."""
        try:
            return check_file(self.path, full=True)
        except sqlite3.Error as error:
            raise of_sqlite(error, self.path) from error

    def mend(self) -> None:
        """Repair the damaged store from its readable parts, its backups and the games in memory.

        The notice says what was saved and what is lost. Games in progress go on.

        Raises
        ------
        StoreError
            When the repair fails; the store is then unchanged.
        """
        with self._lock:
            self.tell(*mend(self._database, self._in_memory))

    def _in_memory(self) -> Remains:
        found = Remains()
        for ident, session in list(self._open.items()):
            found.created[ident] = session.events[0].at
            for logged in session.events:
                found.add_event(ident, row_of(logged))
        return found

    def tell(self, *sentences: Words, instead_of: Words | None = None) -> None:
        """Add sentences to the notices; they replace one that is no longer true."""
        with self._telling:
            self.notices = (*(each for each in self.notices if each is not instead_of), *sentences)

    @property
    def notice(self) -> str:
        """The notices in English; empty when all is well."""
        return " ".join(map(str, self.notices))

    def keep_sums(self) -> None:
        """Save the length of each game beside the store. Raises `StoreError`."""
        self._database.keep_sums()

    def check(self) -> None:
        """Check that events can be written, without writing one. Raises `StoreError`."""
        self._database.check()

    def trouble(self) -> StoreError | None:
        """Say why nothing can be saved now; None when all is well."""
        try:
            self.check()
        except StoreError as error:
            return error
        return None

    def backup(self, target: Path) -> None:
        """Write a copy; ``target`` is complete or absent."""
        self._database.backup(target)

    def keep_backup(self) -> Path:
        """Make today's backup beside the store, and delete the oldest.

        A backup of today is replaced if games have gone on since: a machine without a clock may wake up on
        one day again and again. A damaged store gets no backup, since this would replace a good one.
        """
        today = next_backup(self.path, self._clock()[:10])
        known = today == self._backed_up
        if not is_there(today) or (not known and self._is_ahead_of(today)):
            if not self.is_sound():
                self.suspected.set()
                raise damaged(self.path)
            self.backup(today)
            for old in backups(self.path)[:-BACKUPS_KEPT]:
                old.unlink()
        self._backed_up = today
        return today

    def _is_ahead_of(self, backup: Path) -> bool:
        """Whether the store has all of a backup's events, and more."""
        try:
            with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)) as connection:
                kept = dict(connection.execute("SELECT session, max(seq) FROM event GROUP BY session"))
        except sqlite3.Error:
            return True  # it is damaged: a sound one takes its place
        ends = {ident: seq for ident, (seq, _) in self._database.last_events().items()}
        return ends != kept and all(ends.get(ident, 0) >= seq for ident, seq in kept.items())

    def _load(self, ident: str) -> Session:
        rows = self._database.events(ident)
        if not rows:
            raise UnknownSession(Message("There is no game {ident} here.", {"ident": repr(ident)}))
        started = event_of(rows[0]).event
        if not isinstance(started, GameStarted):
            raise StoreError("session-unplayable", "The log of this game has lost its beginning.")
        rules = under(at_table(self._games(started.game), started.options), started.rules_version)
        if rules is None:
            text = f"This game follows version {started.rules_version} of its rules, which is not known here."
            raise StoreError("session-unplayable", text)
        return Session(rules, Journal(ident, rules, self._database, self._clock))
