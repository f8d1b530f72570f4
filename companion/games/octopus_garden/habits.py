"""What a bench of bot games must know of Octopus's Garden."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.habits import Habits

ALL_MODULES = "mimic+coconut+shark+parrot+diver+lionfish+chest+boxer"
WATERS: tuple[dict[str, str], ...] = (
    {},
    {"refill_choice": "reading_order"},
    {"modules": ALL_MODULES},
    {"pass_order": "draw_then_return", "printed_oysters_passable": "true", "lone_crab_points": "+1"},
    {"modules": "mimic+coconut", "mimic_stays": "false", "trash_cap": "3"},
    {"modules": "shark+lionfish", "lionfish_timing": "after_harvest", "pearls_limited": "true"},
    {"modules": "parrot+diver+chest+boxer", "chest_bust": "to_bag", "parrot_fish_cost": "1"},
)
"""Modules and options, in turn."""


def _options(number: int) -> dict[str, str]:
    return dict(WATERS[number % len(WATERS)])


def _drawn_and_done(hidden: Sequence[str], shown: str) -> bool:
    """A token that was drawn shows when it is put down, and that somebody is done by what comes next.

    What comes out of a treasure chest stays in the hand for a while, or goes back: that is tapped.
    """
    return all(action == "done" or _puts_down(shown, action) for action in hidden)


def _puts_down(shown: str, drawn: str) -> bool:
    verb, _, code = drawn.partition(" ")
    return verb == "draw" and code in shown.split()


HABITS = Habits(_options, _drawn_and_done)
