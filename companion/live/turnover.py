"""The end of a turn that nobody taps: which action it is, and the countdown to it.

An end of a turn changes nothing on the table, so a camera never sees it. A visible countdown runs when the
table is at rest and the end of the turn is the only action without a trace. Any movement restarts the
countdown. A tap stops it until somebody lets it run again.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.live.status import Countdown
from companion.record.errors import StaleAction
from companion.referee.hypothesis import costs
from companion.rules.game import CHANCE, Action, Lying, Seat, State

ALONE_S: Final = 4.0
"""The countdown when the player has nothing else to do."""

CHOICE_S: Final = 12.0
"""The countdown when the player may still do something else."""


class Turnover:
    """The countdown of one table. ``trays`` are the zones of dice, which the end of a turn clears."""

    def __init__(self, trays: frozenset[str]) -> None:
        self._trays = trays
        self._state: State | None = None
        self._passing: tuple[Action, bool] | None = None
        self._stopped = self._gone_back = False
        self._halted: tuple[object, float] = (None, 0.0)
        self.countdown: Countdown | None = None

    def rest(self, state: State, now_s: float, *, gone_back: bool = False) -> Action | None:
        """Count while the table is at rest and agrees; give the action that is due now, if any.

        If somebody has ``gone_back`` to this position, the countdown waits for `resume`: the program does
        not redo what a player took back.
        """
        # Who goes back may come to the very position that was seen last: what lay between need not have been.
        went_back, self._gone_back = gone_back and not self._gone_back, gone_back
        if self._state is not state or went_back:
            self._state, self._passing = state, passing(state, self._trays)
            self._stopped, self.countdown = gone_back, None
        if self._passing is None:
            return None
        action, alone = self._passing
        if self.countdown is None:
            total_s = ALONE_S if alone else CHOICE_S
            self.countdown = Countdown(action.by, str(action), now_s, total_s, self._stopped)
        if self._stopped or now_s - self.countdown.started_s < self.countdown.total_s:
            return None
        self.countdown = None
        return action

    def stop(self) -> None:
        """Restart the countdown when the table is next at rest and in order."""
        if self.countdown is not None:
            self._halted = self._passing, self.countdown.started_s
        self.countdown = None

    def cancel(self, began_s: float | None = None) -> None:
        """Stop the countdown for this position, until `resume`.

        Parameters
        ----------
        began_s
            When the countdown on the player's page began; None for any countdown.

        Raises
        ------
        StaleAction
            When that was the countdown of another position.
        """
        self._expect(began_s)
        self._stopped = True
        if self.countdown is not None:
            self.countdown = replace(self.countdown, stopped=True)

    def resume(self, began_s: float | None = None) -> None:
        """Let the countdown run again from its beginning; for ``began_s`` and errors see `cancel`."""
        self._expect(began_s)
        self._stopped, self.countdown = False, None

    def _expect(self, began_s: float | None) -> None:
        """Refuse a player who saw neither this countdown nor the one before the last movement here."""
        counted_s = self.countdown.started_s if self.countdown is not None else None
        of, halted_s = self._halted
        if began_s not in (None, counted_s, halted_s if of is self._passing else None):
            raise StaleAction("That countdown is over. Look again.")


def passing(state: State, trays: frozenset[str]) -> tuple[Action, bool] | None:
    """Give the action that passes the turn on without a trace, and whether it is the only action."""
    if len(state.actors) != 1 or state.actors[0] == CHANCE:
        return None
    seat, lying = state.actors[0], _cells(state, trays)
    legal = list(state.legal(seat))
    found = [
        action
        for action in legal
        if not (action.spoken or action.secret)
        and _passes(state.after(action), seat, lying, trays)
        and not costs(state, action)
    ]
    return (found[0], len(legal) == 1) if len(found) == 1 else None


def _passes(after: State, seat: Seat, lying: Lying, trays: frozenset[str]) -> bool:
    return bool(after.actors) and seat not in after.actors and _cells(after, trays) == lying


def _cells(state: State, trays: frozenset[str]) -> Lying:
    return {zone: cells for zone, cells in state.lying().items() if zone not in trays}
