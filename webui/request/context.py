"""What a request finds: the hub, the game, and whose phone is asking."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NoReturn

from flask import current_app, flash, g, request
from flask import session as cookie

from companion import layouts
from companion.errors import CompanionError
from companion.layout import Layout, Sheet
from companion.live.running_table import RunningTable
from companion.record.errors import StaleAction
from companion.rules.abilities import HidesActions
from companion.rules.catalogue import GAMES, load_game
from companion.rules.errors import UnknownGame
from companion.rules.game import Game, Seat, State
from companion.rules.message import Message
from companion.rules.phrases import marked
from companion.sessions.session import Session
from webui.access.holders import FREED, LEFT, is_phone
from webui.hub import Hub
from webui.ports import Simulation
from webui.request.language import say

MOST_DIGITS: Final = 9
"""Of a number that a page sends; Python refuses to read one of thousands."""


ASIDE: Final = "aside"
"""The field of a form that names the game that may be put aside."""


ELSEWHERE: Final = marked("{name} is played on another phone now.")
MEANWHILE: Final = marked("Another phone has played as {name} meanwhile. Choose your seat again.")
FREED_IT: Final = marked("The host has freed the seat of {name}.")
"""What a phone that has lost its seat says once."""


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


def hub() -> Hub:
    """What this app stands on."""
    found: Hub = current_app.extensions["hub"]
    return found


def game_on() -> Session:
    """The game on the table, the same throughout a request.

    Raises
    ------
    PageError
        ``no-game``.
    StaleAction
        When somebody tapped on the page of another game, which was put aside meanwhile.
    """
    found = hub().session or refuse(404, "no-game", "No game is on the table. Begin one, or take one up.")
    if request.form.get("game", found.id) != found.id:
        raise StaleAction(marked("Another game is on the table now. Look at it, then act."))
    # While this page is made somebody may act, and another phone may put another game on the table: the page
    # hears of all that is newer than its number, so that is from before.
    if g.get("session_on") is not found:
        g.session_on, g.seq_on = found, found.seq
    return found


def still_on(session: Session | None) -> None:
    """Make sure that the game that was on the table before something took its time lies there still.

    Raises
    ------
    StaleAction
        When another phone has put another one there.
    """
    if hub().session is not session:
        raise StaleAction(
            marked("Another game was put on the table meanwhile. Look at it, then photograph that.")
        )


def camera_wanted() -> bool:
    """Whether the next game is to be watched: where the camera was switched off, it stays off."""
    return hub().lay_has_camera and hub().store.camera_left_on()


SIMULATED: Final = "sim"
"""The words that choose the simulated table among the cameras."""


def simulated() -> bool:
    """Whether the next table is known to be a simulated one."""
    cameras = hub().cameras
    chosen = cameras is not None and SIMULATED in (cameras.chosen, cameras.used)
    return chosen or hub().simulation is not None


def may_be_photographed(session: Session | None) -> bool:
    """Whether a photograph shows what lies there: without markers nothing is known on it."""
    return session is None or not session.settings.unmarked


def live_table() -> RunningTable:
    """The running table. Raises `PageError` ``no-camera``."""
    return hub().live or refuse(404, "no-camera", "This table has no camera. Tap what happens.")


def simulated_table() -> Simulation:
    """The simulated table. Raises `PageError` ``no-simulation``."""
    return hub().simulation or refuse(404, "no-simulation", "This table is a real one; nothing is simulated.")


def playable(slug: str) -> Game:
    """Give a game that can be laid out. Raises `UnknownGame`, also where only its rules are there yet."""
    if slug not in GAMES:
        # The page of the error leads to the games; their short names are for the command.
        raise UnknownGame(Message("There is no game called {slug} here.", {"slug": repr(slug)}))
    layouts.load_layout(slug)
    return load_game(slug)


def layout_of(session: Session) -> Layout:
    """The layout of the game that is played, without the sheets of seats at which nobody sits."""
    return layouts.layout_of(session.game).for_seats(len(session.names))


def layout_now(session: Session, state: State) -> Layout:
    """The layout with the bare sheets that are there in this position, as large as what lies on them."""
    return layouts.grown(layout_of(session), state.lying())


def sheet_names(session: Session | None, sheets: Iterable[str]) -> list[str]:
    """What those sheets are called: what is printed on them, and whose they are.

    Without a game on the table nobody knows of which game a mat is: then it is just a mat.
    """
    known = {sheet.id: sheet for sheet in layout_of(session).sheets} if session else {}
    names = session.names if session else {}
    return [_sheet_name(known.get(sheet), names) or sheet.replace("-", " ") for sheet in sheets]


def _sheet_name(sheet: Sheet | None, names: Mapping[Seat, str]) -> str:
    if sheet is None:
        return ""
    return f"{sheet.title} ({names[sheet.seat]})" if sheet.seat in names else sheet.title


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
    if not table.holders.sit(session.id, seat, phone, instead=instead):
        return False
    known = handed_on and cookie.get("known") == session.id
    if had != seat and not known:
        table.seat_news.tell(session.id, seat, "taken" if held else "sat")
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
            told = FREED_IT if holder == FREED else ELSEWHERE if is_phone(holder) else MEANWHILE
            flash(say(told, name=session.names[shown]))


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


def asked_for(key: str) -> list[str]:
    """The words that an address gives for a key: cells, in whose names commas may stand, or a notation's."""
    return request.args.get(key, "").split()


def seen_seq() -> int:
    """The number of the last event that the page had seen on which somebody tapped."""
    text = request.form.get("seq", "")
    number = small_number(text)
    if number is None:
        refuse(400, "bad-request", "That page did not say what it had seen. Open it again.")
    return number


def number_in_form(key: str) -> int:
    """A number of the form. Raises `PageError` ``bad-request``."""
    text = request.form.get(key, "")
    number = small_number(text)
    if number is None:
        refuse(
            400, "bad-request", Message("The page sent no number for “{key}”. Open it again.", {"key": key})
        )
    return number


def seconds_in_form(key: str) -> float:
    """A moment of the form, in monotonic seconds. Raises `PageError` ``bad-request``."""
    try:
        return float(request.form.get(key, ""))
    except ValueError:
        refuse(400, "bad-request", Message("The page sent no time for “{key}”. Open it again.", {"key": key}))


def small_number(text: str) -> int | None:
    """The number that a text is, if it is one that a page may send: plain digits, and not many of them."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def wants_json() -> bool:
    """Whether the answer goes to a script, not straight on to the screen."""
    best = request.accept_mimetypes.best_match(["text/html", "application/json"], default="text/html")
    return best == "application/json" or "X-Tap" in request.headers
