"""Every command in locales that are not UTF-8: it starts, and what it writes is read again by others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from sweeps import slow

from bench.service.served import COMMAND, INSTALLED, Served
from companion.cli.toml.settings import STORE_FILE
from companion.sessions.store import Store

Locale = dict[str, str]

LOCALES = {
    "latin": ({"PYTHONIOENCODING": "latin-1"}, "latin-1"),
    "ascii": ({"PYTHONIOENCODING": "ascii"}, "ascii"),
    "posix": ({"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}, "ascii"),
}
SETTING = ("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "PYTHONIOENCODING", "PYTHONUTF8", "PYTHONCOERCECLOCALE")
MARKS = {"posix": (), "latin": pytest.mark.slow, "ascii": pytest.mark.slow}
NAMES = ["Анна", "Möwe"]

in_every_locale = pytest.mark.parametrize(
    ("locale", "encoding"),
    # POSIX has files and words in ASCII; the others are there for words alone.
    [pytest.param(*LOCALES[name], id=name, marks=marks) for name, marks in MARKS.items()],
)


def run(locale: Locale, *words: str | bytes | Path, code: int = 0) -> subprocess.CompletedProcess[bytes]:
    """Run the command; it ends with that exit code, and never with a traceback."""
    inherited = {name: value for name, value in os.environ.items() if name not in SETTING}
    done = subprocess.run(
        [COMMAND, *words],
        env={**inherited, "COMPANION_CONFIG": os.devnull, "OMP_NUM_THREADS": "1", **locale},
        capture_output=True,
        timeout=100,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode(errors="replace")
    assert done.returncode == code, done.stderr.decode(errors="replace")
    return done


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with Store(tmp_path / STORE_FILE) as store:
        session = store.new_session("caterpillar-filler", NAMES)
        session.act(session.game.parse(0, "first 1"))
    return tmp_path


@pytest.mark.whole
@in_every_locale
def test_a_record_is_utf8_wherever_it_goes(data: Path, locale: Locale, encoding: str) -> None:
    poured = run(locale, "export", "--data", data).stdout.decode()
    assert f"name 1: {NAMES[0]}\nname 2: {NAMES[1]}\n" in poured
    target = data / "Игра.game"
    run(locale, "export", "--data", data, "--out", target)
    assert target.read_text("utf-8") == poured
    shown = run(locale, "replay", target).stdout.decode(encoding)
    # A name is replaced sign by sign where the terminal has none of them.
    assert [name.encode(encoding, "replace").decode(encoding) + ": 5" in shown for name in NAMES] == [
        True,
        True,
    ]


@pytest.mark.whole
@in_every_locale
def test_json_is_valid_wherever_it_goes(data: Path, locale: Locale, encoding: str) -> None:
    names = os.fsencode(data / "Бильд.png"), os.fsencode(data) + b"/\xff.png"
    for name in names:
        cv2.imwrite(str(data / "any.png"), np.zeros((64, 64, 3), np.uint8))
        (data / "any.png").rename(os.fsdecode(name))
    told = json.loads(run(locale, "read", names[1], "--json").stdout.decode(encoding))
    assert os.fsencode(told["file"]) == names[1]
    shown = run(locale, "read", names[0]).stdout.decode(encoding)
    assert names[0].decode(encoding, "replace")[:5] in shown


@pytest.mark.whole
@in_every_locale
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["games"], 0),
        (["print", "--help"], 0),
        (["config", "example"], 0),
        (["replay", "Möwe.game"], 1),
        (["Команда"], 2),
    ],
)
def test_a_command_says_what_it_has_to(locale: Locale, encoding: str, words: list[str], code: int) -> None:
    done = run(locale, *words, code=code)
    assert done.stdout.decode(encoding) + done.stderr.decode(encoding)


@pytest.mark.whole
@in_every_locale
def test_files_of_any_name_are_written(data: Path, locale: Locale, encoding: str) -> None:
    del encoding
    archive = data / "Архив.zip"
    run(locale, "backup", "--data", data, "--out", archive)
    run(locale, "restore", archive, "--data", data / "Другая")
    assert (data / "Другая" / STORE_FILE).exists()
    played = data / "Партия.game"
    run(locale, "playout", "caterpillar-filler", "--seed", "1", "--record", played)
    assert played.read_text("utf-8").startswith("game: caterpillar-filler")


def test_a_name_that_was_typed_in_the_terminals_encoding_is_taken_so(tmp_path: Path) -> None:
    posix = LOCALES["posix"][0] | {"PYTHONIOENCODING": "latin-1"}
    told = run(posix, "replay", "M\xf6we.game".encode("latin-1"), code=1).stderr.decode("latin-1")
    assert "There is no file Möwe.game." in told


@pytest.mark.whole
@in_every_locale
def test_the_table_starts_and_shows_its_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: Locale, encoding: str
) -> None:
    for name in SETTING:
        monkeypatch.delenv(name, raising=False)
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    with Served(tmp_path / "Столы", command=INSTALLED) as service:
        service.wait()
        form = {"seats": 2, "name-1": NAMES[0], "name-2": NAMES[1], "chance": "software"}
        service.post("/new/caterpillar-filler", **form)
        assert NAMES[0] in service.get("/play").text
    said = (tmp_path / "service.out").read_bytes().decode(encoding)
    assert "The table is at http://" in said
    assert "Traceback" not in said


@pytest.mark.whole
@pytest.mark.parametrize("encoding", ["ascii", "utf-8", *slow("latin-1")])
def test_the_code_for_phones_is_shown_where_the_terminal_has_blocks(encoding: str) -> None:
    code = "from companion.cli.commands.serving import show_code; show_code('http://192.0.2.1:8080/join')"
    shown = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    ).stdout.decode(encoding)
    assert ("\N{FULL BLOCK}" in shown) == (encoding == "utf-8")
    assert bool(shown) == (encoding == "utf-8")
