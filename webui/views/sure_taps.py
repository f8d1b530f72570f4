"""Actions that one tap takes, because their seat can take them back alone with another one."""

from __future__ import annotations

from typing import Final

from companion.rules.game import CHANCE, Action, Seat, State
from companion.sessions.dealing import drawn
from companion.sessions.session import Session
from webui.choices.choosing import Choosing
from webui.choices.offers import Offer, offer, to_me
from webui.request.language import heard_by

MOST_AT_ONCE: Final = 120
"""Of so many it is looked at what comes after them, which takes about a millisecond for each."""


def taken_at_once(choosing: Choosing, state: State, session: Session, me: Seat | None) -> dict[str, Offer]:
    """Give, by the space or card, the actions that one tap on it takes; ``state`` is what this phone sees.

    What chance has decided, what ends the game, and what the program draws something after is asked about
    first: one seat alone cannot take that back.
    """
    names, settings = heard_by(session.names), session.settings
    ways = choosing.at_once if len(choosing.at_once) <= MOST_AT_ONCE else {}

    def is_free(action: Action) -> bool:
        if action.by == CHANCE or action.secret:
            # What follows a secret choice hangs on those of others: nothing may tell of them.
            return action.by != CHANCE
        after = state.after(action)
        return after.outcome is None and not drawn(after, settings)

    free = {where: way for where, way in ways.items() if is_free(way.action)}
    offers = to_me([offer(way, session.game, names, None) for way in free.values()], me, session.game, names)
    return dict(zip(free, offers, strict=True))
