"""What a bench of bot games must know of Filler (tiles)."""

from __future__ import annotations

from companion.rules.habits import Habits

BOARDS: tuple[dict[str, str], ...] = (
    {},
    {"preset": "siege"},
    {"preset": "open", "rows": "6", "cols": "6"},
    {"opening": "drawn", "stones": "6"},
    {"preset": "siege", "rows": "6", "cols": "6", "stones": "4"},
    {"rows": "10", "cols": "10", "new_starts": "1", "opening_seeds": "2"},
    {"rows": "4", "cols": "12", "new_away_from_enemy": "on", "first": "2"},
    {"rows": "5", "cols": "7", "tiles_per_player": "12", "stones": "12", "new_starts": "0"},
    {"preset": "open", "rows": "12", "cols": "12", "opening": "pie"},
    {"new_starts": "9", "opening_seeds": "4"},
)
"""Options, in turn."""


def _options(number: int) -> dict[str, str]:
    return dict(BOARDS[number % len(BOARDS)])


HABITS = Habits(_options)
