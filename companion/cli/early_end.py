"""Ctrl-C that comes while the table starts.

It interrupts whatever runs just then. That may be a destructor or a callback of another library, where Python
prints the interrupt and goes on: the table would start all the same. So it is remembered until the server
itself listens.
"""

from __future__ import annotations

import signal
from types import FrameType
from typing import Any


class EarlyEnd:
    """Hears Ctrl-C from now on, until the server does."""

    def __init__(self) -> None:
        self.wanted = False
        signal.signal(signal.SIGINT, self._remember)

    def _remember(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self.wanted = True
        raise KeyboardInterrupt

    def pass_on(self, server: Any) -> None:  # noqa: ARG002
        """Tell the server, which listens now, of a Ctrl-C that came before (gunicorn's ``when_ready``)."""
        if self.wanted:
            signal.raise_signal(signal.SIGINT)
