"""Positions of It Happens for the tests, put together from what a test is about."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.games.it_happens.rules import GAME
from companion.games.it_happens.rules.data.spaces import targets
from companion.games.it_happens.rules.position import Column, Die
from companion.games.it_happens.rules.state import State
from companion.rules import CHANCE, play

TWO = {"colours": "yellow,red,white"}
"""Yellow and Red, with White as the imaginary player: the colours of the specification's examples."""


def columns(state: State, mound: str, text: str) -> tuple[Column, ...]:
    """The columns of a mound from ``R5 | Y4 Y3 | G6``, from the left and from the lowest space up."""
    letters = state.table.letters
    dice = [
        tuple(Die(letters.index(die[0]), int(die[1])) for die in part.split()) for part in text.split("|")
    ]
    number = len(state.table.mounds.mound(mound).columns)
    return (*dice, *((),) * (number - len(dice)))


def mounds(
    seats: int,
    laid: Mapping[str, str],
    *,
    active: int = 1,
    rolled: str = "",
    hands: Sequence[Mapping[str, int]] = (),
    options: Mapping[str, str] | None = None,
    sound: bool = True,
    **more: Any,
) -> State:
    """A position in round 1 with these dice on its three mounds, that seat to move.

    The dice that do not lie there are in the hands; with two players ``hands`` says whose the
    neutral ones are. ``sound=False`` allows impossible positions.
    """
    state = after(GAME.new(seats, options), "chance first 1", f"chance reveal {' '.join(laid)}")
    board = tuple(columns(state, mound, text) for mound, text in laid.items())
    letters = state.table.letters
    used = [sum(die.colour == c for m in board for dice in m for die in dice) for c in state.colours]
    if hands:
        hand = tuple(tuple(held.get(letter, 0) for letter in letters) for held in hands)
    else:
        hand = tuple(tuple((5 - used[c]) * (c == seat) for c in state.colours) for seat in range(seats))
    die = Die(letters.index(rolled[0]), int(rolled[1])) if rolled else None
    values: dict[str, Any] = {
        "board": board,
        "hand": hand,
        "active_seat": active,
        "phase": "ROLLED" if die else "CHOOSE",
        "rolled": die,
    }
    state = msgspec.structs.replace(state, **(values | more))
    if sound:
        assert state.problems() == ()
    return state


def final(seats: int, options: Mapping[str, str] | None = None, **held: Mapping[str, Any]) -> bytes:
    """A final table as JSON: ``yellow={"worms": 3, "items": {"map": 2}, "queens": [9], "generals": []}``."""
    document: dict[str, Any] = {"n": seats, "options": dict(options or {})}
    document |= {name: {} for name in ("worms", "items", "queens", "generals")}
    for colour, tiles in held.items():
        for name, value in tiles.items():
            document[name][colour] = value
    return json.dumps(document).encode()


def after(state: State, *lines: str) -> State:
    """The state after legal actions, each as in a record: ``1 place M03``, ``chance roll 4``."""
    for line in lines:
        state = play(state, action(line))
    return state


def action(line: str) -> Any:
    actor, _, text = line.partition(" ")
    return GAME.parse(CHANCE if actor == "chance" else int(actor), text)


def legal(state: State, actor: int = 1) -> list[str]:
    """The notations of the legal actions."""
    return [str(each) for each in state.legal(actor)]


def rule(state: State, line: str) -> str:
    """The rule that forbids an action; "" when it is legal."""
    reason = state.why_not(action(line))
    return reason.rule if reason else ""


def spaces(state: State, actor: int) -> dict[str, str]:
    """Mound -> the space that the actor's own colour would take."""
    return {mound: str(space) for mound, space in targets(state, actor - 1).items()}


def owned(state: State, colour: int) -> dict[str, int]:
    """The items of a colour."""
    types = state.table.mounds.types
    return {kind: n for kind, n in zip(types, state.items[colour], strict=True) if n}
