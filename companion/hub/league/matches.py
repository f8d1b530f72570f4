"""Matches of tournaments: a game between the right people enters its result by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, or_, select, update

from companion.hub.errors import HubError
from companion.hub.league.places import Seated, places, share
from companion.hub.store import notices, schema
from companion.hub.store.database import Database
from companion.rules.message import Message, together


def enter_all(
    connection: Connection, games: Sequence[Row[Any]], seats: Mapping[int, Sequence[Seated]]
) -> dict[int, Message | None]:
    """Enter the results of games, in this order; say for each what `enter` says."""
    concerned = _concerned(connection, [game.id for game in games])
    return {
        game.id: enter(connection, game, seats[game.id])
        if game.id in concerned.games or concerned.people.issuperset(each.player for each in seats[game.id])
        else None
        for game in games
    }


class _Concerned(NamedTuple):
    """Games that are matches already, and everybody who has a match that is open or may be so soon."""

    games: frozenset[int | None]
    people: frozenset[int | None]


def _concerned(connection: Connection, games: Sequence[int]) -> _Concerned:
    """Spare most games the questions of `enter`: most are no match of any tournament."""
    matches, players = schema.matches.c, schema.match_players.c
    entered = connection.execute(select(matches.id, matches.game_id).where(matches.game_id.in_(games))).all()
    may_open = or_(players.score.is_(None), players.match_id.in_([row.id for row in entered]))
    people = connection.scalars(select(players.player_id).where(may_open).distinct())
    return _Concerned(frozenset(row.game_id for row in entered), frozenset(people))


def enter(connection: Connection, game: Row[Any], seats: Sequence[Seated]) -> Message | None:
    """Enter the result of a game into the match that it is, if any; say in a sentence what has changed."""
    match = _of_game(connection, game.id) or (_open_for(connection, game, seats) if game.over else None)
    if match is None:
        return None
    where = {"round": match.round, "name": match.name}
    if not game.over:
        _write(connection, match.id, None, {})
        return Message("The result of round {round} of {name} is open again.", where)
    _write(connection, match.id, game.id, _scores(seats))
    if match.game_id is None:
        return None
    changed = Message("The result of round {round} of {name} is another one now.", where)
    if _last_round(connection, match.tournament_id) <= match.round:
        return changed
    sentence = "The rounds after round {round} were paired by the old result and stay."
    return together(changed, Message(sentence, {"round": match.round}))


def _scores(seats: Sequence[Seated]) -> dict[int, tuple[float, int | None]]:
    found = places(seats)
    return {
        each.player: (share(place, found), each.points)
        for each, place in zip(seats, found, strict=True)
        if each.player is not None
    }


def _write(
    connection: Connection, match_id: int, game_id: int | None, scores: dict[int, tuple[float, int | None]]
) -> None:
    statement = update(schema.matches).where(schema.matches.c.id == match_id)
    connection.execute(statement.values(game_id=game_id, by_hand=False))
    columns = schema.match_players.c
    of_match = columns.match_id == match_id
    connection.execute(update(schema.match_players).where(of_match).values(score=None, points=None))
    for player, (score, points) in scores.items():
        mine = update(schema.match_players).where(of_match, columns.player_id == player)
        connection.execute(mine.values(score=score, points=points))


_MATCH = (
    select(schema.matches, schema.tournaments.c.name, schema.tournaments.c.slug)
    .select_from(
        schema.matches.join(schema.tournaments, schema.matches.c.tournament_id == schema.tournaments.c.id)
    )
    .order_by(schema.matches.c.round, schema.matches.c.number)
)


def _of_game(connection: Connection, game_id: int) -> Row[Any] | None:
    return connection.execute(_MATCH.where(schema.matches.c.game_id == game_id)).first()


def _open_for(connection: Connection, game: Row[Any], seats: Sequence[Seated]) -> Row[Any] | None:
    """Give the first open match of exactly these people in this game; of two, the one at this table."""
    people = {each.player for each in seats}
    if None in people or len(people) < 2:
        return None
    columns, players = schema.matches.c, schema.match_players.c
    mine = select(players.match_id).where(players.player_id.in_(people), players.score.is_(None))
    query = _MATCH.where(
        columns.game_id.is_(None),
        columns.by_hand.is_(False),
        columns.at <= game.counted_at,
        schema.tournaments.c.slug.in_(("", game.slug)),
        columns.id.in_(mine),
    )
    found = [row for row in connection.execute(query) if players_of(connection, row.id) == people]
    return min(found, key=lambda row: (row.round, row.table_name != game.table_name), default=None)


def players_of(connection: Connection, match_id: int) -> set[int | None]:
    """Give who plays a match."""
    columns = schema.match_players.c
    return set(connection.scalars(select(columns.player_id).where(columns.match_id == match_id)))


def _last_round(connection: Connection, tournament: int) -> int:
    columns = schema.matches.c
    query = select(columns.round).where(columns.tournament_id == tournament)
    return int(connection.scalar(query.order_by(columns.round.desc()).limit(1)) or 0)


def enter_by_hand(database: Database, match_id: int, points: dict[int, int], by: str) -> None:
    """Enter the points of a match that no table has followed; the most win. Raises `HubError`."""
    with database.writing() as connection:
        database.lock(connection, "league")
        match = connection.execute(_MATCH.where(schema.matches.c.id == match_id)).first()
        if match is None:
            raise HubError("hub-no-page", "There is no such match.", 404)
        people = players_of(connection, match_id)
        if set(points) != people:
            raise HubError(
                "hub-bad-result", "A result has the points of everybody who played, and no others."
            )
        most = max(points.values())
        seats = [
            Seated(number, "", player, points[player], points[player] == most)
            for number, player in enumerate(sorted(points), 1)
        ]
        _write(connection, match_id, None, _scores(seats))
        statement = update(schema.matches).where(schema.matches.c.id == match_id)
        connection.execute(statement.values(by_hand=True))
        values = {"by": by, "round": match.round, "match": match.number, "name": match.name}
        told = Message("{by} entered the result of round {round}, match {match} of {name} by hand.", values)
        notices.tell(connection, "hub-by-hand", told)
