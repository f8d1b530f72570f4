"""`score`: a garden written down is worth what the followed game says; what is missing is asked for."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from og_table import ALL_MODULES, GAME

from companion.games.octopus_garden.rules import State
from companion.games.octopus_garden.rules.actions import Pass
from companion.games.octopus_garden.rules.data.tokens import Token
from companion.rules import CHANCE, Action, BadPosition

BARE: dict[str, Any] = {"won": [{}, {}], "pearls": [0, 0]}


def score(position: dict[str, Any]) -> Any:
    return GAME.score(json.dumps(position).encode())


def refusal(position: dict[str, Any]) -> str:
    with pytest.raises(BadPosition) as caught:
        score(position)
    return caught.value.sentence


@pytest.mark.parametrize(
    ("stack", "points"),
    [
        (["SH", "SH", "HC"], 7),
        (["SH", "TR", "HC"], 1),
        (["TR", "SH", "HC"], 5),
        (["TR", "TR", "HC"], -1),
        (["SG", "SH", "HC"], 7),
        (["SH", "SS", "HC"], 11),
        (["TR", "SH", "HC", "HC"], 6),
        (["SH", "TR", "HC", "HC"], 6),
        (["SH", "HC", "HC"], 5),
    ],
)
def test_the_home_of_a_crab_is_the_one_right_below_it(stack: list[str], points: int) -> None:
    assert score(BARE | {"garden": [{"A1": stack}, {}]}).totals()[1] == points


def written(token: Token) -> str:
    """A token as docs/score.md says."""
    if token.flipped:
        return f"{token.code} used"
    return f"{token.code}={token.acts_as}" if token.acts_as else token.code


def final_table(state: State) -> dict[str, Any]:
    """What somebody writes down who sees a followed game end."""
    gardens = [
        {s: [written(t) for t in stack] for s, stack in zip(g.board.spaces, g.stacks, strict=True) if stack}
        for g in state.garden
    ]
    won: list[dict[str, list[int]]] = [{} for _ in state.won]
    for caught, fish in zip(won, state.won, strict=True):
        for each in fish:
            caught.setdefault(each.bonus, []).append(each.value)
    return {"garden": gardens, "won": won, "pearls": state.pearls, "options": dict(state.table.chosen)}


def played(seed: int, seats: int, options: dict[str, str]) -> State:
    """A game to its end, of players who like rare actions as well as others, and seldom pass."""
    rng = random.Random(seed)
    state = GAME.new(seats, options)
    while state.actors:
        if CHANCE in state.actors:
            outcomes, weights = zip(*state.odds(), strict=True)
            state = state.after(rng.choices(outcomes, weights)[0])
        else:
            by_kind: dict[type, list[Action]] = {}
            for action in state.legal(rng.choice(state.actors)):
                by_kind.setdefault(type(action), []).append(action)
            kinds = [kind for kind in by_kind if kind is not Pass or rng.random() < 0.1] or list(by_kind)
            state = state.after(rng.choice(by_kind[rng.choice(kinds)]))
    return state


def lines(state_sheet: Any, seat: int) -> Counter[tuple[str, int | None]]:
    """The lines of a sheet, without the groups by which a followed game explains its fish."""
    found = ((line.message.render({}).split(": ")[-1], line.points) for line in state_sheet.lines[seat])
    return Counter(found)


GAMES = [(seed, 2 + seed % 3, ALL_MODULES if seed % 3 else "") for seed in range(24)]
MORE = [
    pytest.param(seed, 2 + seed % 3, modules, marks=pytest.mark.slow)
    for seed in range(24, 200)
    for modules in (ALL_MODULES, "mimic+coconut+boxer+diver")
]


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("seed", "seats", "modules"), [*GAMES, *MORE])
def test_a_followed_game_scores_the_same_when_it_is_written_down(seed: int, seats: int, modules: str) -> None:
    state = played(seed, seats, {"modules": modules} if modules else {})
    found = score(final_table(state))
    assert found.totals() == state.sheet().totals()
    for seat in range(1, seats + 1):
        assert lines(found, seat) == lines(state.sheet(), seat)


THREE = {"A1": ["AN"], "A2": ["AN"], "A3": ["AN"]}


def test_every_field_that_changes_a_score_is_asked_for_by_name() -> None:
    assert "Name won" in refusal({"garden": [THREE, {}]})
    assert "Name won" in refusal({"garden": [{"A1": ["CO"]}, {}], "options": {"modules": "boxer"}})
    assert "Name n" in refusal({"garden": [THREE], "won": [{"clownfish": [7]}], "pearls": [0]})
    equals = {"garden": [{"A1": ["CO"]}, {"A1": ["CO"]}]}
    assert refusal(equals) == "Name pearls, those that each player has left: they decide who wins."
    assert score(equals | {"pearls": [2, 0]}).totals() == {1: 1, 2: 1}
    assert score({"garden": [{"A1": ["AN"]}, {}]}).totals() == {1: 2, 2: 0}
    assert score({"garden": [{"A1": ["AN"]}]}).totals() == {1: 2, 2: 0}


def test_a_token_of_a_module_names_its_module() -> None:
    position = BARE | {"garden": [{"A1": ["AN", "BX"], "A2": ["CC used"]}, {}]}
    said = refusal(position)
    assert "a boxer crab (BX): name its module, boxer, under options.modules" in said
    assert "a coconut octopus (CC): name its module, coconut, under options.modules" in said
    both = {"options": {"modules": "boxer+coconut"}}
    assert score(position | both).totals()[1] == 2 + 3 + 1


def test_fish_that_the_groups_have_earned_are_asked_for() -> None:
    three = BARE | {"garden": [THREE, {}]}
    assert "have earned more clownfish than won names: 1 instead of 0" in refusal(three)
    assert score(three | {"won": [{"clownfish": [6]}, {}]}).totals()[1] == 12
    # A coconut octopus may have pushed together what was used up long ago.
    assert score(three | {"options": {"modules": "coconut"}}).totals()[1] == 6


@pytest.mark.parametrize(
    ("token", "points"), [("CC", 3), ("CC used", 1), ("MO", 0), ("MO=SG", 0), ("LF", 5), ("TC", 0)]
)
def test_a_token_that_was_turned_over_is_written_so(token: str, points: int) -> None:
    position = BARE | {"garden": [{"A1": [token]}, {}], "options": {"modules": ALL_MODULES}}
    assert score(position).totals()[1] == points


def test_a_home_may_be_named() -> None:
    assert score(BARE | {"garden": [{"A1": ["TR", "SH", "HC=SH", "HC=TR"]}, {}]}).totals()[1] == 6
    wrong = BARE | {"garden": [{"A1": ["SH", "HC=TR"]}, {}]}
    assert "'HC=TR' does not fit a hermit crab" in refusal(wrong)
    for text in ("SH used", "AN=SG", "XX", "MO=TR", "CC=AN"):
        assert text in refusal(BARE | {"garden": [{"A1": [text]}, {}]})
