"""The score sheet and what may be taken back, ready for a page."""

from __future__ import annotations

from typing import NamedTuple

from companion.record.undo import Undo
from companion.rules.game import CHANCE, Outcome, Seat, State
from companion.rules.sheet import Line, Sheet
from companion.sessions.session import Session
from webui.request.language import say
from webui.request.phone import acts_openly


class SheetView(NamedTuple):
    """Somebody's lines and their sum; ``seat`` is 0, and ``name`` said, for who plays without a seat."""

    seat: Seat
    name: str
    total: int
    lines: tuple[Line, ...]


def sheet_view(state: State) -> tuple[SheetView, ...]:
    """Give every score: in the order of the seats, or at the end who has won first, then by points."""
    return scores_of(state.sheet(), state.outcome)


def scores_of(sheet: Sheet, outcome: Outcome | None) -> tuple[SheetView, ...]:
    """Give every score of a sheet, in the same order."""
    totals = sheet.totals()
    views = [SheetView(seat, "", totals[seat], lines) for seat, lines in sorted(sheet.lines.items())]
    views += [SheetView(0, say(other.name), other.total, other.lines) for other in sheet.others]
    if outcome is None:
        return tuple(views)
    # Where no seat has won, somebody without a seat has.
    won = outcome.winners or (0,)
    return tuple(sorted(views, key=lambda view: (view.seat not in won, -view.total)))


def undo_view(session: Session, me: Seat | None) -> Undo | None:
    """Give what this phone may take back: its own last choice, or for the whole table the last one."""
    if me is not None:
        return session.may_undo(me)
    if not acts_openly(session):
        return None  # nobody acts there on a phone of which it is not known who holds it
    last = next((entry.by for entry in reversed(session.line) if entry.by != CHANCE), None)
    return session.may_undo(last) if last is not None else None
