"""Routes against an oracle that moves the pieces one by one, as the rulebook tells it."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from cf_table import GAME, after, chain, garden, legal, rule

from companion.games.caterpillar_filler.rules import Route, is_stuck, next_steps, reach
from companion.games.caterpillar_filler.rules.data.board import NEIGHBOURS, ROUND_NEIGHBOURS, SPACES
from companion.games.caterpillar_filler.rules.state import State
from companion.rules.testing import choose


def moved_by_hand(state: State) -> Iterator[str]:
    """Every legal route, found by copying the whole chain at every step (CF-15..20, no R03)."""
    switches = state.table.switches
    others = {s: seat for seat in range(1, state.seats + 1) for s in state.chain(seat)}
    neighbours = ROUND_NEIGHBOURS if switches.wrap else NEIGHBOURS

    def onward(pieces: tuple[str, ...], written: str, left: int) -> Iterator[str]:
        for space in neighbours[pieces[0]]:
            follows = switches.follow_tail and len(pieces) > 3 and space == pieces[-1]
            if (space in pieces and not follows) or space in state.wasp_spaces:
                continue
            if space in state.flowers:
                yield f"{written}-{space}*"
            elif others.get(space, state.seat_to_move) != state.seat_to_move:
                if switches.cannibal and space in NEIGHBOURS[pieces[0]]:
                    yield f"{written}-{space}x{others[space]}"
            else:
                if left == 1 or switches.min_move:
                    yield f"{written}-{space}"
                if left > 1:
                    yield from onward((space, *pieces[:-1]), f"{written}-{space}", left - 1)

    pieces = state.chain(state.seat_to_move)
    return onward(pieces, pieces[0], state.steps_left)


@pytest.mark.parametrize("rules", ["", "R01", "R04", "R07", "R10", "R01+R04+R07+R10"])
def test_routes_are_those_found_by_hand(rules: str) -> None:
    options = {"rules": rules, "several_rule_tiles": "on"}
    compared = 0
    for seed in range(3):
        rng = random.Random(seed)
        state = GAME.new(2 + seed, options)
        while not state.over:
            if state.phase == "MOVE":
                routes = legal(state, state.seat_to_move, "Route")
                assert routes == list(moved_by_hand(state))
                assert is_stuck(state) == (not routes)
                compared += len(routes)
            state = state.after(choose(state, rng))
    assert compared > 1000


def test_grazing_routes_follow_from_what_is_left_of_the_move() -> None:
    """R03: a part is legal exactly if a complete route goes on from it, where there is any."""
    seen = {True: 0, False: 0}
    for seed in range(12):
        rng = random.Random(seed)
        state = GAME.new(2 + seed % 3, {"rules": "R03", "setup": "S04"})
        while not state.over:
            if state.phase == "MOVE":
                complete = grazes(state, state.chain(state.seat_to_move), state.flowers, state.steps_left, 0)
                assert complete != is_stuck(state)
                parts = [r for r in state.legal(state.seat_to_move) if isinstance(r, Route) and r.eats]
                for part in parts:
                    goes_on = goes_on_after(state, part)
                    assert goes_on or not complete
                    seen[goes_on] += 1
            state = state.after(choose(state, rng))
    assert seen[True] > 100


def goes_on_after(state: State, part: Route) -> bool:
    pieces = state.chain(part.by)
    for space in part.path[1:-1]:
        pieces = (space, *pieces[:-1])
    flowers = tuple(flower for flower in state.flowers if flower != part.end)
    eaten = state.after(part)
    return eaten.over or grazes(state, (part.end, *pieces), flowers, state.steps_left - part.steps, 1)


def grazes(state: State, pieces: tuple[str, ...], flowers: tuple[str, ...], left: int, eaten: int) -> bool:
    """Whether all steps can be made, a bite be had, or the game be ended by a flower (R03)."""
    if not left:
        return True
    mine = state.chain(state.seat_to_move)
    for space in NEIGHBOURS[pieces[0]]:
        if space in pieces or space in state.wasp_spaces:
            continue
        if space in flowers:
            rest = tuple(flower for flower in flowers if flower != space)
            full = state.reserve[state.seat_to_move - 1] - eaten - 1 == 0
            out = state.pairs_left <= eaten
            longest = len(pieces) + 1 > max(
                (n for seat, n in enumerate(state.lengths, 1) if seat != state.seat_to_move), default=0
            )
            ends = full or (out and longest)
            if ends or grazes(state, (space, *pieces), rest, left - 1, eaten + 1):
                return True
            continue
        bite = space in state.occupied() and space not in mine and space not in state.flowers
        if bite or grazes(state, (space, *pieces[:-1]), flowers, left - 1, eaten):
            return True
    return False


def dead_end(rules: str) -> State:
    """A head beside a flower behind which no way leads on."""
    return garden(
        "M5 M4 M3 L3 L2",
        "A14 A15 A16 B16 C16",
        roll=4,
        flowers="M6",
        wasp_spaces="L5 N5 L6 N6 M7",
        options={"rules": rules, "several_rule_tiles": "on"},
    )


def test_grazing_into_a_dead_end_keeps_what_was_eaten() -> None:
    state = dead_end("R03")
    assert legal(state, kind="Route") == ["M5-M6*"]
    assert legal(state, kind="Stuck") == ["stuck"]
    state = after(state, "1 M5-M6*", "chance tile C9")
    assert (state.phase, state.steps_left) == ("MOVE", 3)
    assert rule(state, "1 wasp D6") == "CF-30"
    assert legal(state) == ["stuck"]
    state = after(state, "1 stuck")
    assert (state.in_hand[0], state.wasps[0], state.reserve[0]) == (5, 2, 4)
    turned = dead_end("R03+R08")
    turned = after(turned, "1 M5-M6*", "chance tile C9", "1 stuck")
    assert chain(turned) == "L2 L3 M3 M4 M5 M6"


def test_R03_a_flower_that_ends_the_game_needs_no_way_on_from_it() -> None:
    """CF-41: M6 is a dead end, and L5 is open; with no tiles left the flower may put you in the lead."""
    for other, pairs_left, forbidden_by in (
        ("A14 A15 A16 B16 C16", 0, ""),
        ("A14 A15 A16 B16 C16", 1, "CF-19"),
        ("A14 A15 A16 B16 C16 D16", 0, "CF-19"),
    ):
        state = garden(
            "M5 M4 M3 L3 L2",
            other,
            roll=4,
            flowers="M6",
            wasp_spaces="N5 L6 N6 M7",
            options={"rules": "R03"},
            pairs_left=pairs_left,
        )
        assert rule(state, "1 M5-M6*") == forbidden_by
        assert ("M5-M6*" in legal(state)) == (not forbidden_by)


def test_R03_with_R10_nobody_is_stuck_behind_a_flower() -> None:
    """R10: the stroll may end there, although no way leads on."""
    state = dead_end("R03+R10")
    assert legal(after(state, "1 M5-M6*", "chance tile C9")) == ["end"]


def test_CF_19_a_bite_is_a_complete_route_where_no_way_leads_on() -> None:
    state = garden("M5 M4 M3 L3 L2", "M6", roll=4, wasp_spaces="L5 N5 L6 N6 M7")
    assert legal(state) == ["M5-M6x2", *legal(state, kind="Wasp")]


def test_R01_a_single_body_piece_is_not_followed() -> None:
    state = garden("H5 H6", "A14 A15 A16 B16 C16", roll=1, options={"rules": "R01"})
    assert rule(state, "1 H5-H6") == "CF-16"
    assert "H5-H6" not in legal(state)


@pytest.mark.parametrize("roll", range(1, 7))
def test_counts_in_the_open(roll: int) -> None:
    """A head alone may turn back, one with a single body piece may not: 4 and 3 ways a step."""
    alone = garden("H8", "A14 A15 A16 B16 C16", roll=roll)
    assert len(legal(alone, kind="Route")) == 4**roll
    short = garden("H8 H7", "A14 A15 A16 B16 C16", roll=roll)
    assert len(legal(short, kind="Route")) == 3**roll


def test_counts_past_a_straight_body() -> None:
    """Three quarters of the self-avoiding walks (4, 12, 36, 100, 284, 780: OEIS A001411), less
    those that come back to the body behind the head."""
    body = "H8 H7 H6 H5 H4 H3 H2"
    counts = [len(legal(garden(body, "A14 A15 A16", "P9 P8", roll=n), kind="Route")) for n in range(1, 7)]
    assert counts == [3, 9, 25, 69, 191, 531]
    walks = (4, 12, 36, 100, 284, 780)
    assert all(count <= walk * 3 // 4 for count, walk in zip(counts, walks, strict=True))


def perft(state: State, depth: int) -> int:
    if not depth:
        return 1
    return sum(perft(state.after(a), depth - 1) for actor in state.actors for a in state.legal(actor))


def test_counts_of_actions_from_known_positions() -> None:
    """Number of action sequences; 196 interior spaces less 4 flowers leave 192 for a wasp."""
    assert perft(GAME.new(2), 1) == 2
    assert perft(after(GAME.new(2), "chance first 1"), 1) == 6 + 192
    assert perft(after(GAME.new(4, {"setup": "S01"}), "chance first 1"), 1) == 6 + 196 - 12
    rolled = after(GAME.new(2, {"wasp_before_roll": "off"}), "chance first 1")
    assert [perft(rolled, depth) for depth in (1, 2)] == [6, 5 * 192 + 16 * 16 + routes_of_start()]


def routes_of_start() -> int:
    """Routes of the first player for rolls 1, 2, 4, 5 and 6 (a 3 turns up tiles first)."""
    start = after(GAME.new(2), "chance first 1")
    return sum(len(list(moved_by_hand(after(start, f"chance roll {n}")))) for n in (1, 2, 4, 5, 6))


def test_reach_and_next_steps_agree_with_the_routes() -> None:
    state = after(GAME.new(2), "chance first 2", "chance roll 4")
    routes = [a for a in state.legal(2) if isinstance(a, Route)]
    ends = reach(state)
    assert sorted(map(str, routes)) == sorted(str(route) for found in ends.values() for route in found)
    assert all(route.end == space for space, found in ends.items() for route in found)
    begun = ("P3", "O3", "O4")
    assert set(next_steps(state, begun)) == {r.path[3] for r in routes if r.path[:3] == begun}
    assert next_steps(state, routes[0].path) == ()
    free = after(GAME.new(2, {"stuck_rule": "free"}), "chance first 2", "chance roll 1")
    assert next_steps(free) == ("O3", "P4")
    assert next_steps(free, ("P3", "P4")) == ()
    farther = after(GAME.new(2, {"stuck_rule": "free"}), "chance first 2", "chance roll 4")
    assert next_steps(farther, ("P3", "P4")) == ("O4", "P5")
    assert next_steps(farther, ("P3", "A1")) == ()


@pytest.mark.parametrize(
    ("route", "forbidden_by"),
    [
        ("G8-G9", "CF-15"),
        ("H8-J8", "CF-02"),
        ("H8-H7", "CF-16"),
        ("H8-G8", "CF-16"),
        ("H8-H9-H10-H11-H12", "CF-19"),
        ("H8-H9", "CF-19"),
        ("H8-I8-I9-I10", "CF-18"),
        ("H8-I8*-I9", "CF-18"),
        ("H8-H9*", "CF-18"),
        ("H8-H9x2", "CF-18"),
        ("H8-H9-G9", "CF-18"),
        ("H8-H9-G9x3", "CF-18"),
        ("H8-H9-G9x2", ""),
        ("H8-I8*", ""),
        ("H8-H9-H10-H11", ""),
    ],
)
def test_why_not_a_route(route: str, forbidden_by: str) -> None:
    state = garden("H8 H7 H6 H5", "G9 F9 E9", "P9 P8 P7 P6", roll=3, flowers="I8", wasp_spaces="G8")
    assert rule(state, f"1 {route}") == forbidden_by
    assert (route in legal(state)) == (not forbidden_by)


def test_every_space_of_the_garden_has_its_neighbours() -> None:
    assert len(SPACES) == 256
    assert sum(map(len, NEIGHBOURS.values())) == 2 * 2 * 16 * 15
    assert all(len(around) == 4 for around in ROUND_NEIGHBOURS.values())
