"""`hub`: many tables together - the server, its accounts, its broker, backups and exports."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import click
import platformdirs

from companion.cli.commands.serving import IN_MEMORY, check_port
from companion.cli.early_end import EarlyEnd
from companion.cli.machine.memory import bound, keep_giving_back
from companion.cli.machine.network import NO_NETWORK, addresses, listeners
from companion.cli.output import InputError, note
from companion.cli.toml import toml_file
from companion.hub.settings import HubSettings

APP: Final = "companion-hub"
THREADS: Final = 24
FIRST_LINK_FOR: Final = timedelta(days=2)


def settings_path() -> Path:
    """Give where the settings are: ``$COMPANION_HUB_CONFIG``, the service's folder, or the user's."""
    if "COMPANION_HUB_CONFIG" in os.environ:
        return Path(os.environ["COMPANION_HUB_CONFIG"])
    folder = os.environ.get("CONFIGURATION_DIRECTORY") or platformdirs.user_config_dir(APP)
    return Path(folder) / "hub.toml"


def data_folder(named: Path | None) -> Path:
    """Give where the hub keeps what is not in PostgreSQL."""
    return named or Path(os.environ.get("STATE_DIRECTORY") or platformdirs.user_data_dir(APP))


def needs_extra() -> None:
    """See that what a hub needs is installed. Raises `InputError`."""
    try:
        import alembic  # noqa: F401
        import openskill  # noqa: F401
        import paho.mqtt  # noqa: F401
        import sqlalchemy  # noqa: F401
    except ImportError as error:
        raise InputError(
            "hub-missing",
            f"The hub needs what a table does not ({error.name}): pip install -r requirements-hub.lock",
        ) from error


DATA = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Folder of the hub."
)


@click.group()
def hub() -> None:
    """Bring many tables together: one screen, one league, one archive."""
    needs_extra()


@hub.command()
@click.option("--host", default=None, help="Address to listen at.")
@click.option("--port", type=click.IntRange(1, 65535), default=None, help="Port to listen at.")
@DATA
def serve(host: str | None, port: int | None, data: Path | None) -> None:
    """Start the hub: it takes what the tables send, and serves the pages."""
    from companion.hub.ops.logs import log_as_json

    os.umask(0o077)
    settings, folder = toml_file.load(settings_path(), HubSettings), data_folder(data)
    host, port = host or settings.host, port or settings.port
    folder.mkdir(parents=True, exist_ok=True)
    check_port(host, port)
    if os.environ.get("JOURNAL_STREAM") or os.environ.get("COMPANION_HUB_LOG") == "json":
        log_as_json()
    _announce(settings, folder, host, port)
    _run(settings, folder, host, port)


def _announce(settings: HubSettings, folder: Path, host: str, port: int) -> None:
    from companion.hub.store.accounts import has_admin
    from companion.hub.store.database import Database, address_of
    from companion.hub.store.keys import new_key
    from companion.hub.store.migrate import migrate

    reached = addresses(host, port, settings.address)
    address = reached[0].url if reached else f"http://{NO_NETWORK}:{port}"
    note(f"\n  The hub is at {address}")
    database = Database(address_of(settings.database, folder))
    migrate(database)
    if not has_admin(database):
        word = new_key(database, "admin", "first admin", FIRST_LINK_FOR)
        note(f"  Its first admin opens {address}/key/{word} (once, within two days)")
    database.close()
    note("\n  Stop it with Ctrl-C.\n")


def _run(settings: HubSettings, folder: Path, host: str, port: int) -> None:
    """Serve until somebody stops it; one process, so that one connection takes what the tables send."""
    import atexit

    from gunicorn.app.base import BaseApplication

    from companion.cli.machine.watchdog import systemd_notifier
    from companion.cli.server.worker import CONNECTIONS, TableWorker
    from companion.hub.parts import Parts
    from companion.hub.web.app import create_app

    early_end = EarlyEnd()
    bound()
    notify = systemd_notifier(os.environ.pop("NOTIFY_SOCKET", ""))

    class Server(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            for key, value in {
                "bind": [f"fd://{each.detach()}" for each in listeners(host, port)],
                "workers": 1,
                "worker_class": TableWorker,
                "threads": THREADS,
                "worker_connections": CONNECTIONS,
                "graceful_timeout": 8,
                "timeout": 60,
                "control_socket_disable": True,
                "forwarded_allow_ips": "",
                "worker_tmp_dir": IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None,
                "loglevel": "warning",
                "when_ready": early_end.pass_on,
            }.items():
                self.cfg.set(key, value)

        def load(self) -> Any:
            parts = Parts(settings, folder)
            parts.start()
            atexit.register(parts.stop)
            keep_giving_back()
            app = create_app(parts)
            notify("READY=1")
            return app

    Server().run()
