"""`hub`: many tables together - the server, its accounts, its broker, backups and exports."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import platformdirs

from companion.cli.commands.serving import IN_MEMORY, check_port
from companion.cli.early_end import EarlyEnd
from companion.cli.machine.memory import bound, keep_giving_back
from companion.cli.machine.network import NO_NETWORK, addresses, listeners
from companion.cli.output import InputError, note
from companion.cli.spoken import say
from companion.cli.toml import toml_file
from companion.hub.settings import HubSettings

if TYPE_CHECKING:
    from companion.hub.store.database import Database

APP: Final = "companion-hub"
THREADS: Final = 24
OF_A_TABLE: Final = ("join", "leave")
"""What is done at a table, which has none of the hub's libraries."""

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
            "The hub needs what a table does not ({library}): pip install -r requirements-hub.lock",
            library=error.name,
        ) from error


DATA = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Folder of the hub."
)


@click.group()
@click.pass_context
def hub(context: click.Context) -> None:
    """Bring many tables together: one screen, one league, one archive."""
    if context.invoked_subcommand not in OF_A_TABLE:
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
    from companion.hub.store.migrate import migrate_when_there

    reached = addresses(host, port, settings.address)
    address = reached[0].url if reached else f"http://{NO_NETWORK}:{port}"
    note(f"\n  {say('The hub is at {address}', address=address)}")
    database = Database(address_of(settings.database, folder))
    migrate_when_there(database)
    if not has_admin(database):
        word = new_key(database, "admin", "first admin", FIRST_LINK_FOR)
        opens = say(
            "Its first admin opens {address} (once, within two days)", address=f"{address}/key/{word}"
        )
        note(f"  {opens}")
    database.close()
    note(f"\n  {say('Stop it with Ctrl-C.')}\n")


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


@hub.command()
@click.argument("name")
@click.option("--role", type=click.Choice(["admin", "host", "screen"]), default="host", show_default=True)
@click.password_option(help="Asked for where it is not given.")
@DATA
def account(name: str, role: str, password: str, data: Path | None) -> None:
    """Make an account, or give it another password and role."""
    from companion.hub.store.accounts import set_account

    with _database(data) as database:
        set_account(database, name, role, password)
    note(say("{name} is {role}.", name=name, role=role))


@hub.command()
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The file to write.")
@DATA
def backup(out: Path, data: Path | None) -> None:
    """Write everything that the hub knows into one file; the hub may run."""
    from companion.hub.ops.backup import back_up

    with _database(data) as database:
        rows = back_up(database, out)
    note(say("{n} rows are in {file}.", n=rows, file=str(out)))


@hub.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--yes", is_flag=True, help="Replace what the hub holds now without asking.")
@DATA
def restore(file: Path, yes: bool, data: Path | None) -> None:
    """Put a backup back; what the hub holds now goes. The tables send again what the backup lacks."""
    from companion.hub.ops.backup import restore as put_back

    if not yes:
        click.confirm("Everything that the hub holds now is replaced. Go on?", abort=True, err=True)
    with _database(data) as database:
        rows = put_back(database, file)
    note(say("{n} rows are back. Start the hub again: the tables send what is younger.", n=rows))


@hub.command()
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True)
@click.option("--port", type=click.IntRange(1, 65535), default=1883, show_default=True)
@click.option("--certificates", type=click.Path(path_type=Path, file_okay=False, exists=True), default=None)
def broker(out: Path, port: int, certificates: Path | None) -> None:
    """Write the settings of a Mosquitto for this hub, with a new password for the hub."""
    import secrets

    from companion.hub.broker.files import write_broker_files
    from companion.hub.settings import USER

    password = secrets.token_urlsafe(18)
    written = write_broker_files(out, port, USER, password, certificates=certificates)
    scheme = "mqtts" if certificates else "mqtt"
    note(
        say(
            "{file} and the users beside it are for mosquitto. Put this into {settings}:",
            file=str(written),
            settings=str(settings_path()),
        )
    )
    click.echo(f'broker = "{scheme}://localhost:{port}"\npassword = "{password}"')


@hub.command()
@click.argument("link")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="The table's.")
def join(link: str, data: Path | None) -> None:
    """At a table: join the hub by the link that its Tables page shows. Start the table again then."""
    from companion.cli.toml.settings import data_folder as table_folder
    from companion.house.pairing import pair

    folder = table_folder(data)
    folder.mkdir(parents=True, exist_ok=True)
    wishes = pair(folder, link)
    note(
        say(
            "This table is {table} at {broker}. Start it again, and the hub hears of its games.",
            table=wishes.table,
            broker=wishes.broker,
        )
    )


@hub.command()
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="The table's.")
def leave(data: Path | None) -> None:
    """At a table: leave the hub that it joined by a link."""
    from companion.cli.toml.settings import data_folder as table_folder
    from companion.house.pairing import leave as go

    left = go(table_folder(data))
    note(say("This table is alone again.") if left else say("This table had joined no hub."))


@contextmanager
def _database(data: Path | None) -> Iterator[Database]:
    from sqlalchemy.exc import SQLAlchemyError

    from companion.hub.store.database import Database, address_of, trouble_of
    from companion.hub.store.migrate import migrate

    settings, folder = toml_file.load(settings_path(), HubSettings), data_folder(data)
    folder.mkdir(parents=True, exist_ok=True)
    database = Database(address_of(settings.database, folder))
    try:
        migrate(database)
        yield database
    except SQLAlchemyError as error:
        raise trouble_of(error) from error
    finally:
        database.close()
