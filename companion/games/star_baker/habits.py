"""What a bench of bot games must know of Star Baker."""

from __future__ import annotations

from companion.rules.habits import Habits

KITCHENS: tuple[dict[str, str], ...] = (
    {},
    {"advanced": "on"},
    {"bonus_fill_uses": "all", "automatic_chef": "dmitri"},
    {"reserve": "required", "advanced": "on", "automatic_chef": "farid"},
    {"open_hands": "on", "automatic_chef": "celeste"},
)
"""Options, in turn."""


def _options(number: int) -> dict[str, str]:
    return dict(KITCHENS[number % len(KITCHENS)])


def _from_the_hand(shown: str) -> bool:
    """With which cards somebody pays, and what goes back into a hand, is tapped on that phone."""
    return shown.startswith(("fill", "restock"))


HABITS = Habits(_options, tapped=_from_the_hand)
