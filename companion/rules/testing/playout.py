"""Random players: legal games from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from companion.rules.game import CHANCE, Action, Game, State
from companion.rules.record import Record


def choose(state: State, rng: random.Random) -> Action:
    """Choose a legal action: an actor, then a kind of action, then one of that kind, each evenly.

    Choosing the kind first keeps the many routes and wasps from crowding out the rest.
    """
    actor = rng.choice(state.actors)
    if actor == CHANCE:
        outcomes = list(state.odds())
        return rng.choices([action for action, _ in outcomes], [weight for _, weight in outcomes])[0]
    kinds: dict[type[Action], list[Action]] = {}
    for action in state.legal(actor):
        kinds.setdefault(type(action), []).append(action)
    return rng.choice(rng.choice(list(kinds.values())))


def playout(state: State, rng: random.Random, limit: int) -> Iterator[tuple[Action, State]]:
    """Play to the end, or for ``limit`` actions: each action and the state after it."""
    for _ in range(limit):
        if not state.actors:
            return
        action = choose(state, rng)
        state = state.after(action)
        yield action, state


def random_record(
    game: Game,
    seats: int,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    limit: int | None = None,
) -> Record:
    """Play a random game and write it down. Raises `BadOption`."""
    rng = random.Random(seed)
    played = playout(game.new(seats, options), rng, limit or game.info.max_actions)
    return Record(
        game=game.info.slug,
        rules=game.info.rules_version,
        seats=seats,
        options=dict(options or {}),
        actions=tuple(action for action, _ in played),
    )
