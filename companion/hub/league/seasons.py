"""Seasons: spans of days in which the ratings begin anew."""

from __future__ import annotations

from datetime import date

from sqlalchemy import delete, insert, select

from companion.hub.errors import HubError
from companion.hub.league.ratings import recount
from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.hub.store.results import clean


def add_season(database: Database, name: str, starts: str, ends: str) -> None:
    """Add a season, and count its games. Raises `HubError` when the days are none, or the name is taken."""
    name = clean(name)
    try:
        first, last = date.fromisoformat(starts), date.fromisoformat(ends)
    except ValueError as error:
        raise HubError("hub-bad-season", "A season begins and ends on days such as 2026-09-01.") from error
    if not name or first > last:
        raise HubError("hub-bad-season", "A season has a name, and does not end before it begins.")
    with database.writing() as connection:
        database.lock(connection, "league")
        columns = schema.seasons.c
        if connection.scalar(select(columns.id).where(columns.name == name)) is not None:
            raise HubError("hub-bad-season", "There is a season {name} already.", name=name)
        values = {"name": name, "starts": first.isoformat(), "ends": last.isoformat()}
        connection.execute(insert(schema.seasons).values(**values))
        recount(connection)


def remove_season(database: Database, number: int) -> None:
    """Take a season away with its ratings; games stay."""
    with database.writing() as connection:
        database.lock(connection, "league")
        connection.execute(delete(schema.seasons).where(schema.seasons.c.id == number))
        connection.execute(delete(schema.ratings).where(schema.ratings.c.season_id == number))
