"""Positions of Octopus's Garden for the tests, put together from what a test is about."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games.octopus_garden.rules import GAME, State
from companion.games.octopus_garden.rules.data.board import CELLS
from companion.games.octopus_garden.rules.data.census import in_the_box, out_of_the_bag
from companion.rules import CHANCE, play

MARKET = "AN TR RE / SS SG SH / SG SG CO"
"""The market of worked example 2."""

ALL_MODULES = "mimic+coconut+shark+parrot+diver+lionfish+chest+boxer"
SPACES = GAME.box.board.plantable


def laid(text: str) -> dict[str, list[Any]]:
    """A garden written as ``AN A1 A2, SH+HC B4``: stacks from the board up, then their spaces."""
    garden: dict[str, list[Any]] = {}
    for part in filter(None, text.split(", ")):
        codes, *spaces = part.split()
        garden |= {space: codes.split("+") for space in spaces}
    return garden


def market(text: str) -> dict[str, str | None]:
    codes = text.replace("/", " ").split()
    return {cell: None if code == "--" else code for cell, code in zip(CELLS, codes, strict=True)}


def table(
    *gardens: str | dict[str, Any],
    seats: int = 0,
    modules: str = "",
    options: Mapping[str, str] | None = None,
    on_market: str = "",
    bag: Mapping[str, int] | None = None,
    sound: bool = True,
    **more: Any,
) -> State:
    """A position with these gardens, seat 1 to choose its action.

    What is not given follows: 4 pearls each, an empty market without ``on_market``, the rest of
    the tokens in the bag - or out of the game, when ``bag`` says what is in it.
    """
    laid_out = [laid(g) if isinstance(g, str) else g for g in gardens]
    laid_out += [{}] * (max(seats, 2) - len(laid_out))
    chosen = dict(options or {}) | ({"modules": modules} if modules else {})
    values: dict[str, Any] = {
        "options": chosen,
        "phase": "ACT",
        "active": 1,
        "turn_no": 5,
        "last_buy": 5,
        "garden": laid_out,
        "pearls": (4,) * len(laid_out),
        "market": market(on_market) if on_market else {},
    }
    state = GAME.decode(json.dumps(values | more).encode())
    if bag is not None:
        gone = in_the_box(state) - out_of_the_bag(state)
        gone.subtract(bag)
        values |= {"bag": dict(bag), "gone": {code: n for code, n in gone.items() if n}}
        state = GAME.decode(json.dumps(values | more).encode())
    if sound:
        assert state.problems() == ()
    return state


def moving(garden: str | dict[str, Any], *others: str, **more: Any) -> State:
    """Seat 1's animals are to move."""
    return table(garden, *others, phase="MOVE", **more)


def planting(garden: str, hand: str, **more: Any) -> State:
    """Seat 1 has these tokens in hand."""
    return table(garden, phase="PLANT", hand=hand.split(), **more)


def after(state: State, *actions: str) -> State:
    """The state after legal actions, each as in a record: ``1 buy R3``, ``chance draw AN``."""
    for line in actions:
        state = play(state, action(line))
    return state


def action(line: str) -> Any:
    actor, _, text = line.partition(" ")
    return GAME.parse(CHANCE if actor == "chance" else int(actor), text)


def legal(state: State, kind: str = "", actor: int = 1) -> list[str]:
    """The notations of the legal actions, of one kind if given."""
    return [str(a) for a in state.legal(actor) if not kind or type(a).__name__ == kind]


def rule(state: State, line: str) -> str:
    """The rule that forbids an action; "" when it is legal."""
    reason = state.why_not(action(line))
    return reason.rule if reason else ""


def next_turn(state: State) -> State:
    """Seat 1's animals are to move again."""
    rested = (state.garden[0].rested(), *state.garden[1:])
    return msgspec.structs.replace(state, garden=rested, phase="MOVE", active=1)


def stack(state: State, space: str, seat: int = 1) -> str:
    return "+".join(token.code for token in state.garden[seat - 1].at(space))


def total(state: State, seat: int = 1) -> int:
    return state.sheet().totals()[seat]


def caught(state: State, seat: int = 1) -> list[int]:
    """The values of the bonus fish that a seat has won, in order."""
    return [fish.value for fish in state.won[seat - 1]]


def effects(state: State) -> list[str]:
    return [effect.text for effect in state.news]


def points(state: State, seat: int = 1) -> dict[str, int | None]:
    """The score sheet's lines as a player reads them, with their points."""
    return {line.message.render({}): line.points for line in state.sheet().lines[seat]}
