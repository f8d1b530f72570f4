"""Players over all tables: one by each name, merged, renamed or forgotten as people wish."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from companion.hub.errors import HubError
from companion.hub.league.places import UNNAMED
from companion.hub.league.ratings import recount
from companion.hub.store import notices, schema
from companion.hub.store.database import Database
from companion.hub.store.moments import now
from companion.hub.store.results import FORGOTTEN, clean
from companion.rules.message import Message


def look_of(name: str) -> str:
    """Give what is equal for two names that look alike."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def player_called(database: Database, connection: Connection, name: str) -> int | None:
    """Give the player of a name, a new one where nobody is called so; None for a seat without a name."""
    look = look_of(name)
    if not look or UNNAMED.fullmatch(name) or name == FORGOTTEN:
        return None
    aliases = schema.aliases.c
    query = select(aliases.player_id).where(aliases.look == look)
    found = connection.scalar(query)
    if found is not None:
        return int(found)
    key = connection.execute(insert(schema.players).values(name=name, since=now())).inserted_primary_key
    number = int(key[0]) if key else 0
    statement = database.insert(schema.aliases).values(look=look, player_id=number)
    connection.execute(statement.on_conflict_do_nothing(index_elements=["look"]))
    return number


def seat_players(database: Database, connection: Connection, games: Sequence[int]) -> None:
    """Let the seats of some games lead to players."""
    columns = schema.seats.c
    query = select(columns.game_id, columns.seat, columns.name).where(
        columns.game_id.in_(games), columns.player_id.is_(None)
    )
    rows = connection.execute(query.order_by(columns.game_id, columns.seat)).all()
    names = list(dict.fromkeys(row.name for row in rows))
    known = _players_looking(connection, [look_of(name) for name in names])
    numbers = {name: known.get(look_of(name)) or player_called(database, connection, name) for name in names}
    led = [{"of": row.game_id, "at": row.seat, "to": numbers[row.name]} for row in rows if numbers[row.name]]
    if led:
        connection.execute(_LEAD, led)


_LEAD: Final = (
    update(schema.seats)
    .where(schema.seats.c.game_id == bindparam("of"), schema.seats.c.seat == bindparam("at"))
    .values(player_id=bindparam("to"))
)


def _players_looking(connection: Connection, looks: Sequence[str]) -> dict[str, int]:
    """Give the players of names, by how the names look."""
    columns = schema.aliases.c
    rows = connection.execute(select(columns.look, columns.player_id).where(columns.look.in_(looks)))
    return {row.look: row.player_id for row in rows}


def player(connection: Connection, number: int) -> Row[Any]:
    """Give a player. Raises `HubError` where there is none."""
    row = connection.execute(select(schema.players).where(schema.players.c.id == number)).one_or_none()
    if row is None:
        raise HubError("hub-no-page", "There is no such player.", 404)
    return row


def rename(database: Database, number: int, name: str) -> None:
    """Call a player otherwise; the name by which the tables know the player stays, too."""
    name = clean(name)
    with database.writing() as connection:
        player(connection, number)
        _free(connection, number, name)
        connection.execute(update(schema.players).where(schema.players.c.id == number).values(name=name))
        statement = database.insert(schema.aliases).values(look=look_of(name), player_id=number)
        connection.execute(statement.on_conflict_do_nothing(index_elements=["look"]))


def _free(connection: Connection, number: int, name: str) -> None:
    if not look_of(name) or UNNAMED.fullmatch(name):
        raise HubError(
            "hub-bad-name", "A player has a name with a letter in it, and not that of an empty seat."
        )
    owner = connection.scalar(
        select(schema.aliases.c.player_id).where(schema.aliases.c.look == look_of(name))
    )
    if owner is not None and owner != number:
        raise HubError(
            "hub-name-taken",
            "Another player is called {name}. If they are one person, merge them.",
            name=name,
        )


def merge(database: Database, number: int, into: int) -> None:
    """Let two players be one; games, names and tournaments of the first are the second's from now on."""
    if number == into:
        raise HubError("hub-bad-name", "These two are one player already.")
    with database.writing() as connection:
        database.lock(connection, "league")
        gone, stays = player(connection, number), player(connection, into)
        if _met(connection, number, into):
            raise HubError(
                "hub-two-people",
                "{one} and {other} have played against each other, so they are two people.",
                one=gone.name,
                other=stays.name,
            )
        for table in (schema.aliases, schema.seats):
            connection.execute(update(table).where(table.c.player_id == number).values(player_id=into))
        for table, key in ((schema.entrants, "tournament_id"), (schema.match_players, "match_id")):
            twice = select(table.c[key]).where(table.c.player_id == into)
            of_gone = table.c.player_id == number
            connection.execute(delete(table).where(of_gone, table.c[key].in_(twice)))
            connection.execute(update(table).where(of_gone).values(player_id=into))
        connection.execute(delete(schema.players).where(schema.players.c.id == number))
        recount(connection)
        sentence = "{one} is {other} from now on. All ratings were counted again."
        notices.tell(connection, "hub-merged", Message(sentence, {"one": gone.name, "other": stays.name}))


