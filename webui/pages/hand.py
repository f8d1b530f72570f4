"""A hand shown to its owner's phone: read, compared with the game, and used as taps would be.

The photograph is read and let go; which cards it showed is remembered for the page of that seat alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.referee.hands import look_at_hand
from companion.rules.abilities import KnowsHands
from companion.rules.game import Action, Seat, State
from companion.sessions.session import Session
from webui.choices.cards import CardView
from webui.choices.choosing import MOST
from webui.choices.offers import Offer
from webui.request.host import for_players
from webui.request.laid_out import layout_of
from webui.request.language import heard_by, say_label
from webui.request.on_table import game_on, hub, still_on
from webui.request.phone import my_seat
from webui.request.refusal import refuse
from webui.request.uploads import read_sent
from webui.views.play_view import choosers

pages = Blueprint("hand", __name__)


@pages.get("/hand")
def page() -> ResponseReturnValue:
    """What this phone's owner has shown, and what it says; without a photograph, how to take one."""
    session, me = _owner()
    now = session.moment
    state = now.states[-1].seen_by(me)
    shown = hub().shown.get(me, ())
    return render_template(
        "hand.html",
        seq=now.timeline.seq,
        session=session,
        seat=me,
        lead=state.prompts()[me].message.render(heard_by(session.names)),
        reads=hub().read_shown is not None,
        **vars(_compare_hand(session, state, me, shown) if shown else NOTHING_SHOWN),
    )


@pages.post("/hand")
@for_players
def send() -> ResponseReturnValue:
    """Read a photograph of the hand, and keep nothing of it but the cards."""
    session, me = _owner()
    shown = hub().shown
    read = read_sent(hub().read_shown)
    if not read.kinds:
        refuse(400, read.view[0].code, read.view[0].said)
    still_on(session)
    shown[me] = read.kinds
    return redirect(url_for("hand.page"), 303)


def _owner() -> tuple[Session, Seat]:
    """The game, and the seat whose phone this is.

    Raises
    ------
    PageError
        ``no-hand`` where nobody holds cards, ``not-your-seat`` where nobody sits at this phone.
    """
    session = game_on()
    if not isinstance(session.state, KnowsHands):
        refuse(404, "no-hand", "In this game nobody holds cards.")
    me = my_seat(session)
    if me is None:
        refuse(403, "not-your-seat", "A hand is shown to its owner's phone. Choose your seat first.")
    return session, me


@dataclass(frozen=True)
class ShownHand:
    """What the page tells of a hand that its owner has shown to the phone."""

    shown: tuple[CardView, ...]
    agrees: bool
    problems: Sequence[tuple[str, str]]
    left: Sequence[Offer]
    chosen: Sequence[Offer]
    picks: str


NOTHING_SHOWN: Final = ShownHand((), agrees=False, problems=(), left=(), chosen=(), picks="")


def _compare_hand(session: Session, state: State, me: Seat, shown: tuple[str, ...]) -> ShownHand:
    """Compare a hand that was shown with what the record says."""
    layout, names = layout_of(session), heard_by(session.names)
    look = look_at_hand(state, layout, me, shown, _offered(session, state, me))
    fits = state.held(me) if isinstance(state, KnowsHands) else ()
    explained = bool(look.left or look.chosen)
    marks = {kind: "" if explained or kind in fits else "strange" for kind in shown}
    return ShownHand(
        shown=tuple(CardView(kind, say_label(layout.kinds[kind].label), marks[kind], "") for kind in shown),
        agrees=look.agrees,
        problems=[(each.code, each.message.render(names)) for each in look.problems],
        left=[_offer(session, each, me) for each in look.left],
        chosen=[_offer(session, each, me) for each in look.chosen],
        picks=" ".join(shown) if look.begun else "",
    )


def _offered(session: Session, state: State, me: Seat) -> Iterator[Action]:
    for actor in choosers(session, state, me):
        yield from islice(state.legal(actor), MOST)


def _offer(session: Session, action: Action, me: Seat) -> Offer:
    label = session.game.tell(action).said_to(me).render(heard_by(session.names)).rstrip(".")
    return Offer(action.by, str(action), label, "")
