"""What a hub still lacks: the games' own logs are the outbox, so a commit at the table is a commit to send.

Only what the hub has said that it has stored counts as sent. Nothing else need be kept on the disk but who
this table is and with which game it joined; that is one small file beside the games.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from companion.house.envelope import PublicEvent
from companion.house.public_record import public_event
from companion.rules.errors import GameError
from companion.sessions.session import Session
from companion.sessions.store import Store
from companion.storage.files import write_atomically

FILE: Final = "hub.json"
WINDOW: Final = 256
"""Events of a game that may be on their way; more wait until the hub has stored some."""


class Membership(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who this table is to a hub; ``before`` are the games that were over when it joined: they stay here."""

    installation: str
    before: frozenset[str] = frozenset()


def membership(folder: Path, store: Store) -> Membership:
    """Give who this table is; from the first time on it is kept beside the games.

    Raises
    ------
    OSError
        When it cannot be kept.
    """
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Membership)
    except (FileNotFoundError, msgspec.MsgspecError):
        ended = frozenset(each.id for each in store.sessions() if each.finished)
        made = Membership(secrets.token_hex(8), ended)
        write_atomically(path, msgspec.json.encode(made))
        return made


class Outbox:
    """Which events go to the hub next, by what it has said that it has.

    Parameters
    ----------
    store
        The games of this table.
    member
        With which games this table takes part.
    """

    def __init__(self, store: Store, member: Membership) -> None:
        self._store, self._member = store, member
        self._lock = threading.Lock()
        self._lengths: dict[str, int] = {}
        self._stored: dict[str, int] = {}
        self._sent: dict[str, int] = {}
        self._unreadable: set[str] = set()
        self._known = False

    def games(self) -> dict[str, int]:
        """Give how long each game is that the hub may have."""
        before = self._member.before
        found = {each.id: each.events for each in self._store.sessions() if each.id not in before}
        with self._lock:
            self._lengths = {
                **found,
                **{game: max(n, found.get(game, 0)) for game, n in self._lengths.items()},
            }
            return dict(self._lengths)

    def grown(self, game: str, seq: int) -> None:
        """Note that a game has grown to that number."""
        with self._lock:
            self._lengths[game] = max(seq, self._lengths.get(game, 0))

    def has_stored(self, games: Mapping[str, int], *, answer: bool) -> None:
        """Note what the hub has; where it answers a hello, everything after that is to be sent again."""
        with self._lock:
            self._stored.update(games)
            if answer:
                self._sent = dict(self._stored)
                self._known = True

    def disconnected(self) -> None:
        """Send nothing until the hub has said what it has."""
        with self._lock:
            self._known = False

    @property
    def waiting(self) -> int:
        """Events that the hub has not stored yet."""
        with self._lock:
            return sum(max(0, n - self._stored.get(game, 0)) for game, n in self._lengths.items())

    @property
    def on_their_way(self) -> bool:
        """Whether the hub owes word of something that was sent."""
        with self._lock:
            return any(sent > self._stored.get(game, 0) for game, sent in self._sent.items())

    def due(self, playing: Session | None) -> Iterator[PublicEvent]:
        """Give the events to send now, game by game in order; each counts as sent when it is given.

        ``playing`` is the game in memory: its log need not be read from the disk.
        """
        for game, first, last in self._spans():
            session = playing if playing is not None and playing.id == game else self._loaded(game)
            if session is None:
                continue
            for logged in session.events[first:last]:
                event = public_event(session.game, game, logged)
                with self._lock:
                    if self._sent.get(game, 0) != logged.seq - 1 or not self._known:
                        break  # the hub has asked for something else meanwhile
                    self._sent[game] = logged.seq
                yield event

    def _spans(self) -> list[tuple[str, int, int]]:
        with self._lock:
            if not self._known:
                return []
            ready = [
                (game, self._sent.get(game, 0), min(n, self._stored.get(game, 0) + WINDOW))
                for game, n in self._lengths.items()
                if game not in self._unreadable
            ]
            return [(game, first, last) for game, first, last in ready if first < last]

    def _loaded(self, game: str) -> Session | None:
        try:
            return self._store.load(game)
        except GameError:
            self._unreadable.add(game)
            return None  # this version cannot follow it; the games' own page says so
