"""The settings file: TOML, few keys, and every mistake told with its line."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Annotated, Final

import msgspec
import platformdirs

APP = "companion"
STORE_FILE = "games.db"
"""The database of the games, in the data folder."""

LAST_PORT: Final = 65535


class SettingsError(Exception):
    """The settings file cannot be used as it stands."""

    code = "bad-settings"

    def __init__(self, path: Path, line: int, what: str) -> None:
        self.sentence = f"{path}, line {line}: {what}" if line else f"{path}: {what}"
        super().__init__(self.sentence)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `companion serve` goes by; each key may also be given on the command line."""

    camera: str = "auto"
    host: str = "0.0.0.0"  # noqa: S104 - the phones in the room must reach it
    port: Annotated[int, msgspec.Meta(ge=1, le=LAST_PORT)] = 8080
    data: str = ""


def settings_path() -> Path:
    """Where the settings are looked for: ``$COMPANION_CONFIG``, the service's folder, the user's."""
    if "COMPANION_CONFIG" in os.environ:
        return Path(os.environ["COMPANION_CONFIG"])
    folder = os.environ.get("CONFIGURATION_DIRECTORY") or platformdirs.user_config_dir(APP)
    return Path(folder) / "companion.toml"


def default_data_folder() -> Path:
    """Where games are kept: the service's state folder, else the user's data folder."""
    return Path(os.environ.get("STATE_DIRECTORY") or platformdirs.user_data_dir(APP))


def load_settings(path: Path) -> Settings:
    """Read the settings; without a file the defaults hold.

    Raises
    ------
    SettingsError
        Naming the line: not TOML, an unknown key, a value of the wrong kind.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise SettingsError(path, 0, f"cannot be read: {error.strerror}.") from error
    try:
        return msgspec.convert(tomllib.loads(text), Settings)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        raise SettingsError(
            path, int(place.group(1)) if place else 0, f"this is not TOML: {error}."
        ) from error
    except msgspec.ValidationError as error:
        key = re.search(r"field `(\w+)`|\$\.(\w+)", str(error))
        name = next(filter(None, key.groups()), "") if key else ""
        known = ", ".join(Settings.__struct_fields__)
        raise SettingsError(path, _line_of(text, name), f"{error}. The keys are {known}.") from error


def _line_of(text: str, key: str) -> int:
    for number, line in enumerate(text.splitlines(), start=1):
        if key and re.match(rf"\s*\[?{re.escape(key)}\b", line):
            return number
    return 0
