"""The simulated table of a running game: people's hands from the page, and bots that play by hand.

A bot never tells the game what it did. It moves pieces and throws dice on the table, as people do,
and waits until whoever watches the table has found out. Only what leaves nothing to see, such as
"I end my turn", what may as well be the beginning of something else, and what it does with cards that
nobody else may see, it taps; and a choice that was not understood several times, as one that looks like an
undo is asked about and nobody is there to answer.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.layout import die_face, die_kind
from companion.rules.abilities import only_begins, piles_of
from companion.rules.game import CHANCE, Action, State
from companion.simulation.bots import bots, to_act
from companion.simulation.hands import perform, steps, thrown
from companion.simulation.pieces import Piece
from companion.simulation.table import SimulatedTable

_log = logging.getLogger(__name__)

STEP_S: Final = 0.35
"""Pause between two things that a bot's hand does, so that people can watch."""

PATIENCE_S: Final = 12.0
"""A bot that is not understood for so long lays the table as the game has it, and acts again."""

TRIES: Final = 3
"""A choice that was not understood so often is tapped."""

POLL_S: Final = 0.15

HELD_S: Final = 25.0
"""So long bots wait for somebody who looks at a correction."""

ENDING_S: Final = 4.0
"""So long the page of a correction waits for what a bot has begun."""


