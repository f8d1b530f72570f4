"""What a bench of bot games must know of Caterpillar Filler."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.habits import Habits

RULES = ("", "R05", "R03", "R06", "R01+R07", "R10+R11", "R04+R09", "R08+R12", "R02")
"""Alternative rules, in turn."""

EVERY_RULE = {"rules": "+".join(f"R{k:02}" for k in range(1, 13)), "several_rule_tiles": "on"}
"""All twelve of them at once."""


def _options(number: int) -> dict[str, str]:
    rules = RULES[1 + number // 3 % (len(RULES) - 1)] if number % 3 == 2 else ""
    return {"rules": rules, "several_rule_tiles": "on"} if rules else {}


def _passed_on(hidden: Sequence[str], shown: str) -> bool:
    """A turn's end shows when the next player rolls or joins a piece."""
    return all(action in ("end", "wait") for action in hidden) and shown.startswith(("roll", "join"))


HABITS = Habits(_options, _passed_on, heaviest=EVERY_RULE)
