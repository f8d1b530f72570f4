"""Counting results: players, ratings, tournaments; and saying what a correction has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, func, select, update

from companion.hub.league import matches, ratings
from companion.hub.league.people import seat_players
from companion.hub.league.places import Seated, seated, told
from companion.hub.store import notices, schema
from companion.hub.store.database import Database
from companion.rules.kit.kept_sentences import from_text, to_text
from companion.rules.message import Message, together

SUBJECT = "league"
MOST: Final = 200
"""Results that are counted in one transaction."""

MOST_AGAIN: Final = 5000
"""The same where all ratings are counted again, which takes as long for one result as for all of these."""


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
        query = query.order_by(columns.counted_at, columns.id)
        pending = connection.execute(query.limit(MOST)).all()
        if not pending:
            return 0
        last = connection.scalar(select(func.max(columns.counted_at)).where(columns.counted > 0)) or ""
        in_order = all(game.counted == 0 and game.over and game.counted_at > last for game in pending)
        if not in_order:
            pending = connection.execute(query.limit(MOST_AGAIN)).all()
        seat_players(database, connection, [game.id for game in pending])
        seats = seats_of(connection, [game.id for game in pending])
        entered = matches.enter_all(connection, pending, seats)
        results = {game.id: told(game.title, seats[game.id]) if game.over else None for game in pending}
        if in_order:
            ratings.count_on(connection, [(game, seats[game.id]) for game in pending])
        else:
            _count_again(connection, pending, results, entered)
        rows = [{"of": game.id, "to": game.result, "says": _kept(results[game.id])} for game in pending]
        connection.execute(_COUNTED, rows)
        return len(pending)


_COUNTED: Final = (
    update(schema.games)
    .where(schema.games.c.id == bindparam("of"))
    .values(counted=bindparam("to"), told=bindparam("says"))
)


def _kept(result: Message | None) -> str:
    return to_text(result) if result else ""


def _count_again(
    connection: Connection,
    pending: Sequence[Row[Any]],
    results: Mapping[int, Message | None],
    entered: Mapping[int, Message | None],
) -> None:
    """Count all ratings from the first game, and say what has become of results that had counted."""
    changed = ratings.recount(connection)
    for game in pending:
        result, before = results[game.id], from_text(game.told)
        if not (game.counted and game.told) or str(before) == str(result):
            continue
        told_all = [
            Message(
                "A game at {table} was corrected after it had counted. Before: {before}.",
                {"table": game.table_name, "before": before},
            ),
            Message("Now it is: {result}.", {"result": result})
            if result
            else Message("It is being played again."),
            Message("{n} rating has changed.", {"n": changed}, many="{n} ratings have changed."),
            entered[game.id],
        ]
        notices.tell(connection, "hub-corrected", together(*filter(None, told_all)))


def seats_of(connection: Connection, games: Sequence[int]) -> dict[int, list[Seated]]:
    """Give the seats of some games."""
    columns = schema.seats.c
    query = select(schema.seats).where(columns.game_id.in_(games)).order_by(columns.game_id, columns.seat)
    found: dict[int, list[Seated]] = {number: [] for number in games}
    for row in connection.execute(query):
        found[row.game_id].append(seated(row))
    return found
