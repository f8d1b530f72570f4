"""`companion doctor` speaks the language of the locale, whatever it finds; its JSON is the same in every."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.checks import devices, games, host, machine, software
from companion.cli.checks.finding import Finding, Place, named
from companion.cli.commands import doctor
from companion.cli.main import main
from companion.cli.toml.settings import STORE_FILE
from companion.language.catalogue import Translations, read_catalogue
from companion.language.languages import LANGUAGES
from companion.language.python_sentences import sentences_in
from companion.language.templates import says_nothing
from companion.rules.phrases import Audience, spoken

ROOT = Path(__file__).resolve().parent.parent.parent / "companion"
SAYING = (
    *sorted((ROOT / "cli" / "checks").glob("*.py")),
    ROOT / "cli" / "commands" / "doctor.py",
    ROOT / "cli" / "machine" / "interfaces.py",
    ROOT / "cli" / "machine" / "network.py",
    ROOT / "cli" / "toml" / "toml_file.py",
    ROOT / "house" / "broker.py",
    ROOT / "house" / "hub_line.py",
    ROOT / "rules" / "bundle.py",
    ROOT / "rules" / "catalogue.py",
    ROOT / "storage" / "failures.py",
)
GERMAN = {"LANG": "de_DE.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""}
PLAIN = {**GERMAN, "LANG": "C"}
STEADY = (software.program, software.packages, software.settings, games.games, machine.power, host.code)
"""Checks whose answer is the same a minute later."""


@pytest.fixture(scope="module")
def german() -> Translations:
    return read_catalogue(ROOT / "language" / "catalogue" / "de.po")


def test_every_sentence_of_a_check_can_be_translated_and_is_german(german: Translations) -> None:
    found, unclear = sentences_in(SAYING)
    assert unclear == [], "hand over a Message, and no text that is put together"
    texts = {each.text for each in found if not says_nothing(each.text)}
    assert len(texts) > 100
    assert [text for text in sorted(texts) if ("", text) not in german.texts] == []


class Listening:
    """German that notes which sentences it was asked for and does not have."""

    def __init__(self, german: Translations) -> None:
        self._inner, self._german = LANGUAGES.speech("de"), german
        self.missed: list[str] = []

    def template(self, text: str, many: str = "", number: int = 1) -> str:
        if text and not says_nothing(text) and ("", text) not in self._german.texts:
            self.missed.append(text)
        return self._inner.template(text, many, number)

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)


def found_on(place: Place, monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """Look at a machine without anything, at one on which all is wrong, and at a Pi that is hot and slow."""

    def tried(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1, "", "ModuleNotFoundError: No module named 'picamera2'")

    def put(path: str, text: str) -> None:
        (place.root / path).parent.mkdir(parents=True, exist_ok=True)
        (place.root / path).write_text(text)

    monkeypatch.setattr(subprocess, "run", tried)
    monkeypatch.setattr(devices, "cameras_found", lambda _: [])
    found = list(doctor.findings(place))
    put("proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0")
    put("sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    put("sys/class/thermal/thermal_zone0/temp", "84000\n")
    put("dev/gpiochip0", "")
    put("proc/mounts", f"tmpfs {place.data} tmpfs rw 0 0\n")
    (place.data / STORE_FILE).write_bytes(b"no games" * 1000)
    place.settings.write_text('host = "127.0.0.1"\n[mqtt]\nenabled = true\nhost = "127.0.0.1"\nport = 1\n')
    monkeypatch.setattr(machine, "_clock_state", lambda: machine.TIME_ERROR)
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    found += doctor.findings(place)
    place.settings.write_text('kamera = "sim"\nport = "x"\n')
    return [*found, *doctor.findings(place)]


def test_no_finding_is_told_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, german: Translations
) -> None:
    place = Place(tmp_path / "games", tmp_path / "companion.toml", tmp_path / "root")
    found = found_on(place, monkeypatch)
    listening = Listening(german)
    audience = Audience({}, listening)  # type: ignore[arg-type]
    for each in found:
        for words in filter(None, (each.said, each.advice, each.check)):
            assert audience.say(words) if isinstance(words, str) else spoken(words, audience)
    functions = {check.__name__ for check in doctor.CHECKS}  # a check that failed is called by its function
    assert [text for text in listening.missed if text not in functions] == []
    assert {each.state for each in found} == {"ok", "warning", "fault"}
    assert (
        Audience({}, listening).say("the voltage is too low right now")
        == "die Spannung ist gerade zu niedrig"
    )  # type: ignore[arg-type]


def run(locale: dict[str, str], *arguments: object) -> Result:
    return CliRunner(env=locale).invoke(main, ["doctor", *map(str, arguments)])


def test_the_command_tells_in_german_and_programs_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "companion.toml"))
    monkeypatch.setattr(doctor, "CHECKS", STEADY)
    told = run(GERMAN, "--data", tmp_path).output
    assert f"keine in {tmp_path / 'companion.toml'}; es gelten die Vorgaben" in told
    assert "Einstellungen" in told
    assert "settings" not in told
    english, german = (run(locale, "--data", tmp_path, "--json") for locale in (PLAIN, GERMAN))
    assert english.stdout == german.stdout
    assert {"check": "games", "state": "ok", "found": f"none yet in {tmp_path}", "remedy": ""} in json.loads(
        german.stdout
    )


def test_a_check_that_fails_by_itself_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(_: Place) -> Finding:
        raise ValueError("no {such} thing")

    monkeypatch.setattr(doctor, "CHECKS", (broken,))
    told = run(GERMAN, "--data", tmp_path)
    assert told.exit_code == 1
    assert "no {such} thing" in told.output
    assert "-> berichtige das und ruf doctor noch einmal auf" in told.output
    assert str(named(Path("a"), "b")) == "a, b"


@pytest.mark.whole
@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_umlauts_are_printed_as_the_terminal_has_them(tmp_path: Path, encoding: str) -> None:
    code = (
        "from companion.cli.checks import machine; from companion.cli.commands import doctor;"
        "doctor.CHECKS = (machine.heat,); from companion.cli.main import main; main()"
    )
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    locale = {"LANG": "de_DE", "PYTHONIOENCODING": encoding, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code, "doctor", "--data", str(tmp_path)]
    done = subprocess.run(command, env={**inherited, **locale}, capture_output=True, timeout=100)
    assert b"Traceback" not in done.stderr, done.stderr
    assert "Wärme".encode(encoding, errors="replace") in done.stdout
