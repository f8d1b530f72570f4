"""Pieces that say more than words: what an action would lay on the table, as a picture on its button."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.rules.game import Lying, State
from webui.ways import Way


def pictured(state: State, ways: Sequence[Way]) -> tuple[str, ...]:
    """Give the kind that each action brings onto the table; nothing where that tells them not apart."""
    before = state.lying()
    kinds = tuple(_brought(before, state.after(way.action).lying()) for way in ways)
    return kinds if len(ways) > 1 and all(kinds) and len(set(kinds)) == len(kinds) else ()


def _brought(before: Lying, after: Lying) -> str:
    """Give the one kind of which a zone has more than before; "" where it is not one."""
    for zone, cells in after.items():
        more = Counter(cells.values()) - Counter(before.get(zone, {}).values())
        if more:
            return next(iter(more)) if more.total() == 1 else ""
    return ""
