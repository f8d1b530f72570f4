"""The command speaks the language of the locale; JSON, files and exit codes do not change with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.main import main

RECORD = next(
    iter(sorted((Path(__file__).parent.parent / "rules" / "golden").glob("caterpillar-filler*.game")))
)
GERMAN = {"LANG": "de_DE.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""}
ENGLISH = {**GERMAN, "LANG": "en_GB.UTF-8"}


def run(locale: dict[str, str], *arguments: object) -> Result:
    return CliRunner(env=locale).invoke(main, [str(argument) for argument in arguments])


def test_a_record_is_replayed_in_the_language_of_the_locale() -> None:
    german, english = run(GERMAN, "replay", RECORD), run(ENGLISH, "replay", RECORD)
    assert (german.exit_code, english.exit_code) == (0, 0)
    assert "Züge." in german.output
    assert "Kopf im Garten" in german.output
    assert "actions." not in german.output
    assert "Head in the garden" in english.output
    actions = english.output.partition("\n\n")[0]
    assert german.output.startswith(actions), "actions are those of the record"


@pytest.mark.parametrize("command", [("replay", RECORD), ("games",), ("config",)], ids=lambda each: each[0])
def test_json_is_the_same_in_every_locale(command: tuple[object, ...]) -> None:
    german, english = run(GERMAN, *command, "--json"), run(ENGLISH, *command, "--json")
    assert german.exit_code == english.exit_code
    assert german.stdout == english.stdout


def test_games_and_their_options_are_told_in_german() -> None:
    output = run(GERMAN, "games").output
    assert "papillon: Papillon, 2-4 Spieler, 30-45 Minuten" in output
    assert "players" not in output


def test_a_refusal_has_its_code_in_every_language(tmp_path: Path) -> None:
    arguments = ("score", "papillon", "--seats", "2", "--answer", "nothing=1")
    german, english = run(GERMAN, *arguments), run(ENGLISH, *arguments)
    assert german.exit_code == english.exit_code == 1
    assert german.output.rpartition("[")[2] == english.output.rpartition("[")[2]
    assert "Es gibt keine Datei" in run(GERMAN, "replay", tmp_path / "none").output


@pytest.mark.whole
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "ascii"])
def test_umlauts_are_printed_as_the_terminal_has_them(encoding: str) -> None:
    locale = {"LANG": "de_DE", "PYTHONIOENCODING": encoding, "PYTHONPATH": os.pathsep.join(sys.path)}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    command = [sys.executable, "-c", "from companion.cli.main import main; main()", "replay", str(RECORD)]
    done = subprocess.run(command, env={**inherited, **locale}, capture_output=True, timeout=100)
    assert done.returncode == 0, done.stderr
    said = "Züge.".encode(encoding, errors="replace")
    assert said in done.stderr + done.stdout
