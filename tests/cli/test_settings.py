"""The settings file: what holds without one, and mistakes told with their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.settings import Settings, SettingsError, default_data_folder, load_settings, settings_path


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "companion.toml"
    path.write_text(text)
    return path


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "nowhere.toml") == Settings()


def test_the_keys_are_read(tmp_path: Path) -> None:
    path = write(tmp_path, 'camera = "v4l2:0"\nport = 9000\n')
    assert load_settings(path) == Settings(camera="v4l2:0", port=9000)


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ('camera = "sim"\n\nkamera = "sim"\n', 3, "kamera"),
        ('host = "x"\nport = "eighty"\n', 2, "port"),
        ("port = 70000\n", 1, "65535"),
        ("camera = \n", 1, "TOML"),
    ],
    ids=["an unknown key", "a value of the wrong kind", "a value out of range", "not TOML"],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, text: str, line: int, word: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(SettingsError) as caught:
        load_settings(path)
    assert f"{path}, line {line}:" in caught.value.sentence
    assert word in caught.value.sentence


def test_a_file_that_may_not_be_read_is_an_error_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(tmp_path)  # a folder where the file should be


def test_the_service_has_its_own_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", "/etc/companion")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/companion")
    assert settings_path() == Path("/etc/companion/companion.toml")
    assert default_data_folder() == Path("/var/lib/companion")
