"""The service out of a process that has its modules loaded: a start takes a quarter of the processor time.

It is the same program, with signals, kills, processes and an exit status of its own. The interpreter's start
and the imports alone are done before. Tests of these, such as of locales, start the command itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from companion.cli.main import main

FORKS: Final = get_context("forkserver")
"""Its server is started by the first test that wants a process."""

FORKS.set_forkserver_preload(["companion.cli.commands.serving", "companion.cli.server.worker", "webui.app"])


class ForkedCommand:
    """A running command, as `subprocess.Popen` would have it.

    Parameters
    ----------
    words : sequence of str
        The command's name and what stands after it.
    out : Path
        The file to which it adds what it prints.
    environment : mapping of str to str
        All of its environment.
    """

    def __init__(self, words: Sequence[str], out: Path, environment: Mapping[str, str]) -> None:
        ready, child_ready = FORKS.Pipe(duplex=False)
        self._process: BaseProcess = FORKS.Process(
            target=_run, args=(list(words), out, dict(environment), child_ready)
        )
        self._process.start()
        child_ready.close()
        with ready:
            ready.recv()  # from now on a signal to its group finds it

    @property
    def pid(self) -> int:
        """The first process of the command."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Its exit status, as `poll` gives it."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """Give its exit status, negative after a signal; None while it runs."""
        return self._process.exitcode

    def kill(self) -> None:
        """Kill the first process alone."""
        self._process.kill()

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end.

        Raises
        ------
        subprocess.TimeoutExpired
            When it runs on after so many seconds.
        """
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("companion", timeout or 0.0)
        return self._process.exitcode


def _run(words: list[str], out: Path, environment: dict[str, str], ready: Connection) -> None:
    """Become the command: a group, files and an environment of its own."""
    os.setsid()
    with out.open("ab") as said, Path(os.devnull).open("rb") as nothing:
        for target, source in enumerate((nothing, said, said)):
            os.dup2(source.fileno(), target)
    os.environ.clear()
    os.environ.update(environment)
    ready.send(None)
    ready.close()
    sys.argv = words
    main()
