"""Positions of Papillon for the tests, put together from what a test is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.games.papillon.rules import GAME, Laid, State
from companion.games.papillon.rules.checks.document import butterflies_out, tiles_about
from companion.games.papillon.rules.data.board import BUTTERFLIES, CATERPILLARS, SPACES
from companion.games.papillon.rules.data.box import SHIPPED
from companion.games.papillon.rules.data.garden import Garden
from companion.games.papillon.rules.data.regions import Region, regions
from companion.rules import CHANCE, play


def garden(text: str, round_: int = 1) -> Garden:
    """Laid tiles, written as ``T13@0,-1/1 T14@...``."""
    laid = []
    for word in text.split():
        tile, _, spot = word.partition("@")
        cell, _, rotation = spot.partition("/")
        x, y = map(int, cell.split(","))
        laid.append(Laid(tile, x, y, int(rotation), round_))
    return tuple(sorted(laid))


def found(text: str) -> dict[str, Region]:
    """The regions of a garden by key."""
    return {region.key: region for region in regions(SHIPPED, garden(text))}


def closed(text: str) -> dict[str, int]:
    """The closed regions of a garden: key -> size."""
    return {key: region.size for key, region in found(text).items() if region.closed}


def table(
    phase: str,
    seats: int = 4,
    *,
    options: Mapping[str, str] | None = None,
    board: str = "",
    gardens: Iterable[str] = (),
    hands: Iterable[str] = (),
    flowers: Mapping[str, tuple[int, ...]] | None = None,
    no_token: str = "",
    sound: bool = True,
    **values: Any,
) -> State:
    """A position in round 2, with tiles of ``gardens`` laid in round 1 and seat 1 first.

    ``board`` is written ``A1=T17 B1=T40``; ``flowers`` gives butterflies by seat. What is not given
    follows: all tiles, 50 caterpillars, 12 butterflies a seat. ``sound=False`` allows impossible
    positions.
    """
    state = GAME.new(seats, options)
    lying = dict(word.split("=") for word in board.split())
    order = tuple(range(1, seats + 1))
    base: dict[str, Any] = {
        "phase": phase,
        "round": 2,
        "order": order,
        "draft_order": order,
        "cat": (5,) * seats if seats > 2 else (0, 0),
        "board": tuple(lying.get(space, "") for space in SPACES),
        "garden": filled([garden(text) for text in gardens], seats),
        "hand": filled([tuple(text.split()) for text in hands], seats),
        "flower": tuple(
            msgspec.structs.replace(
                flower,
                planter=f"PL{number}",
                token=flower.id not in no_token.split(),
                count=(flowers or {}).get(flower.id, flower.count),
            )
            for number, flower in enumerate(state.flower, 1)
        ),
    }
    state = msgspec.structs.replace(state, **(base | values))
    about = set(tiles_about(state))
    rests: dict[str, Any] = {
        "bag": tuple(tile for tile in SHIPPED.tiles if tile not in about),
        "supply": CATERPILLARS - sum(state.cat) - len(state.board_tokens),
        "bf": tuple(BUTTERFLIES - out for out in butterflies_out(state)),
    }
    state = msgspec.structs.replace(state, **{name: rests[name] for name in rests if name not in values})
    if sound:
        assert [problem.message.render({}) for problem in state.problems()] == []
    return state


def filled(entries: list[Any], seats: int) -> tuple[Any, ...]:
    return (*entries, *[()] * (seats - len(entries)))


def after(state: State, *actions: str) -> State:
    """The state after legal actions, each as in a record: ``1 bid 0``, ``chance gnome 3``."""
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


def counts(state: State, *names: str) -> list[tuple[int, ...]]:
    """Butterflies by seat on flowers."""
    return [flower.count for name in names for flower in state.flower if flower.id == name]
