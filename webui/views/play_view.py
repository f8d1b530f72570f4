"""What the phone at the table shows of a position: the board to tap, cards, questions, the score."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from flask import request

from companion.layout import Layout
from companion.record.events import Resolver
from companion.record.objections import announced
from companion.record.timeline import Timeline, UndoRequest
from companion.record.undo import Undo
from companion.rules.abilities import KnowsHands
from companion.rules.booklet import booklet_of
from companion.rules.game import CHANCE, Actor, Prompt, Seat, State
from companion.sessions.dealing import call_at, goes_on, kind_to_leave, resolver_at
from companion.sessions.session import Session
from companion.story.describe import describe
from companion.story.wishes import LAPSED
from webui.choices.board import Board, cell_names, draw_boards, part_in_play
from webui.choices.cards import RowView, card_rows, choose_cards, shelves, with_cards
from webui.choices.choosing import Choosing, choose, groups_of, may_choose_for
from webui.choices.offers import Offer, side_by_side, to_me
from webui.choices.ways import Group
from webui.request.forms import asked_for, small_number
from webui.request.laid_out import layout_now, may_be_photographed
from webui.request.language import capital, heard_by, named, say, say_label
from webui.request.on_table import hub
from webui.request.phone import acts_openly, asked_who_holds, held_elsewhere, may_act_for, may_be_handed_on
from webui.views.advice import Topic, advice_view
from webui.views.asked import Heading, Row, Said, asked_now, everyone, headed, lead_seat
from webui.views.options import RESOLVERS
from webui.views.status import LiveView, live_view
from webui.views.sure_taps import taken_at_once
from webui.views.table import SheetView, sheet_view, undo_view
from webui.views.taps import tap_address, tapped, tapped_card
from webui.views.unread import with_unread


@dataclass(frozen=True)
class PlayView:
    """Everything that the play page shows; the names are those of its template."""

    # Whose page it is, and the moment of the game that it shows.
    session: Session
    seq: int
    state: State
    seat: Seat | None
    seat_shown: Seat
    own_sheets: tuple[Seat, ...]

    # What lies on the table, and what a tap on it means.
    rows: tuple[RowView, ...]
    shelves: tuple[tuple[int, tuple[RowView, ...]], ...]
    boards: tuple[Board, ...]
    choosing: Choosing
    ends_called: Mapping[str, str]
    at_once: Mapping[str, Offer]
    close: bool
    address: Callable[..., str]

    # Who is asked what.
    lead: Prompt
    heading: Heading
    said: Said
    everyone: tuple[Row, ...]
    advice: tuple[Topic, ...]
    live: LiveView | None

    # The score, and what may be taken back or has been.
    sheets: tuple[SheetView, ...]
    undo: Undo | None
    request_: UndoRequest | None
    taken_back: list[str]
    corrected: tuple[int, str] | None
    undo_answer: str
    redo: bool

    # What chance decides, and who finds out.
    resolvers: Mapping[Resolver, str]
    program_draws: bool
    call: str
    tap_due: bool
    chance_due: bool
    draws_on: bool
    draws_always: bool
    dice: Collection[str]

    # What else this phone may do.
    photos: bool
    hand_photo: bool
    rules_told: bool
    hand_on: tuple[Seat, ...]
    hand_on_due: bool
    may_hold: tuple[Seat, ...]


def play_view(session: Session, me: Seat | None) -> PlayView:
    """Everything that the page shows; the position is only ever what ``me`` may see of it."""
    now, names = session.moment, heard_by(session.names)
    seq, state = now.timeline.seq, now.states[-1].seen_by(me)
    live = live_view(hub().live, names, me)
    layout = layout_now(session, state)
    resolver, call = resolver_at(now), call_at(now)
    marked = may_be_photographed(session)
    choosing = _choosing(session, state, me)
    undone_by = now.timeline.undone_by
    lit = asked_for("light")
    seat_shown = shown_seat(layout, state, me, lit, choosing)
    marks = dict(choosing.marks)
    for name, cells in (("wrong", live.where if live else ()), ("lit", lit)):
        marks |= {where: f"{marks.get(where, '')} {name}".strip() for where in cells}
    close = request.args.get("close") == "1"
    at_once = taken_at_once(choosing, state, session, me)
    rows, lead = rows_of(state, session, me, choosing, at_once), _lead(state, me)
    head, what = headed(state, me, [lead], names)
    what = with_unread(what, session, live, me)
    hand_on, hand_on_due = _next_holders(session, state, me), _hand_on_due(session, state, lead, me)
    handing = hand_on_due and me is not None and bool(hand_on)
    return PlayView(
        session=session,
        seq=seq,
        state=state,
        seat=me,
        seat_shown=seat_shown,
        own_sheets=layout.seats_with_sheets,
        rows=rows,
        shelves=shelves(rows),
        boards=()
        if rows
        else boards_of(
            layout, state, seat_shown, choosing, marks, worths=choosing.worths, at_once=at_once, close=close
        ),
        choosing=choosing,
        ends_called={
            where: capital(say_label(name)) for where, name in cell_names(layout, choosing.ends).items()
        },
        at_once=at_once,
        close=close,
        address=tap_address,
        lead=lead,
        heading=head,
        said=_then_handed_on(what, named(names[hand_on[0]])) if handing and lead.kind == "act" else what,
        everyone=everyone(state, names),
        advice=advice_view(state, me or lead_seat(state) or seat_shown),
        live=live,
        sheets=sheet_view(state),
        undo=undo_view(session, me),
        request_=now.timeline.request,
        taken_back=_taken_back(session, now.timeline, me),
        corrected=_corrected(session, me),
        undo_answer=_undo_answer(now.timeline, names, me),
        redo=undone_by is not None and may_act_for(session, undone_by),
        resolvers=RESOLVERS,
        program_draws=resolver == "software" and not call,
        call=call.capitalize() if any(choosers(session, state, me)) else "",
        tap_due=resolver == "tap",
        chance_due=resolver in ("camera", "tap"),
        draws_on=goes_on(now.states[-1]),
        draws_always=bool(kind_to_leave(now.states[-1])),
        dice=state.lying().get("tray", {}).values(),
        photos=marked and hub().read_photo is not None and hub().live is not None,
        hand_photo=marked
        and me is not None
        and isinstance(state, KnowsHands)
        and hub().read_shown is not None,
        rules_told=booklet_of(session.game) is not None,
        hand_on=hand_on,
        hand_on_due=hand_on_due,
        may_hold=_may_hold(session, state),
    )


def boards_of(
    layout: Layout,
    state: State,
    seat: Seat,
    choosing: Choosing,
    marks: Mapping[str, str],
    *,
    worths: Mapping[str, str] | None = None,
    at_once: Mapping[str, Offer] | None = None,
    close: bool,
) -> tuple[Board, ...]:
    """Draw the sheets in play, to be tapped; the arguments are those of `draw_boards`."""
    return draw_boards(
        layout,
        state.lying(),
        part=part_in_play(state),
        seat=seat,
        marks=marks,
        link=tapped,
        path=choosing.path,
        worths=worths,
        at_once=at_once,
        close=close,
    )


def _taken_back(session: Session, timeline: Timeline, me: Seat | None) -> list[str]:
    """What the undo that is asked for would take back, as this phone may know it."""
    count = timeline.request.count if timeline.request is not None else 0
    entries = timeline.line[len(timeline.line) - count :]
    return session.eyes(me).retold(entries, heard_by(session.names))


def _corrected(session: Session, me: Seat | None) -> tuple[int, str] | None:
    """Give the number of a correction by another phone that this one has not answered, and its words."""
    found = announced(session.events, me)
    if found is None or (session.id, found.seq, me) in hub().agreed_corrections:
        return None
    return found.seq, describe(found.event, heard_by(session.names), session.eyes(me), found.gone)


def _undo_answer(timeline: Timeline, names: Mapping[Seat, str], me: Seat | None) -> str:
    """What is told to the one who asked for an undo that did not come, or to a phone that plays for all."""
    refused, lapsed = timeline.refused, timeline.lapsed
    if refused is not None and me in (None, refused.by):
        told = "{name} would rather not take it back. Everything stays as it is."
        return say(told, name=named(names[refused.refused_by]))
    if lapsed is not None and me in (None, lapsed.by):
        return say(LAPSED)
    return ""


def _next_holders(session: Session, state: State, me: Seat | None) -> tuple[Seat, ...]:
    """To whom a phone that several share may be handed on, where not everybody may see everything.

    Whoever has a phone at the table looks there.
    """
    if not may_be_handed_on(session) or state.outcome is not None:
        return ()
    acting = [actor for actor in state.actors if actor != CHANCE]
    leads = [seat for seat, prompt in state.prompts().items() if prompt.kind == "act"]
    order = dict.fromkeys((*acting, *leads, *session.names))
    elsewhere = held_elsewhere(session)
    return tuple(seat for seat in order if seat != me and seat not in elsewhere)


def _may_hold(session: Session, state: State) -> tuple[Seat, ...]:
    """Who may hold this phone where it acts for all seats, and somebody else plays on a phone of their own.

    Where something is hidden, it is asked who holds it in any case.
    """
    if session.game.info.hidden or state.outcome is not None or not asked_who_holds(session):
        return ()
    elsewhere = held_elsewhere(session)
    return tuple(seat for seat in session.names if seat not in elsewhere)


def _hand_on_due(session: Session, state: State, lead: Prompt, me: Seat | None) -> bool:
    """Whether whoever holds a shared phone now has nothing to do on it that others do not wait for."""
    if me is None:
        return not acts_openly(session)
    others = [prompt for seat, prompt in state.prompts().items() if seat != me and prompt.kind == "act"]
    if lead.kind == "act":
        # What only hands do, as taking a tile, is done while another's turn has begun already.
        return me not in state.actors and any(each.message != lead.message for each in others)
    return lead.kind == "wait" or (lead.kind == "may" and bool(others))


def _then_handed_on(said: Said, name: str) -> Said:
    """Say with what hands have to do that the phone is to be given on after it."""
    first, *rest = said.headlines
    both = say("{prompt}, then give the phone to {name}.", prompt=first.rstrip("."), name=name)
    return said._replace(headlines=(both, *rest))


def choosers(session: Session, state: State, me: Seat | None) -> list[Actor]:
    """For whom this phone may choose; what the program is about to draw is not for anybody to tap."""
    actors = may_choose_for(state, me, openly=acts_openly(session))
    return [actor for actor in actors if actor != CHANCE or resolver_at(session.moment) != "software"]


def _choosing(session: Session, state: State, me: Seat | None) -> Choosing:
    layout = layout_now(session, state)
    groups = groups_of(state, session.game, layout, choosers(session, state, me))
    choosing, names = chosen_among(groups, state, session, me), heard_by(session.names)
    offers, listed = (to_me(each, me, session.game, names) for each in (choosing.offers, choosing.listed))
    return choosing._replace(offers=offers, listed=side_by_side(listed) or listed)


def chosen_among(groups: Sequence[Group], state: State, session: Session, me: Seat | None) -> Choosing:
    """Say what the taps on this page mean among these actions."""
    game, names = session.game, heard_by(session.names)
    picked, words = asked_for("pick"), asked_for("spell")
    cards = choose_cards(state, groups, picked, me)
    if cards is None:
        return choose(groups, request.args.get("do", ""), picked, game, names, words, state)
    choosing = choose(cards.others, request.args.get("do", ""), (), game, names, words, state)
    return with_cards(choosing, cards, game, names)


def rows_of(
    state: State,
    session: Session,
    me: Seat | None,
    choosing: Choosing,
    at_once: Mapping[str, Offer] = MappingProxyType({}),
) -> tuple[RowView, ...]:
    """The cards that this page shows, with those to tap."""
    layout, names = layout_now(session, state), heard_by(session.names)
    return card_rows(state, me, layout, names, choosing.marks, tapped_card, at_once)


def shown_seat(layout: Layout, state: State, me: Seat | None, lit: Sequence[str], choosing: Choosing) -> Seat:
    """Whose own sheets are shown, where a game has such: what is asked for, or else what matters now."""
    asked = small_number(request.args.get("see", ""))
    seats = {zone.id: sheet.seat for sheet, zone in layout.zones() if sheet.seat}
    concerned = [*lit, *choosing.marks]
    touched = [seats[zone] for where in concerned if (zone := where.partition("/")[0]) in seats]
    if asked is not None and asked in seats.values():
        return asked
    return (touched or [me or lead_seat(state) or 1])[0]


def _lead(state: State, me: Seat | None) -> Prompt:
    """The one prompt to read first."""
    return state.prompts()[me] if me is not None else next(iter(asked_now(state).values()))
