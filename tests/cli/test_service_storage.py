"""The running service and its games: stopped while it starts, read by others, damaged while people play."""

from __future__ import annotations

import os
import signal
import stat
from pathlib import Path

import pytest
from sweeps import slow

from bench.service.kills import FORM, GAME, begin, on_the_table
from bench.service.served import Served
from companion.cli.toml.settings import STORE_FILE
from companion.record.events import Logged, Noted
from companion.sessions.journal import row_of
from companion.sessions.store import Store

PAGE = 4096


@pytest.mark.parametrize("sign", ["Stop it with Ctrl-C", *slow("", "The table is at")])
def test_ctrl_c_while_the_service_starts_is_a_clean_end(tmp_path: Path, sign: str) -> None:
    out = tmp_path / "service.out"
    with Served(tmp_path / "data") as service:
        service.until(lambda: (tmp_path / "data").exists() and sign in out.read_text(), f"no {sign!r}")
        assert service.stop(signal.SIGINT) == 0
        assert "Traceback" not in out.read_text()
        assert "Aborted" not in out.read_text()


def test_everything_beside_the_games_is_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "backups").mkdir(parents=True)
    with Store(data / STORE_FILE) as store:
        store.new_session(GAME, ["Anna", "Ben"])
        store.keep_backup()
    for path in data.rglob("*"):  # as an older program left it
        path.chmod(0o755 if path.is_dir() else 0o644)
    with Served(data) as service:
        service.wait()
        begin(service)
        service.until((data / "backups").exists, "no backup")
        service.until(lambda: (data / f"{STORE_FILE}-wal").exists(), "nothing was written")
        shown = {path.name: stat.filemode(path.stat().st_mode) for path in data.rglob("*")}
        assert {name: mode for name, mode in shown.items() if not mode.endswith("------")} == {}
        assert {STORE_FILE, f"{STORE_FILE}-wal", f"{STORE_FILE}-shm", "backups"} <= shown.keys()


def test_damage_met_by_a_page_is_no_failure_and_is_repaired_while_the_table_runs(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Store(data / STORE_FILE) as store:
        kept = [store.new_session(GAME, ["Anna", "Ben"]) for _ in range(4)]
        for game in kept:  # more than SQLite keeps in memory, or it would not notice for an hour
            notes = [
                Logged(seq, "now", Noted(f"note {seq} {'x' * 3000}")) for seq in range(game.seq + 1, 300)
            ]
            store._database.append(game.id, [row_of(each) for each in notes])
        idents = [game.id for game in kept]
    pages = (
        "/",
        "/past",
        *(f"/games/{ident}" for ident in idents),
        *(f"/games/{ident}/log" for ident in idents),
    )
    with Served(data) as service:
        service.wait()
        service.post(f"/new/{GAME}", **FORM)
        before = on_the_table(service)
        overwrite_most(data / STORE_FILE)
        answers: dict[str, int] = {}

        def repaired() -> bool:
            for page in pages:
                answers[page] = service.get(page).status
                assert answers[page] != 500, page
            return "was damaged" in service.get("/").text

        service.until(repaired, "the store was not repaired")
        assert on_the_table(service) == before, "the game on the table goes on"
        assert all(service.get(page).status in (200, 303, 404) for page in pages)


def overwrite_most(path: Path) -> None:
    """Damage most pages of the games, as a failing card does."""
    with path.open("r+b") as file:
        for page in range(4, path.stat().st_size // PAGE):
            file.seek(page * PAGE)
            file.write(os.urandom(PAGE))
        os.fsync(file.fileno())
