"""The table that is laid for one game: what watches it, and what simulates it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from companion.live.running_table import RunningTable
from webui.ports import Simulation


@dataclass
class Table:
    """What watches one game: both parts may be missing.

    ``simulation`` may come only when it is known that no camera opens; ``left`` says that the game has
    been left by then.
    """

    live: RunningTable | None = None
    simulation: Simulation | None = None
    left: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    def turn_simulated(self, simulation: Simulation, *, bots: bool) -> bool:
        """Take on a simulated table; False when the game has been left: then no bots play on it."""
        with self._lock:
            self.simulation = simulation
            simulation.set_bots(on=bots and not self.left)
            return not self.left

    def set_bots(self, *, on: bool) -> None:
        """Let bots play on the simulated table, or stop them; on one that is left none play."""
        with self._lock:
            if self.simulation is not None:
                self.simulation.set_bots(on=on and not self.left)

    def leave(self) -> None:
        """The game is left: bots stop, also those of a table that turns simulated later."""
        with self._lock:
            self.left = True
            if self.simulation is not None:
                self.simulation.set_bots(on=False)
