"""The phone that asks: its number, the seat that it has, and what it may do."""

from __future__ import annotations

import secrets
from typing import Final

from flask import flash
from flask import session as cookie

from companion.rules.abilities import HidesActions
from companion.rules.game import Seat
from companion.rules.phrases import marked
from companion.sessions.session import Session
from webui.access.holders import BOT, FREED, LEFT, is_phone
from webui.request.language import named, say
from webui.request.on_table import hub

ELSEWHERE: Final = marked("{name} is played on another phone now.")

MEANWHILE: Final = marked("Another phone has played as {name} meanwhile. Choose your seat again.")

BY_BOT: Final = marked("A bot plays as {name} now.")

FREED_IT: Final = marked("The host has freed the seat of {name}.")
"""What a phone that has lost its seat says once."""


def my_seat(session: Session) -> Seat | None:
    """The seat that this phone has; None for one that plays for the whole table."""
    seat = hub().holders.seat_of(session.id, cookie.get("phone", ""))
    return seat if seat in session.names else None


def given_to(session: Session) -> Seat | None:
    """To whom this phone, a shared one, is being given: until that one has it, nobody holds it."""
    return _seat_kept(session, "given") if session.state.outcome is None else None


def _seat_kept(session: Session, key: str) -> Seat | None:
    """A seat of this game that this phone remembers."""
    game, _, seat = cookie.get(key, "").partition(".")
    return int(seat) if game == session.id and seat.isdigit() and int(seat) in session.names else None


def give_to(session: Session, seat: Seat) -> None:
    """Let go of the seat of whoever holds this phone; nothing of ``seat`` is shown before that one has it."""
    take_seat(session, None)
    cookie["given"] = f"{session.id}.{seat}"


def take_seat(session: Session, seat: Seat | None, *, handed_on: bool = False, instead: bool = False) -> bool:
    """Let this phone sit there, perhaps as a shared one that is handed on; None: it is the whole table's.

    False, and nothing changes, where another phone sits there, unless it is to do so ``instead``. Whoever
    sits down is told of at every phone, but for the hands through which a shared phone goes.
    """
    table, phone = hub(), this_phone()
    if seat is None:
        table.holders.leave(session.id, phone)
        _remember(session, None)
        return True
    had, held = my_seat(session), table.holders.elsewhere(session.id, seat, phone)
    bot = table.holders.has_bot(session.id, seat)
    if not table.holders.sit(session.id, seat, phone, instead=instead):
        return False
    known = handed_on and cookie.get("known") == session.id
    if had != seat and not known:
        table.seat_news.tell(session.id, seat, "relieved" if bot else "taken" if held else "sat")
    if handed_on:
        cookie["known"] = session.id
    table.seat_requests.settle(session.id, seat)
    _remember(session, seat, handed_on=handed_on)
    table.feed.tell("seats")
    return True


def _remember(session: Session, seat: Seat | None, *, handed_on: bool = False) -> None:
    """Keep in the cookie what this phone shows, so that it notices when its seat is another's."""
    for key in ("seat", "shared", "given"):
        cookie.pop(key, None)
    if seat is not None:
        cookie["seat"] = f"{session.id}.{seat}"
        if handed_on:
            cookie["shared"] = session.id


def this_phone() -> str:
    """What this phone is known by, beside others at the same seat."""
    phone: str = cookie.setdefault("phone", secrets.token_hex(8))
    return phone


def held_elsewhere(session: Session) -> set[Seat]:
    """The seats that other phones have."""
    phone = cookie.get("phone", "")
    return {seat for seat in session.names if hub().holders.elsewhere(session.id, seat, phone)}


def may_relieve(session: Session, seat: Seat) -> bool:
    """Whether this phone has the seat of a bot for one tap: not if it would see two hidden hands by it."""
    holders = hub().holders
    sees_one_hand = not session.game.info.hidden or not holders.has_sat(session.id, cookie.get("phone", ""))
    return holders.has_bot(session.id, seat) and sees_one_hand


def play_for_all(session: Session) -> None:
    """Note that whoever holds this phone wants it to act for all seats of this game."""
    cookie["all"] = session.id


def asked_who_holds(session: Session) -> bool:
    """Whether this phone is to be asked whose it is: it has no seat, another phone has one."""
    bots = set(hub().holders.bots(session.id))
    return my_seat(session) is None and cookie.get("all") != session.id and held_elsewhere(session) > bots


def keep_seat() -> None:
    """Note that this phone plays as its seat, and say so where it has lost that.

    Which seat it has is noted here, not in the cookie: that of a phone that was displaced says nothing.
    """
    session, phone = hub().session, cookie.get("phone", "")
    if session is None or not phone:
        return
    holders = hub().holders
    shown, seat = _seat_kept(session, "seat"), my_seat(session)
    if seat is not None:
        holders.see(phone)
        if shown is None:  # the same people play once more, or have since this phone slept
            _remember(session, seat, handed_on=_is_shared())
    elif shown is not None:
        holder = holders.holder(session.id, shown)
        if holder is None:  # of a program that noted no seats
            holders.sit(session.id, shown, phone)
            holders.see(phone)
        elif holder != f"{LEFT}{phone}":  # else this request is older than its own tap
            _remember(session, None)
            flash(say(_why_lost(holder), name=named(session.names[shown])))


def _why_lost(holder: str) -> str:
    """Say why a phone has no longer the seat that now has this holder."""
    if holder == BOT:
        return BY_BOT
    return FREED_IT if holder == FREED else ELSEWHERE if is_phone(holder) else MEANWHILE


def _is_shared() -> bool:
    """Whether this phone went from hand to hand in the game in which it had a seat last."""
    game = cookie.get("seat", "").partition(".")[0]
    return bool(game) and cookie.get("shared") == game


def may_be_handed_on(session: Session) -> bool:
    """Whether this phone may show what another seat sees: one for the whole table, in a hidden game."""
    shared = my_seat(session) is None or cookie.get("shared") == session.id
    return session.game.info.hidden and shared


def acts_openly(session: Session) -> bool:
    """Whether everybody may see what is chosen from: what is hidden, if anything, bears on no choice."""
    return not isinstance(session.game, HidesActions)


def may_act_for(session: Session, seat: Seat) -> bool:
    """Whether this phone may act for a seat: its own, or any if it is the whole table's."""
    me = my_seat(session)
    return seat in session.names and (me == seat or (me is None and acts_openly(session)))
