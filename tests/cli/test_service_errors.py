"""The real command when it cannot start as it was told, and the real service when games are not in order."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from commands import run
from sweeps import slow

from bench.service.kills import FORM, GAME, on_the_table
from bench.service.served import COMMAND, INSTALLED, PATIENCE_S, Served, free_port
from companion.cli.toml.settings import STORE_FILE
from companion.record.errors import StoreError
from companion.sessions.store import Store
from companion.storage.claim import claimed
from vision.dice.networks import SHIPPED
from vision.dice.weights import SUFFIX


def serve(*words: object, data: Path) -> subprocess.CompletedProcess[str]:
    """Start the table, which is to refuse and end."""
    return subprocess.run(
        [COMMAND, "serve", "--camera", "off", "--data", str(data), *map(str, words)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env={**os.environ, "COMPANION_CONFIG": os.devnull},
        check=False,
    )


@pytest.mark.whole
def test_a_port_that_another_table_holds_is_named_and_that_table_goes_on(tmp_path: Path) -> None:
    with Served(tmp_path / "data") as first:
        first.wait()
        first.post(f"/new/{GAME}", **FORM)
        place = on_the_table(first)
        second = serve("--host", "127.0.0.1", "--port", first.port, data=tmp_path / "other")
        assert on_the_table(first) == place
    assert second.returncode == 1
    assert second.stderr == (
        f"Error: Port {first.port} is taken by another program. Try --port {first.port + 1}. [port-in-use]\n"
    )


def busy(data: Path) -> str:
    sentence = f"Another table is running with the games in {data}."
    return f"Error: {sentence} Stop it, or choose another folder with --data. [store-busy]\n"


def wait_until_free(data: Path) -> None:
    """Wait until no process of a table claims the games; the dead do not at once leave."""
    ends_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends_s:
        with suppress(StoreError), claimed(data / STORE_FILE):
            return
        time.sleep(0.05)
    pytest.fail("The games are claimed still.")


@pytest.mark.whole
def test_a_second_table_on_the_same_games_is_refused_and_touches_nothing(tmp_path: Path) -> None:
    with Served(tmp_path / "data") as first:
        first.wait()
        first.post(f"/new/{GAME}", **FORM)
        place = on_the_table(first)
        first.until(lambda: any((first.data / "backups").glob("*.sqlite")), "no backup was made")
        before = {path.name: path.stat().st_mtime_ns for path in first.data.iterdir()}
        second = serve("--port", free_port(), data=first.data)
        assert {path.name: path.stat().st_mtime_ns for path in first.data.iterdir()} == before
        assert (second.returncode, second.stdout, second.stderr) == (1, "", busy(first.data))
        first.kill_worker()
        first.wait()
        assert on_the_table(first) == place, "the next process of the same table takes the game up"
        assert serve("--port", free_port(), data=first.data).stderr == busy(first.data)
        for words in (
            ["export", "--out", tmp_path / "kept.game"],
            ["backup", "--out", tmp_path / "kept.zip"],
        ):
            done = run(*words, "--data", first.data)
            assert done.exit_code == 0, done.output
        assert run("doctor", "--data", first.data, "--json").exit_code in (0, 1)
        assert on_the_table(first) == place


def test_what_a_killed_table_leaves_behind_keeps_nobody_out(tmp_path: Path) -> None:
    with Served(tmp_path / "data") as first:
        first.wait()
        first.post(f"/new/{GAME}", **FORM)
        place = on_the_table(first)
        first.kill()
        wait_until_free(first.data)
        first.start()
        first.wait()
        first.kill_watch()  # its worker notices, and ends: so long the next one waits
        with Served(first.data) as second:
            second.wait()
            assert on_the_table(second) == place


def test_only_what_a_killed_table_leaves_behind_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, patience_s = tmp_path / STORE_FILE, 0.3
    gone = subprocess.Popen(["true"])
    gone.wait()

    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        time.sleep(seconds)

    # Its own alone: other threads of this process may sleep, too.
    monkeypatch.setattr("companion.storage.claim.time", SimpleNamespace(monotonic=time.monotonic, sleep=nap))

    def be_refused() -> None:
        with pytest.raises(StoreError, match="Another table is running"), claimed(store, patience_s):
            pass

    with claimed(store):
        be_refused()
        assert naps == []
        (claim,) = tmp_path.glob("*.served")
        claim.write_text(str(gone.pid))
        be_refused()
        assert naps != []
    with claimed(store, patience_s):
        assert claim.read_text() == str(os.getpid())


def a_file(path: Path) -> Path:
    path.write_text("")
    return path


def a_folder_within_a_file(path: Path) -> Path:
    return a_file(path) / "games"


def a_folder_that_nobody_may_make(_: Path) -> Path:
    return Path("/proc/games")


def games_of_another_program(path: Path) -> Path:
    path.mkdir()
    with closing(sqlite3.connect(path / STORE_FILE)) as connection:
        connection.execute("CREATE TABLE photographs (name)")
    return path


@pytest.mark.whole
@pytest.mark.parametrize(
    ("words", "data", "status", "sentence", "code"),
    [
        (["--host", "192.0.2.7"], Path, 1, "192.0.2.7 is no address of this machine.", "host-unknown"),
        (["--camera", "telescope"], Path, 1, "'telescope' is no camera that I know.", "camera-unknown"),
        *slow(
            (["--camera", "/no/such/folder"], Path, 1, "There is no /no/such/folder.", "camera-unknown"),
            (["--camera", "no/such/film.mp4"], Path, 1, "There is no no/such/film.mp4.", "camera-unknown"),
            (["--port", "70000"], Path, 2, "70000 is not in the range 1<=x<=65535.", "wrong-usage"),
            ([], a_folder_that_nobody_may_make, 1, "The game store cannot be written:", "store-unwritable"),
        ),
        (["--kamera", "sim"], Path, 2, "No such option", "wrong-usage"),
        ([], a_file, 2, "is a file.", "wrong-usage"),
        ([], a_folder_within_a_file, 1, "cannot be written: Not a directory.", "store-unwritable"),
        ([], games_of_another_program, 1, "a database of some other program", "store-foreign"),
    ],
)
def test_what_cannot_be_done_has_its_own_sentence_code_and_status(
    tmp_path: Path,
    words: list[str],
    data: Callable[[Path], Path],
    status: int,
    sentence: str,
    code: str,
) -> None:
    refused = serve("--port", free_port(), *words, data=data(tmp_path / "data"))
    assert refused.returncode == status
    assert refused.stdout == ""
    *_, told = refused.stderr.splitlines()
    assert told.startswith("Error: ")
    assert sentence in told
    assert told.endswith(f" [{code}]")
    assert "Traceback" not in refused.stderr


def test_a_folder_without_the_right_to_write_is_refused(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("the system lets root write everywhere")
    tmp_path.chmod(0o500)
    refused = serve("--port", free_port(), data=tmp_path / "data")
    assert refused.returncode == 1
    assert "Permission denied" in refused.stderr
    assert refused.stderr.endswith("[store-unwritable]\n")


def test_a_game_that_cannot_be_gone_on_with_does_not_keep_the_table_from_starting(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Store(data / STORE_FILE) as store:
        ident = store.new_session(GAME, ["Anna", "Ben"]).id
    with closing(sqlite3.connect(data / STORE_FILE)) as connection, connection:
        connection.execute("INSERT INTO event VALUES (?, 2, '2030', 'action', 99, '{}')", (ident,))
    with Served(data) as service:
        service.wait()
        assert "written by a newer Tabletop Companion" in service.get("/").text
        assert on_the_table(service) is None
        service.post(f"/new/{GAME}", **FORM)
        assert on_the_table(service) is not None


def test_what_was_repaired_at_the_start_is_told_on_the_first_page(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Store(data / STORE_FILE) as store:
        ident = store.new_session(GAME, ["Anna", "Ben"]).id
        store.keep_backup()
    with (data / STORE_FILE).open("r+b") as file:
        file.write(bytes(100))
    with Served(data) as service:
        service.wait()
        assert "The game store was damaged" in service.get("/").text
        place = on_the_table(service)
        assert place is not None
        assert place[0] == ident
        service.kill_worker()
        service.wait()
        assert "The game store was damaged" in service.get("/").text


TORN = """
from pathlib import Path

from vision.dice import DiceReader

DiceReader.__init__.__defaults__ = (Path({folder!r}),)
"""


@pytest.mark.whole
def test_a_torn_network_is_told_on_the_page_and_the_game_is_tapped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for network in SHIPPED.glob(f"*{SUFFIX}"):
        (tmp_path / network.name).write_bytes(network.read_bytes()[:1000])
    (tmp_path / "sitecustomize.py").write_text(TORN.format(folder=str(tmp_path)))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Served(tmp_path / "data", "sim", command=INSTALLED) as service:
        service.wait()
        assert service.post(f"/new/{GAME}", **{**FORM, "chance": "camera"}).status == 303
        service.until(lambda: "reader-damaged" in service.get("/play").text, "the torn network was not told")
        page = " ".join(service.get("/play").text.split())
        assert re.search(r"\w+\.onnx\.gz is torn\. Install", page)
        assert "or tap what happens" in page
        assert "correct the record" not in page, "it is not the game that is wrong"
        seq = json.loads(service.get("/health").text)["seq"]
        assert service.post("/play/act", seq=seq, by=0, text="first 1").status == 303
        assert "chance first 1" in service.get("/record").text
