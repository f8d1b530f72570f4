"""What a batch of events writes, table by table: the number of statements does not grow with the games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import Connection, Row, bindparam, insert, update

from companion.house.envelope import PublicEvent
from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.hub.store.moments import believed
from companion.hub.store.results import Fold

Rows: TypeAlias = list[dict[str, Any]]


@dataclass
class Writing:
    """The rows that a batch writes; ``at`` is the moment at which the hub has taken the batch."""

    at: str
    _events: list[tuple[object, ...]] = field(default_factory=list)
    _lengths: Rows = field(default_factory=list)
    _results: Rows = field(default_factory=list)
    _seats: Rows = field(default_factory=list)
    _points: Rows = field(default_factory=list)

    @property
    def results(self) -> bool:
        """Whether the result of a game changes."""
        return bool(self._results)

    def add_event(self, game_id: int, event: PublicEvent) -> None:
        """Write an event of a game."""
        body = msgspec.json.encode(event.body).decode()
        self._events.append((game_id, event.seq, event.at, event.kind, body, self.at))

    def add_game(self, game: Row[Any], seq: int, fold: Fold) -> None:
        """Write how long a game is now, and what its new events say of its seats and its result."""
        if fold.names:
            self._seats += fold.seats(game.id)
        if not fold.changed:
            self._lengths.append({"of": game.id, "to_seq": seq})
            return
        ended_at = fold.ended_at if fold.over else ""
        self._results.append(
            {
                "of": game.id,
                "to_seq": seq,
                "to_over": fold.over,
                "to_ended_at": ended_at,
                "to_counted_at": game.counted_at or believed(ended_at, self.at),
                "to_result": game.result + 1,
            }
        )
        self._points += fold.points(game.id)

    def write(self, database: Database, connection: Connection) -> None:
        """Write it all."""
        database.append(connection, schema.events, self._events)
        for statement, rows in (
            (_LENGTH, self._lengths),
            (_RESULT, self._results),
            (insert(schema.seats), self._seats),
            (_NO_POINTS, [{"of": row["of"]} for row in self._results]),
            (_POINTS, self._points),
        ):
            if rows:
                connection.execute(statement, rows)


_OF = schema.games.c.id == bindparam("of")
_LENGTH = update(schema.games).where(_OF).values(seq=bindparam("to_seq"))
_RESULT = _LENGTH.values(
    over=bindparam("to_over"),
    ended_at=bindparam("to_ended_at"),
    counted_at=bindparam("to_counted_at"),
    result=bindparam("to_result"),
)
_OF_GAME = schema.seats.c.game_id == bindparam("of")
_NO_POINTS = update(schema.seats).where(_OF_GAME).values(points=None, won=False)
_POINTS = (
    update(schema.seats)
    .where(_OF_GAME, schema.seats.c.seat == bindparam("at_seat"))
    .values(points=bindparam("now_points"), won=bindparam("now_won"))
)
