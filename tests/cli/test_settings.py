"""The settings file: what holds without one, and mistakes told with their line and a way out."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from commands import run

from bench.service.served import Served
from companion.cli.commands.serving import settings_for
from companion.cli.toml import toml_file
from companion.cli.toml.settings import (
    Settings,
    SettingsError,
    default_data_folder,
    load_settings,
    settings_path,
)
from companion.cli.toml.toml_text import MASK, as_toml, example, masked
from webui.http.proxies import Proxies


class Lamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lamp of the house."""

    pin: Annotated[int, msgspec.Meta(description="Its number.", ge=0, le=27)] | None = None
    mood: Literal["calm", "bright"] = "calm"
    password: str = ""


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the tests furnish."""

    address: Annotated[str, msgspec.Meta(description="Where it is.")] = ""
    lamp: Lamp = Lamp()
    bell: Lamp | None = None


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "companion.toml"
    path.write_text(text)
    return path


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "nowhere.toml") == Settings()


def test_the_keys_are_read(tmp_path: Path) -> None:
    path = write(tmp_path, 'camera = "v4l2:0"\nport = 9000\nhosts = ["games.example.org"]\n')
    assert load_settings(path) == Settings(camera="v4l2:0", port=9000, hosts=("games.example.org",))


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ('camera = "sim"\n\nkamera = "sim"\n', 3, "Did you mean 'camera'?"),
        ('host = "x"\nport = "eighty"\n', 2, "must be a whole number, not text in quotes"),
        ("port = 70000\n", 1, "at most 65535"),
        ("camera = \n", 1, "TOML"),
        ("camera = 'sim'\nport = ", 2, "TOML"),
    ],
    ids=["an unknown key", "a value of the wrong kind", "out of range", "not TOML", "torn off"],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, text: str, line: int, word: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(SettingsError) as caught:
        load_settings(path)
    assert f"{path}, line {line}:" in caught.value.sentence
    assert word in caught.value.sentence


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[lamp]\npin = 4\npim = 5\n", 3, "no key 'pim' in [lamp]. Did you mean 'pin'?"),
        ("\n[lamp]\npin = 40\n", 3, "lamp.pin: this must be at most 27"),
        ("lamp.mood = 'wild'\n", 1, "lamp.mood: it is one of 'calm', 'bright'"),
        ("address = 'x'\nlamp = { pin = 'x' }\n", 2, "lamp.pin: this must be a whole number or nothing"),
        ("[bell]\n\nbin = 1\n", 3, "no key 'bin' in [bell]. Did you mean 'pin'?"),
        ("[lamps.left]\npin = 1\n", 1, "no key 'lamps'. Did you mean 'lamp'?"),
        ("lamp = 3\n", 1, "lamp: this must be a table of its own, not a whole number"),
        ('["lamp"]\n"pim" = 5\n', 2, "'pim'"),
    ],
)
def test_a_mistake_within_a_table_is_told_with_its_line(
    tmp_path: Path, text: str, line: int, words: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        toml_file.load(write(tmp_path, text), House)
    (mistake,) = caught.value.mistakes
    assert mistake.line == line
    assert words in mistake.what


@pytest.mark.parametrize(
    ("key", "value", "word"),
    [
        ("proxies", '["the router"]', "'the router' is no address or network"),
        ("proxies", '["10.0.0.300"]', "'10.0.0.300'"),
        ("address", '"games.example.org"', "'games.example.org' is no address"),
        ("address", '"ftp://games.example.org"', "no address"),
        ("address", '"https://games.example.org:port/"', "no address"),
        ("address", '"https://anna@games.example.org/?table"', "no address"),
    ],
)
def test_a_proxy_that_cannot_be_is_told_with_its_line(tmp_path, key: str, value: str, word: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings(write(tmp_path, f"port = 80\n[web]\n{key} = {value}\n"))
    (mistake,) = caught.value.mistakes
    assert mistake.line == 2
    assert word in mistake.what
    assert caught.value.usable == {"port": 80}


def test_proxies_are_read_as_addresses_and_networks(tmp_path) -> None:
    text = """
        [web]
        proxies = ["127.0.0.1", "10.0.0.7/8", "fd00::/8"]
        address = "https://games.example.org/table/"
    """
    web = load_settings(write(tmp_path, text)).web
    proxies = Proxies.of(web.proxies, web.address)
    assert all(proxies.trusts(peer) for peer in ("127.0.0.1", "10.9.9.9", "fd00::9"))
    assert not any(proxies.trusts(peer) for peer in ("192.168.1.7", "127.0.0.2", ""))
    assert (proxies.host, proxies.path) == ("games.example.org", "/table")


def test_safe_mode_keeps_what_leads_phones_here(tmp_path, monkeypatch) -> None:
    names = 'hosts = ["games.example.org"]'
    path = write(tmp_path, f'camera = "sim"\n{names}\n[web]\nproxies = ["10.0.0.1"]\n')
    monkeypatch.setenv("COMPANION_CONFIG", str(path))
    kept, why = settings_for(safe=True)
    assert (kept.hosts, kept.web.proxies) == (("games.example.org",), ("10.0.0.1",))
    assert kept.camera == "auto"
    assert why is not None


def test_every_mistake_is_told_and_the_rest_can_be_used(tmp_path: Path) -> None:
    path = write(tmp_path, "[lamp]\npin = 'x'\nmood = 3\n[bell]\npin = 7\n[gong]\n")
    with pytest.raises(SettingsError) as caught:
        toml_file.load(path, House)
    assert [line for line, _ in caught.value.mistakes] == [2, 3, 6]
    assert msgspec.convert(caught.value.usable, House) == House(bell=Lamp(pin=7))


def test_a_file_that_may_not_be_read_is_an_error_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(tmp_path)  # a folder where the file should be
    (tmp_path / "latin.toml").write_bytes(b"camera = '\xe9'\n")
    with pytest.raises(SettingsError, match="UTF-8"):
        load_settings(tmp_path / "latin.toml")


def test_secrets_are_masked_wherever_they_stand() -> None:
    house = House("rtsp://anna:pass@10.0.0.7/1", Lamp(password="hush"), Lamp(password=""))
    assert masked(house)["lamp"]["password"] == MASK
    assert masked(house)["bell"]["password"] == "", "there is nothing to hide"
    assert masked(house)["address"] == f"rtsp://anna:{MASK}@10.0.0.7/1"
    assert "pass@" not in as_toml(house)


def test_what_is_shown_is_a_settings_file() -> None:
    house = House('a "quoted" é\n', Lamp(pin=3), Lamp(mood="bright"))
    assert msgspec.convert(tomllib.loads(as_toml(house)), House) == house


@pytest.mark.parametrize("shape", [Settings, House])
def test_the_example_has_every_key_and_holds_when_its_marks_are_taken_away(
    tmp_path: Path, shape: type[msgspec.Struct]
) -> None:
    text = example(shape)
    assert toml_file.load(write(tmp_path, text), shape) == shape(), "all is commented out"
    lines = [line.removeprefix("# ") for line in text.splitlines()]
    keys = [line for line in lines if re.match(r"\[|\w+ = ", line)]
    assert {line.partition(" = ")[0].strip("[]") for line in keys} >= set(shape.__struct_fields__)
    given = "\n".join(line for line in keys if not line.endswith(" = ..."))
    loaded = toml_file.load(write(tmp_path, given), shape)
    assert loaded in (shape(), House(bell=Lamp())), "a table that is named is there"


def test_the_service_has_its_own_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", "/etc/companion")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/companion")
    assert settings_path() == Path("/etc/companion/companion.toml")
    assert default_data_folder() == Path("/var/lib/companion")


def test_the_command_shows_and_checks_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "companion.toml"
    monkeypatch.setenv("COMPANION_CONFIG", str(path))
    assert str(path) in run("config", "path").stdout
    assert json.loads(run("config", "show", "--json").stdout)["port"] == 8080
    assert "# port = 8080" in run("config", "example").stdout
    assert run("config", "check").exit_code == 0
    path.write_text("camera = 'rtsp://anna:pass@10.0.0.7/1'\n")
    assert "pass@" not in run("config", "show").stdout
    path.write_text("port = 'x'\n")
    checked = run("config", "check")
    assert checked.exit_code == 1
    assert "bad-settings" in checked.stderr


def test_a_table_with_mistakes_in_its_settings_starts_and_shows_them(tmp_path: Path) -> None:
    path = write(tmp_path, "camera = 'sim'\nkamera = '<b>'\n")
    with Served(tmp_path / "data", camera="sim", settings=path) as service:
        service.wait()
        page = service.get("/").text
        assert json.loads(service.get("/health").text)["safe_mode"] is True
        service.post("/new/caterpillar-filler", **{"seats": 2, "name-1": "A", "name-2": "B", "chance": "tap"})
        assert json.loads(service.get("/health").text)["table"] == "off", "the game is played by tapping"
    assert "<b>2</b> <code>kamera = &#39;&lt;b&gt;&#39;</code>" in page
    assert "Did you mean &#39;camera&#39;?" in page
    assert "bad-settings" in page
