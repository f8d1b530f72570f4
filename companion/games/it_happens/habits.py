"""What a bench of bot games must know of It Happens."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.habits import Habits

CHOICES: tuple[dict[str, str], ...] = (
    {},
    {"pass_timing": "before_roll"},
    {"general_on_tie": "strict", "colours": "white,blue,green,red,yellow"},
    {"pass_timing": "after_roll", "open_scores": "true"},
    {"imaginary_start_worms": "2", "colours": "green,white,blue,yellow,red"},
    {"imaginary_collects": "victory_tiles_only", "general_on_tie": "strict"},
)
"""Options, in turn."""


def _options(number: int) -> dict[str, str]:
    return dict(CHOICES[number // 2 % len(CHOICES)])


def _colour_chosen(hidden: Sequence[str], shown: str) -> bool:
    """Which colour was chosen shows when its die is rolled; worms that are paid do not show."""
    return len(hidden) == 1 and hidden[0].startswith("roll ") and shown.startswith(hidden[0])


HABITS = Habits(_options, _colour_chosen)
