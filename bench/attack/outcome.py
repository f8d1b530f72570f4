"""What an attack found out about a promise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Outcome(NamedTuple):
    """One promise: how often it was put to the test, and where it was broken, if anywhere."""

    promise: str
    tried: int
    broken: tuple[str, ...] = ()

    @property
    def held(self) -> bool:
        """Whether the promise was tried, and never broken."""
        return self.tried > 0 and not self.broken


def table(outcomes: Iterable[Outcome]) -> str:
    """Give a table: promise, how often tried, and whether it held; below it what broke a promise."""
    rows = list(outcomes)
    width = max((len(row.promise) for row in rows), default=0)
    lines = [f"{'promise':{width}}  {'tried':>8}  held"]
    lines += [f"{row.promise:{width}}  {row.tried:>8}  {'yes' if row.held else 'NO'}" for row in rows]
    lines += [f"broken: {row.promise}: {each}" for row in rows for each in row.broken[:5]]
    return "\n".join(lines)
