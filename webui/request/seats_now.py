"""What every page says of seats just now: who asks for one, and who has sat down."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from flask import session as cookie

from companion.rules.game import Seat
from companion.sessions.session import Session
from webui.request.host import is_host
from webui.request.language import heard_by, named
from webui.request.on_table import hub
from webui.request.phone import my_seat


class AskedSeat(NamedTuple):
    """Another phone asks for a seat; ``mine``: for this phone's own, ``answers``: this one may answer."""

    number: int
    seat: Seat
    name: str
    left_s: int
    mine: bool
    answers: bool


class SeatsNow(NamedTuple):
    """The requests that wait, and what became of a seat last; empty: nothing lately."""

    asked: tuple[AskedSeat, ...]
    told: str


def seats_now(session: Session) -> SeatsNow:
    """Give what this phone is told of the seats of a game now."""
    table, me, phone, host = hub(), my_seat(session), cookie.get("phone", ""), is_host()
    now_s = table.seat_requests.clock()
    asked = tuple(
        AskedSeat(
            each.number,
            each.seat,
            named(session.names[each.seat]),
            ceil(each.left_s(now_s)),
            each.seat == me,
            each.seat == me or host,
        )
        for each in table.seat_requests.waiting(session.id)
        if each.phone != phone and each.seat in session.names
    )
    last = [each for each in table.seat_news.now(session.id) if each.seat in session.names][-1:]
    told = next(
        (each.told(heard_by({}), named(session.names[each.seat])) for each in last if each.seat != me), ""
    )
    return SeatsNow(asked, told)
