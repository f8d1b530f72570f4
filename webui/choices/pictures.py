"""Pieces that say more than words: what an action would lay on the table, as a picture on its button."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.rules.game import Lying, State
from webui.choices.ways import Way


def pictured(state: State, ways: Sequence[Way]) -> tuple[str, ...]:
    """Give the kind that each action brings onto the table; nothing where that tells them not apart."""
    before = state.lying()
    return _apart([_brought(before, state.after(way.action).lying()) for way in ways])


def pictured_draw(state: State, ways: Sequence[Way]) -> tuple[str, ...]:
    """Give the kind that each outcome of chance brings: at once, or from a hand with what is done next."""
    before = state.lying()
    return pictured(state, ways) or _apart([_brought_next(before, state.after(way.action)) for way in ways])


def _apart(kinds: Sequence[str]) -> tuple[str, ...]:
    return tuple(kinds) if len(kinds) > 1 and all(kinds) and len(set(kinds)) == len(kinds) else ()


def _brought_next(before: Lying, state: State) -> str:
    """Give the kind that the first of the next actions brings; `_apart` tells where it was not drawn."""
    follow = next((action for actor in state.actors for action in state.legal(actor)), None)
    return _brought(before, state.after(follow).lying()) if follow is not None else ""


def _brought(before: Lying, after: Lying) -> str:
    """Give the one kind of which a zone has more than before; "" where it is not one."""
    for zone, cells in after.items():
        more = Counter(cells.values()) - Counter(before.get(zone, {}).values())
        if more:
            return next(iter(more)) if more.total() == 1 else ""
    return ""
