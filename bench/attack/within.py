"""The parser of requests and the pages within this process: many inputs a second, and no socket."""

from __future__ import annotations

import logging
import traceback
from contextlib import closing, nullcontext
from itertools import cycle
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from gunicorn.config import Config
from gunicorn.http import wsgi
from gunicorn.http.errors import InvalidResponseHeader, InvalidResponseHeaderName, NoMoreData, ParseException
from gunicorn.http.parser import RequestParser

from companion.cli.assembly.start import Start, new_hub
from companion.cli.assembly.table import TableMaker
from companion.rules.catalogue import GAMES
from webui.app import create_app
from webui.laid import Table

CLIENT: Final = ("127.0.0.1", 40_000)
SERVER: Final = ("127.0.0.1", 8080)
NAMES: Final = ("Anna", "Ben")

NEXT_GAME_EVERY: Final = 2_000
"""Inputs until another of the games is on the table, so that each one's pages and actions are met."""


class Within:
    """The whole program but its camera and its socket, on games of its own.

    Parameters
    ----------
    folder
        Where the games lie; it is made.

    Attributes
    ----------
    raised
        What came out of parser or pages as a traceback, which a service would have printed.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self._hub = new_hub(Start(folder, TableMaker("off", folder=folder), tuple, by_hand=True))
        self._hub.lay = lambda _: Table()  # nothing is read here, so no reader is made
        self._app, self._config = create_app(self._hub), Config()
        self._slugs, self._sent = cycle(GAMES), 0
        self.raised: list[str] = []
        self._kept = _Kept(self.raised)
        logging.getLogger().addHandler(self._kept)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        logging.getLogger().removeHandler(self._kept)
        self._hub.close()
        self._hub.store.close()

    def send(self, data: bytes) -> int:
        """Have an input parsed and answered; give the status of the answer, 0 where no request was in it."""
        if self._sent % NEXT_GAME_EVERY == 0:
            self._hub.open(self._hub.store.new_session(next(self._slugs), NAMES))
        self._sent += 1
        return self._answer(data)[0]

    def page(self, path: str) -> str:
        """Give a page, as it is shown on the machine itself: with all that the host may do."""
        return self._answer(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())[1].decode(
            errors="replace"
        )

    def _answer(self, data: bytes) -> tuple[int, bytes]:
        line = _Line()
        try:
            asked = next(RequestParser(self._config, iter([data]), CLIENT))
            answer, environ = wsgi.create(asked, line, CLIENT, SERVER, self._config)
            body = self._app(environ, answer.start_response)
            with closing(body) if hasattr(body, "close") else nullcontext():
                sent = b"".join(body)
                answer.write(sent)
                answer.close()
            return int(answer.status.split()[0]), sent
        except (InvalidResponseHeader, InvalidResponseHeaderName):
            self.raised.append(traceback.format_exc()[-400:])  # what a page answers is its own fault
        except (ParseException, NoMoreData, StopIteration):
            return 0, b""
        except Exception:  # noqa: BLE001 - whatever it is, the service would have printed it
            self.raised.append(traceback.format_exc()[-400:])
        return 500, b""


class _Line:
    """Stands for the connection: takes what is answered."""

    def sendall(self, data: Any) -> None:
        """Take bytes, as a phone does."""

    def send(self, data: Any) -> int:
        """Take bytes that the answer begins with."""
        return len(data)


class _Kept(logging.Handler):
    """Keeps the tracebacks that the pages log."""

    def __init__(self, kept: list[str]) -> None:
        super().__init__()
        self._kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one."""
        if record.exc_info:
            self._kept.append(self.format(record)[-400:])
