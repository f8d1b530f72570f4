"""`serve`: the table itself - camera, reader, referee, game and pages, put together."""

from __future__ import annotations

import atexit
import errno
import io
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import click
import segno

from companion.boxes.taught_shelf import load_box
from companion.cli.assembly.demo_box import DEMO
from companion.cli.assembly.parts import house_reach
from companion.cli.assembly.start import Start, new_hub
from companion.cli.assembly.table import TableMaker
from companion.cli.early_end import EarlyEnd
from companion.cli.machine.memory import bound, keep_giving_back
from companion.cli.machine.network import NO_NETWORK, addresses, listeners, local_name, url
from companion.cli.machine.restarts import Restarts
from companion.cli.machine.watchdog import AGAIN, HALT, Watchdog, end_process, systemd_notifier
from companion.cli.output import InputError, can_show, note, show
from companion.cli.spoken import say, told
from companion.cli.toml.settings import (
    LAST_PORT,
    STORE_FILE,
    Settings,
    SettingsError,
    data_folder,
    load_settings,
    salvaged,
    settings_at,
    settings_path,
)
from companion.rules.phrases import NOBODY, Words
from companion.sessions.store import Store
from companion.storage.claim import claimed
from webui.access.host_role import HostRole
from webui.http.proxies import Proxies
from webui.hub import Hub
from webui.ports import Address, SafeMode, WrongLine

IN_MEMORY: Final = "/dev/shm"  # noqa: S108 - the server makes its files there safely

THREADS: Final = 24
"""They answer whole requests: far more than a Pi has cores, for those that wait for a photograph's turn."""


@click.command()
@click.option(
    "--camera",
    default=None,
    help="One of: auto, sim, off, picamera2, picamera2:N, v4l2:N, /dev/NAME, "
    "a folder, a video or an address.",
)
@click.option("--host", default=None, help="Address to listen at.")
@click.option(
    "--port", type=click.IntRange(1, LAST_PORT), metavar="PORT", default=None, help="Port to listen at."
)
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Folder of the games."
)
@click.option(
    "--box",
    default="",
    help="A taught box, by path or name; “demo”: an unmarked set on a simulated table.",
)
@click.option("--bots", is_flag=True, help="Bots play all seats of the simulated table.")
@click.option(
    "--safe",
    is_flag=True,
    help="Start without camera and settings, to put things right; only “hosts” and [web] hold.",
)
def serve(
    camera: str | None,
    host: str | None,
    port: int | None,
    data: Path | None,
    box: str,
    bots: bool,
    safe: bool,
) -> None:
    """Start the table: camera, referee and the pages for the phones.

    With a mistake in the settings it starts in safe mode: the pages show the mistake in its line,
    the camera is off, and everything can be tapped.
    """
    os.umask(0o077)  # what lies beside the games is for their owner alone
    settings, safe_mode = settings_for(safe=safe)
    host, port = host or settings.host, port if port is not None else settings.port
    folder = data_folder(data, settings)
    spec = camera or settings.camera
    by_page = spec == "auto" and camera is None and safe_mode is None
    maker = TableMaker(
        "off" if safe_mode else spec, bots=bots, picture=settings.picture, folder=folder, box=box
    )
    if box and box != DEMO:
        load_box(box, folder)  # what is wrong with it is told here and now
    waited_for = maker.check(typed=camera is not None)
    if waited_for:
        note(say(waited_for))
    with claimed(folder / STORE_FILE):
        notices = check_store(folder)
        check_port(host, port)
        reached = partial(addresses, host, port, settings.web.address)
        announce(reached(), port)
        role = HostRole.beside(folder / STORE_FILE)
        announce_host(role, reached(), port, by_hand=by_hand())
        start = Start(
            folder,
            maker,
            reached,
            notices,
            safe_mode,
            settings.panel,
            settings.mqtt,
            by_page,
            settings.hosts,
            Proxies.of(settings.web.proxies, settings.web.address),
            role,
            by_hand(),
            house_reach(settings.camera_networks),
            settings.hub,
        )
        run(start, host, port, settings.language)


def settings_for(*, safe: bool) -> tuple[Settings, SafeMode | None]:
    """Give the settings to start with, and why only a part of them holds, if so."""
    path = settings_path()
    if safe:
        usual = settings_at(path)
        # By these the phones get here; they do not keep a table from starting.
        return Settings(hosts=usual.hosts, web=usual.web), SafeMode(str(path))
    try:
        return load_settings(path), None
    except SettingsError as error:
        note(f"{say('Error: {message}', message=told(error))} [{error.code}]")
        note(say("Starting in safe mode: without camera."))
        lines = dict(enumerate(error.lines, start=1))
        wrong = tuple(WrongLine(each.line, lines.get(each.line, ""), each.what) for each in error.mistakes)
        return salvaged(error), SafeMode(str(path), error.code, wrong)


def check_store(folder: Path) -> tuple[Words, ...]:
    """Open the games once, so that what is wrong with them is told here and now; give what was repaired."""
    with Store(folder / STORE_FILE) as store:
        for sentence in store.notices:
            note(say(sentence))
        return store.notices


