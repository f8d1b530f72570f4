"""Actions that one tap takes, because their seat alone can take them back, or choose anew."""

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

    What chance has decided, what ends the game, what the program draws something after, and the last secret
    choice, after which all are turned over, is asked about first: one seat alone cannot take that back.
    """
    names, settings = heard_by(session.names), session.settings
    prompts = state.prompts()
    ways = choosing.at_once if len(choosing.at_once) <= MOST_AT_ONCE else {}

    def is_free(action: Action) -> bool:
        if action.by == CHANCE:
            return False
        if action.secret:
            # Nothing may tell what others have chosen; everybody sees whether they have.
            return any(prompt.kind == "act" for seat, prompt in prompts.items() if seat != action.by)
        after = state.after(action)
        return after.outcome is None and not drawn(after, settings)

    free = {where: way for where, way in ways.items() if is_free(way.action)}
    offers = to_me([offer(way, session.game, names, None) for way in free.values()], me, session.game, names)
    return dict(zip(free, offers, strict=True))
