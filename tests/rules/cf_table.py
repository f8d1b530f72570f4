"""Positions of Caterpillar Filler for the tests, put together from what a test is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games.caterpillar_filler.rules.data.board import COLUMNS, ROWS, in_order
from companion.games.caterpillar_filler.rules.start import FULL_BODY, PAIRS, TOKENS
from companion.games.caterpillar_filler.rules.state import State
from companion.rules import CHANCE, play
from companion.rules.catalogue import load_game

GAME = load_game("caterpillar-filler")


def spaces(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def used_pairs(seats: int, left: int, next_pair: str = "") -> tuple[str, ...]:
    """Pairs turned up so far, so that ``left`` stay face down and ``next_pair`` may come next."""
    letters = [row for row in ROWS if row != next_pair[:1]]
    numbers = [str(column) for column in COLUMNS if str(column) != next_pair[1:]]
    if not next_pair:
        letters, numbers = list(ROWS), [str(column) for column in COLUMNS]
    return tuple(map("".join, zip(letters, numbers, strict=True)))[: PAIRS[seats] - left]


def garden(
    *chains: str,
    roll: int | None = None,
    flowers: str = "",
    wasp_spaces: str = "",
    hand: tuple[int, ...] | None = None,
    options: Mapping[str, str] | None = None,
    pairs_left: int | None = None,
    next_pair: str = "",
    sound: bool = True,
    **more: Any,
) -> State:
    """A position with these caterpillars (head first, "" is away), seat 1 to move.

    With ``roll`` it is the moment before the first step, else the moment before the roll. What
    is not given follows: full bodies, 40 tokens. ``sound=False`` allows impossible positions.
    """
    seats = len(chains)
    head = tuple(chain.split()[0] if chain else None for chain in chains)
    body = tuple(spaces(chain)[1:] for chain in chains)
    in_hand = more.pop("in_hand", (0,) * seats)
    full = FULL_BODY[seats]
    wasps = hand or (1,) * seats
    laid = len(spaces(flowers)) + len(spaces(wasp_spaces)) + sum(wasps)
    values: dict[str, Any] = {
        "phase": "START" if roll is None else "MOVE",
        "seat_to_move": 1,
        "turn_no": 5,
        "head": head,
        "body": body,
        "in_hand": in_hand,
        "reserve": tuple(full - len(b) - h for b, h in zip(body, in_hand, strict=True)),
        "wasps": wasps,
        "flowers": in_order(spaces(flowers)),
        "wasp_spaces": in_order(spaces(wasp_spaces)),
        "supply": TOKENS - laid,
        "roll": roll,
        "dice": () if roll is None else (roll,),
        "steps_left": roll or 0,
        "pairs": () if pairs_left is None else used_pairs(seats, pairs_left, next_pair),
    }
    state = msgspec.structs.replace(GAME.new(seats, options), **(values | more))
    if sound:
        assert state.problems() == ()
    return state


def after(state: State, *actions: str) -> State:
    """The state after legal actions, each as in a record: ``1 H4-H5``, ``chance roll 4``."""
    for line in actions:
        state = play(state, action(line))
    return state


def action(line: str) -> Any:
    actor, _, text = line.partition(" ")
    return GAME.parse(CHANCE if actor == "chance" else int(actor), text)


def legal(state: State, actor: int = 1, kind: str = "") -> list[str]:
    """The notations of the legal actions, of one kind if given."""
    return [str(a) for a in state.legal(actor) if not kind or type(a).__name__ == kind]


def rule(state: State, line: str) -> str:
    """The rule that forbids an action; "" when it is legal."""
    reason = state.why_not(action(line))
    return reason.rule if reason else ""


def chain(state: State, seat: int = 1) -> str:
    return " ".join(state.chain(seat))
