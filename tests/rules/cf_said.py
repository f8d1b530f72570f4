"""Two caterpillars, the players whose they are, and what these are told."""

from __future__ import annotations

from cf_table import GAME

from companion.games.caterpillar_filler.rules.state import State

MINE = "H5 H4 H3 G3 G2"
OTHER = "A14 A15 A16 B16 C16"
NAMES = {1: "Anna", 2: "Ben", 3: "Cleo"}


def told(state: State, seat: int = 1) -> str:
    prompt = state.prompts()[seat]
    return f"{prompt.kind}: {prompt.message.render(NAMES)}"


def refusal(state: State, text: str) -> str:
    reason = state.why_not(GAME.parse(1, text))
    assert reason is not None
    return reason.sentence()
