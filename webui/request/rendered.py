"""Pages that are made once for each change and each phone, not for each request."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple

from flask import current_app, request
from flask import session as cookie

from companion.sessions.session import Session
from webui.request.host import is_host
from webui.request.language import language_tag
from webui.request.on_table import hub
from webui.request.phone import held_elsewhere, my_seat
from webui.request.seats_now import seats_now

KEPT: Final = 48
"""Pages of some 50 kB; six seats with a few taps each."""

ONCE_SAID: Final = "_flashes"
"""Where a cookie keeps what the next page says once."""

COUNTS_S: Final = 0.2
"""A page that counts down is kept no longer."""


class _This(NamedTuple):
    """A thing by its identity: kept as long as its page, so that no other thing can pass for it."""

    thing: Any

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _This) and other.thing is self.thing


class _Page:
    """A page, or one that is being made; whoever asks meanwhile waits for it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.text: str | None = None


class Rendered:
    """The pages that were made last, each by everything that it hangs on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: OrderedDict[Hashable, _Page] = OrderedDict()

    def page(self, key: Hashable, make: Callable[[], str]) -> str:
        """Give the page of this key; make it where there is none yet. What ``make`` raises is raised."""
        with self._lock:
            page = self._pages.setdefault(key, _Page())
            self._pages.move_to_end(key)
            while len(self._pages) > KEPT:
                self._pages.popitem(last=False)
        with page.lock:
            if page.text is None:
                page.text = make()
            return page.text


def rendered(session: Session, make: Callable[[], str]) -> str:
    """Give the page that this request asks for, as it was made for this phone since the last change.

    Parameters
    ----------
    session
        The game that the page shows.
    make
        Makes the page.
    """
    if ONCE_SAID in cookie:
        return make()
    pages: Rendered = current_app.extensions["rendered"]
    return pages.page(_hangs_on(session), make)


def _hangs_on(session: Session) -> Hashable:
    """Give all that a page may hang on: the game, the table, what is asked for, and who asks.

    Whatever phones see changes with news, else they would go on showing what was before. Who asks is the
    whole cookie, so no page of one phone is ever shown to another; phones without a cookie see the same.
    A countdown changes with time alone, and so does what is told of seats. Nothing here holds the table
    itself: its pictures go when the game is left.
    """
    table = hub()
    live = table.live
    status = live.status if live is not None else None
    counting = status is not None and status.countdown is not None
    return (
        table.feed.told,
        session.id,
        _This(session.moment),
        session.held_up,
        _This(status),
        int(time.monotonic() / COUNTS_S) if counting else 0,
        table.shown.get(my_seat(session) or 0),
        my_seat(session),
        frozenset(held_elsewhere(session)),
        is_host(),
        language_tag(),
        seats_now(session),
        tuple(sorted((key, repr(value)) for key, value in cookie.items())),
        request.root_url,
        request.full_path,
    )
