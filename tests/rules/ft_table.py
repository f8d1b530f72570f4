"""Positions of Filler (tiles) for the tests: played from the start, square by square."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.filler_tiles.rules import State, placement
from companion.games.filler_tiles.rules.actions import Expand
from companion.games.filler_tiles.rules.phases.opening import opening_phase
from companion.rules import play
from companion.rules.catalogue import load_game

GAME = load_game("filler-tiles")


def board(rows: int = 4, cols: int = 4, stones: str = "", **options: str | int) -> Any:
    """An empty board before the opening, with stones where the test wants them."""
    laid = stones.split()
    texts = {"rows": str(rows), "cols": str(cols), "stones": str(len(laid))}
    state = GAME.new(2, texts | {key: str(value) for key, value in options.items()})
    return replace(state, stones=tuple(laid), phase=opening_phase(state)) if laid else state


def action(state: State, text: str) -> Any:
    """An action of whoever may act; a bare square is what the board makes of it (FT-11)."""
    found = GAME.parse(state.actors[0], text)
    return placement(state, found.by, text) if isinstance(found, Expand) and state.board.has(text) else found


def after(state: Any, moves: str) -> Any:
    """The state after moves as the specification lists them: ``s:B2 s:C3 B3``."""
    for text in moves.split():
        state = play(state, action(state, text))
    return state


def expands(state: State) -> str:
    return " ".join(each.square for each in state.legal(state.to_move) if type(each).__name__ == "Expand")


def news(state: State) -> str:
    return " ".join(each.square for each in state.legal(state.to_move) if type(each).__name__ == "New")


def rule(state: State, text: str, by: int | None = None) -> str:
    """The rule that forbids a notation; "" when it is legal."""
    reason = state.why_not(GAME.parse(state.to_move if by is None else by, text))
    return reason.rule if reason else ""


def score(state: State) -> str:
    totals = state.sheet().totals()
    return f"{totals[1]}-{totals[2]}"