class Driver:
    """Hands on a simulated table while a game is played on it.

    Parameters
    ----------
    table
        The table.
    state
        Gives the game as whoever watches knows it.
    tap
        Takes down an action that leaves nothing to see.
    seed
        Makes the bots repeatable.
    call
        Has the software make the draw that waits to be called for; says whether one did.
    """

    def __init__(
        self,
        table: SimulatedTable,
        state: Callable[[], State],
        tap: Callable[[Action], object],
        seed: int = 0,
        call: Callable[[], bool] = lambda: False,
    ) -> None:
        self.table = table
        self._state, self._tap, self._call = state, tap, call
        self._rng = random.Random(seed)
        self._bots = bots(state().seats, seed)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._held_until_s = 0.0
        self._in_vain = 0
        self._idle = threading.Event()
        self._idle.set()

    # What the page asks for

    def pieces(self) -> tuple[Piece, ...]:
        """Everything that lies there, the undermost first."""
        return self.table.pieces()

    def sheets(self) -> tuple[str, ...]:
        """The sheets on the table."""
        return self.table.sheets()

    def bring_sheet(self, sheet: str) -> None:
        """Lay a loose sheet on the table. Raises KeyError."""
        self.table.bring_sheet(sheet)

    def take_sheet(self, sheet: str) -> None:
        """Take a loose sheet off the table, with everything on it. Raises KeyError."""
        self.table.take_sheet(sheet)

    def move_mm(self, piece: str, sheet: str, x_mm: float, y_mm: float) -> None:
        """Put a piece somewhere. Raises KeyError."""
        self.table.move_mm(piece, sheet, x_mm, y_mm)

    def bring(self, kind: str) -> None:
        """Bring a piece from the box. Raises KeyError."""
        self.table.bring(kind)

    def remove(self, piece: str) -> None:
        """Take a piece off the table. Raises KeyError."""
        self.table.remove(piece)

    def flip(self, piece: str) -> None:
        """Turn a piece over. Raises KeyError."""
        self.table.flip(piece)

    def roll(self) -> None:
        """Throw the dice that the game asks for now."""
        dice = self._dice(self._state())
        self.table.throw([die_kind(die_face(kind)[0], self._rng.randint(1, 6)) for kind in dice])

    def tidy(self) -> bool:
        """Lay everything as the game says; say whether anything was to be laid."""
        before = (self.sheets(), self.pieces())
        self.table.lay(piles_of(self._state()))
        return (self.sheets(), self.pieces()) != before

    def switches(self) -> Mapping[str, bool]:
        """The ways in which the table can misbehave, and which do now."""
        return self.table.switches()

    def set_switch(self, name: str, *, on: bool) -> None:
        """Misbehave, or behave again. Raises KeyError."""
        self.table.set_switch(name, on=on)

    # Bots

    @property
    def bots(self) -> bool:
        """Whether bots play all seats."""
        return self._thread is not None and self._thread.is_alive() and not self._stop.is_set()

    def set_bots(self, *, on: bool) -> None:
        """Let bots play all seats, or leave the table to people."""
        with self._lock:  # two phones may call them at once, and one alone could be stopped
            if on and not self.bots:
                self._stop = threading.Event()
                self._thread = threading.Thread(
                    target=self._run, args=(self._stop,), name="bots", daemon=True
                )
                self._thread.start()
            elif not on:
                self._stop.set()

    def hold_bots(self) -> None:
        """Let bots wait while somebody corrects the record, and give what one of them does time to end."""
        self._held_until_s = time.monotonic() + HELD_S
        if self.bots:
            self._idle.wait(ENDING_S)

    def release_bots(self) -> None:
        """Let bots go on at once."""
        self._held_until_s = 0.0

    def _wait_while_held(self, stop: threading.Event) -> None:
        while time.monotonic() < self._held_until_s and not stop.is_set():
            stop.wait(POLL_S)

    def _run(self, stop: threading.Event) -> None:
        """Play until the game is over or somebody stops the bots."""
        while not stop.is_set() and self._state().actors:
            self._idle.set()
            self._wait_while_held(stop)
            self._idle.clear()
            try:
                if not stop.is_set():
                    self._act(stop)
            except Exception:  # noqa: BLE001 - a bot that stumbles must not end the evening
                _log.exception("a bot stumbled")
                stop.wait(PATIENCE_S)
        self._idle.set()

    def _act(self, stop: threading.Event) -> None:
        """Do one thing on the table, and wait until the game has it."""
        before = self._state()
        action = self._choice(before)
        if action is None:
            stop.wait(POLL_S)
            return
        if action.by == CHANCE and self._call():
            self.tidy()  # a roll may have drawn something that is to lie there
            stop.wait(STEP_S)
            return
        after = before.after(action)
        todo = steps(self.table.layout, piles_of(before), piles_of(after))
        dice = thrown(self.table.layout, before.lying(), after.lying()) if action.by == CHANCE else ()
        if dice:
            self.table.throw(dice)
        for step in todo:
            perform(self.table, step)
            stop.wait(STEP_S)
        seen = dice or steps(self.table.layout, before.lying(), after.lying())
        tired = self._in_vain >= TRIES and action.by != CHANCE
        if tired or action.secret or action.from_hand or not seen or only_begins(before, action):
            self._in_vain = 0
            stop.wait(2 * STEP_S)
            if self._state() == before:
                self._tap(action)
        else:
            self._await_change(before, stop)
            self._in_vain = self._in_vain + 1 if self._state() == before else 0
        if self._state() not in (before, after):
            self.tidy()  # what the program has drawn since is for hands to lay

    def _choice(self, state: State) -> Action | None:
        seat = to_act(state)
        if CHANCE in state.actors and (seat is None or not self._bots[seat].wants_to_act()):
            outcomes, weights = zip(*state.odds(), strict=True)
            chosen: Action = self._rng.choices(outcomes, weights)[0]
            return chosen
        return self._bots[seat].choose(state) if seat is not None else None

    def _await_change(self, before: State, stop: threading.Event) -> None:
        """Wait until the game has moved on; when it does not, lay the table as the game has it."""
        waited_s = 0.0
        while self._state() == before and waited_s < PATIENCE_S and not stop.is_set():
            stop.wait(POLL_S)
            waited_s += POLL_S
        if self._state() == before and not stop.is_set():
            self.tidy()

    def _dice(self, state: State) -> Sequence[str]:
        """The dice that chance throws next; with nothing to throw, one that the table has."""
        first = next((action for action, _ in state.odds()), None) if CHANCE in state.actors else None
        layout = self.table.layout
        dice = thrown(layout, state.lying(), state.after(first).lying()) if first is not None else ()
        own = [kind for seat in state.actors for kind in state.seated().get(seat, ())]
        others = [kind for kind in (*own, *layout.kinds) if layout.kinds[kind].shape == "die"]
        return dice or others[:1]
