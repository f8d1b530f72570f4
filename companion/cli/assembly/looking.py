"""Looks at the cameras that are there, and does not wait for a driver that hangs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future, wait
from typing import Final

from companion.frames.aside import Aside
from hw.cameras import Found, Source

LOOK_S: Final = 3.0
"""A look that is well takes a tenth of a second; the first one that loads libcamera, about one."""


class PatientLook:
    """Looks at sources of cameras, each in a thread of its own.

    A source that hangs is waited for once, and says that it does not answer until it does. It is no reason to
    begin the process anew: no game waits for a look.
    """

    def __init__(self) -> None:
        self._asides: dict[str, Aside] = {}
        self._looks: dict[str, Future[Sequence[Found]]] = {}

    def __call__(self, source: Source) -> Sequence[Found]:
        """Give what a source has."""
        kind = source.silent.spec
        aside = self._asides.setdefault(kind, Aside(f"look for {kind}", counted=False))
        since_s = aside.since_s
        if since_s is None or kind not in self._looks:
            self._looks[kind] = aside.ask(source.look)
        look, waited_s = self._looks[kind], time.monotonic() - since_s if since_s is not None else 0.0
        return look.result() if wait((look,), max(0.0, LOOK_S - waited_s)).done else (source.silent,)
