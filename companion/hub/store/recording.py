"""Storing what tables send: each event once, in order, whatever comes twice, late or by another hub.

A game's events are stored without gaps. An event that comes too early waits; the table sends what is missing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import Connection, Row, select, tuple_

from companion.house.envelope import PublicEvent
from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.hub.store.moments import now, read
from companion.hub.store.results import FORGOTTEN, Fold, clean
from companion.hub.store.writing import Writing

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
    done, writing = Stored(), Writing(now())
    with database.writing() as connection:
        _begin_games(database, connection, by_game)
        games = _locked(connection, by_game)
        forgotten = _forgotten_seats(connection, games)
        known: dict[int, tuple[str, list[PublicEvent]]] = {}
        for game in games:
            key = (game.table_name, game.game)
            events = by_game.pop(key)
            known[game.id] = key[0], [event for seq, event in events.items() if seq <= game.seq]
            _take(game, events, forgotten[key], done, writing)
        done.contradicted = _contradicted(connection, known)
        done.results = writing.results
        writing.write(database, connection)
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
    rows = []
    for (table, game), events in sorted(by_game.items()):
        first = events.get(1)
        if first is None or first.kind != "started":
            continue
        body = first.body
        rows.append(
            {
                "table_name": table,
                "game": game,
                "slug": clean(str(body.get("slug", "")))[:40],
                "title": clean(str(body.get("title") or body.get("slug", "")))[:100],
                "options": msgspec.json.encode(body.get("options", {})).decode(),
                "started_at": first.at,
            }
        )
    if rows:
        statement = database.insert(schema.games)
        connection.execute(statement.on_conflict_do_nothing(index_elements=["table_name", "game"]), rows)


def _locked(connection: Connection, keys: Iterable[Key]) -> Sequence[Row[Any]]:
    """Give the rows of games, each for this transaction alone."""
    columns = schema.games.c
    named = tuple_(columns.table_name, columns.game).in_(list(keys))
    statement = select(schema.games).where(named).order_by(columns.id).with_for_update()
    return connection.execute(statement).all()


def _take(
    game: Row[Any],
    events: Mapping[int, PublicEvent],
    forgotten: frozenset[int],
    done: Stored,
    writing: Writing,
) -> None:
    """Take the events of a game that are next."""
    table, seq, fold = game.table_name, game.seq, Fold()
    while (event := events.get(seq + 1)) is not None:
        seq += 1
        event = _without_forgotten(forgotten, event) if seq == 1 else event
        writing.add_event(game.id, event)
        fold.take(event)
    done.early += [(table, event) for number, event in events.items() if number > seq]
    done.have[table, game.game] = seq
    done.new += seq - game.seq
    done.twice += sum(number <= game.seq for number in events)
    if seq > game.seq:
        writing.add_game(game, seq, fold)


def _forgotten_seats(connection: Connection, games: Iterable[Row[Any]]) -> defaultdict[Key, frozenset[int]]:
    """Give the seats of games that begin whose people were forgotten."""
    begun = [(game.table_name, game.game) for game in games if game.seq == 0]
    found: defaultdict[Key, frozenset[int]] = defaultdict(frozenset)
    if begun:
        columns = schema.forgotten.c
        query = select(schema.forgotten).where(tuple_(columns.table_name, columns.game).in_(begun))
        for row in connection.execute(query):
            found[row.table_name, row.game] |= {row.seat}
    return found


def _without_forgotten(seats: frozenset[int], event: PublicEvent) -> PublicEvent:
    """Give the beginning of a game without the names of people who were forgotten."""
    names = event.body.get("names")
    if not seats or not isinstance(names, list):
        return event
    shown = [FORGOTTEN if seat in seats else name for seat, name in enumerate(names, 1)]
    return msgspec.structs.replace(event, body={**event.body, "names": shown})


def _contradicted(
    connection: Connection, known: Mapping[int, tuple[str, list[PublicEvent]]]
) -> list[Arrived]:
    """Give those events that were stored otherwise: two tables tell one game, as after a copied card."""
    told = [(game, event.seq) for game, (_, events) in known.items() for event in events]
    if not told:
        return []
    columns = schema.events.c
    query = select(columns.game_id, columns.seq, columns.at, columns.kind).where(
        tuple_(columns.game_id, columns.seq).in_(told)
    )
    stored = {(row.game_id, row.seq): (read(row.at), row.kind) for row in connection.execute(query)}
    return [
        (table, event)
        for game, (table, events) in known.items()
        for event in events
        if stored.get((game, event.seq)) not in (None, (read(event.at), event.kind))
    ]
