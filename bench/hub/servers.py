"""A real Mosquitto and a real PostgreSQL of Debian, on loopback, that may be killed and started again."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psycopg

from bench.service.served import free_port
from companion.hub.broker.files import plugin_path, write_broker_files

PATIENCE_S = 60.0
BROKER = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
HUSH = "hub-password"


def until(holds: Callable[[], object], what: str, patience_s: float = PATIENCE_S) -> None:
    """Wait for something; fail with those words where it does not come."""
    ends_s = time.monotonic() + patience_s
    while not holds():
        if time.monotonic() > ends_s:
            raise AssertionError(what)
        time.sleep(0.01)


def listens(port: int) -> bool:
    """Whether something listens there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def broker_missing() -> str:
    """Say what is to be installed for a broker; empty where all is there."""
    if not Path(BROKER).exists():
        return "Mosquitto is not installed: apt install mosquitto"
    if not plugin_path().exists():
        return f"Mosquitto's {plugin_path().name} is not installed: apt install mosquitto"
    return ""


class HubBroker:
    """A Mosquitto as `companion hub broker` sets it up."""

    def __init__(self, folder: Path, certificates: Path | None = None, *, log: bool = True) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port, self.log = free_port(), folder / "broker.log"
        self._settings = write_broker_files(
            folder, self.port, "hub", HUSH, address="127.0.0.1", certificates=certificates
        )
        user = "user root\n" if os.getuid() == 0 else ""
        where = f"log_dest file {self.log}\n" if log else "log_dest none\n"
        more = f"{user}persistence_location {folder}/\n{where}"
        self._settings.write_text(self._settings.read_text() + more)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self._process = subprocess.Popen(
            [BROKER, "-c", self._settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(lambda: listens(self.port), "the broker did not come up")

    def stop(self, by: int = signal.SIGTERM) -> None:
        """Stop it, or kill it."""
        if self._process is not None:
            self._process.send_signal(by)
            self._process.wait()
            self._process = None


def postgresql_programs() -> Path | None:
    """Give where Debian puts initdb and postgres; the newest version."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


def postgresql_missing() -> str:
    """Say what is to be installed for a database; empty where all is there."""
    return "" if postgresql_programs() else "PostgreSQL is not installed: apt install postgresql"


class PostgreSQL:
    """A cluster of its own; PostgreSQL refuses to run as root, so then it runs as Debian's user for it."""

    def __init__(self, programs: Path, *, durable: bool = False) -> None:
        self._as = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        self.folder = Path(tempfile.mkdtemp(prefix="hub-pg-"))
        self.port, self._programs, self._made = free_port(), programs, 0
        self._sync = "on" if durable else "off"
        if self._as:
            shutil.chown(self.folder, "postgres", "postgres")
        data = str(self.folder / "data")
        self._run("initdb", "-D", data, "-U", "hub", "-A", "trust", "--no-sync", "-E", "UTF8")

    def _run(self, program: str, *words: str) -> None:
        command = [*self._as, str(self._programs / program), *words]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c fsync={self._sync}"
        options += " -c unix_socket_directories=''"
        data = str(self.folder / "data")
        self._run("pg_ctl", "-D", data, "-o", options, "-l", str(self.folder / "log"), "-w", "start")

    def kill(self) -> None:
        """Kill all of it at once, as by a power cut."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
        for each in (pid, *map(int, children.stdout.split())):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        until(lambda: not listens(self.port), "the database did not die")
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def new_database(self) -> str:
        """Make an empty database; give its address."""
        self._made += 1
        name = f"hub{self._made}"
        with psycopg.connect(
            f"postgresql://hub@127.0.0.1:{self.port}/postgres", autocommit=True
        ) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://hub@127.0.0.1:{self.port}/{name}"

    def remove(self) -> None:
        """Stop it, and take its files away."""
        with suppress(subprocess.CalledProcessError):  # it may have been killed
            self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)
