"""The hub as people start it: a process of its own, a table that joins by its code, a kill in the middle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from click.testing import CliRunner
from plays import play_on
from servers import HubBroker, until
from sqlalchemy import func, select

from bench.hub.rooms import HubProcess
from companion.cli.main import main
from companion.house.hub_line import HubLine
from companion.house.outbox import Outbox, membership
from companion.house.pairing import NotPaired, pair, paired
from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.hub.store.keys import new_key
from companion.sessions.store import Store


@pytest.fixture
def hub(tmp_path: Path, broker: HubBroker) -> Iterator[HubProcess]:
    made = HubProcess(tmp_path / "hub", broker.address, f"sqlite:///{tmp_path}/hub/hub.db")
    made.start()
    yield made
    made.kill()


@pytest.mark.whole
def test_a_table_joins_by_the_code_that_the_hub_shows_and_outlives_a_kill(
    tmp_path: Path, hub: HubProcess
) -> None:
    database = Database(hub.database)
    address = f"http://127.0.0.1:{hub.port}"
    host = build_opener(HTTPCookieProcessor(CookieJar()))
    host.open(f"{address}/key/{new_key(database, 'host', 'the host', timedelta(days=1))}").close()
    with host.open(f"{address}/tables") as answer:
        csrf = re.search(r'name="csrf"\s+value="(\w+)"', answer.read().decode())
    assert csrf is not None
    form = urlencode({"csrf": csrf[1], "table": "table-9"}).encode()
    with host.open(f"{address}/tables", form) as answer:
        page = answer.read().decode()
    link = re.search(r"<code>(http\S+/join/\S+?)</code>", page)
    assert link is not None
    assert "<svg" in page, "no code to scan"

    with build_opener().open(link[1]) as answer:
        assert f"companion hub join {link[1]}" in answer.read().decode(), "a phone that scans it is told"

    folder = tmp_path / "table"
    done = CliRunner().invoke(main, ["hub", "join", link[1], "--data", str(folder)])
    assert done.exit_code == 0, done.output
    with pytest.raises(NotPaired, match="over"):
        pair(folder, link[1])
    wishes = paired(folder)
    assert (wishes.table, wishes.enabled) == ("table-9", True)
    assert (folder / "hub-line.json").stat().st_mode & 0o077 == 0, "the password is its owner's"

    with Store(folder / "games.db") as store:
        session = store.new_session("caterpillar-filler", ["Ann", "Bob"])
        member = membership(folder, store)
        line = HubLine(wishes, Outbox(store, member), member.installation)
        line.start()
        line.attach(session, None)
        play_on(session, 20)
        until(lambda: not line.waiting, "nothing arrives")
        hub.kill()
        play_on(session, 20)
        assert line.waiting
        hub.start()
        until(lambda: not line.waiting, "what was played meanwhile does not arrive")
        line.stop()
        with database.reading() as connection:
            assert connection.scalar(select(func.count()).select_from(schema.events)) == session.seq
    database.close()
    assert CliRunner().invoke(main, ["hub", "leave", "--data", str(folder)]).exit_code == 0
    assert not paired(folder).enabled


@pytest.mark.parametrize(
    "link", ["", "hub.local", "ftp://hub/join/abcdefgh", "http://u:p@hub/join/abcdefgh", "file:///etc/passwd"]
)
def test_what_is_no_link_is_refused(tmp_path: Path, link: str) -> None:
    with pytest.raises(NotPaired) as refusal:
        pair(tmp_path, link)
    assert refusal.value.code == "hub-bad-link"


def test_a_hub_that_does_not_answer_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotPaired, match=r"does not answer at 127\.0\.0\.1:1"):
        pair(tmp_path, "http://127.0.0.1:1/join/abcdefgh")
    assert not paired(tmp_path).enabled


def test_an_account_a_backup_and_a_broker_are_made_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_HUB_CONFIG", str(tmp_path / "hub.toml"))
    data, run = ["--data", str(tmp_path / "data")], CliRunner()
    short = run.invoke(main, ["hub", "account", "Ann", "--password", "short", *data])
    assert (short.exit_code, "hub-bad-account" in short.output) == (1, True)
    for words in (
        ["account", "Ann", "--role", "admin", "--password", "correct horse", *data],
        ["backup", "--out", str(tmp_path / "backup.zip"), *data],
        ["restore", str(tmp_path / "backup.zip"), "--yes", *data],
        ["broker", "--out", str(tmp_path / "broker")],
    ):
        done = run.invoke(main, ["hub", *words])
        assert done.exit_code == 0, done.output
    assert "allow_anonymous false" in (tmp_path / "broker" / "hub.conf").read_text()
    assert (tmp_path / "broker" / "dynamic-security.json").stat().st_mode & 0o077 == 0
    (tmp_path / "hub.toml").write_text("brokr = 7\n")
    wrong = run.invoke(main, ["hub", "backup", "--out", str(tmp_path / "b.zip"), *data])
    assert (wrong.exit_code, "Did you mean 'broker'" in wrong.output) == (1, True)