def _met(connection: Connection, one: int, other: int) -> bool:
    """Whether both sat at one table in one game."""
    columns = schema.seats.c
    games = select(columns.game_id).where(columns.player_id == one)
    query = select(columns.seat).where(columns.player_id == other, columns.game_id.in_(games)).limit(1)
    return connection.execute(query).first() is not None


def set_member(database: Database, number: int, *, member: bool) -> None:
    """Let a player be a member, or a guest."""
    with database.writing() as connection:
        player(connection, number)
        connection.execute(update(schema.players).where(schema.players.c.id == number).values(member=member))


def forget(database: Database, number: int) -> Message:
    """Take a person's name out of everything that the hub has; say in a sentence what was done.

    The games stay, with `FORGOTTEN` in the seat. The seats are remembered, so that a table that sends a game
    again does not bring the name back.
    """
    with database.writing() as connection:
        database.lock(connection, "league")
        person = player(connection, number)
        names = {person.name} | set(_names_of(connection, number))
        seats = _seats_of(connection, number)
        for row in seats:
            _forget_seat(database, connection, row)
        connection.execute(delete(schema.aliases).where(schema.aliases.c.player_id == number))
        connection.execute(delete(schema.ratings).where(schema.ratings.c.player_id == number))
        entered = connection.scalar(
            select(func.count()).select_from(schema.entrants).where(schema.entrants.c.player_id == number)
        )
        if entered:
            values = {"name": FORGOTTEN, "member": False}
            connection.execute(update(schema.players).where(schema.players.c.id == number).values(**values))
        else:
            connection.execute(delete(schema.players).where(schema.players.c.id == number))
        notices.forget(connection, names)
        recount(connection)
    return Message(
        "The name is gone from {n} game, and from the league. Backups of before still hold it, "
        "and so do the tables: forget the player there, too.",
        {"n": len(seats)},
        many="The name is gone from {n} games, and from the league. Backups of before still hold it, "
        "and so do the tables: forget the player there, too.",
    )


def _names_of(connection: Connection, number: int) -> list[str]:
    query = select(schema.seats.c.name).where(schema.seats.c.player_id == number).distinct()
    return list(connection.scalars(query))


def _seats_of(connection: Connection, number: int) -> list[Row[Any]]:
    games, seats = schema.games, schema.seats
    query = (
        select(games.c.id, games.c.table_name, games.c.game, seats.c.seat)
        .select_from(seats.join(games, seats.c.game_id == games.c.id))
        .where(seats.c.player_id == number)
    )
    return list(connection.execute(query))


def _forget_seat(database: Database, connection: Connection, row: Any) -> None:
    key = {"table_name": row.table_name, "game": row.game, "seat": row.seat}
    statement = database.insert(schema.forgotten).values(**key)
    connection.execute(statement.on_conflict_do_nothing())
    seats, events = schema.seats.c, schema.events.c
    of_seat = (seats.game_id == row.id, seats.seat == row.seat)
    connection.execute(update(schema.seats).where(*of_seat).values(name=FORGOTTEN, player_id=None))
    first = (events.game_id == row.id, events.seq == 1)
    body = connection.scalar(select(events.body).where(*first))
    if body is not None:
        text = _without_name(body, row.seat)
        connection.execute(update(schema.events).where(*first).values(body=text))
    connection.execute(update(schema.games).where(schema.games.c.id == row.id).values(told=""))


def _without_name(body: str, seat: int) -> str:
    value = msgspec.json.decode(body)
    names = value.get("names", [])
    if seat <= len(names):
        names[seat - 1] = FORGOTTEN
    return msgspec.json.encode(value).decode()


def forget_again(database: Database, connection: Connection, seats: list[tuple[str, str, int]]) -> None:
    """Take names out of seats that a backup has brought back."""
    games, rows = schema.games.c, schema.seats
    for table, game, seat in seats:
        query = (
            select(games.id, games.table_name, games.game, rows.c.seat)
            .select_from(rows.join(schema.games, rows.c.game_id == games.id))
            .where(games.table_name == table, games.game == game, rows.c.seat == seat)
        )
        for row in connection.execute(query).all():
            _forget_seat(database, connection, row)
        statement = database.insert(schema.forgotten)
        key = {"table_name": table, "game": game, "seat": seat}
        connection.execute(statement.values(**key).on_conflict_do_nothing())
    if seats:
        _drop_unseated(connection)
        recount(connection)


def _drop_unseated(connection: Connection) -> None:
    """Take away players who sit nowhere and have entered nothing: a backup has brought them back."""
    used = select(schema.seats.c.player_id).where(schema.seats.c.player_id.is_not(None))
    entered = select(schema.entrants.c.player_id)
    columns = schema.players.c
    unused = select(columns.id).where(columns.id.not_in(used), columns.id.not_in(entered))
    connection.execute(delete(schema.aliases).where(schema.aliases.c.player_id.in_(unused)))
    connection.execute(delete(schema.ratings).where(schema.ratings.c.player_id.in_(unused)))
    connection.execute(delete(schema.players).where(columns.id.in_(unused)))
