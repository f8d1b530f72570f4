"""The property checks of section 15 notice what they are there for."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import msgspec
import pytest
from og_table import ALL_MODULES, GAME, MARKET, action, after, moving, planting, table

from companion.games.octopus_garden.rules import State
from companion.games.octopus_garden.rules.actions import Star
from companion.games.octopus_garden.rules.checks.properties import TURN_BOUND
from companion.games.octopus_garden.rules.position import Effect, Fish
from companion.rules.testing import check_game
from companion.rules.testing.playout import playout


def broken(before: State, line: str, after: State, **changes: object) -> list[str]:
    """What is broken when the step ends in a changed state."""
    return list(GAME.properties(before, action(line), msgspec.structs.replace(after, **changes)))


def step(before: State, line: str) -> tuple[State, str, State]:
    return before, line, after(before, line)


def passed() -> tuple[State, str, State]:
    before = after(table(on_market=MARKET), "1 pass 12")
    return step(before, "chance draw SG")


def ended() -> tuple[State, str, State]:
    before = after(table(on_market=MARKET, trigger=2, last_turns=1), "1 pass 12")
    return step(before, "chance draw SG")


def anemones() -> tuple[State, str, State]:
    return step(planting("AN A1 A2", "AN AN"), "1 plant AN B2")


def starred() -> tuple[State, str, State]:
    return step(moving("SS B4, OY D1"), "1 star B4-C3")


def bought() -> tuple[State, str, State]:
    state = table(on_market=MARKET, modules="shark", claim={"11": 1}, shark_used=[True, False])
    return step(state, "1 buy R3")


WRONG: dict[str, tuple[Callable[[], tuple[State, str, State]], dict[str, object]]] = {
    "A harvest is not": (passed, {"news": (Effect(2, "harvest 5"),)}),
    "A turn began with a full garden": (
        passed,
        {"garden": (table(f"CO {' '.join(GAME.box.board.plantable)}", sound=False).garden[0],) * 2},
    ),
    "A bonus that was granted is gone": (anemones, {"entitled": ((1, -1), (0, 0))}),
    "Bonus fish were not taken from the top": (anemones, {"stack": ((6, 3), (6, 4, 3))}),
    "A claim outlived its round": (bought, {"claim": (1,) + (0,) * 8}),
    "A seat has two claims": (bought, {"claim": (2, 2) + (0,) * 7}),
    "A shark was forgotten": (bought, {"shark_used": (False, False)}),
    "The market was not filled": (passed, {"market": (None,) * 9}),
    "Not every other player had one more turn": (ended, {"trigger": 0}),
    "The game goes on for ever": (passed, {"turn_no": TURN_BOUND + 1}),
    "section 15: There are": (passed, {"bed": 12}),
    "section 15: Player 1 has fewer than no pearls": (passed, {"pearls": (-1, 6)}),
    "section 4: The clownfish": (anemones, {"won": ((Fish("clownfish", 4),), ())}),
}


@pytest.mark.parametrize("text", WRONG)
def test_a_broken_property_is_noticed(text: str) -> None:
    made, changes = WRONG[text]
    assert broken(*made()) == []
    assert any(found.startswith(text) for found in broken(*made(), **changes))


def test_a_harvest_of_the_next_seat_is_checked_with_its_oysters() -> None:
    taken = step(table("", "OY B1 B2", on_market=MARKET, pearls=[9, 1]), "1 oyster A1")
    assert taken[2].pearls == (6, 5)
    assert broken(*taken) == []
    for changes in ({"pearls": (6, 4)}, {"news": (Effect(2, "harvest 3"),)}):
        assert any(found.startswith("A harvest is not") for found in broken(*taken, **changes))


def test_a_fish_that_was_won_stays() -> None:
    before = table("", "", on_market=MARKET, won=[{"clownfish": [6]}, {}], entitled=[{"AN": 1}, {}])
    lost = broken(*step(before, "1 pass 12"), won=((), ()))
    assert any(found.startswith("Bonus fish were not taken from the top") for found in lost)


def test_with_an_empty_bag_the_market_may_have_holes() -> None:
    before = table(on_market="CO AN -- / -- -- -- / -- -- --", bag={})
    assert broken(*step(before, "1 oyster A1")) == []


def test_a_star_comes_one_step_nearer() -> None:
    before, _, reached = starred()
    away = GAME.parse(1, "star B4-B5")
    assert isinstance(away, Star)
    assert any("one step nearer" in found for found in GAME.properties(before, away, reached))


def test_no_star_is_left_when_the_moves_are_done() -> None:
    before, _, reached = starred()
    assert any("had yet to move" in found for found in GAME.properties(before, action("1 done"), reached))


def test_the_turns_after_the_trigger_are_counted() -> None:
    corals = " ".join(space for space in GAME.box.board.plantable if space != "A1")
    before = table(f"RE {corals}", on_market="CO -- -- / -- -- -- / -- -- --", bag={}, sound=False)
    before = after(before, "1 buy R1")
    filled = after(before, "1 plant CO A1")
    assert (filled.trigger, filled.last_turns, filled.active) == (1, 1, 2)
    assert not any("one more turn" in found for found in broken(before, "1 plant CO A1", filled))
    assert any("one more turn" in found for found in broken(before, "1 plant CO A1", filled, last_turns=2))


def test_random_games_end_as_the_specification_says() -> None:
    """About 14 to 16 turns a player, scores roughly -25 to 62, by players who seldom pass."""
    rng = random.Random(34)
    state = GAME.new(3)
    while state.actors:
        options = [
            a for a in state.legal(state.actors[0]) if rng.random() < 0.1 or type(a).__name__ != "Pass"
        ]
        if state.actors == (0,):
            outcomes = list(state.odds())
            options = rng.choices([a for a, _ in outcomes], [n for _, n in outcomes])
        state = state.after(rng.choice(options or list(state.legal(state.actors[0]))))
    assert 20 <= state.turn_no <= 90
    assert all(-60 <= points <= 80 for points in state.sheet().totals().values())
    assert state.outcome is not None


def test_every_position_of_a_game_is_read_back_and_seen_by_all() -> None:
    for _, state in playout(GAME.new(2, {"modules": ALL_MODULES}), random.Random(2), 60):
        assert GAME.decode(GAME.encode(state)) == state
        assert state.seen_by(None) == state
        assert len(json.loads(GAME.encode(state))["market"]) == 9


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(8))
def test_all_modules_in_many_games(seed: int) -> None:
    report = check_game(
        GAME, options=[{}, {"modules": ALL_MODULES}], seeds=range(100 + 10 * seed, 110 + 10 * seed)
    )
    assert report.games == 60
