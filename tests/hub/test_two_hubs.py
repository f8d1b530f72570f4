"""Two hubs over one database, killed at random while tables play: no event and no result counts twice."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from rooms import until
from servers import HUSH, HubBroker, PostgreSQL
from sqlalchemy import func, select

from bench.hub.rooms import HubProcess, PlayedTable, every, recorded_game
from companion.house.wishes import MqttWishes
from companion.hub.broker.users import add_table
from companion.hub.league import ratings
from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.rules.game import Action

KILLS = 6


@pytest.fixture
def hubs(tmp_path: Path, broker: HubBroker, cluster: PostgreSQL) -> Iterator[list[HubProcess]]:
    address = cluster.new_database()
    made = [HubProcess(tmp_path / f"hub{number}", broker.address, address) for number in (1, 2)]
    for each in made:
        each.start()
    yield made
    for each in made:
        each.kill()


@pytest.fixture
def recorded(tmp_path: Path) -> list[Action]:
    """A whole game."""
    return recorded_game(tmp_path, 1)


@pytest.fixture
def tables(tmp_path: Path, broker: HubBroker, recorded: list[Action]) -> Iterator[list[PlayedTable]]:
    line = MqttWishes(True, "127.0.0.1", broker.port, user="hub", password=HUSH)
    names = [f"table-{number}" for number in range(4)]
    made = [
        PlayedTable(tmp_path / name, name, broker.address, add_table(line, name), recorded) for name in names
    ]
    for each in made:
        each.connect()
    yield made
    for each in made:
        each.close()


@pytest.mark.slow
def test_two_hubs_that_are_killed_at_random_store_and_count_everything_once(
    hubs: list[HubProcess], tables: list[PlayedTable], recorded: list[Action]
) -> None:
    rng, stop = random.Random(4), threading.Event()
    database = Database(hubs[0].database)
    step = 4 * len(recorded) // KILLS + 1
    acted: Counter[str] = Counter()

    def act(table: PlayedTable) -> None:
        table.act()
        acted[table.name] += 1

    playing = [threading.Thread(target=every, args=(0.005, stop, partial(act, each))) for each in tables]
    for each in playing:
        each.start()
    for number in range(KILLS):
        until(lambda due=(number + 1) * step: acted.total() > due, "nobody plays", 300)
        victim = rng.choice(hubs)
        victim.kill()
        victim.start(wait=False)
    until(lambda: min(acted.values()) > len(recorded), "a table ends no game", 300)
    stop.set()
    for each in playing:
        each.join()
    until(lambda: all(each.healthy() for each in hubs), "a hub does not come back", 300)
    until(
        lambda: not any(each.line and each.line.waiting for each in tables), "not everything is stored", 300
    )
    told = {
        (table.name, game, seq, at)
        for table in tables
        for game, logged in table.told().items()
        for seq, at in logged
    }
    games, events = schema.games.c, schema.events.c
    joined = schema.events.join(schema.games, events.game_id == games.id)
    query = select(games.table_name, games.game, events.seq, events.at).select_from(joined)
    with database.reading() as connection:
        stored = [tuple(row) for row in connection.execute(query)]
    assert len(stored) == len(set(stored)), "an event is there twice"
    assert set(stored) == told
    finished = [game for table in tables for game in table.store.sessions() if game.finished]
    assert len(finished) >= 4, "too few games ended to tell"

    def uncounted() -> int:
        query = select(func.count()).select_from(schema.games).where(games.result != games.counted)
        with database.reading() as connection:
            return int(connection.scalar(query) or 0)

    until(lambda: not uncounted(), "results are not counted")
    with database.writing() as connection:
        assert connection.scalar(select(func.max(games.result))) == 1, "a result changed by itself"
        players = list(connection.scalars(select(schema.players.c.name).order_by(schema.players.c.name)))
        assert players == ["Ann", "Bob"]
        counted = connection.scalar(
            select(schema.ratings.c.games).where(schema.ratings.c.slug == "").limit(1)
        )
        assert counted == len(finished)
        assert ratings.recount(connection) == 0, "a game was rated twice, or not at all"
    database.close()


def test_two_hubs_that_count_at_once_count_each_result_once(cluster: PostgreSQL) -> None:
    """The advisory lock lets one hub count; the other one finds nothing left."""
    from told import game, tell

    from companion.hub.league.counting import count_pending
    from companion.hub.store.migrate import migrate

    database, other = (Database(address) for address in [cluster.new_database()] * 2)
    migrate(database)
    for number in range(40):
        tell(database, f"t{number % 4}", game(f"g{number}", {"Ann": number, "Bob": 20}), count=False)
    done: list[int] = []
    both = threading.Barrier(2)

    def count(own: Database) -> None:
        both.wait(30)
        done.append(count_pending(own))

    hubs = [threading.Thread(target=count, args=(each,)) for each in (database, other)]
    for each in hubs:
        each.start()
    for each in hubs:
        each.join(60)
    assert sum(done) == 40
    with database.writing() as connection:
        assert set(connection.scalars(select(schema.ratings.c.games).where(schema.ratings.c.slug == ""))) == {
            40
        }
        assert ratings.recount(connection) == 0
    for each in (database, other):
        each.close()
