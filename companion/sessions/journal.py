"""The log of one session in the store, and the moment that it stands at.

The journal first works out a change, then commits it, and then publishes it: `Journal.now` and the
subscribers get an event only after its commit returns. A reader never waits for a writer, and always gets
one consistent moment.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from companion.record.corrections import replay
from companion.record.errors import StaleAction, StoreError
from companion.record.events import (
    AnyEvent,
    Finished,
    Logged,
    Resumed,
    SeedRevealed,
    decode,
    encode,
    kind_of,
)
from companion.record.timeline import Timeline, fold
from companion.rules.boxes import missing_box
from companion.rules.errors import GameError
from companion.rules.game import Game, State
from companion.storage.database import Database
from companion.storage.rows import Row

_log = logging.getLogger(__name__)

Subscriber: TypeAlias = Callable[[tuple[Logged, ...]], None]
Clock: TypeAlias = Callable[[], str]
"""Gives the time in UTC, as ISO 8601."""


class Moment(NamedTuple):
    """A moment of a game: its whole log, the folded log, and the positions after 0, 1, 2 ... actions."""

    log: tuple[Logged, ...]
    timeline: Timeline
    states: tuple[State, ...]


class Journal:
    """The one way in which a session's log grows.

    A writer holds ``lock`` from working out a change until it is written; its thread may take the lock
    again. ``held_up`` is why a draw of the program waits; empty when none does.

    Raises
    ------
    StoreError
        When the log cannot be read, or no longer fits the rules of this version.
    """

    def __init__(self, session: str, game: Game, database: Database, clock: Clock) -> None:
        self.session = session
        self.lock = threading.RLock()
        self.held_up = ""
        self.now = replayed(game, database.events(session))
        self._database = database
        self._clock = clock
        self._subscribers: list[Subscriber] = []

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call the subscriber with every commit's events, in order; give the function that ends this."""
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    def expect(self, seq: int | None) -> None:
        """Refuse a caller who has not seen the last event. None never refuses.

        Raises
        ------
        StaleAction
            When the log has grown since event ``seq``.
        """
        if seq is not None and seq != self.now.timeline.seq:
            raise StaleAction("The game has moved on in the meantime. Look again, then act.")

    def write(
        self,
        events: Sequence[AnyEvent],
        states: Sequence[State] | None = None,
        seeds: Sequence[tuple[str, str]] = (),
    ) -> tuple[Logged, ...]:
        """Commit events at once, then publish them.

        Parameters
        ----------
        events
            The new events. The journal adds the end of the game, or that the game goes on after all.
        states
            The positions after 0, 1, 2 ... of the actions that are then in force; None when
            the events leave them as they are.
        seeds
            New secrets, each behind its commitment.
        """
        with self.lock:
            now = self.now
            positions = now.states if states is None else tuple(states)
            logged, timeline = self._numbered(events, now.timeline)
            more, timeline = self._numbered(self._consequences(timeline, positions[-1]), timeline)
            logged += more
            if not logged:
                return ()
            self._database.append(self.session, [row_of(each) for each in logged], seeds)
            self.now = Moment((*now.log, *logged), timeline, positions)
            self._tell(logged)
            return logged

    def secrets(self) -> dict[str, str]:
        """Every seed of this session by its commitment, revealed or not."""
        return self._database.seeds(self.session)

    def seed_in_use(self) -> str | None:
        """Give the secret of the next draw; None when there is none, or it is revealed."""
        return self._secret(self.now.timeline)

    def _numbered(
        self, events: Sequence[AnyEvent], timeline: Timeline
    ) -> tuple[tuple[Logged, ...], Timeline]:
        logged: list[Logged] = []
        for event in events:
            logged.append(Logged(timeline.seq + 1, self._clock(), event))
            timeline = timeline.after(logged[-1])
        return tuple(logged), timeline

    def _consequences(self, timeline: Timeline, state: State) -> list[AnyEvent]:
        """Give the events to add: the end of the game, with its seed, or that the game goes on after all."""
        if state.outcome is None:
            return [Resumed()] if timeline.finished else []
        end = Finished(state.outcome.winners, state.sheet().totals())
        events: list[AnyEvent] = [] if timeline.finished == end else [end]
        secret = self._secret(timeline)
        if secret is not None and timeline.draws >= timeline.seeds[-1].first:
            events.append(SeedRevealed(secret))
        return events

    def _secret(self, timeline: Timeline) -> str | None:
        span = timeline.seeds[-1] if timeline.seeds else None
        if span is None or span.seed:
            return None
        return self.secrets().get(span.commitment)

    def _tell(self, logged: tuple[Logged, ...]) -> None:
        for subscriber in tuple(self._subscribers):
            try:
                subscriber(logged)
            except Exception:  # noqa: BLE001 - the event stands whatever a listener makes of it
                _log.exception("A subscriber failed on events %d to %d", logged[0].seq, logged[-1].seq)


def row_of(logged: Logged) -> Row:
    """Give an event as it is stored."""
    event = logged.event
    return Row(logged.seq, logged.at, kind_of(event), event.version, encode(event))


def event_of(row: Row) -> Logged:
    """Give a stored event in today's form."""
    return Logged(row.seq, row.at, decode(row.kind, row.version, row.body))


def replayed(game: Game, rows: Sequence[Row]) -> Moment:
    """Give the moment that a stored log leads to.

    Raises
    ------
    StoreError
        ``session-unplayable`` when the rules of this version do not follow the log.
    """
    log = tuple(map(event_of, rows))
    try:
        timeline = fold(log)
        missing = missing_box(game, timeline.started.options)
        if missing:
            raise StoreError("session-unplayable", "This game cannot be replayed: {error}", error=missing)
        states = [game.new(timeline.started.seats, timeline.started.options)]
        fits, reason = replay(states, timeline.line, game.parse)
    except (GameError, ValueError) as error:
        raise StoreError(
            "session-unplayable", "This game cannot be replayed: {error}", error=error
        ) from error
    if reason is not None:
        entry = timeline.line[fits]
        number = fits + 1
        if game.parse(entry.by, entry.text).secret:
            raise StoreError(
                "session-unplayable",
                "This game cannot be replayed: action {number} does not fit the rules of this version.",
                number=number,
            )
        raise StoreError(
            "session-unplayable",
            "This game cannot be replayed: action {number}, “{action}”, does not fit "
            "the rules of this version. {why}",
            number=number,
            action=entry.text,
            why=reason.numbered,
        )
    return Moment(log, timeline, tuple(states))
