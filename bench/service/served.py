"""The service as a process group of its own, started by the command that `make run` runs."""

from __future__ import annotations

import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, NamedTuple, Protocol, Self
from urllib.parse import urlencode

COMMAND = Path(sys.executable).with_name("companion")
INSTALLED = (str(COMMAND),)
"""The command as people run it, from the interpreter's start on; tests that want just that name it."""

PATIENCE_S = 100.0
"""Far more than anything takes; whoever waits longer is told what the service said."""

PAUSE_S = 0.02
PORTS = range(20_000, 32_000)
"""Below those that Linux gives to connections that go out."""

UNANSWERED = (OSError, http.client.HTTPException)
"""What a request ends with when the service is not there, or goes away in the middle."""


class Answer(NamedTuple):
    """What came back: the HTTP status, and the page."""

    status: int
    text: str


class Running(Protocol):
    """A running command: the part of `subprocess.Popen` that is used of it."""

    pid: int
    returncode: int | None

    def poll(self) -> int | None:
        """Give its exit status, negative after a signal; None while it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end."""

    def kill(self) -> None:
        """Kill it."""


def run_command(words: Sequence[str], out: Path, environment: Mapping[str, str]) -> Running:
    """Run a command as the leader of a group of processes; it adds what it prints to a file."""
    with out.open("ab") as said:
        return subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            env=environment,
            start_new_session=True,
        )


class Served:
    """The running service on a data folder; may be killed and started again.

    Parameters
    ----------
    data : Path
        Folder of the games, which the service makes; what it prints goes to ``service.out`` beside it.
    camera : str
        The words after ``--camera``.
    settings : Path
        The settings file; none, so that the defaults hold.
    patience_s : float
        How long anything is waited for.
    more : Sequence of str
        Further words of the command.
    within : sequence of str
        The words of a command that runs the service elsewhere, such as in a namespace of its own.
    command : sequence of str
        The program, where it is not the installed one.

    Attributes
    ----------
    begin
        Runs the installed one. Tests have it forked from a process that has its modules loaded.
    """

    begin: ClassVar[Callable[[Sequence[str], Path, Mapping[str, str]], Running]] = staticmethod(run_command)

    def __init__(
        self,
        data: Path,
        camera: str = "off",
        settings: Path = Path(os.devnull),
        patience_s: float = PATIENCE_S,
        more: Sequence[str] = (),
        within: Sequence[str] = (),
        command: Sequence[str] = (),
    ) -> None:
        self._within, self._command = within, command
        self.data, self.camera, self.port, self.patience_s = data, camera, free_port(), patience_s
        self._settings, self._more = settings, more
        self._process: Running | None = None
        self._out = data.with_name("service.out")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        """The first process of the service; 0 while it does not run."""
        return self._process.pid if self._process is not None else 0

    def start(self) -> None:
        """Start it; it need not answer yet. A killed one's port is free only when its last process is."""
        self.until(lambda: is_free(self.port), "the port was not given back")
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        words = ["serve", "--camera", self.camera, *where, *self._more]
        self._out.parent.mkdir(parents=True, exist_ok=True)
        begin = run_command if self._command or self._within else self.begin
        self._process = begin(
            [*self._within, *(self._command or INSTALLED), *words],
            self._out,
            {**os.environ, "COMPANION_CONFIG": str(self._settings), "OMP_NUM_THREADS": "1"},
        )

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop it as the system does, or Ctrl-C: both tell all its processes. Gives its exit status."""
        process, self._process = self._process, None
        if process is None:
            return 0
        os.killpg(process.pid, how)
        return process.wait(self.patience_s)

    def kill(self) -> None:
        """Kill every process of the service at once, as a power cut does."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def kill_watch(self) -> None:
        """Kill the first process alone, as a system does that is out of memory."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @property
    def worker(self) -> int:
        """The process that holds the game."""
        worker, *_ = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return int(worker)

    def kill_worker(self) -> None:
        """Kill the process that holds the game; the one that watches over it starts another."""
        if self._process is not None:
            os.kill(self.worker, signal.SIGKILL)

    def wait(self) -> None:
        """Wait until it answers."""
        self.until(self._answers, "the service did not answer")

    def get(self, path: str) -> Answer:
        """Ask for a page. Raises one of `UNANSWERED` when the service goes away."""
        return self._request("GET", path)

    def post(self, path: str, **form: object) -> Answer:
        """Tap: send a form, as a page's script does. Raises as `get`."""
        return self._request("POST", path, urlencode(form))

    def stream(self, path: str) -> Iterator[str]:
        """Give the whole lines of a stream until it ends, as it does when the service dies."""
        with suppress(*UNANSWERED), self._asked("GET", path) as answer:
            while (line := answer.readline()).endswith(b"\n"):
                yield line.decode().rstrip()

    def _request(self, method: str, path: str, body: str | None = None) -> Answer:
        with self._asked(method, path, body) as answer:
            return Answer(answer.status, answer.read().decode())

    @contextmanager
    def _asked(self, method: str, path: str, body: str | None = None) -> Iterator[http.client.HTTPResponse]:
        """The answer to a request, let go of at the end; redirects are not followed."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "X-Tap": "1"} if body else {}
        connecting = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.patience_s)
        with closing(connecting) as connection:
            connection.request(method, path, body, headers)
            with connection.getresponse() as answer:
                yield answer

    def _answers(self) -> bool:
        try:
            return self.get("/healthz").status == 200
        except UNANSWERED:
            return False

    def until(self, holds: Callable[[], Any], what: str) -> None:
        """Wait for something that the service is to do.

        Raises
        ------
        TimeoutError
            After so long, or when the service has ended by itself, with ``what`` was waited for
            in vain and what the service has said.
        """
        ends_s = time.monotonic() + self.patience_s
        while not holds():
            said = self._out.read_text()[-2000:] if self._out.exists() else ""
            if time.monotonic() > ends_s:
                raise TimeoutError(f"{what} within {self.patience_s:g} s. It said: {said}")
            if self._process is not None and self._process.poll() is not None:
                raise TimeoutError(f"{what}: the service ended with {self._process.returncode}: {said}")
            time.sleep(PAUSE_S)


def free_port() -> int:
    """Give a port that nobody listens at, and that no other test or bench is given while this process lives.

    The system gives none of `PORTS` to a connection that goes out, so nothing takes one before a service has
    bound it. The same port of the other protocol is bound as a mark that it is given away.
    """
    while True:
        port = secrets.choice(PORTS)
        mark = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with suppress(OSError):
            mark.bind(("127.0.0.1", port))
            if is_free(port):
                mark.detach()
                return port
        mark.close()


def is_free(port: int) -> bool:
    """Whether one could listen there now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
