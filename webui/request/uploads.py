"""Photographs that a page sends in: few at once, and handed to whoever reads them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, TypeVar

from flask import Flask, current_app, g, request

from webui.request.refusal import refuse, refusing

Read = TypeVar("Read")

LARGE: Final = 1_000_000
"""Bytes; a request with more waits for its turn. All that pages send but photographs is far smaller."""

AT_ONCE: Final = 3
"""So many large requests are taken in at the same time: each is kept in memory until it has been read."""

TURN_S: Final = 10.0
"""So long one waits for its turn."""


def register(app: Flask) -> None:
    """Have large requests take turns."""
    app.extensions["uploads"] = threading.BoundedSemaphore(AT_ONCE)
    app.before_request(_take_turn)
    app.teardown_request(_end_turn)


def _take_turn() -> None:
    """Wait until there is room for a large request, before anything of it is read.

    Raises
    ------
    PageError
        ``uploads-busy``.
    """
    if (request.content_length or 0) <= LARGE and "Transfer-Encoding" not in request.headers:
        return
    turns: threading.BoundedSemaphore = current_app.extensions["uploads"]
    if not turns.acquire(timeout=current_app.config.get("TURN_S", TURN_S)):
        refuse(503, "uploads-busy", "Other photographs are being sent. Send this one again in a moment.")
    g.upload_turn = turns


def _end_turn(_error: BaseException | None) -> None:
    turns = g.pop("upload_turn", None)
    if turns is not None:
        turns.release()


def read_sent(read: Callable[[bytes], Read] | None) -> Read:
    """Read the photograph of the form.

    Raises
    ------
    PageError
        ``no-reader``, ``no-photo``, or what keeps the photograph from being read.
    """
    if read is None:
        refuse(404, "no-reader", "This table cannot read photographs.")
    sent = request.files.get("photo")
    if sent is None or not sent.filename:
        refuse(400, "no-photo", "Choose a photograph first.")
    data = sent.read()
    sent.close()  # its own copy of them would stay in the memory until all is read
    with refusing(400):
        return read(data)
