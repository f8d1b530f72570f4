"""The end of the process that serves the pages, whatever its threads do just then."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def clean_worker_end() -> Iterator[None]:
    """End a process that was forked within, as soon as the handlers of `atexit` have run.

    A camera's thread may be in OpenCV when Python shuts down. When the call returns, the thread asks for the
    interpreter's lock. Python before 3.14 then ends the thread by an exception. OpenCV's destructors let no
    exception pass, so the whole process would abort. Such a thread may also hang in a driver for ever, so
    nothing can wait for it.
    """
    parent = os.getpid()
    try:
        yield
    except SystemExit as end:
        if os.getpid() != parent:
            _end_now(end.code)
        raise


def _end_now(code: str | int | None) -> None:
    """End this process with the status that `sys.exit` gives such a code; threads run to the last moment."""
    if isinstance(code, str):
        sys.stderr.write(f"{code}\n")
    atexit._run_exitfuncs()  # noqa: SLF001 - the only way to run them and not shut the interpreter down
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # whoever read them may be gone
            stream.flush()
    os._exit(code & 0xFF if isinstance(code, int) else int(code is not None))
