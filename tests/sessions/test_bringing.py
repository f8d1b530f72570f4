"""Games that this program gave out are brought in: whole, once, and never half."""

from __future__ import annotations

import io
import random
import zipfile

import pytest

from companion.record.events import Settings
from companion.rules.errors import BadRecord
from companion.sessions.bringing import bring_in, pack_records
from companion.sessions.history import ended
from companion.sessions.store import Store


def played(store, *names, seed=1):
    options = {"rows": "4", "cols": "4"}
    session = store.new_session("filler-tiles", names, options, Settings(otherwise="tap"))
    rng = random.Random(seed)
    while session.state.actors:
        session.act(rng.choice(list(session.state.legal(session.state.actors[0]))))
    return session


@pytest.fixture
def stores(tmp_path):
    with Store(tmp_path / "one.db") as one, Store(tmp_path / "other.db") as other:
        yield one, other


def test_a_record_becomes_the_same_finished_game(stores) -> None:
    one, other = stores
    session = played(one, "Anna", "Ben")
    brought = bring_in(other, "a.game", session.record().encode())
    (taken,) = brought.games
    assert taken.state == session.state
    assert taken.names == session.names
    (kept,) = ended(other.sessions())
    assert (kept.names, kept.totals) == (("Anna", "Ben"), ended(one.sessions())[0].totals)


def test_all_records_of_a_table_come_in_at_once_and_none_twice(stores) -> None:
    one, other = stores
    games = [played(one, "Anna", "Ben", seed=seed) for seed in (1, 2, 3)]
    packed = pack_records(games)
    assert len(bring_in(other, "all.zip", packed).games) == 3
    again = bring_in(other, "all.zip", packed)
    assert (again.games, again.known) == ((), 3)
    assert len(other.sessions()) == 3
    assert bring_in(one, "all.zip", packed).known == 3


def test_the_same_moves_of_other_people_are_another_game(stores) -> None:
    one, other = stores
    text = played(one, "Anna", "Ben").record()
    bring_in(other, "a.game", text.encode())
    assert len(bring_in(other, "b.game", text.replace("name 1: Anna", "name 1: Carla").encode()).games) == 1


def test_a_record_that_is_damaged_is_refused_with_its_name_and_the_others_come_in(stores) -> None:
    one, other = stores
    good = played(one, "Anna", "Ben").record()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("good.game", good)
        archive.writestr("cut.game", good[: len(good) // 2])
        archive.writestr("older.game", good.replace("rules: 1", "rules: 99"))
        archive.writestr("about.txt", "not a record")
    brought = bring_in(other, "all.zip", buffer.getvalue())
    assert len(brought.games) == 1
    assert [str(each).partition(":")[0] for each in brought.refused] == ["cut.game", "older.game"]
    assert len(other.sessions()) == 1


@pytest.mark.parametrize("data", [b"PK\x03\x04 no zip at all", pack_records([])])
def test_a_file_without_any_record_is_refused(stores, data) -> None:
    with pytest.raises(BadRecord):
        bring_in(stores[1], "x.zip", data)


def test_a_text_that_is_no_record_is_refused_with_its_name(stores) -> None:
    brought = bring_in(stores[1], "shopping.txt", b"milk\nbread\n")
    assert str(brought.refused[0]).startswith("shopping.txt: ")
    assert stores[1].sessions() == []
