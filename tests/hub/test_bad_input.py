"""What goes wrong in a room: each is met with a sentence, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from plays import play_on
from psycopg.errors import DiskFull
from rooms import FarTable, parts_of, until
from servers import HUSH, HubBroker
from sqlalchemy import event, select, text
from sqlalchemy.exc import OperationalError
from told import at, game, tell

from companion.house.envelope import Hello, PublicEvent, TableState, topic
from companion.hub.broker.users import add_table
from companion.hub.errors import HubError
from companion.hub.league import people, records
from companion.hub.parts import Parts
from companion.hub.room import Room
from companion.hub.store import members, notices, schema
from companion.hub.store.database import Database, trouble_of
from companion.language.languages import LANGUAGES
from companion.rules.phrases import Audience, spoken


@pytest.fixture
def parts(tmp_path: Path, broker: HubBroker) -> Iterator[Parts]:
    made = parts_of(tmp_path / "hub", broker.address, password=HUSH)
    made.start()
    yield made
    made.stop()


def told(database: Database) -> dict[str, str]:
    with database.reading() as connection:
        return {row.code: row.sentence for row in notices.latest(connection)}


def test_of_two_tables_of_one_name_the_second_is_refused_and_keeps_its_games(
    tmp_path: Path, parts: Parts, broker: HubBroker
) -> None:
    password = add_table(parts.settings.line(), "table-1")
    first, second = (FarTable(tmp_path / each, "table-1", broker.address, password) for each in ("a", "b"))
    own, other = (each.store.new_session("caterpillar-filler", ["Ann", "Bob"]) for each in (first, second))
    first.connect()
    first.play(own)
    until(lambda: first.line and not first.line.waiting, "the first table is not heard")
    second.connect()
    second.play(other)
    until(lambda: second.line and second.line.health()[0] == "hub-table-taken", "the second is not refused")
    assert "Another machine is the table table-1" in second.line.health()[1]  # type: ignore[union-attr]
    said = spoken(second.line.trouble.said, Audience({}, LANGUAGES.speech("de")))  # type: ignore[union-attr]
    assert said.startswith("Ein anderes Gerät ist an diesem Hub der Tisch table-1.")
    assert "hub-table-taken" in told(parts.database)
    play_on(own, 20)
    until(lambda: first.line and not first.line.waiting, "the first table is disturbed")
    assert second.line is not None
    assert second.line.waiting == other.seq
    place = parts.room.place("table-1")
    assert place is not None
    assert place.state.game == own.id
    first.close()
    members.release(parts.database, "table-1")
    second.cut()
    second.connect()
    until(lambda: second.line and not second.line.waiting, "released, the name is not the second one's")
    second.close()


def test_a_clock_that_is_wrong_by_years_changes_neither_order_nor_season(
    parts: Parts, tmp_path: Path, broker: HubBroker
) -> None:
    wrong = "1970-01-01T00:00:07.000+00:00"
    events = [msgspec.structs.replace(each, at=wrong) for each in game("a", {"Ann": 3, "Bob": 5})]
    tell(parts.database, "t", events)
    with parts.database.reading() as connection:
        counted_at = connection.scalar(select(schema.games.c.counted_at))
    assert counted_at is not None
    assert counted_at[:10] == at(0)[:10]
    with parts.database.writing() as connection:
        members.greet(parts.database, connection, "t", hello := Hello("i", wrong))
        warning = members.clock_warning("t", hello)
        assert warning is not None
        notices.tell(connection, "hub-table-clock", warning)
    assert "days behind" in told(parts.database)["hub-table-clock"]
    future = game("b", {"Ann": 3, "Bob": 5}, begun=60 * 24 * 4000, ended=60 * 24 * 4001)
    tell(parts.database, "t", future)
    with parts.database.reading() as connection:
        days = {each[:10] for each in connection.scalars(select(schema.games.c.counted_at))}
    assert days == {at(0)[:10]}


def test_an_older_table_is_read_and_one_that_is_too_old_is_told_so(database: Database) -> None:
    """A table of before sends fewer fields, one of later more: both are read."""
    old = msgspec.json.decode(b'{"game":"a","seq":1,"at":"2026-01-01","kind":"started"}', type=PublicEvent)
    new = msgspec.json.decode(
        b'{"game":"a","seq":2,"at":"2026-01-01","kind":"danced","body":{"how":"well"},"mood":"good"}',
        type=PublicEvent,
    )
    assert tell(database, "t", [old, new]).have == {("t", "a"): 2}
    with database.writing() as connection:
        members.greet(database, connection, "t", Hello("i", at(0), program="0.1"))
        with pytest.raises(HubError, match="Bring the table up to date") as refusal:
            members.greet(database, connection, "t", Hello("i", at(0), protocol=0))
    assert refusal.value.code == "hub-table-old"


@pytest.mark.whole
def test_a_full_disk_at_the_hub_loses_nothing_and_is_told(
    tmp_path: Path, parts: Parts, broker: HubBroker
) -> None:
    table = FarTable(tmp_path / "a", "table-1", broker.address, add_table(parts.settings.line(), "table-1"))
    session = table.store.new_session("caterpillar-filler", ["Ann", "Bob"])
    table.connect()
    table.play(session)
    until(lambda: table.line and not table.line.waiting, "the beginning was not stored")
    with parts.database.reading() as connection:
        pages = connection.scalar(text("PRAGMA page_count"))
    disk = {"pages": pages}
    event.listen(
        parts.database.engine,
        "checkout",
        lambda raw, *_: raw.execute(f"PRAGMA max_page_count={disk['pages']}"),
    )
    play_on(session, 400)
    until(lambda: parts.intake.trouble is not None, "the disk is not full")
    assert parts.intake.trouble is not None
    assert parts.intake.trouble.code == "hub-disk-full"
    assert "The tables keep everything" in parts.intake.trouble.sentence
    until(lambda: parts.room.place("table-1").state.seq == session.seq, "the room stands still")  # type: ignore[union-attr]
    disk["pages"] = 2**30
    until(lambda: table.line and not table.line.waiting, "what waited was not stored")
    assert parts.intake.trouble is None
    table.close()


def test_a_full_disk_of_postgresql_is_told_alike() -> None:
    said = DiskFull('could not extend file "base/16385/16420": No space left on device')
    trouble = trouble_of(OperationalError("INSERT", {}, said))
    assert (trouble.code, trouble.status) == ("hub-disk-full", 503)
    assert "The tables keep everything" in trouble.sentence


def test_a_player_who_wants_to_be_forgotten_is(database: Database) -> None:
    events = game("a", {"Ann": 3, "Bob": 5})
    tell(database, "t", events)
    tell(database, "t", game("b", {"Ann": 9, "Bob": 5}))
    with database.reading() as connection:
        ann = next(each.id for each in records.all_players(connection) if each.name == "Ann")
    sentence = str(people.forget(database, ann))
    assert "gone from 2 games" in sentence
    assert "so do the tables" in sentence
    with database.reading() as connection:
        for table in schema.metadata.sorted_tables:
            assert "Ann" not in str(connection.execute(select(table)).all()), table.name
        assert [each.name for each in records.rating_list(connection)] == ["Bob"]
        assert set(connection.scalars(select(schema.seats.c.name))) == {"Somebody", "Bob"}
    with database.writing() as connection:
        connection.execute(schema.games.delete())
    tell(database, "t", events)  # as after a restored backup
    with database.reading() as connection:
        assert "Ann" not in str(connection.execute(select(schema.events)).all())


def test_what_no_table_sends_is_left_out(parts: Parts) -> None:
    room = Room()
    for payload in (b"", b"{", b"[]", b'{"state": 7}', json.dumps({"title": "x" * 200}).encode()):
        room.hear(topic("t", "state"), payload)
    assert room.places() == []
    room.hear(topic("t", "state"), msgspec.json.encode(TableState("playing")))
    assert [each.table for each in room.places()] == ["t"]
