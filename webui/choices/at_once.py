"""Spaces and cards by which one tap says all: one legal action alone is meant."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from webui.choices.ways import Way


def ends_meant(left: Sequence[Way], reached: Callable[[Way], int]) -> dict[str, Way]:
    """Give the spaces over which only one of these ways leads, and at which it ends.

    Parameters
    ----------
    left
        The ways that may still be meant.
    reached
        Gives how many spaces of a way have been tapped, or need no tap.
    """
    over: dict[str, list[Way]] = {}
    for way in left:
        for where in dict.fromkeys(way.cells[reached(way) :]):
            over.setdefault(where, []).append(way)
    return {where: ways[0] for where, ways in over.items() if len(ways) == 1 and ways[0].cells[-1] == where}


def cards_meant(
    left: Sequence[Way], named: Mapping[Way, frozenset[str]], taps: Collection[str]
) -> dict[str, Way]:
    """Give the cards that only one of these ways names, where it names nothing else but what is tapped."""
    naming: dict[str, list[Way]] = {}
    for way in left:
        for kind in named[way].difference(taps):
            naming.setdefault(kind, []).append(way)
    return {
        kind: ways[0] for kind, ways in naming.items() if len(ways) == 1 and named[ways[0]] == {kind, *taps}
    }
