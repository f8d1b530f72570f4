"""The file that the games live in: SQLite in WAL mode, one durable commit for every append.

``synchronous=FULL`` costs one sync a commit, and what was committed is still there after a power
cut; this is what lets a phone show an event as soon as the append returned.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, LiteralString

from companion.record.errors import StaleAction, StoreError
from companion.storage.failures import damaged, of_sqlite, of_system
from companion.storage.files import move_durably
from companion.storage.kept_sums import keep_sums
from companion.storage.links import add_links, last_links, links_of
from companion.storage.medium import Medium, lock_file, open_to_write
from companion.storage.privacy import make_private
from companion.storage.rows import Row, Seed
from companion.storage.schema import prepare
from companion.storage.turns import Turn, note_turn, turns

BUSY_MS: Final = 5000
"""How long a write waits for another process that holds the file."""


class Database:
    """One open game store; may be used from several threads.

    Attributes
    ----------
    suspected : threading.Event
        Set when damage was met; whoever looks after the store waits for it.

    Raises
    ------
    StoreError
        From every method, when the disk or the file does not play along.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self.suspected = threading.Event()
        self.medium = Medium()
        with self._reported():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._open()

    def _open(self) -> None:
        with ExitStack() as on_failure:
            self._holder = hold(self.path, fcntl.LOCK_SH)
            on_failure.callback(os.close, self._holder)
            make_private(self.path)
            self._connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            on_failure.callback(self._connection.close)
            self._connection.text_factory = self._text
            self._connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute("PRAGMA foreign_keys = ON")
            prepare(self._connection)
            on_failure.pop_all()

    def close(self) -> None:
        """Let go of the file; after a clean close no write-ahead log is left beside it."""
        with self._lock:
            if self._holder >= 0:
                links = self._last_links()
                self._close()
                self._keep_sums_of_closed(links)

    def _last_links(self) -> dict[str, tuple[int, bytes]] | None:
        """Give the ends of all games; None where the store cannot tell, or is damaged."""
        with suppress(sqlite3.Error, UnicodeDecodeError):
            return None if self.suspected.is_set() else last_links(self._connection)
        return None

    def _keep_sums_of_closed(self, links: dict[str, tuple[int, bytes]] | None) -> None:
        """Write down beside the store what is left there; without it the next start looks closer."""
        if links is None:
            return
        with suppress(OSError):  # another program has the store open, or nothing can be written
            alone = hold(self.path, fcntl.LOCK_EX | fcntl.LOCK_NB)
            try:
                keep_sums(self.path, links, closed=True)
            finally:
                os.close(alone)

    def _close(self) -> None:
        self._connection.close()
        if self._holder >= 0:
            os.close(self._holder)
            self._holder = -1

    @contextmanager
    def let_go(self) -> Iterator[None]:
        """Close the file for whoever repairs it, then open it again; all who want it wait meanwhile."""
        with self._lock, self._reported():
            self._close()
            try:
                yield
            finally:
                self._open()

    def create(self, session: str, at: str, rows: Sequence[Row], seeds: Sequence[Seed] = ()) -> None:
        """Store a new session with its first events, in one commit."""
        self.create_all({session: (at, rows, seeds)})

    def create_all(self, sessions: Mapping[str, tuple[str, Sequence[Row], Sequence[Seed]]]) -> None:
        """Store new sessions, each with its time, its first events and its seeds, all in one commit."""
        with self._writing() as connection:
            # Where several are put back after damage, their turns are no longer known.
            for session, (at, rows, seeds) in sorted(sessions.items(), key=_last_at):
                connection.execute("INSERT INTO session VALUES (?, ?)", (session, at))
                _insert(connection, session, rows, seeds)

    def append(self, session: str, rows: Sequence[Row], seeds: Sequence[Seed] = ()) -> None:
        """Store further events of a session, in one commit. All of them are stored, or none.

        Raises
        ------
        StaleAction
            When the first of them does not carry the session's next number: somebody else
            has written in the meantime.
        """
        try:
            with self._writing() as connection:
                _insert(connection, session, rows, seeds)
        except StaleAction:
            self._see_that_nothing_is_hidden(session, rows)
            raise

    def _see_that_nothing_is_hidden(self, session: str, rows: Sequence[Row]) -> None:
        """Raise `StoreError` where events are missing before those that were to be appended.

        A damaged key hides events, and every new one would be refused for ever.
        """
        ((last,),) = self._read("SELECT max(seq) FROM event WHERE session = ?", session)
        if rows and (last or 0) < rows[0].seq - 1:
            self._suspect()
            raise damaged(self.path)

    def events(self, session: str) -> list[Row]:
        """Every event of a session, in order, each as its link says."""
        found = self._read(
            "SELECT event.seq, at, kind, version, body, sum FROM event LEFT JOIN link USING (session, seq) "
            "WHERE session = ? ORDER BY event.seq",
            session,
        )
        rows = [Row(*row) for *row, _ in found]
        links = links_of(session, rows)
        if any(
            row[0] != place or row[-1] not in (None, link)
            for place, (row, link) in enumerate(zip(found, links, strict=True), 1)
        ):
            self._suspect()
            raise damaged(self.path)
        return rows

    def seeds(self, session: str) -> dict[str, str]:
        """The secret seeds of a session, by commitment."""
        return dict(self._read("SELECT commitment, seed FROM seed WHERE session = ?", session))

    def milestones(self) -> dict[str, list[Row]]:
        """Starts, ends and resumptions of every session: all that a list of games needs."""
        # These words let the index of the same name be used.
        return self._by_session("kind IN ('started', 'finished', 'resumed')")

    def settings(self) -> dict[str, list[Row]]:
        """Starts and changes of settings of every session."""
        return self._by_session("kind IN ('started', 'settings')")

    def _by_session(self, which: LiteralString) -> dict[str, list[Row]]:
        found: dict[str, list[Row]] = {}
        for session, *row in self._read(
            f"SELECT session, seq, at, kind, version, body FROM event WHERE {which} "  # noqa: S608 - our own words
            "ORDER BY session, seq"
        ):
            found.setdefault(session, []).append(Row(*row))
        return found

    def last_events(self) -> dict[str, tuple[int, str]]:
        """Number and time of every session's last event."""
        # One look for each session at the end of its log; a maximum of each would read all events.
        rows = self._read(
            "SELECT id, seq, at FROM session JOIN event ON session = id "
            "AND seq = (SELECT seq FROM event WHERE session = id ORDER BY seq DESC LIMIT 1)"
        )
        return {session: (seq, at) for session, seq, at in rows}

    def played(self) -> set[str]:
        """Every session in which an action came from anybody but the program."""
        # The look into a session ends at the first such action.
        rows = self._read(
            "SELECT id FROM session WHERE EXISTS (SELECT 1 FROM event WHERE session = session.id "
            """AND kind = 'action' AND instr(body, '"source":"software"') = 0)"""
        )
        return {ident for (ident,) in rows}

    def turns(self) -> dict[str, Turn]:
        """In which order the games were begun and played."""
        with self._lock, self._reported():
            return turns(self._connection)

    def keep_sums(self) -> None:
        """Write down beside the store how long each game is now. Raises `StoreError`."""
        with self._lock, self._reported():
            keep_sums(self.path, last_links(self._connection), closed=False)

    def check(self) -> None:
        """See that something could be written; something is written only where a write has failed before."""
        failed = self.medium.trouble is not None
        with self._writing(is_written=failed) as connection:
            open_to_write(self.path)
            if failed:
                ((version,),) = connection.execute("PRAGMA user_version")
                connection.execute(f"PRAGMA user_version = {version}")

    def backup(self, target: Path) -> None:
        """Write a complete, compact copy of the store; ``target`` is there whole or not at all.

        Nobody who reads or writes waits for it: it has a connection of its own.
        """
        part = target.with_name(f".{target.name}.part")
        with self._reported(), ExitStack() as afterwards:
            target.parent.mkdir(parents=True, exist_ok=True)
            part.unlink(missing_ok=True)
            afterwards.callback(part.unlink, missing_ok=True)
            # Not made anew, empty, should the store have been taken away.
            there = f"{self.path.absolute().as_uri()}?mode=rw"
            with closing(sqlite3.connect(there, uri=True, isolation_level=None)) as connection:
                connection.execute("VACUUM INTO ?", (str(part),))
            with part.open("rb") as file:
                os.fsync(file.fileno())
            move_durably(part, target)

    def _text(self, raw: bytes) -> str:
        """Give a stored text; one that is none is shown as such, and looked at on the next start."""
        try:
            return raw.decode()
        except UnicodeDecodeError:
            self._suspect()
            return printable(raw)

    def _suspect(self) -> None:
        """Have the next start look closely, even if this one still ends in good order.

        The system makes a failing card read-only: what was met is told all the same.
        """
        self.suspected.set()
        with suppress(OSError):
            suspect_mark(self.path).touch()

    def _read(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        with self._lock, self._reported():
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _writing(self, *, is_written: bool = True) -> Iterator[sqlite3.Connection]:
        """One transaction under the lock: committed and on the disk, or as if it never was."""
        try:
            with self._transaction() as connection:
                yield connection
        except StoreError as error:
            self.medium.failed(error)
            raise
        if is_written:
            self.medium.written()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._reported():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                # A full disk may already have rolled it back.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Turn the errors of SQLite and of the file system into sentences."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise StaleAction("The game has moved on in the meantime. Look again, then act.") from error
        except (sqlite3.Error, UnicodeDecodeError) as error:
            failure = of_sqlite(error, self.path)
            if failure.code == "store-damaged":
                self._suspect()
            raise failure from error
        except OSError as error:
            raise of_system(error, self.path) from error


def hold(path: Path, how: int, what: str = "open") -> int:
    """Lock the file that tells whether a store is open, or ``what`` else; give its descriptor.

    Everybody who has the store open holds that shared; only who holds it alone may repair the store.

    Raises
    ------
    OSError
        `BlockingIOError` when ``how`` has ``LOCK_NB`` and another holds it.
    """
    handle = os.open(lock_file(path, what), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, how)
    except OSError:
        os.close(handle)
        raise
    return handle


def printable(raw: bytes) -> str:
    r"""Give a text that may be damaged: a byte that is no letter reads ``\xe5``, which no event may hold.

    So the event that it is in is refused, and no other.
    """
    return raw.decode(errors="backslashreplace")


def suspect_mark(path: Path) -> Path:
    """The file that tells the next start that damage was found in a store."""
    return path.with_name(f"{path.name}.suspect")


def _last_at(game: tuple[str, tuple[str, Sequence[Row], Sequence[Seed]]]) -> str:
    _, (created_at, rows, _) = game
    return rows[-1].at if rows else created_at


def _insert(connection: sqlite3.Connection, session: str, rows: Sequence[Row], seeds: Sequence[Seed]) -> None:
    connection.executemany("INSERT INTO seed VALUES (?, ?, ?)", [(session, *seed) for seed in seeds])
    connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", [(session, *row) for row in rows])
    add_links(connection, session, rows)
    if rows:
        note_turn(connection, session)
