"""Events: what was ever written can be read, by this version and every later one."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import get_args

import msgspec
import orchard
import pytest
from golden.make_store import expected

from companion.record import events
from companion.record.errors import StoreError
from companion.record.events import VERSIONS, ActionTaken, AnyEvent, Settings, decode, encode, kind_of
from companion.record.timeline import fold
from companion.sessions.store import Store
from companion.storage.schema import MIGRATIONS

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.sqlite"))


@pytest.fixture(params=GOLDEN, ids=lambda path: path.stem)
def golden(request, tmp_path):
    copy = tmp_path / "games.sqlite"
    shutil.copyfile(request.param, copy)
    return copy, msgspec.json.decode(request.param.with_suffix(".json").read_bytes())


def test_every_released_store_reads_as_it_did(golden):
    path, facts = golden
    with Store(path, orchard.find) as store:
        assert store.notice == ""
        assert {game.id for game in store.sessions()} == set(facts["sessions"])
        for ident, wanted in facts["sessions"].items():
            assert expected(store, ident) == wanted


def test_every_released_store_can_be_played_on(golden):
    path, facts = golden
    with Store(path, orchard.find) as store:
        for ident in facts["sessions"]:
            session = store.load(ident)
            session.note("Years later.")
            assert session.seq == len(facts["sessions"][ident]["kinds"]) + 1


def test_every_released_store_gets_its_links_beside_events_that_stay_as_they_are(golden):
    path, _ = golden
    with closing(sqlite3.connect(path)) as connection:
        before = connection.execute("SELECT * FROM event").fetchall()
    with Store(path, orchard.find) as store:
        assert store.is_sound()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT * FROM event").fetchall() == before
        assert connection.execute("SELECT session, seq FROM link").fetchall() == [row[:2] for row in before]
        connection.execute("DROP TABLE link")  # and an older program adds events without links
    with Store(path, orchard.find) as store:
        assert store.notice == ""
        assert store.is_sound()


def test_todays_shapes_have_a_golden_store():
    """An event with a new shape needs a new version, an upcast, and a new golden store."""
    shapes = [msgspec.json.decode(path.with_suffix(".json").read_bytes())["versions"] for path in GOLDEN]
    assert VERSIONS in shapes
    schemas = []
    for path in GOLDEN:
        connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
        schemas.append(connection.execute("PRAGMA user_version").fetchone()[0])
        connection.close()
    assert max(schemas) == len(MIGRATIONS)


def test_the_golden_stores_hold_every_kind_of_event():
    facts = [msgspec.json.decode(path.with_suffix(".json").read_bytes()) for path in GOLDEN]
    held = {kind for each in facts for game in each["sessions"].values() for kind in game["kinds"]}
    assert held >= {kind.__name__ for kind in get_args(AnyEvent)}


def test_every_kind_has_its_own_stored_name():
    assert len(VERSIONS) == len(get_args(AnyEvent))
    assert {kind_of(kind) for kind in get_args(AnyEvent)} == set(VERSIONS)


def test_an_old_body_is_lifted_step_by_step(monkeypatch):
    def to_1(body):
        return {"kind": "action", "by": body["seat"], "move": body["move"], "source": "tap"}

    def to_2(body):
        return {**{key: value for key, value in body.items() if key != "move"}, "text": body["move"]}

    monkeypatch.setitem(events.VERSIONS, "action", 2)
    upcasts = {("turn", 0): to_1, ("action", 1): to_2}
    lifted = decode("turn", 0, '{"kind":"turn","seat":2,"move":"eat 4"}', upcasts)
    assert lifted == ActionTaken(2, "eat 4", "tap")
    assert decode("action", 2, encode(lifted), upcasts) == lifted


@pytest.mark.parametrize(("kind", "version"), [("action", 2), ("teleported", 1)])
def test_an_event_of_a_newer_program_is_not_guessed_at(kind, version):
    with pytest.raises(StoreError, match="newer Tabletop Companion") as caught:
        decode(kind, version, '{"kind":"action","by":1,"text":"eat 4","source":"tap"}')
    assert caught.value.code == "store-newer"


@pytest.mark.parametrize("body", ["", "{", "[]", '{"kind":"action"}', '{"kind":"action","by":"x"}'])
def test_a_torn_body_is_called_damaged(body):
    with pytest.raises(StoreError) as caught:
        decode("action", 1, body)
    assert caught.value.code == "store-damaged"


def test_a_log_begins_with_the_start():
    for log in ([], [events.Logged(1, "now", events.Noted("hello"))]):
        with pytest.raises(ValueError, match="begins with the start"):
            fold(log)


def test_a_game_that_its_rules_no_longer_follow_says_where(tmp_path, monkeypatch):
    path = tmp_path / "games.sqlite"
    with Store(path, orchard.find) as store:
        session = store.new_session("orchard", ["A", "B"], settings=Settings())
        session.act_all([orchard.First(0, 1), orchard.Pick(0, 6)])
        ident = session.id
    monkeypatch.delitem(orchard.BAG, 6)
    with Store(path, orchard.find) as store:
        with pytest.raises(StoreError, match="action 2, “pick 6”, does not fit the rules") as caught:
            store.load(ident)
        assert caught.value.code == "session-unplayable"
        assert [game.id for game in store.sessions()] == [ident]
