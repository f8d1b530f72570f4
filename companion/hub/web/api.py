"""The JSON API, and the OpenAPI document that describes it: both come from the same declarations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec
from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from companion import __version__
from companion.hub.errors import HubError
from companion.hub.league import people, ratings, records, tournaments
from companion.hub.store import schema
from companion.hub.web.access import needs, parts

pages = Blueprint("api", __name__, url_prefix="/api/1")
MOST: Final = 200


class Problem(msgspec.Struct, frozen=True):
    """What went wrong: a stable code, and a sentence."""

    code: str
    sentence: str


class RoomTable(msgspec.Struct, frozen=True):
    """How a table stands. ``help`` says why somebody should go there; empty where nobody need."""

    table: str
    online: bool
    state: str
    help: str
    title: str
    slug: str
    game: str
    names: dict[str, str]
    totals: dict[str, int]
    acting: tuple[int, ...]
    started_at: str


class Stored(msgspec.Struct, frozen=True):
    """One event of a game as it is stored."""

    seq: int
    at: str
    kind: str
    body: dict[str, Any]


class Tournament(msgspec.Struct, frozen=True):
    """A tournament with its standing and its matches."""

    id: int
    name: str
    slug: str
    way: str
    rounds: int
    standing: list[tournaments.Standing]
    matches: list[tournaments.Pairing]


class Named(msgspec.Struct, frozen=True):
    """A tournament in the list of all."""

    id: int
    name: str


class Answer(NamedTuple):
    """One question that the API answers."""

    path: str
    about: str
    shape: Any
    asked: tuple[tuple[str, str], ...]


ANSWERS: Final[list[Answer]] = []


def answers(
    path: str, about: str, shape: Any, asked: tuple[tuple[str, str], ...] = ()
) -> Callable[[Callable[..., Any]], Callable[..., ResponseReturnValue]]:
    """Declare a question: its path, what it gives, and what may be asked for (name and kind)."""

    def declared(view: Callable[..., Any]) -> Callable[..., ResponseReturnValue]:
        ANSWERS.append(Answer(path, about, shape, asked))

        def answer(**named: Any) -> ResponseReturnValue:
            return json(view(**named))

        pages.add_url_rule(path, view.__name__, needs("screen")(answer))
        return answer

    return declared


def json(value: Any) -> Response:
    """Give a value as JSON."""
    return Response(msgspec.json.encode(value), mimetype="application/json")


def asked_number(name: str, otherwise: int = 0, most: int = 2**31 - 1) -> int:
    """Give a number of the question. Raises `HubError` where it is none."""
    text = request.args.get(name, str(otherwise))
    if not text.isascii() or not text.isdecimal() or int(text) > most:
        raise HubError(
            "hub-bad-request", "“{name}” is a whole number from 0 to {most}.", name=name, most=most
        )
    return int(text)


PAGE: Final = (("most", "integer"), ("offset", "integer"))


@answers("/room", "How every table stands now", list[RoomTable])
def room() -> list[RoomTable]:
    """Give the room."""
    hub = parts()
    return [
        RoomTable(
            place.table,
            place.online,
            place.state.state,
            hub.help_for(place.table),
            place.state.title,
            place.state.slug,
            place.state.game,
            place.state.names,
            place.state.totals,
            place.state.acting,
            place.state.started_at,
        )
        for place in hub.room.places()
    ]


@answers("/games", "Games, the latest first", list[records.Play], PAGE)
def games() -> list[records.Play]:
    """Give games."""
    most, offset = asked_number("most", 50, MOST), asked_number("offset")
    with parts().database.reading() as connection:
        return records.plays(connection, most=most, offset=offset)


@answers("/games/<int:number>", "One game", records.Play)
def game(number: int) -> records.Play:
    """Give a game."""
    with parts().database.reading() as connection:
        found = records.plays(connection, schema.games.c.id == number, most=1)
    if not found:
        raise HubError("hub-no-page", "There is no such game.", 404)
    return found[0]


@answers(
    "/games/<int:number>/events", "Events of a game after ?since=", list[Stored], (("since", "integer"),)
)
def events(number: int) -> list[Stored]:
    """Give events."""
    since, columns = asked_number("since"), schema.events.c
    query = select(schema.events).where(columns.game_id == number, columns.seq > since)
    with parts().database.reading() as connection:
        rows = connection.execute(query.order_by(columns.seq).limit(1000)).all()
    return [Stored(row.seq, row.at, row.kind, msgspec.json.decode(row.body)) for row in rows]


@answers("/players", "All players by name", list[records.Profile])
def players() -> list[records.Profile]:
    """Give players."""
    with parts().database.reading() as connection:
        return [records.profile(connection, each) for each in records.all_players(connection)]


@answers("/players/<int:number>", "One player", records.Profile)
def player(number: int) -> records.Profile:
    """Give a player."""
    with parts().database.reading() as connection:
        return records.profile(connection, people.player(connection, number))


@answers(
    "/ratings",
    "The rating list of a season (0: all time) and a game (empty: all games together)",
    list[records.Line],
    (("season", "integer"), ("game", "string")),
)
def rating() -> list[records.Line]:
    """Give a rating list."""
    season = asked_number("season", ratings.EVER)
    with parts().database.reading() as connection:
        return records.rating_list(connection, season, request.args.get("game", ""))


@answers("/records", "What each game has seen", list[records.Record])
def bests() -> list[records.Record]:
    """Give the records."""
    with parts().database.reading() as connection:
        return records.records(connection)


@answers("/tournaments", "All tournaments", list[Named])
def all_tournaments() -> list[Named]:
    """Give tournaments."""
    with parts().database.reading() as connection:
        rows = connection.execute(select(schema.tournaments).order_by(schema.tournaments.c.id.desc())).all()
    return [Named(row.id, row.name) for row in rows]


@answers("/tournaments/<int:number>", "A tournament with its standing and matches", Tournament)
def tournament(number: int) -> Tournament:
    """Give a tournament."""
    with parts().database.reading() as connection:
        row = tournaments.tournament_row(connection, number)
        standing = tournaments.standing(connection, number)
        matches = tournaments.pairings_of(connection, number)
    return Tournament(row.id, row.name, row.slug, row.way, row.rounds, standing, matches)


@pages.get("/openapi.json")
@needs("screen")
def openapi() -> Response:
    """Give the OpenAPI document."""
    root = url_for("api.openapi").removesuffix("/openapi.json")
    return json(document(root))


def document(root: str) -> dict[str, Any]:
    """Describe the API as OpenAPI 3.1 does.

    Parameters
    ----------
    root
        The address below which all paths are.
    """
    shapes = [each.shape for each in ANSWERS]
    schemas, components = msgspec.json.schema_components(
        [*shapes, Problem], ref_template="#/components/schemas/{name}"
    )
    *found, problem = schemas
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tabletop Companion hub", "version": __version__},
        "servers": [{"url": root}],
        "security": [{"key": []}],
        "paths": {
            _braced(each.path): {"get": _described(each, shape, problem)}
            for each, shape in zip(ANSWERS, found, strict=True)
        },
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _braced(path: str) -> str:
    return path.replace("<int:", "{").replace(">", "}")


def _described(each: Answer, shape: dict[str, Any], problem: dict[str, Any]) -> dict[str, Any]:
    asked: list[dict[str, Any]] = [
        {"name": name, "in": "query", "schema": {"type": kind}} for name, kind in each.asked
    ]
    if "<int:number>" in each.path:
        asked.append({"name": "number", "in": "path", "required": True, "schema": {"type": "integer"}})
    wrong = {"description": "What is wrong", "content": {"application/json": {"schema": problem}}}
    well = {"description": each.about, "content": {"application/json": {"schema": shape}}}
    return {
        "summary": each.about,
        "parameters": asked,
        "responses": {"200": well, "default": wrong},
    }
