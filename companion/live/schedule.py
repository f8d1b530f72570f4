"""When a full reading is due. A quiet table is looked at only now and then."""

from __future__ import annotations

from math import inf
from typing import Final

REST_S: Final = 0.6
"""Stillness before a first reading: shorter rests are part of a move."""

VERIFY_S: Final = (1.0, 3.0)
"""When to look again after something was accepted."""

PATIENCE_S: Final = 1.5
"""The table announces a grave verdict only if a second reading agrees after this time."""

HALF_DONE_S: Final = 2.4
"""A player who has stopped half-way for this long may have finished."""

RECHECK_S: Final = 10.0
"""The table notices slow changes (a lamp, a shadow) after this time."""


class Schedule:
    """Times, in seconds of the frames' clock, at which to read."""

    def __init__(self) -> None:
        self._moved = True
        self._times: list[float] = []
        self._recheck_s = inf

    def disturbed(self) -> None:
        """Drop all plans: something moved, or the game went on without the camera."""
        self._moved = True
        self._times.clear()
        self._recheck_s = inf

    def read(self, now_s: float) -> None:
        """A reading was made."""
        self._moved = False
        self._times = [t_s for t_s in self._times if t_s > now_s]
        self._recheck_s = now_s + RECHECK_S

    def again_at(self, *times_s: float) -> None:
        """Read again at these times, unless something moves before."""
        self._times.extend(times_s)

    def due(self, now_s: float, still_s: float) -> bool:
        """Whether to read now."""
        planned = any(t_s <= now_s for t_s in (*self._times, self._recheck_s))
        return still_s >= REST_S and (self._moved or planned)
