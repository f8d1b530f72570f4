"""Tournaments: entered players, rounds that are paired, and the standing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, insert, select, update

from companion.errors import Saying
from companion.hub.errors import HubError
from companion.hub.league.pairing import Group, all_rounds, swiss
from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.hub.store.moments import now
from companion.hub.store.results import clean

ROUND_ROBIN: Final = "round-robin"
SWISS: Final = "swiss"
MOST_PLAYERS: Final = 128
MOST_ROUNDS: Final = 30
MOST_AT_TABLE: Final = 6


class Standing(msgspec.Struct, frozen=True):
    """One line of the standing. ``opposition`` (Buchholz) is what the opponents have reached together."""

    place: int
    player: int
    name: str
    score: float
    opposition: float
    points: int
    played: int
    left: bool


class Pairing(msgspec.Struct, frozen=True):
    """One match: its players with score and points, the table where it is played, the game that it was."""

    id: int
    round: int
    number: int
    table: str
    game: int | None
    by_hand: bool
    players: tuple[tuple[int, str, float | None, int | None], ...]

    @property
    def played(self) -> bool:
        """Whether it has a result."""
        return all(score is not None for _, _, score, _ in self.players)


def create(
    database: Database, name: str, slug: str, way: str, size: int, rounds: int, players: Sequence[int]
) -> int:
    """Begin a tournament, and pair its first round, or all of a round robin.

    Raises
    ------
    HubError
        ``hub-bad-tournament`` when it cannot be played like that.
    """
    name = clean(name)
    _check(name, way, size, rounds, players)
    at = now()
    with database.writing() as connection:
        database.lock(connection, "league")
        taken = select(schema.tournaments.c.id).where(schema.tournaments.c.name == name)
        if connection.scalar(taken) is not None:
            raise HubError("hub-bad-tournament", "There is a tournament {name} already.", name=name)
        plan = all_rounds(players, size, rounds) if way == ROUND_ROBIN else []
        values = {
            "name": name,
            "slug": slug,
            "way": way,
            "size": size,
            "rounds": len(plan) or rounds,
            "at": at,
        }
        key = connection.execute(insert(schema.tournaments).values(**values)).inserted_primary_key
        number = int(key[0]) if key else 0
        rows = [
            {"tournament_id": number, "player_id": each, "seed": seed} for seed, each in enumerate(players)
        ]
        connection.execute(insert(schema.entrants), rows)
        for round_, groups in enumerate(plan, 1):
            _write_round(connection, number, round_, groups, at)
        if way == SWISS:
            _pair_next(connection, number, at)
    return number


def _check(name: str, way: str, size: int, rounds: int, players: Sequence[int]) -> None:
    wrong = (
        (Saying("A tournament has a name."), not name),
        (Saying("A tournament is a round robin or Swiss."), way not in (ROUND_ROBIN, SWISS)),
        (Saying("2 to {most} people play at a table.", most=MOST_AT_TABLE), not 2 <= size <= MOST_AT_TABLE),
        (Saying("A tournament has 1 to {most} rounds.", most=MOST_ROUNDS), not 1 <= rounds <= MOST_ROUNDS),
        (
            Saying("A tournament has 2 to {most} players.", most=MOST_PLAYERS),
            not 2 <= len(players) <= MOST_PLAYERS,
        ),
        (Saying("Everybody enters once."), len(set(players)) < len(players)),
    )
    for sentence, so in wrong:
        if so:
            raise HubError("hub-bad-tournament", sentence)


def pair_next(database: Database, number: int) -> int:
    """Pair the next round of a Swiss tournament; give its number. Raises `HubError` when it is too early."""
    with database.writing() as connection:
        database.lock(connection, "league")
        return _pair_next(connection, number, now())


def _pair_next(connection: Connection, number: int, at: str) -> int:
    tournament = tournament_row(connection, number)
    pairings = pairings_of(connection, number)
    last = max((each.round for each in pairings), default=0)
    if tournament.way != SWISS or last >= tournament.rounds:
        raise HubError("hub-bad-round", "All rounds of this tournament are paired.")
    if not all(each.played for each in pairings):
        raise HubError("hub-bad-round", "Round {round} is not over: a match has no result yet.", round=last)
    order = [each for each in standing(connection, number) if not each.left]
    if len(order) < 2:
        raise HubError("hub-bad-round", "Fewer than two players are left.")
    groups = swiss(
        [each.player for each in order],
        {each.player: each.score for each in order},
        _met(pairings),
        frozenset(each.players[0][0] for each in pairings if len(each.players) == 1),
        tournament.size,
    )
    _write_round(connection, number, last + 1, groups, at)
    return last + 1


def _met(pairings: Iterable[Pairing]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset((one[0], other[0])) for each in pairings for one, other in combinations(each.players, 2)
    )


def _write_round(connection: Connection, number: int, round_: int, groups: Sequence[Group], at: str) -> None:
    tables = list(connection.scalars(select(schema.tables.c.name).order_by(schema.tables.c.name)))
    for place, group in enumerate(groups, 1):
        values = {
            "tournament_id": number,
            "round": round_,
            "number": place,
            "table_name": tables[place - 1] if place <= len(tables) and len(group) > 1 else "",
            "at": at,
        }
        key = connection.execute(insert(schema.matches).values(**values)).inserted_primary_key
        bye = 1.0 if len(group) == 1 else None
        rows = [{"match_id": key[0] if key else 0, "player_id": each, "score": bye} for each in group]
        connection.execute(insert(schema.match_players), rows)


def leave(database: Database, number: int, player: int) -> None:
    """Let a player leave: the rounds to come are paired without."""
    with database.writing() as connection:
        last = max((each.round for each in pairings_of(connection, number)), default=0)
        columns = schema.entrants.c
        mine = (columns.tournament_id == number, columns.player_id == player)
        connection.execute(update(schema.entrants).where(*mine).values(left_after=last))


def tournament_row(connection: Connection, number: int) -> Any:
    """Give a tournament. Raises `HubError` where there is none."""
    columns = schema.tournaments.c
    row = connection.execute(select(schema.tournaments).where(columns.id == number)).one_or_none()
    if row is None:
        raise HubError("hub-no-page", "There is no such tournament.", 404)
    return row


def pairings_of(connection: Connection, number: int) -> list[Pairing]:
    """Give all matches of a tournament, in their order."""
    matches, ones, players = schema.matches, schema.match_players, schema.players
    joined = matches.join(ones, ones.c.match_id == matches.c.id).join(
        players, players.c.id == ones.c.player_id
    )
    query = (
        select(matches, ones.c.player_id, players.c.name, ones.c.score, ones.c.points)
        .select_from(joined)
        .where(matches.c.tournament_id == number)
        .order_by(matches.c.round, matches.c.number, ones.c.player_id)
    )
    found: dict[int, list[Any]] = defaultdict(list)
    for row in connection.execute(query):
        found[row.id].append(row)
    return [
        Pairing(
            rows[0].id,
            rows[0].round,
            rows[0].number,
            rows[0].table_name,
            rows[0].game_id,
            rows[0].by_hand,
            tuple((row.player_id, row.name, row.score, row.points) for row in rows),
        )
        for rows in found.values()
    ]


def standing(connection: Connection, number: int) -> list[Standing]:
    """Give the standing: by score, then by what the opponents have reached, then by points."""
    entrants, players = schema.entrants, schema.players
    query = (
        select(entrants.c.player_id, entrants.c.seed, entrants.c.left_after, players.c.name)
        .select_from(entrants.join(players, players.c.id == entrants.c.player_id))
        .where(entrants.c.tournament_id == number)
    )
    people = {row.player_id: row for row in connection.execute(query)}
    score: Counter[int] = Counter()
    points: Counter[int] = Counter()
    played: Counter[int] = Counter()
    opponents: dict[int, list[int]] = defaultdict(list)
    for each in pairings_of(connection, number):
        for player, _, share, reached in each.players:
            if share is None:
                continue
            score[player] += share  # type: ignore[assignment]
            points[player] += reached or 0
            played[player] += 1
            opponents[player] += [other for other, *_ in each.players if other != player]
    opposition = {player: sum(score[other] for other in opponents[player]) for player in people}

    def worth(player: int) -> tuple[float, float, int]:
        return -score[player], -opposition[player], -points[player]

    order = sorted(people, key=lambda player: (*worth(player), people[player].seed))
    worths = [worth(player) for player in order]
    return [
        Standing(
            worths.index(worth(player)) + 1,
            player,
            people[player].name,
            float(score[player]),
            float(opposition[player]),
            points[player],
            played[player],
            people[player].left_after is not None,
        )
        for player in order
    ]
