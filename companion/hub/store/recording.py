"""Storing what tables send: each event once, in order, whatever comes twice, late or by another hub.

A game's events are stored without gaps. An event that comes too early waits; the table sends what is missing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import Connection, Row, and_, insert, or_, select, update

from companion.house.envelope import PublicEvent
from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.hub.store.moments import believed, now, read
from companion.hub.store.results import FORGOTTEN, Fold, clean

Arrived: TypeAlias = tuple[str, PublicEvent]
"""A table, and what it has sent."""

Key: TypeAlias = tuple[str, str]
"""A table and a game."""


@dataclass
class Stored:
    """What became of a batch.

    ``have`` is how far each game is stored; ``early`` came before their turn. ``contradicted`` were stored
    with another content before. ``new`` counts the events that were not there yet.
    """

    have: dict[Key, int] = field(default_factory=dict)
    early: list[Arrived] = field(default_factory=list)
    contradicted: list[Arrived] = field(default_factory=list)
    new: int = 0
    twice: int = 0
    results: bool = False


def store(database: Database, batch: Sequence[Arrived]) -> Stored:
    """Store a batch in one transaction.

    Raises
    ------
    sqlalchemy.exc.SQLAlchemyError
        When nothing of it was stored.
    """
    by_game: dict[Key, dict[int, PublicEvent]] = defaultdict(dict)
    for table, event in batch:
        by_game[table, event.game].setdefault(event.seq, event)
    done, at = Stored(), now()
    with database.writing() as connection:
        _begin_games(database, connection, by_game)
        rows: list[dict[str, Any]] = []
        for game in _locked(connection, by_game):
            key = (game.table_name, game.game)
            rows += _take(connection, game, by_game.pop(key), at, done, key)
        if rows:
            connection.execute(insert(schema.events), rows)
    for (table, _), events in by_game.items():  # their beginning has not come yet
        done.early += [(table, event) for event in events.values()]
    return done


def stored_lengths(connection: Connection, table: str, games: Iterable[str]) -> dict[str, int]:
    """Give how far games of a table are stored."""
    wanted = set(games)
    columns = schema.games.c
    rows = connection.execute(select(columns.game, columns.seq).where(columns.table_name == table))
    found = {row.game: row.seq for row in rows if row.game in wanted}
    return dict.fromkeys(wanted, 0) | found


def _begin_games(
    database: Database, connection: Connection, by_game: Mapping[Key, Mapping[int, PublicEvent]]
) -> None:
    """Make the rows of games that begin; in one order, so that no two hubs wait for each other."""
    for (table, game), events in sorted(by_game.items()):
        first = events.get(1)
        if first is None or first.kind != "started":
            continue
        body = first.body
        values = {
            "table_name": table,
            "game": game,
            "slug": clean(str(body.get("slug", "")))[:40],
            "title": clean(str(body.get("title") or body.get("slug", "")))[:100],
            "options": msgspec.json.encode(body.get("options", {})).decode(),
            "started_at": first.at,
        }
        statement = database.insert(schema.games).values(**values)
        connection.execute(statement.on_conflict_do_nothing(index_elements=["table_name", "game"]))


def _locked(connection: Connection, keys: Iterable[Key]) -> Sequence[Row[Any]]:
    """Give the rows of games, each for this transaction alone."""
    columns = schema.games.c
    named = [and_(columns.table_name == table, columns.game == game) for table, game in keys]
    if not named:
        return ()
    statement = select(schema.games).where(or_(*named)).order_by(columns.id).with_for_update()
    return connection.execute(statement).all()


def _take(
    connection: Connection,
    game: Row[Any],
    events: Mapping[int, PublicEvent],
    at: str,
    done: Stored,
    key: Key,
) -> list[dict[str, Any]]:
    """Take the events of a game that are next; give the rows to be stored."""
    known = [event for seq, event in events.items() if seq <= game.seq]
    done.twice += len(known)
    done.contradicted += [(key[0], event) for event in _contradicted(connection, game.id, known)]
    seq, fold, rows = game.seq, Fold(), []
    while (event := events.get(seq + 1)) is not None:
        seq += 1
        event = _without_forgotten(connection, key, event) if seq == 1 else event
        body = msgspec.json.encode(event.body).decode()
        rows.append(
            {
                "game_id": game.id,
                "seq": seq,
                "at": event.at,
                "kind": event.kind,
                "body": body,
                "received_at": at,
            }
        )
        fold.take(event)
    done.early += [(key[0], event) for number, event in events.items() if number > seq]
    done.have[key], done.new = seq, done.new + len(rows)
    if rows:
        values: dict[str, Any] = {"seq": seq}
        if fold.changed:
            done.results = True
            ended_at = fold.ended_at if fold.over else ""
            values |= {
                "over": fold.over,
                "ended_at": ended_at,
                "counted_at": game.counted_at or believed(ended_at, at),
                "result": game.result + 1,
            }
        connection.execute(update(schema.games).where(schema.games.c.id == game.id).values(**values))
        fold.write_seats(connection, game.id)
    return rows


def _without_forgotten(connection: Connection, key: Key, event: PublicEvent) -> PublicEvent:
    """Give the beginning of a game without the names of people who were forgotten."""
    columns = schema.forgotten.c
    query = select(columns.seat).where(columns.table_name == key[0], columns.game == key[1])
    seats = list(connection.scalars(query))
    names = event.body.get("names")
    if not seats or not isinstance(names, list):
        return event
    shown = [FORGOTTEN if seat in seats else name for seat, name in enumerate(names, 1)]
    return msgspec.structs.replace(event, body={**event.body, "names": shown})


def _contradicted(connection: Connection, game_id: int, known: Sequence[PublicEvent]) -> list[PublicEvent]:
    """Give those events that were stored otherwise: two tables tell one game, as after a copied card."""
    if not known:
        return []
    columns = schema.events.c
    query = select(columns.seq, columns.at, columns.kind).where(
        columns.game_id == game_id, columns.seq.in_([event.seq for event in known])
    )
    stored = {row.seq: (read(row.at), row.kind) for row in connection.execute(query)}
    return [event for event in known if stored.get(event.seq) not in (None, (read(event.at), event.kind))]
