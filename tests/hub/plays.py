"""Games that play themselves."""

from __future__ import annotations

import random

from companion.rules.game import CHANCE
from companion.sessions.session import Session


def play_on(session: Session, most: int, seed: int = 1) -> None:
    """Take random legal actions until the game is over, or so many were taken."""
    rng = random.Random(seed)
    for _ in range(most):
        state = session.state
        if state.outcome is not None:
            return
        if CHANCE in state.actors:
            session.draw()
            continue
        actor = rng.choice(state.actors)
        legal = [action for action, _ in zip(state.legal(actor), range(50), strict=False)]
        session.act(rng.choice(legal))
