"""The settings: one TOML file, few keys, and every mistake told with its line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

import msgspec
import platformdirs
from msgspec import Meta

from companion.cli.toml import toml_file
from companion.cli.toml.toml_file import SettingsError as SettingsError
from companion.cli.toml.web_settings import WebSettings, check_networks
from companion.house.hub_wishes import HubWishes
from companion.house.wishes import MqttWishes
from hw.panel.wiring import Wiring
from hw.picture import Picture

APP = "companion"
STORE_FILE = "games.db"
"""The database of the games, in the data folder."""

LAST_PORT: Final = 65535


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `companion serve` goes by; the keys of the first part may also be given on the command line."""

    camera: Annotated[
        str,
        Meta(
            description="auto, sim, off, picamera2, picamera2:N, v4l2:N, a webcam's name in /dev, a folder, "
            "a video, or an address."
        ),
    ] = "auto"
    camera_networks: Annotated[
        tuple[str, ...],
        Meta(
            description="Networks in which a camera may lie whose address is typed on the Camera page, "
            'besides those that this machine is in; as "10.5.0.0/24".'
        ),
    ] = ()
    host: Annotated[
        str, Meta(description="The address to listen at; 0.0.0.0 is every one that this machine has.")
    ] = "0.0.0.0"  # noqa: S104 - the phones in the room must reach it
    port: Annotated[int, Meta(description="The port to listen at.", ge=1, le=LAST_PORT)] = 8080
    hosts: Annotated[
        tuple[str, ...],
        Meta(
            description="Names by which phones may open the table, besides its addresses, those that end in "
            ".local, and this machine's own."
        ),
    ] = ()
    language: Annotated[
        str,
        Meta(
            description="The table's own language, as de: of the big screen, and of phones whose browser "
            "asks for none that there is; empty: English."
        ),
    ] = ""
    data: Annotated[
        str, Meta(description="The folder of the games, within the usual one; empty: just the usual one.")
    ] = ""
    web: WebSettings = WebSettings()
    picture: Picture = Picture()
    panel: Wiring = Wiring()
    mqtt: MqttWishes = MqttWishes()
    hub: HubWishes = HubWishes()

    def __post_init__(self) -> None:
        """Check what no type says. Raises ValueError."""
        check_networks(self.camera_networks)


def settings_path() -> Path:
    """Where the settings are looked for: ``$COMPANION_CONFIG``, the service's folder, the user's."""
    if "COMPANION_CONFIG" in os.environ:
        return Path(os.environ["COMPANION_CONFIG"])
    folder = os.environ.get("CONFIGURATION_DIRECTORY") or platformdirs.user_config_dir(APP)
    return Path(folder) / "companion.toml"


def default_data_folder() -> Path:
    """Where games are kept unless somebody says otherwise: the service's state folder, else the user's."""
    return Path(os.environ.get("STATE_DIRECTORY") or platformdirs.user_data_dir(APP))


def data_folder(named: Path | None = None, settings: Settings | None = None) -> Path:
    """Where games are kept: every sub-command and the table itself ask here.

    What is ``named`` on the command line has the last word, before the settings (read from their
    file where none are given; of one with mistakes, what the table itself would use), before the
    usual folder. What the settings say counts from the usual folder, and not from the current one,
    in which the service and whoever calls `companion` are not the same.
    """
    if named is not None:
        return named
    if settings is None:
        settings = settings_at(settings_path())
    # Not Path.expanduser: it fails for the home of somebody whom this machine does not know.
    return default_data_folder() / os.path.expanduser(settings.data)  # noqa: PTH111


def load_settings(path: Path) -> Settings:
    """Read the settings; without a file the defaults hold.

    Raises
    ------
    SettingsError
        Naming the line: not TOML, an unknown key, a value of the wrong kind.
    """
    return toml_file.load(path, Settings)


def settings_at(path: Path) -> Settings:
    """Read the settings that the table itself would use: of a file with mistakes, those without one."""
    try:
        return load_settings(path)
    except SettingsError as error:
        return salvaged(error)


def salvaged(error: toml_file.SettingsError) -> Settings:
    """Give the settings that a file with mistakes leaves: what is wrong in it has its default."""
    return msgspec.convert(error.usable, Settings)
