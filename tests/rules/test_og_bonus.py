"""Bonus fish: used-up plants, new groups after a split, and mimics that complete a group together."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from og_table import GAME, after, caught, legal, moving, planting, rule, table

from companion.games.octopus_garden.rules import State
from companion.rules import UnreadableAction

PAIR = "AN A1, MO A2 B2"


def fish(values: str, **more: list[int]) -> dict[str, object]:
    return {"won": [{values: more["one"]}, {}, {}], "seats": 3}


def test_two_mimics_complete_a_group_together() -> None:
    state = table(PAIR, modules="mimic", seats=3)
    assert legal(state, "Mimic") == ["mimic P1:A2+B2=AN"]
    declared = after(state, "1 mimic P1:A2+B2=AN")
    assert (caught(declared), declared.garden[0].fresh) == ([7], ())
    assert {token.acts_as for _, token in declared.garden[0].having("MO")} == {"AN"}
    assert legal(declared, "Mimic") == []


def test_three_seagrasses_and_two_mimics() -> None:
    state = table("SG A1 A2 A3, MO A4 A5", modules="mimic", seats=3)
    assert legal(state, "Mimic") == ["mimic P1:A4+A5=SG"]
    assert caught(after(state, "1 mimic P1:A4+A5=SG")) == [7]


def test_the_spaces_are_written_in_their_order() -> None:
    assert str(GAME.parse(1, "mimic P1:A9+A10=SG")) == "mimic P1:A9+A10=SG"
    with pytest.raises(UnreadableAction):
        GAME.parse(1, "mimic P1:B2+A2=AN")


def test_why_mimics_do_not_complete_a_group() -> None:
    state = table("AN A1 A2, MO B2 D5", modules="mimic", seats=3)
    assert legal(state, "Mimic") == ["mimic P1:B2=AN"]

    def said(line: str) -> str:
        reason = state.why_not(GAME.parse(1, line))
        return f"{reason.rule}: {reason.message.render({})}" if reason else ""

    assert said("mimic P1:B2+D5=AN") == "OG-M01: The group is complete without the mimic octopus on D5."
    assert said("mimic P1:B2+D5=SG") == "OG-M01: These mimic octopuses would not complete a group together."
    assert said("mimic P1:B2+C5=AN") == "10.2.1: There is no unused mimic octopus on C5."
    assert said("mimic P1:B2+B2=AN") == "10.2.1: A mimic octopus is named twice."


def test_owners_of_two_mimics_are_asked_before_scoring_and_told_so() -> None:
    state = table(PAIR, modules="mimic", active=2, on_market="CO CO CO / CO CO CO / CO CO CO")
    assert state.actors == (2, 1)
    said = state.prompts()[1].message.render({})
    assert said == "Your mimic octopuses would complete a group together: you may declare them."
    action = GAME.parse(1, "mimic P1:A2+B2=AN")
    told = GAME.tell(action).render({1: "Ann"})
    assert told == "Ann declares the mimic octopuses on A2 and B2 to be an anemone each."
    assert GAME.places(action) == ("garden-1/A2", "garden-1/B2")


def split(modules: str = "coconut") -> State:
    """Three anemones that won a fish, moved apart by a coconut octopus on C3."""
    state = moving("CC C3, AN B4 C4 D3", modules=modules, **fish("clownfish", one=[7]))
    return after(state, "1 coco C3: C4-B5", "1 flip C3")


def test_after_a_split_a_new_separate_group_earns_its_fish() -> None:
    state = planted(split(), "A1", "A2", "B1")
    assert caught(state) == [7, 6]


def test_used_up_tokens_earn_nothing_twice() -> None:
    state = split()
    assert state.garden[0].fresh == ()
    # The pair B4, B5 and the single D3 are used up: two more beside the pair make four, not three unused.
    assert caught(planted(state, "A5", "A4")) == [7]
    assert caught(planted(state, "A5", "A4", "A6")) == [7, 6]


def planted(state: State, *spaces: str) -> State:
    """The same gardens with anemones planted one after the other."""
    for space in spaces:
        hand = state.__class__(
            **{name: getattr(state, name) for name in state.__struct_fields__}
            | {"phase": "PLANT", "hand": ("AN", "AN"), "news": ()}
        )
        assert space in hand.garden[0].empty
        state = after(hand, f"1 plant AN {space}")
    return state


def test_the_oldest_of_a_group_are_used_up() -> None:
    state = planting("AN A1 A2 A4 A5", "AN AN", seats=3)
    state = after(state, "1 plant AN A3")
    assert (caught(state), state.garden[0].fresh) == ([7], ("AN4", "AN5"))
    assert caught(after(state, "1 plant AN A6")) == [7, 6]


def test_older_records_are_followed_by_the_rules_they_were_played_by() -> None:
    old = split("coconut")
    older = GAME.decode(GAME.encode(old).replace(b'"rules":"2"', b'"rules":"1"'))
    assert older.table.rules == "1"
    assert caught(planted(older, "A1", "A2", "B1")) == [7]
    pair = table(PAIR, modules="mimic", seats=3, rules="1")
    assert (legal(pair, "Mimic"), rule(pair, "1 mimic P1:A2+B2=AN")) == ([], "OG-M01")


# An independent model: components by repeated merging, mimics by trying every set of them.


def components(board: dict[str, tuple[str, ...]], spaces: set[str]) -> list[set[str]]:
    parts = [{space} for space in spaces]
    merged = True
    while merged:
        merged = False
        for one, other in combinations(parts, 2):
            if any(near in other for space in one for near in board[space]):
                parts = [part for part in parts if part not in (one, other)] + [one | other]
                merged = True
                break
    return parts


def earning_sets(state: State, kind: str, size: int) -> set[frozenset[str]]:
    """Every smallest set of unused mimics that makes a group of enough plants that are not used up."""
    garden = state.garden[0]
    neighbours = dict(garden.board.neighbours)
    plants = {space: token for space, token in garden.tokens() if kind in (token.code, token.acts_as)}
    mimics = {space: token for space, token in garden.having("MO") if not token.acts_as}
    found: set[frozenset[str]] = set()
    for number in range(1, len(mimics) + 1):
        for chosen in combinations(mimics, number):
            if any(known <= set(chosen) for known in found):
                continue
            counting = plants | {space: mimics[space] for space in chosen}
            parts = components(neighbours, set(counting))
            if any(sum(counting[s].name in garden.fresh for s in part) >= size for part in parts):
                found.add(frozenset(chosen))
    return found


@pytest.mark.parametrize("seed", range(60))
def test_mimics_complete_what_a_model_says(seed: int) -> None:
    """Small gardens full of plants and mimics, and games that go on from them by declarations alone."""
    rng = random.Random(seed)
    corner = ["A1", "A2", "A3", "B1", "B2", "C1", "C2", "D1"]
    codes = rng.choices(["AN", "SG", "MO", "CO"], [5, 6, 3, 1], k=len(corner))
    garden = {space: [code] for space, code in zip(corner, codes, strict=True) if rng.random() < 0.85}
    if sum(stack == ["MO"] for stack in garden.values()) > 4:
        garden = {space: stack for space, stack in garden.items() if stack != ["MO"]}
    state = table(garden, modules="mimic", seats=4)
    while True:
        mine = {(frozenset(a.spaces), a.kind) for a in state.legal(1) if type(a).__name__ == "Mimic"}
        model = {(s, kind) for kind, n in (("AN", 3), ("SG", 5)) for s in earning_sets(state, kind, n)}
        assert mine == model
        if not mine:
            break
        before = sum(map(len, state.won))
        action = rng.choice(sorted((a for a in state.legal(1) if type(a).__name__ == "Mimic"), key=str))
        state = state.after(action)
        assert sum(map(len, state.won)) > before
        assert state.problems() == ()


@pytest.mark.parametrize("seed", range(12))
def test_no_group_is_left_with_enough_unused_plants(seed: int) -> None:
    """Anemones and seagrasses are planted, split by coconut octopuses and boxer crabs, and planted again."""
    rng = random.Random(seed)
    state = table("CC B4 C3, AN B2", modules="coconut+boxer", seats=4)
    for _ in range(14):
        garden = state.garden[0]
        if rng.random() < 0.6 and len(garden.empty) > 4:
            hand = (rng.choice(["AN", "SG"]),) * 2
            state = at_phase(state, "PLANT", hand)
        else:
            state = at_phase(state, "MOVE", ())
        choices = [a for a in state.legal(1) if type(a).__name__ in ("Plant", "Coco", "Flip", "Boxer")]
        if not choices:
            continue
        state = state.after(rng.choice(choices))
        while state.activation is not None:
            steps = [a for a in state.legal(1) if type(a).__name__ in ("Coco", "Flip")]
            state = state.after(rng.choice(steps))
        check_used_up(state)


def at_phase(state: State, phase: str, hand: tuple[str, ...]) -> State:
    values = {name: getattr(state, name) for name in state.__struct_fields__}
    return State(**values | {"phase": phase, "hand": hand, "active": 1, "news": ()})


def check_used_up(state: State) -> None:
    garden = state.garden[0]
    for number, (kind, size) in enumerate((("AN", 3), ("SG", 5))):
        plants = {space: token for space, token in garden.tokens() if token.code == kind}
        unused = [token for token in plants.values() if token.name in garden.fresh]
        assert len(plants) - len(unused) == size * state.entitled[0][number]
        for part in components(dict(garden.board.neighbours), set(plants)):
            assert sum(plants[space].name in garden.fresh for space in part) < size
