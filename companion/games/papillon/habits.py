"""What a bench of bot games must know of Papillon."""

from __future__ import annotations

from companion.rules.habits import Habits

GARDENS: tuple[dict[str, str], ...] = (
    {},
    {"expert": "on"},
    {"gnome_lines": "literal", "reserve_caterpillar": "on"},
    {"unplaceable": "discard", "cap_scope": "tiles-and-gnomes"},
    {"perch": "optional", "bag_empty": "none", "colours": "orange,green,black,white"},
    {"butterfly_order_2p": "track", "expert": "on", "expert_pick": "best-paid", "first_order": "random"},
    {"caterpillar_supply": "unlimited"},
)
"""Options, in turn."""


def _options(number: int) -> dict[str, str]:
    return dict(GARDENS[number // 3 % len(GARDENS)])


HABITS = Habits(_options)
