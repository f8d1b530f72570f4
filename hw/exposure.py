"""When what a camera has chosen by itself is kept, and when it may choose anew.

A camera that goes on adjusting itself makes the watch for movement see light that is not there, and
colours that were learnt no longer match. So it settles once, is locked, and is let go only when the
room's light has really changed.

Convention: brightness is the median of a grey picture, 0 to 255. A hand covers less than half of the
table, so the median does not see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

import numpy as np

STEADY_FRAMES: Final = 5
STEADY_SHARE: Final = 0.02
"""So many frames in which no value changes by more than this share: it has settled."""

SETTLE_S: Final = 4.0
"""Longer is not waited for: a flickering lamp never lets some cameras settle."""

CHANGE_SHARE: Final = 0.2
CHANGE_S: Final = 1.5
"""Light that differs by this share for so long has changed; shorter is a shadow."""

REGRETS: Final = 3
REGRET_S: Final = 3.0
"""A lock that changes the picture itself, within so many seconds and so often, is given up for good."""

Wish: TypeAlias = Literal["", "lock", "unlock"]


def brightness(grey: Any) -> float:
    """Give the median of every eighth row and column of a grey picture, (H, W)."""
    return float(np.median(grey[::8, ::8]))


class ExposureKeeper:
    """One camera's exposure. Fed with every frame; says when to lock and when to let go."""

    def __init__(self) -> None:
        self._locked = False
        self._since_s: float | None = None
        self._values: tuple[float, ...] = ()
        self._steady = 0
        self._light = 0.0
        self._changed_at_s: float | None = None
        self._regrets = 0

    @property
    def locked(self) -> bool:
        """Whether the camera keeps what it has chosen."""
        return self._locked

    def look(self, light: float, t_s: float, values: Sequence[float], *, ready: bool = True) -> Wish:
        """Take in one frame.

        Parameters
        ----------
        light
            Its `brightness`.
        t_s
            When it was taken, in seconds.
        values
            What the camera has chosen: exposure times gain, the gains of colours; as far as known.
        ready
            Whether focus, and whatever else must be done before, is done.

        Returns
        -------
        str
            ``lock``, ``unlock``, or nothing: go on as before.
        """
        if self._since_s is None:
            self._since_s = t_s
        if self._regrets >= REGRETS:
            return ""
        return (
            self._keep(light, t_s) if self._locked else self._settle(light, t_s, tuple(values), ready=ready)
        )

    def _settle(self, light: float, t_s: float, values: tuple[float, ...], *, ready: bool) -> Wish:
        now = (light, *values)
        self._steady = self._steady + 1 if _near(now, self._values) else 0
        self._values = now
        settled = ready and self._steady >= STEADY_FRAMES
        if not settled and t_s - (self._since_s or 0.0) < SETTLE_S:
            return ""
        self._locked, self._light, self._since_s, self._changed_at_s = True, light, t_s, None
        return "lock"

    def _keep(self, light: float, t_s: float) -> Wish:
        if abs(light - self._light) <= CHANGE_SHARE * max(self._light, 8.0):
            self._changed_at_s = None
            return ""
        if self._changed_at_s is None:
            self._changed_at_s = t_s
        if t_s - self._changed_at_s < CHANGE_S:
            return ""
        if self._changed_at_s - (self._since_s or 0.0) < REGRET_S:
            self._regrets += 1
        self._locked, self._since_s, self._steady = False, t_s, 0
        return "unlock"


def _near(now: tuple[float, ...], before: tuple[float, ...]) -> bool:
    return len(now) == len(before) and all(
        abs(a - b) <= STEADY_SHARE * max(abs(b), 1e-6) + 1e-9 for a, b in zip(now, before, strict=True)
    )
