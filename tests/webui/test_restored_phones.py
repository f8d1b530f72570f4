"""A backup and the phones: it holds no secret unless that is asked for; then a new card knows every phone."""

from __future__ import annotations

import json
import stat
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from phones import cookie_name, cookie_of, phone_at
from web_tables import begin

from companion.record.errors import StoreError
from companion.sessions.archive import PHONES, restore, write_backup
from companion.sessions.store import Store
from webui import Hub

NEIGHBOUR = {"REMOTE_ADDR": "192.168.1.66"}


def is_host(phone) -> bool:
    return "You are the host" in phone.get("/host", environ_overrides=NEIGHBOUR).text


def seat_of(phone) -> str:
    header = phone.get("/play").text.split("</header>")[0]
    return next((name for name in ("Anna", "Ben") if name in header), "")


@pytest.fixture
def phone(hub):
    """The host's phone, which plays as Ben."""
    begin(hub)
    phone = phone_at(hub, 2)
    phone.post("/host", data={"code": hub.role.code}, environ_overrides=NEIGHBOUR)
    assert (seat_of(phone), is_host(phone)) == ("Ben", True)
    return phone


@pytest.fixture
def backup(hub, phone, tmp_path: Path) -> Callable[..., Path]:
    """Make a backup of the running table."""

    def make(*, phones: bool) -> Path:
        kept = tmp_path / "kept.zip"
        write_backup(hub.store.path, kept, "1", phones=phones)
        return kept

    return make


@pytest.fixture
def asking(hub, phone) -> Iterator[Callable[[Path], object]]:
    """Give the phone as it asks the table that runs on restored games."""
    opened: list[Hub] = []

    def ask(path: Path):
        table = Hub(Store(path))
        opened.append(table)
        table.open(table.store.load(table.store.sessions()[0].id))
        again = phone_at(table)
        again.set_cookie(cookie_name(phone), cookie_of(phone))
        return again

    yield ask
    for table in opened:
        table.close()
        table.store.close()


def test_a_backup_holds_no_secret_of_the_table_and_no_phone(hub, backup) -> None:
    with zipfile.ZipFile(backup(phones=False)) as kept:
        held = {name: kept.read(name) for name in kept.namelist()}
    (numbers,) = json.loads(hub.store.path.with_suffix(".seats").read_bytes()).values()
    code = hub.role.code
    for secret in (hub.secret, code.encode(), code.replace("-", "").encode(), numbers["2"].encode()):
        assert not any(secret in data for data in held.values())
    assert not PHONES.keys() & held.keys()


def test_on_the_same_machine_the_host_and_the_seats_stay(hub, backup, asking) -> None:
    kept, path = backup(phones=False), hub.store.path
    hub.close()
    hub.store.close()
    restore(kept, path, "1")
    again = asking(path)
    assert (seat_of(again), is_host(again)) == ("Ben", True)


def test_a_new_card_has_a_host_of_its_own_and_free_seats(hub, backup, asking, tmp_path) -> None:
    new = tmp_path / "new" / "games.db"
    assert not restore(backup(phones=False), new, "1").phones
    again = asking(new)
    assert (seat_of(again), is_host(again)) == ("", False)
    assert again.application.extensions["hub"].role.code != hub.role.code


def test_a_new_card_knows_every_phone_where_that_is_asked_for(backup, asking, tmp_path) -> None:
    new = tmp_path / "new" / "games.db"
    assert restore(backup(phones=True), new, "1", phones=True).phones
    for ending in PHONES.values():
        assert stat.S_IMODE(new.with_suffix(ending).stat().st_mode) & 0o077 == 0
    again = asking(new)
    assert (seat_of(again), is_host(again)) == ("Ben", True)


def test_whoever_restores_a_backup_of_others_gives_them_no_role_unawares(backup, asking, tmp_path) -> None:
    new = tmp_path / "new" / "games.db"
    assert restore(backup(phones=True), new, "1").phones, "it says that they are there"
    again = asking(new)
    assert (seat_of(again), is_host(again)) == ("", False)


def test_what_a_restored_host_takes_the_place_of_can_be_had_again(hub, backup, tmp_path) -> None:
    new = tmp_path / "new" / "games.db"
    with Store(new) as store:
        mine = Hub(store).role.code
    before = restore(backup(phones=True), new, "1", phones=True).before
    assert mine.encode() not in new.with_suffix(".host").read_bytes()
    restore(before, new, "1", phones=True)
    assert mine.encode() in new.with_suffix(".host").read_bytes()


def test_a_backup_without_phones_is_refused_where_they_are_asked_for(backup, tmp_path) -> None:
    new = tmp_path / "new" / "games.db"
    with pytest.raises(StoreError) as refused:
        restore(backup(phones=False), new, "1", phones=True)
    assert refused.value.code == "bad-backup"
    assert not new.exists()
