"""Lists and records over all tables: plain questions to the database, answered as values."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from companion.hub.league.ratings import EVER, Rated
from companion.hub.store import schema
from companion.hub.store.moments import read


class Line(msgspec.Struct, frozen=True):
    """One line of a rating list."""

    place: int
    player: int
    name: str
    member: bool
    rating: float
    mu: float
    sigma: float
    games: int
    wins: int


class Seat(msgspec.Struct, frozen=True):
    """Who sat where in a game, and what they reached."""

    seat: int
    name: str
    player: int | None
    points: int | None
    won: bool


class Play(msgspec.Struct, frozen=True):
    """A game as lists show it; ``minutes`` by the table's own clock."""

    id: int
    table: str
    game: str
    slug: str
    title: str
    started_at: str
    counted_at: str
    over: bool
    minutes: int | None
    events: int
    seats: tuple[Seat, ...]


class Record(msgspec.Struct, frozen=True):
    """What a game has seen: how often it was played, for how long, and its best result."""

    slug: str
    title: str
    plays: int
    minutes: float | None
    best: int | None
    best_by: str
    first_seat_wins: float | None


def rating_list(connection: Connection, season: int = EVER, slug: str = "") -> list[Line]:
    """Give the players of a scope, the best first."""
    ratings, players = schema.ratings, schema.players
    query = (
        select(ratings, players.c.name, players.c.member)
        .select_from(ratings.join(players, players.c.id == ratings.c.player_id))
        .where(ratings.c.season_id == season, ratings.c.slug == slug)
    )
    rows = [(Rated(row.mu, row.sigma, row.games, row.wins), row) for row in connection.execute(query)]
    rows.sort(key=lambda each: (-each[0].ordinal, each[1].name))
    return [
        Line(
            place,
            row.player_id,
            row.name,
            bool(row.member),
            round(rated.ordinal, 2),
            round(rated.mu, 3),
            round(rated.sigma, 3),
            rated.games,
            rated.wins,
        )
        for place, (rated, row) in enumerate(rows, 1)
    ]


def plays(
    connection: Connection, *where: Any, most: int = 50, offset: int = 0, oldest_first: bool = False
) -> list[Play]:
    """Give games with their seats, the latest first."""
    games = schema.games.c
    order = (games.counted_at, games.id) if oldest_first else (games.counted_at.desc(), games.id.desc())
    rows = connection.execute(
        select(schema.games).where(*where).order_by(*order).limit(most).offset(offset)
    ).all()
    numbers = [row.id for row in rows]
    seats: dict[int, list[Seat]] = defaultdict(list)
    for start in range(0, len(numbers), 500):
        columns = schema.seats.c
        query = select(schema.seats).where(columns.game_id.in_(numbers[start : start + 500]))
        for row in connection.execute(query.order_by(columns.game_id, columns.seat)):
            seats[row.game_id].append(Seat(row.seat, row.name, row.player_id, row.points, bool(row.won)))
    return [_play(row, tuple(seats[row.id])) for row in rows]


def _play(row: Any, seats: tuple[Seat, ...]) -> Play:
    return Play(
        row.id,
        row.table_name,
        row.game,
        row.slug,
        row.title,
        row.started_at,
        row.counted_at,
        bool(row.over),
        minutes_of(row.started_at, row.ended_at),
        row.seq,
        seats,
    )


def minutes_of(started_at: str, ended_at: str) -> int | None:
    """Give how long a game has lasted; None for one that is not over, or whose clock has jumped."""
    begun, ended = read(started_at), read(ended_at)
    if begun is None or ended is None or ended < begun or (ended - begun).days > 0:
        return None
    return round((ended - begun).total_seconds() / 60)


def records(connection: Connection) -> list[Record]:
    """Give what each game has seen."""
    games = schema.games.c
    query = select(games.slug, func.max(games.title).label("title"), func.count().label("plays"))
    rows = connection.execute(query.where(games.over).group_by(games.slug).order_by(games.slug)).all()
    return [_record(connection, row) for row in rows]


def _record(connection: Connection, row: Any) -> Record:
    games, seats = schema.games, schema.seats
    joined = seats.join(games, seats.c.game_id == games.c.id)
    of_slug = (games.c.slug == row.slug, games.c.over)
    best = connection.execute(
        select(seats.c.points, seats.c.name)
        .select_from(joined)
        .where(*of_slug, seats.c.won, seats.c.points.is_not(None))
        .order_by(seats.c.points.desc(), games.c.counted_at)
        .limit(1)
    ).first()
    times = connection.execute(
        select(games.c.started_at, games.c.ended_at).where(*of_slug).order_by(games.c.id.desc()).limit(500)
    )
    lasted = [found for each in times if (found := minutes_of(each.started_at, each.ended_at)) is not None]
    first = select(func.count()).select_from(joined).where(*of_slug, seats.c.seat == 1)
    begun = connection.scalar(first) or 0
    won = connection.scalar(first.where(seats.c.won)) or 0
    return Record(
        row.slug,
        row.title,
        row.plays,
        round(sum(lasted) / len(lasted), 1) if lasted else None,
        best.points if best else None,
        best.name if best else "",
        round(won / begun, 3) if begun else None,
    )


class Profile(msgspec.Struct, frozen=True):
    """A player: names, how many games, and the longest row of wins."""

    id: int
    name: str
    member: bool
    called: tuple[str, ...]
    games: int
    wins: int
    longest_row: int


def profile(connection: Connection, person: Any) -> Profile:
    """Give what the hub knows of a player."""
    games, seats = schema.games, schema.seats
    query = (
        select(seats.c.won)
        .select_from(seats.join(games, seats.c.game_id == games.c.id))
        .where(seats.c.player_id == person.id, games.c.over)
        .order_by(games.c.counted_at, games.c.id)
    )
    won = [bool(each) for each in connection.scalars(query)]
    row = longest = 0
    for each in won:
        row = row + 1 if each else 0
        longest = max(longest, row)
    aliases = schema.aliases.c
    called = connection.scalars(select(aliases.look).where(aliases.player_id == person.id))
    return Profile(
        person.id, person.name, bool(person.member), tuple(sorted(called)), len(won), sum(won), longest
    )


def all_players(connection: Connection) -> list[Any]:
    """Give all players by name."""
    return list(connection.execute(select(schema.players).order_by(func.lower(schema.players.c.name))))
