"""What must hold at every step of a game, as a table of checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from companion.rules.game import Action, Problem

Check: TypeAlias = Callable[[Any, Action, Any], bool]
"""Says whether a property holds of a step: of the position before, the action, and the position after."""


def broken_by(
    before: Any, action: Action, after: Any, problems: Iterable[Problem], checks: Mapping[str, Check]
) -> Iterator[str]:
    """Give every property that a step breaks, those of the position after it first.

    Parameters
    ----------
    before, action, after
        The step.
    problems
        What is wrong with the position after it.
    checks
        What else must hold, by its number.
    """
    for problem in problems:
        yield f"{problem.rule}: {problem.message.render({})}"
    for number, holds in checks.items():
        if not holds(before, action, after):
            yield f"{number} is broken by {action}."
