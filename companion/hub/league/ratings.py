"""Ratings by OpenSkill (Plackett-Luce): by game and over all games, for all time and each season."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, TypeAlias

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Connection, Row, delete, insert, select

from companion.hub.league.places import Seated, places, seated
from companion.hub.store import schema

MODEL: Final = PlackettLuce()
EVER: Final = 0
"""The season that is all time."""

ALL_GAMES: Final = ""

Scope: TypeAlias = tuple[int, str]
"""A season and a game."""


class Rated(msgspec.Struct):
    """What a player has reached in a scope."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0
    wins: int = 0

    @property
    def ordinal(self) -> float:
        """What the player is worth for certain (three sigma below mu): lists go by this."""
        return self.mu - 3 * self.sigma


Table: TypeAlias = dict[tuple[int, str, int], Rated]
"""(season, game, player) -> what is reached."""


def rate(table: Table, scopes: Iterable[Scope], seats: list[Seated]) -> None:
    """Count one game in every scope.

    A seat without a name is an unknown player; one person on two seats rates nobody, nor does a game alone.
    """
    known = [each.player for each in seats if each.player is not None]
    if len(seats) < 2 or not known or len(set(known)) < len(known):
        return
    ranks = [float(place) for place in places(seats)]
    for season, slug in scopes:
        before = [
            table.get((season, slug, each.player), Rated()) if each.player is not None else Rated()
            for each in seats
        ]
        teams = [[MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
        for each, old, (new,) in zip(seats, before, MODEL.rate(teams, ranks=ranks), strict=True):
            if each.player is not None:
                table[season, slug, each.player] = Rated(
                    new.mu, new.sigma, old.games + 1, old.wins + each.won
                )


def seasons_of(connection: Connection) -> list[Row[Any]]:
    """Give all seasons, the one that begins last first."""
    return list(connection.execute(select(schema.seasons).order_by(schema.seasons.c.starts.desc())))


def scopes_of(seasons: Iterable[Any], slug: str, counted_at: str) -> list[Scope]:
    """Give the scopes in which a game counts."""
    day = counted_at[:10]
    numbers = [EVER, *(each.id for each in seasons if each.starts <= day <= each.ends)]
    return [(number, which) for number in numbers for which in (ALL_GAMES, slug)]


def finished(connection: Connection, *where: Any) -> Iterator[tuple[Any, list[Seated]]]:
    """Give finished games with their seats, in the order in which they count."""
    games, seats = schema.games, schema.seats
    query = (
        select(games.c.id, games.c.slug, games.c.title, games.c.counted_at, games.c.table_name, *SEAT)
        .select_from(games.join(seats, seats.c.game_id == games.c.id))
        .where(games.c.over, *where)
        .order_by(games.c.counted_at, games.c.id, seats.c.seat)
    )
    for _, rows in groupby(connection.execute(query), key=lambda row: row.id):
        found = list(rows)
        yield found[0], [seated(row) for row in found]


SEAT: Final = (
    schema.seats.c.seat,
    schema.seats.c.name,
    schema.seats.c.player_id,
    schema.seats.c.points,
    schema.seats.c.won,
)


def count_on(connection: Connection, games: Sequence[tuple[Any, list[Seated]]]) -> None:
    """Count games that come after all others, in this order."""
    seasons = seasons_of(connection)
    people = {each.player for _, seats in games for each in seats if each.player is not None}
    mine = schema.ratings.c.player_id.in_(people)
    table = _table(connection, mine)
    for game, seats in games:
        rate(table, scopes_of(seasons, game.slug, game.counted_at), seats)
    connection.execute(delete(schema.ratings).where(mine))
    _insert(connection, table)


def _insert(connection: Connection, table: Table) -> None:
    rows = [
        {"season_id": season, "slug": slug, "player_id": number, **msgspec.structs.asdict(value)}
        for (season, slug, number), value in table.items()
    ]
    if rows:
        connection.execute(insert(schema.ratings), rows)


def recount(connection: Connection) -> int:
    """Count all games from the first; give how many ratings are other ones than before."""
    before = _table(connection)
    seasons = seasons_of(connection)
    table: Table = {}
    for game, seats in finished(connection):
        rate(table, scopes_of(seasons, game.slug, game.counted_at), seats)
    connection.execute(delete(schema.ratings))
    _insert(connection, table)
    keys = before.keys() | table.keys()
    return sum(before.get(key) != table.get(key) for key in keys)


def _table(connection: Connection, *where: Any) -> Table:
    return {
        (row.season_id, row.slug, row.player_id): Rated(row.mu, row.sigma, row.games, row.wins)
        for row in connection.execute(select(schema.ratings).where(*where))
    }