def check_port(host: str, port: int) -> None:
    """See that this machine can listen there, and that nobody else does.

    Raises
    ------
    InputError
        port-in-use, port-forbidden or host-unknown.
    """
    try:
        for each in listeners(host, port):
            each.close()
    except OSError as error:
        raise why_not_there(error, host, port) from error


def why_not_there(error: OSError, host: str, port: int) -> InputError:
    """Say in words why nothing can listen there."""
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < LAST_PORT else port - 1
        return InputError(
            "port-in-use",
            "Port {port} is taken by another program. Try --port {other}.",
            port=port,
            other=other,
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return InputError(
            "port-forbidden", "Port {port} is for the system alone. Try --port 8080.", port=port
        )
    return InputError(
        "host-unknown",
        "{host} is no address of this machine. Try --host 0.0.0.0 for all that it has.",
        host=host,
    )


def announce(reached: Sequence[Address], port: int) -> None:
    """Print the addresses, and a QR code of the first for the phones; without a network there is none."""
    if reached:
        address, network = reached[0]
        name = local_name(urlsplit(address).hostname or "")
        found = {"address": address, "network": _told(network)}
        if name:
            at = _told("The table is at {address} ({network}) and {name}", **found, name=url(name, port))
        else:
            at = _told("The table is at {address} ({network})", **found)
        note(f"\n  {at}")
        for other, network in reached[1:]:
            note(f"  {_told('or at {address} ({network})', address=other, network=_told(network))}")
        note("")
        show_code(f"{address}/join")
    else:
        address = f"http://{NO_NETWORK}:{port}"
        at = _told(
            "The table is at {address} on this machine; no network for phones is found.", address=address
        )
        note(f"\n  {at}")
    note(f"\n  {_told('Stop it with Ctrl-C.')}\n")


def _told(text: str, **values: str) -> str:
    """Say it in the language of whoever has started the table; the service's journal is in English."""
    return say(text, **values) if by_hand() else NOBODY.say(text, **values)


def show_code(address: str) -> None:
    """Print an address as a QR code; where the terminal has no blocks, the address that was told must do."""
    drawn = io.StringIO()
    segno.make(address, error="l").terminal(drawn, compact=True, border=2)
    if can_show(drawn.getvalue()):
        show(drawn.getvalue(), nl=False)


def by_hand() -> bool:
    """Say whether somebody has started the table, and not systemd as its service."""
    return not {"NOTIFY_SOCKET", "STATE_DIRECTORY"} & os.environ.keys()


def announce_host(role: HostRole, reached: Sequence[Address], port: int, *, by_hand: bool) -> None:
    """Print the host's code and address; the service's journal gets them until a phone has used them.

    Whoever may read that journal is somebody at the machine.
    """
    if role.taken and not by_hand:
        return
    address = reached[0].url if reached else f"http://{NO_NETWORK}:{port}"
    link = f"{address}/host/{role.code}"
    note(f"  {_told('The host of this table opens {link}', link=link)}")
    note(f"  {_told('or types the code {code} on the Host page of a phone.', code=role.code)}\n")


def settle_draws(hub: Hub) -> None:
    """Make the draws of the game on the table that a full disk has held up."""
    session = hub.session  # once: a page may leave the game meanwhile
    if session is not None:
        session.settle()


def run(start: Start, host: str, port: int, language: str = "") -> None:
    """Serve the pages until somebody stops it; ``language`` is the table's own.

    One worker process, because one process owns the camera.
    """
    from gunicorn.app.base import BaseApplication

    from companion.cli.server.process_end import clean_worker_end
    from companion.cli.server.worker import CONNECTIONS, TableWorker
    from webui import create_app

    early_end = EarlyEnd()
    bound()
    # The server would call itself ready before anything can be played.
    address = os.environ.pop("NOTIFY_SOCKET", "")
    notify, after = systemd_notifier(address), HALT if address else AGAIN

    class Server(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            for key, value in {
                "bind": [f"fd://{each.detach()}" for each in listeners(host, port)],
                "workers": 1,
                "worker_class": TableWorker,
                "threads": THREADS,
                "worker_connections": CONNECTIONS,
                # It takes half a second, more where the processor is busy; it is killed only if it hangs.
                "graceful_timeout": 8,
                "timeout": 60,
                "control_socket_disable": True,
                # What a proxy says of a request is read by the app, from those alone that the settings name.
                "forwarded_allow_ips": "",
                # The worker's heartbeat touches a file every second: in memory, not on the card.
                "worker_tmp_dir": IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None,
                "loglevel": "warning",
                "when_ready": early_end.pass_on,
            }.items():
                self.cfg.set(key, value)

        def load(self) -> Any:
            past = Restarts(start.folder, lambda: start.maker.in_use)
            hub = new_hub(start, past)
            # Else its log stays beside it, as after a power cut.
            atexit.register(hub.store.close)
            end = partial(end_process, after)
            settle = partial(settle_draws, hub)
            Watchdog(lambda: hub.live, hub.store.check, settle, notify, end, past).start()
            keep_giving_back()
            app = create_app(hub)
            app.config["LANGUAGE"] = language
            return app

    with clean_worker_end():
        Server().run()
