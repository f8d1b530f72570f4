"""Refuse a request: an HTTP status, a stable code and a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from flask import request

from companion.errors import CompanionError


class PageError(CompanionError):
    """Something that a page cannot do: its HTTP status, a stable code and a sentence."""

    def __init__(self, status: int, code: str, sentence: Any) -> None:
        super().__init__(code, sentence)
        self.status = status


def refuse(status: int, code: str, sentence: Any) -> NoReturn:
    """Answer with an error. Raises `PageError`."""
    raise PageError(status, code, sentence)


@contextmanager
def refusing(status: int) -> Iterator[None]:
    """Answer with the code and the sentence of an error that is meant for people."""
    try:
        yield
    except CompanionError as error:
        refuse(status, error.code, error.said)


def wants_json() -> bool:
    """Whether the answer goes to a script, not straight on to the screen."""
    best = request.accept_mimetypes.best_match(["text/html", "application/json"], default="text/html")
    return best == "application/json" or "X-Tap" in request.headers
