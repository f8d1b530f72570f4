"""From a move at a table to the hub's database and the room's screen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from plays import play_on
from rooms import FarTable, parts_of, until
from servers import HUSH, HubBroker
from sqlalchemy import select

from companion.hub.broker.users import add_table
from companion.hub.parts import Parts
from companion.hub.store import schema
from companion.hub.web.app import create_app


@pytest.fixture
def parts(tmp_path: Path, broker: HubBroker, address: str) -> Iterator[Parts]:
    made = parts_of(tmp_path / "hub", broker.address, password=HUSH, database=address)
    made.start()
    yield made
    made.stop()


def far_table(tmp_path: Path, parts: Parts, broker: HubBroker, name: str) -> FarTable:
    password = add_table(parts.settings.line(), name)
    return FarTable(tmp_path / name, name, broker.address, password)


def stored(parts: Parts) -> dict[tuple[str, str], list[int]]:
    joined = schema.events.join(schema.games, schema.events.c.game_id == schema.games.c.id)
    query = select(schema.games.c.table_name, schema.games.c.game, schema.events.c.seq).select_from(joined)
    found: dict[tuple[str, str], list[int]] = {}
    with parts.database.reading() as connection:
        for table, game, seq in connection.execute(query.order_by(schema.events.c.seq)):
            found.setdefault((table, game), []).append(seq)
    return found


def test_what_a_table_plays_is_stored_once_and_in_order(
    tmp_path: Path, parts: Parts, broker: HubBroker
) -> None:
    table = far_table(tmp_path, parts, broker, "table-1")
    session = table.store.new_session("caterpillar-filler", ["Ann", "Bob"])
    play_on(session, 20)
    table.connect()
    table.play(session)
    play_on(session, 20)
    until(lambda: table.line and not table.line.waiting, "not everything was stored")
    assert stored(parts) == {("table-1", session.id): list(range(1, session.seq + 1))}
    place = parts.room.place("table-1")
    assert place is not None
    assert place.state.names == {"1": "Ann", "2": "Bob"}
    table.close()
    until(lambda: not place_online(parts, "table-1"), "the room still thinks the table is there")


def place_online(parts: Parts, table: str) -> bool:
    place = parts.room.place(table)
    return place is not None and place.online


def test_what_happened_offline_arrives_later(tmp_path: Path, parts: Parts, broker: HubBroker) -> None:
    table = far_table(tmp_path, parts, broker, "table-1")
    table.connect()
    first = table.store.new_session("caterpillar-filler", ["Ann", "Bob"])
    table.play(first)
    until(lambda: table.line and not table.line.waiting, "the beginning was not stored")
    table.cut()
    play_on(first, 1000)
    assert first.state.outcome is not None
    second = table.store.new_session("caterpillar-filler", ["Ann", "Cleo"])
    play_on(second, 10)
    table.connect()
    until(lambda: len(stored(parts)) == 2 and not table.line.waiting, "the rest was not stored")  # type: ignore[union-attr]
    assert stored(parts) == {("table-1", each.id): list(range(1, each.seq + 1)) for each in (first, second)}
    with parts.database.reading() as connection:
        points = dict(
            connection.execute(
                select(schema.seats.c.name, schema.seats.c.points).where(schema.seats.c.points.is_not(None))
            ).all()
        )
    totals = first.state.sheet().totals()
    assert points == {"Ann": totals[1], "Bob": totals[2]}
    table.close()


def test_a_screen_gets_the_card_of_a_table_that_changes(
    tmp_path: Path, parts: Parts, broker: HubBroker
) -> None:
    table = far_table(tmp_path, parts, broker, "table-1")
    session = table.store.new_session("caterpillar-filler", ["Ann", "<b>Bob</b>"])
    screen = create_app(parts).extensions["screens"].open("en")
    table.connect()
    table.play(session)

    def heard() -> str:
        lines = [line for line in screen.ready().splitlines() if line.startswith("data: ")]
        return "".join(json.loads(line.removeprefix("data: "))["html"] for line in lines)

    cards: list[str] = []
    until(lambda: cards.append(heard()) or "Ann" in "".join(cards), "the screen heard nothing")
    assert "<b>Bob</b>" not in "".join(cards), "names are no markup"
    table.close()
