"""A clock that tests move."""

from __future__ import annotations


class Clock:
    """Seconds that stand still until a test moves them."""

    s = 1000.0

    def __call__(self) -> float:
        return self.s
