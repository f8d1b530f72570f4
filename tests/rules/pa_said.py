"""Whom Papillon speaks to in its tests, and what it says."""

from __future__ import annotations

from typing import Any

NAMES = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dan"}


def prompt(state: Any, seat: int = 1) -> str:
    return state.prompts()[seat].message.render(NAMES)


def below(state: Any, seat: int = 1) -> list[str]:
    """What a seat is told below the headline, a line each."""
    return [each.render(NAMES) for each in state.prompts()[seat].told]
