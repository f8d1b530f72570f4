"""Events are stored once and in order, whatever comes twice, early, or by two hubs at once."""

from __future__ import annotations

import random
import threading

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sqlalchemy import func, select
from told import game, tell

from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.hub.store.recording import store


def seqs(database: Database) -> list[int]:
    with database.reading() as connection:
        return list(connection.scalars(select(schema.events.c.seq).order_by(schema.events.c.seq)))


def test_a_second_copy_changes_nothing(database: Database) -> None:
    events = game("g", {"Ann": 3, "Bob": 5})
    assert tell(database, "t", events).new == 3
    again = tell(database, "t", events)
    assert (again.new, again.twice, again.have) == (0, 3, {("t", "g"): 3})
    assert seqs(database) == [1, 2, 3]


def test_an_early_event_waits_for_those_before_it(database: Database) -> None:
    first, second, third = game("g", {"Ann": 3, "Bob": 5})
    assert tell(database, "t", [third]).early == [("t", third)]
    done = tell(database, "t", [first, third])
    assert (done.have, done.early) == ({("t", "g"): 1}, [("t", third)])
    assert tell(database, "t", [third, second]).have == {("t", "g"): 3}
    assert seqs(database) == [1, 2, 3]


def test_an_event_that_is_told_in_two_ways_stands_as_it_was_first(database: Database) -> None:
    events = game("g", {"Ann": 3, "Bob": 5})
    tell(database, "t", events)
    other = replace(events[1], at="2020-01-01T00:00:00.000+00:00")
    assert tell(database, "t", [other]).contradicted == [("t", other)]
    assert tell(database, "t", events).contradicted == []


def test_what_makes_no_sense_has_no_effect_and_harms_nobody(database: Database) -> None:
    first, second, third = game("g", {"Ann\x00\ud7ff": 3, "\x07": 5})
    odd = replace(third, body={"winners": "all", "totals": {"x": []}})
    assert tell(database, "t", [first, second, odd]).have == {("t", "g"): 3}
    with database.reading() as connection:
        assert connection.scalar(select(schema.games.c.over)) is False
        names = list(connection.scalars(select(schema.seats.c.name).order_by(schema.seats.c.seat)))
    assert names[1] == "Player 2"


def test_two_hubs_store_one_table_without_double_work(database: Database) -> None:
    games = [game(f"g{number}", {"Ann": number, "Bob": 5}) for number in range(30)]
    events = [("t", event) for one in games for event in one]
    random.Random(1).shuffle(events)
    left, new, lock = list(events), [], threading.Lock()

    def hub() -> None:
        early: list[tuple[str, object]] = []
        while True:
            with lock:
                batch, left[:] = left[:7], left[7:]
            if not batch and not early:
                return
            done = store(database, [*early, *batch])  # type: ignore[list-item]
            early = list(done.early)
            new.append(done.new)

    hubs = [threading.Thread(target=hub) for _ in range(2)]
    for each in hubs:
        each.start()
    for each in hubs:
        each.join(60)
    assert sum(new) == len(events)
    with database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(schema.events)) == len(events)
        assert set(connection.scalars(select(schema.games.c.seq))) == {3}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.lists(st.integers(0, 8), min_size=1, max_size=40), name=st.uuids())
def test_any_order_and_any_copies_lead_to_the_same(
    database: Database, order: list[int], name: object
) -> None:
    key = str(name)[:30]
    events = [each for number in range(3) for each in game(f"{number}{key}", {"Ann": number, "Bob": 1})]
    for place in order:
        tell(database, "t", [events[place]], count=False)
    tell(database, "t", events, count=False)
    query = (
        select(schema.events.c.seq)
        .select_from(schema.events.join(schema.games, schema.games.c.id == schema.events.c.game_id))
        .where(schema.games.c.game.endswith(key))
        .order_by(schema.events.c.game_id, schema.events.c.seq)
    )
    with database.reading() as connection:
        assert list(connection.scalars(query)) == [1, 2, 3] * 3
