"""Who finds out what chance decides, and the draws that the software makes for a session."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import islice

from companion.record import draws
from companion.record.errors import StoreError
from companion.record.events import ActionTaken, Logged, Resolver, SeedCommitted, Settings
from companion.rules.game import CHANCE, Action, State
from companion.sessions.journal import Journal, Moment

_log = logging.getLogger(__name__)


def resolver_at(now: Moment) -> Resolver | None:
    """Say who is to find out what chance decides now; None when chance is not to act.

    The software records outcomes that ``follows`` names, because nothing else can come.
    """
    state = now.states[-1]
    return _resolver(state, now.timeline.settings) if following(state) is None else "software"


def drawn(state: State, settings: Settings) -> bool:
    """Whether the software draws now, so the table cannot show the outcome before."""
    return following(state) is None and _resolver(state, settings) == "software"


def drawn_at_once(state: State, settings: Settings) -> bool:
    """Whether the software goes on from a position before anybody has seen it."""
    return not any(state.actors) and (
        following(state) is not None or _resolver(state, settings) == "software"
    )


def _resolver(state: State, settings: Settings) -> Resolver | None:
    """Say to whom the settings leave the next outcome; None when chance is not to act."""
    first = next((action for action, _ in state.odds()), None)
    return None if first is None else settings.resolver(str(first).partition(" ")[0])


def following(state: State) -> Action | None:
    """Give the only outcome of chance, if the game says that it ``follows``."""
    outcomes = [action for action, _ in islice(state.odds(), 2)]
    return outcomes[0] if len(outcomes) == 1 and outcomes[0].follows else None


def all_following(state: State) -> Iterator[Action]:
    """Give the outcomes that must come now, up to the first that has an alternative."""
    while (outcome := following(state)) is not None:
        yield outcome
        state = state.after(outcome)


def settled(state: State) -> State:
    """Give the position after all outcomes that must come now."""
    for outcome in all_following(state):
        state = state.after(outcome)
    return state


def call_at(now: Moment) -> str:
    """Give the kind of draw that the software makes only when a player calls for it; "" for none.

    An example is the roll of a die, where a seat may do something else instead.
    """
    state = now.states[-1]
    first = next((action for action, _ in state.odds()), None)
    if first is None or not first.called or not any(state.actors) or resolver_at(now) != "software":
        return ""
    return str(first).partition(" ")[0]


def make_draws(journal: Journal) -> tuple[Logged, ...]:
    """Make every draw that the table has left to the software, up to one that is called for.

    The action before the draws is already saved, so a draw that cannot be saved does not undo it.
    ``journal.held_up`` says why such a draw waits, and the next call makes it. The caller holds
    ``journal.lock``.
    """
    before, held_up = len(journal.now.log), ""
    try:
        while resolver_at(journal.now) == "software" and not call_at(journal.now):
            deal(journal)
    except StoreError as error:
        held_up = error.sentence
        if held_up != journal.held_up:
            _log.warning("A draw waits until it can be saved (%s): %s", error.code, held_up)
    journal.held_up = held_up
    return journal.now.log[before:]


def deal(journal: Journal) -> tuple[Logged, ...]:
    """Make the next draw, or record what follows without one. The caller holds ``journal.lock``.

    Raises
    ------
    BadDraw
        When chance is not to act.
    """
    outcome = following(journal.now.states[-1])
    if outcome is not None:
        return _taken_down(journal, outcome, draw=0)
    stored: tuple[Logged, ...] = ()
    seed = journal.seed_in_use()
    if seed is None:
        seed, stored = _commit_seed(journal)
    number = journal.now.timeline.draws + 1
    return stored + _taken_down(journal, draws.draw(journal.now.states[-1], seed, number), number)


def kind_due(state: State) -> str:
    """Give the first word of chance's next action while nobody else may act; "" otherwise."""
    first = None if any(state.actors) else next((action for action, _ in state.odds()), None)
    return "" if first is None else str(first).partition(" ")[0]


def goes_on(state: State) -> bool:
    """Whether chance decides another of the same kind right after the next outcome, as in a row of tiles."""
    kind = kind_due(state)
    return bool(kind) and kind_due(state.after(next(action for action, _ in state.odds()))) == kind


def kind_to_leave(state: State) -> str:
    """Give the first word of what chance may decide now and nobody calls for, so the software may for good.

    "" where there is none.
    """
    first = next((action for action, _ in state.odds()), None)
    return "" if first is None or first.called else str(first).partition(" ")[0]


def deal_on(journal: Journal) -> tuple[Logged, ...]:
    """Make the next draw and all that follow of its kind, under ``journal.lock``. Raises `BadDraw`."""
    before, kind = len(journal.now.log), kind_due(journal.now.states[-1])
    deal(journal)
    while kind and kind_due(journal.now.states[-1]) == kind:
        deal(journal)
    return journal.now.log[before:]


def _taken_down(journal: Journal, action: Action, draw: int) -> tuple[Logged, ...]:
    """Record an outcome with the number of its draw; 0 for none."""
    states = journal.now.states
    taken = ActionTaken(CHANCE, str(action), "software", draw=draw)
    return journal.write([taken], (*states, states[-1].after(action)))


def _commit_seed(journal: Journal) -> tuple[str, tuple[Logged, ...]]:
    """Save a new secret and show its commitment before the first draw from it."""
    seed = draws.new_seed()
    commitment = draws.commitment_of(seed)
    committed = SeedCommitted(commitment, journal.now.timeline.draws + 1)
    return seed, journal.write([committed], seeds=[(commitment, seed)])
