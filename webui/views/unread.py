"""What nobody has read because the program draws at once, put among what a page says."""

from __future__ import annotations

from companion.live.drawn_at_once import drawn_to_lay, unseen_positions
from companion.rules.abilities import tell_to
from companion.rules.game import CHANCE, Seat
from companion.rules.message import Message
from companion.sessions.session import Session
from webui.request.laid_out import layout_now
from webui.request.language import heard_by
from webui.request.on_table import hub
from webui.views.asked import Said, asked_now
from webui.views.status import LiveView

BLIND = ("off", "lost")
"""States of a table whose camera tells nobody what is still to be laid."""


def with_unread(said: Said, session: Session, live: LiveView | None, me: Seat | None) -> Said:
    """Add what hands do besides the draws, and, without a camera, what they are to lay."""
    now, names = session.moment, heard_by(session.names)
    lines: list[Message] = []
    for state in (state.seen_by(me) for state in unseen_positions(now)):
        prompt = state.prompts()[me] if me is not None else next(iter(asked_now(state).values()))
        lines += prompt.hands
    if live is None or live.state in BLIND:
        drawn = drawn_to_lay(now, layout_now(session, now.states[-1].seen_by(me)), me)
        lines += [drawn] if drawn is not None else []
    told = dict.fromkeys((*_bot_did(session, me), *(line.render(names) for line in lines), *said.told))
    return said._replace(told=tuple(told))


def _bot_did(session: Session, me: Seat | None) -> list[str]:
    """Say what a bot has just done, as far as this phone may know it; chance may have followed."""
    chosen = next((entry for entry in reversed(session.line) if entry.by != CHANCE), None)
    if chosen is None or chosen.source != "bot" or chosen.by not in hub().holders.bots(session.id):
        return []
    action = session.game.parse(chosen.by, chosen.text)
    return [tell_to(session.game, action, me).render(heard_by(session.names))]
