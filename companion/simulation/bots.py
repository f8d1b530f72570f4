"""Bots: they choose an action for a seat. No masters, but lively: they eat, bite and block.

They know no game. An action is worth what it does to the score sheet, and what the rules say that
it may bring besides (`ValuesPosition`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Final

from companion.rules.abilities import ValuesPosition
from companion.rules.game import CHANCE, Action, Seat, State

MOST_TRIED: Final = 60
"""Actions that a bot looks at before it takes the best one."""

EXTRA_SHARE: Final = 0.3
"""How often a bot does something that it need not do, such as laying a wasp."""

WHIM_SHARE: Final = 0.12
"""How often a bot that knows what positions are worth tries something else."""


class Bot:
    """Plays one seat; the same seed makes the same game."""

    def __init__(self, seat: Seat, rng: random.Random) -> None:
        self.seat = seat
        self._rng = rng

    def choose(self, state: State) -> Action:
        """Choose one of the seat's legal actions.

        Raises
        ------
        ValueError
            When the seat has nothing to do.
        """
        legal = list(islice(state.legal(self.seat), 4000))
        if not legal:
            raise ValueError(f"seat {self.seat} has nothing to do")
        if not isinstance(state, ValuesPosition):
            return self._best(state, self._wanted(legal))
        return self._whim(legal) if self._rng.random() < WHIM_SHARE else self._best(state, legal)

    def _whim(self, legal: Sequence[Action]) -> Action:
        """Choose a sort of action first, so that rare ones come up as often as others."""
        sort = self._rng.choice(list(dict.fromkeys(map(type, legal))))
        return self._rng.choice([action for action in legal if type(action) is sort])

    def wants_to_act(self) -> bool:
        """Whether the bot uses a turn to act that it may also let pass (chance is to act as well)."""
        return self._rng.random() < EXTRA_SHARE

    def _wanted(self, legal: Sequence[Action]) -> list[Action]:
        """Leave out what need not be done, most of the time: there is another sort of action, too."""
        by_sort: dict[type, list[Action]] = {}
        for action in legal:
            by_sort.setdefault(type(action), []).append(action)
        if len(by_sort) == 1:
            return list(legal)
        largest = max(by_sort, key=lambda sort: len(by_sort[sort]))
        rest = [action for action in legal if type(action) is not largest]
        # In a choice between many spaces for a token and going on, the token is the extra.
        extra = by_sort[largest] if len(rest) <= 2 else rest
        plain = rest if extra is by_sort[largest] else by_sort[largest]
        return extra if self._rng.random() < EXTRA_SHARE else plain

    def _best(self, state: State, actions: list[Action]) -> Action:
        tried = actions if len(actions) <= MOST_TRIED else self._rng.sample(actions, MOST_TRIED)
        return max(tried, key=lambda action: (self._worth(state.after(action)), self._rng.random()))

    def _worth(self, state: State) -> float:
        """What a position is worth: one's own points less the best other's."""
        totals = state.sheet().totals()
        others = [points for seat, points in totals.items() if seat != self.seat]
        late = state.prospects(self.seat) if isinstance(state, ValuesPosition) else 0.0
        return totals[self.seat] - max(others, default=0) + late


def to_act(state: State) -> Seat | None:
    """Give the seat that acts next: of several one that must act, rather than one that only may."""
    seats = [actor for actor in state.actors if actor != CHANCE]
    if len(seats) < 2:
        return seats[0] if seats else None
    prompts = state.prompts()
    return next((seat for seat in seats if prompts[seat].kind == "act"), seats[0])


def bots(seats: int, seed: int) -> dict[Seat, Bot]:
    """Give a bot for every seat."""
    return {seat: Bot(seat, random.Random(f"{seed}-{seat}")) for seat in range(1, seats + 1)}
