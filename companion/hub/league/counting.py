"""Counting results: players, ratings, tournaments; and saying what a correction has changed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from companion.hub.league import matches, ratings
from companion.hub.league.people import seat_players
from companion.hub.league.places import seated, told
from companion.hub.store import notices, schema
from companion.hub.store.database import Database

SUBJECT = "league"
MOST = 200
"""Results that are counted in one transaction."""


def count_pending(database: Database) -> int:
    """Count every result that has changed; give how many there were.

    Where one was counted before, or is older than what was counted last, all ratings are counted again from
    the first game: that is simple, always right, and quick enough (see docs/hub.md).
    """
    done = 0
    while found := _count_some(database):
        done += found
    return done


def _count_some(database: Database) -> int:
    columns = schema.games.c
    with database.writing() as connection:
        database.lock(connection, SUBJECT)
        query = select(schema.games).where(columns.result != columns.counted)
        pending = connection.execute(query.order_by(columns.counted_at, columns.id).limit(MOST)).all()
        if not pending:
            return 0
        last = connection.scalar(select(func.max(columns.counted_at)).where(columns.counted > 0)) or ""
        in_order = all(game.counted == 0 and game.over and game.counted_at > last for game in pending)
        for game in pending:
            seat_players(database, connection, game.id)
        if in_order:
            _count_on(connection, pending)
        else:
            _count_again(connection, pending)
        return len(pending)


def _count_on(connection: Connection, pending: list[Row[Any]] | Any) -> None:
    for game in pending:
        seats = seats_of(connection, game.id)
        ratings.count_on(connection, game, seats)
        matches.enter(connection, game, seats)
        _counted(connection, game, told(game.title, seats))


def _count_again(connection: Connection, pending: Any) -> None:
    said = []
    for game in pending:
        seats = seats_of(connection, game.id)
        entered = matches.enter(connection, game, seats)
        result = told(game.title, seats) if game.over else ""
        if game.counted and game.told and game.told != result:
            said.append((game, result, entered))
        _counted(connection, game, result)
    changed = ratings.recount(connection)
    for game, result, entered in said:
        now_is = f"Now it is: {result}." if result else "It is being played again."
        tournament = f" {entered}" if entered else ""
        notices.tell(
            connection,
            "hub-corrected",
            f"A game at {game.table_name} was corrected after it had counted. Before: {game.told}. {now_is} "
            f"{changed} ratings are other ones now.{tournament}",
        )


def _counted(connection: Connection, game: Row[Any], result: str) -> None:
    statement = update(schema.games).where(schema.games.c.id == game.id)
    connection.execute(statement.values(counted=game.result, told=result))


def seats_of(connection: Connection, game_id: int) -> Any:
    """Give the seats of a game."""
    columns = schema.seats.c
    query = select(schema.seats).where(columns.game_id == game_id).order_by(columns.seat)
    return [seated(row) for row in connection.execute(query)]
