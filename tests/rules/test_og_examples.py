"""Every worked example of the specification, section 14, under its number."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import sys

import pytest
from og_table import (
    GAME,
    MARKET,
    SPACES,
    after,
    caught,
    effects,
    legal,
    moving,
    next_turn,
    planting,
    rule,
    stack,
    table,
    total,
)

from companion.games.octopus_garden.rules import affordable, oyster_price, prices, star_ways
from companion.games.octopus_garden.rules.results.groups import entitlement
from companion.games.octopus_garden.rules.results.scoring import negative_tiles, relic_points, trash_points


def test_every_example_has_a_test() -> None:
    names = [name for name in vars(sys.modules[__name__]) if name.startswith("test_OG_E")]
    numbers = {int(name.removeprefix("test_OG_E")[:2]) for name in names}
    assert numbers == set(range(1, 35))


def test_OG_E01_first_harvest() -> None:
    state = after(GAME.new(3), *["chance draw SG"] * 9)
    assert state.pearls == (2, 2, 2)
    state = after(state, "chance first 1")
    assert (state.pearls, effects(state)) == ((4, 2, 2), ["harvest 2"])


def test_OG_E02_market_prices() -> None:
    state = table(on_market=MARKET)
    assert prices(state) == {"R1": 5, "R2": 6, "R3": 3, "K1": 6, "K2": 2, "K3": 6}
    assert legal(state, "Buy") == ["buy R3", "buy K2"]
    assert affordable(state, 2) == {"R3": 3, "K2": 2}


def test_OG_E03_oyster_price() -> None:
    none, one = table(""), moving("OY B4, SS C4")
    assert (oyster_price(none, 1), oyster_price(one, 1)) == (3, 4)
    assert (none.garden[0].oysters, one.garden[0].oysters) == (2, 3)
    eaten = after(one, "1 star C4xB4")
    assert (oyster_price(eaten, 1), eaten.garden[0].oysters) == (3, 2)


@pytest.mark.parametrize(("seats", "value"), [(2, 6), (3, 7), (4, 7)])
def test_OG_E04_clownfish(seats: int, value: int) -> None:
    state = planting("AN A1 A2", "AN", seats=seats)
    assert entitlement(state, 1, "AN") == 0
    state = after(state, "1 plant AN B2")
    assert (entitlement(state, 1, "AN"), caught(state)) == (1, [value])


def test_OG_E05_merging_seagrass() -> None:
    state = planting("SG A1 A2 B1 B2", "SG " * 6, seats=3)
    state = after(state, "1 plant SG C1")
    assert caught(state) == [7]
    state = after(state, *(f"1 plant SG {space}" for space in ("A4", "A5", "B4", "B5")))
    assert (entitlement(state, 1, "SG"), caught(state)) == (1, [7])
    state = after(state, "1 plant SG A3")
    assert (entitlement(state, 1, "SG"), caught(state)) == (2, [7, 6])


def test_OG_E06_anemone_counting() -> None:
    def count(garden: str) -> int:
        return entitlement(table(garden), 1, "AN")

    assert count("AN A1 A2 B1 B2 D5 D6") == 1
    assert count("AN A1 A2 B1 D4 D5 D6") == 2
    state = planting("AN A1 A2 B1 A4 A5 B4 B5", "AN AN", seats=3, entitled=[{"AN": 2}, {}, {}])
    assert entitlement(state, 1, "AN") == 2
    state = after(state, "1 plant AN A3")
    assert (entitlement(state, 1, "AN"), caught(state)) == (2, [])
    state = after(state, "1 plant AN A6")
    assert (entitlement(state, 1, "AN"), caught(state), state.entitled[0]) == (3, [7], (3, 0))


def test_OG_E07_a_walled_in_oyster() -> None:
    garden = "SS B1, CO A1 C1 C2 D2, OY D1 A5, SG B2"
    state = moving(garden)
    assert legal(state, "Star") == ["star B1-B2"]
    assert rule(state, "1 done") == "OG-R25"
    state = after(state, "1 star B1-B2")
    assert stack(state, "B2") == "SG+SS"
    assert legal(next_turn(state), "Star") == ["star B2-A2"]
    walled = moving("SG+SS B2, CO A1 A2 C1 C2 D2, OY D1 A5")
    assert star_ways(walled, 1) == {"B2": ()}
    assert rule(walled, "1 star B2-A1") == "OG-R18"
    assert rule(walled, "1 done") == ""


def test_OG_E08_two_stars_one_oyster() -> None:
    state = moving("SS C3 B4, OY C4", bed=15)
    assert state.garden[0].oysters == 3
    state = after(state, "1 star B4xC4")
    assert (state.bed, effects(state), legal(state)) == (16, ["eaten C4"], ["done"])
    assert state.garden[0].oysters == 2
    assert after(moving("SS C3 B4, OY C4"), "1 star C3xC4").bed == 16


def test_OG_E09_choice() -> None:
    state = moving("SS B5, OY A6 C3")
    assert set(legal(state, "Star")) == {"star B5-A5", "star B5-B6", "star B5-B4", "star B5-C4"}


def test_OG_E10_round_a_printed_oyster() -> None:
    garden = "SS B2, OY B4"
    assert legal(moving(garden), "Star") == ["star B2-A2", "star B2-C2"]
    passable = moving(garden, options={"printed_oysters_passable": "true"})
    assert legal(passable, "Star") == ["star B2-B3"]
    assert stack(after(passable, "1 star B2-B3"), "B3") == "SS"


def test_OG_E11_a_crab_finds_a_home() -> None:
    state = moving("HC A2, SH B2, TR C1")
    assert len(state.garden[0].empty) == 21
    state = after(state, "1 crab A2-B2")
    assert (stack(state, "B2"), len(state.garden[0].empty)) == ("SH+HC", 22)
    state = after(next_turn(state), "1 crab B2-B1")
    assert stack(state, "B1") == "SH+HC"
    state = after(next_turn(state), "1 crab B1-C1 drop")
    assert (stack(state, "B1"), stack(state, "C1")) == ("SH", "TR+HC")
    assert state.garden[0].at("C1")[1].home == "TR1"
    assert total(state) == 1


def test_OG_E12_no_dropping_on_a_plant() -> None:
    state = after(moving("SH+HC B1, SG A1"), "1 crab B1-A1")
    assert stack(state, "A1") == "SG+SH+HC"
    state = next_turn(state)
    assert rule(state, "1 crab A1-A2 drop") == "OG-R23"
    assert rule(state, "1 crab A1-A2") == ""


def test_OG_E13_second_shell() -> None:
    start = moving("SH+HC A1, SH A2")
    both = after(start, "1 crab A1-A2")
    assert (stack(both, "A2"), total(both)) == ("SH+SH+HC", 7)
    # The crab keeps its own shell, which lies on the other one.
    assert both.garden[0].at("A2")[2].home == both.garden[0].at("A2")[1].name
    assert rule(next_turn(both), "1 crab A2-A3 drop") == "OG-R23"
    left = after(start, "1 crab A1-A2 drop")
    assert (stack(left, "A1"), stack(left, "A2"), total(left)) == ("SH", "SH+HC", 7)
    assert len(left.garden[0].empty) == len(both.garden[0].empty) - 1


def test_OG_E14_oyster_under_a_crab() -> None:
    state = moving("OY+HC B4, SS C4")
    assert state.garden[0].oysters == 3
    assert legal(state, "Star") == ["star C4xB4"]
    state = after(state, "1 star C4xB4")
    assert (stack(state, "B4"), state.bed) == ("HC+SS", 16)


def test_OG_E15_relics_and_trash() -> None:
    assert [relic_points(r) for r in (0, 1, 2, 3, 4)] == [0, 0, 4, 15, 20]
    assert [trash_points(t, None) for t in (1, 2, 3, 4)] == [-1, -4, -9, -16]
    assert [trash_points(t, 3) for t in (1, 2, 3, 4)] == [-1, -4, -9, -12]


@pytest.mark.parametrize(("lone", "points", "negative"), [("-1", 2, 3), ("+1", 4, 2)])
def test_OG_E16_crabs(lone: str, points: int, negative: int) -> None:
    garden = "HC A1, SH A3, SH+HC B1, TR+HC D1, TR D3 D5"
    state = table(garden, options={"lone_crab_points": lone})
    assert (total(state), negative_tiles(state, 1)) == (points, negative)


FULL = (
    "AN A1 A2 B2, CO A3 C3 C4, RE A4 A5 A6, SG B1 C2 D1 D2 D5 D6, SG+SS C1, SH+HC B4, TR B5 B6, OY B7, "
    "HC C6, SH C7, TR+HC D3, SS D4"
)


@pytest.mark.parametrize(("lone", "points"), [("-1", 54), ("+1", 56)])
def test_OG_E17_full_garden_score(lone: str, points: int) -> None:
    won = [{"clownfish": [7], "seahorse": [6]}, {"seahorse": [7]}, {}]
    state = table(FULL, seats=3, won=won, options={"lone_crab_points": lone})
    assert len(state.garden[0].empty) == 0
    assert (total(state), negative_tiles(state, 1)) == (points, 4 if lone == "-1" else 3)


def test_OG_E18_too_little_room_and_trigger() -> None:
    corals = " ".join(space for space in SPACES if space not in ("A2", "B2", "D6", "A1", "A3"))
    garden = f"HC A2, SH B2, RE A1 A3, CO {corals}"
    state = table("", garden, "", active=2, on_market=MARKET, pearls=[3, 3, 3])
    state = after(state, "2 buy R3", "2 plant CO D6")
    assert (state.pearls[1], state.trigger, effects(state)) == (0, 2, ["lost SG,SG", "end trigger P2"])
    assert dict(state.gone) == {"SG": 2}
    state = after(state, "2 crab A2-B2", "2 done")
    assert (state.garden[1].empty, state.trigger) == (("A2",), 2)
    for cell in (31, 32, 33):
        state = after(state, "chance draw TR", f"2 fill {cell} TR")
    assert (state.active, state.last_turns, effects(state)) == (3, 2, ["harvest 2"])
    state = after(state, "3 pass 11", "chance draw SG")
    assert (state.active, state.last_turns) == (1, 1)
    state = after(state, "1 pass 11", "chance draw SG")
    assert (state.actors, state.phase) == ((), "OVER")


def test_OG_E19_trigger_by_movement() -> None:
    corals = [space for space in SPACES if space not in ("B1", "B2")]
    garden = f"SG+HC B2, CO {' '.join(corals[:20])}, RE {' '.join(corals[20:])}"
    state = after(moving(garden), "1 crab B2-B1")
    assert state.trigger == 0
    state = after(state, "1 done")
    assert state.trigger == 1
    assert "end trigger P1" in effects(state)


def test_OG_E20_pass() -> None:
    state = table(on_market=MARKET, pearls=[1, 1], last_buy=5)
    assert legal(state, "Buy") == legal(state, "Oyster") == []
    trash = dict(state.bag)["TR"]
    state = after(state, "1 pass 12")
    assert (state.actors, dict(state.bag)["TR"]) == ((0,), trash + 1)
    assert {str(a): n for a, n in state.odds()}["draw TR"] == trash + 1
    again = after(state, "chance draw TR")
    assert (again.market, again.pearls, again.active) == (table(on_market=MARKET).market, (1, 3), 2)


def test_OG_E21_two_player_fish() -> None:
    state = planting("", "AN " * 12)
    taken = []
    for space in ("A1", "A2", "A3", "A4", "A5", "A6", "B7", "B6", "B5", "B4", "C4", "C3"):
        state = after(state, f"1 plant AN {space}")
        taken.append(caught(state))
    assert taken[2::3] == [[6], [6, 4], [6, 4, 3], [6, 4, 3]]
    assert state.entitled[0] == (4, 0)


@pytest.mark.parametrize(("stays", "fish"), [("true", [7, 6]), ("false", [7])])
def test_OG_E22_mimic(stays: str, fish: list[int]) -> None:
    options = {"mimic_stays": stays}
    state = planting("AN A1 A2, MO B2", "AN AN AN", seats=3, modules="mimic", options=options)
    state = after(state, "1 mimic P1:B2=AN")
    assert caught(state) == [7]
    assert rule(state, "1 mimic P1:B2=SG") == "10.2.1"
    state = after(state, *(f"1 plant AN {space}" for space in ("C1", "C2", "D1")))
    assert caught(state) == fish
    assert total(state) == 5 * 2 + sum(fish)


def test_a_mimic_that_stops_counting_is_missed_until_another_plant_stands_for_it() -> None:
    """Example 22 decides it: the three new anemones bring no fish before the old two have a third one."""
    options = {"mimic_stays": "false"}
    state = planting("AN A1 A2, MO B2", "AN AN AN AN", seats=3, modules="mimic", options=options)
    state = after(state, "1 mimic P1:B2=AN", *(f"1 plant AN {space}" for space in ("C1", "C2", "D1")))
    assert caught(state) == [7]
    assert caught(after(state, "1 plant AN A3")) == [7, 6]


def test_OG_E23_coconut() -> None:
    fish = [{"clownfish": [7]}, {}, {}]
    state = moving("CC C3, AN B4 C4 D3, CO C2, SS D2, OY D1", seats=3, modules="coconut", won=fish)
    assert total(state) == 20
    whole = GAME.parse(1, "coco C3: C4-B5, C2-B2, D2xD1")
    assert rule(state, f"1 {whole}") == "10.2.2"
    for part in whole.parts():
        state = after(state, f"1 {part}")
    assert (stack(state, "D1"), state.bed, state.phase) == ("SS", 16, "COCONUT")
    state = after(state, "1 flip C3")
    assert (total(state), caught(state), state.garden[0].at("C3")[0].flipped) == (20, [7], True)


def claimed(cell: str, **more: object):
    return table(
        seats=3, on_market=MARKET, modules="shark", claim={cell: 2}, shark_used=[False, True, False], **more
    )


def test_OG_E24_shark_claim() -> None:
    assert legal(claimed("22"), "Buy") == ["buy R3"]
    assert rule(claimed("22"), "1 buy K2") == "OG-M09"
    own = claimed("22", active=2)
    assert legal(own, "Buy", actor=2) == ["buy R3", "buy K2"]
    through = after(own, "2 buy K2")
    assert (sorted(through.hand), any(through.claim)) == (["SG", "SG", "SK", "TR"], False)
    other = after(own, "2 buy R3")
    assert (sorted(other.hand), any(other.claim), dict(other.bag)["SK"]) == (["CO", "SG", "SG"], False, 3)
    claims = {"11": 2, "22": 3, "33": 4}
    blocked = table(
        seats=4,
        on_market=MARKET,
        modules="shark",
        claim=claims,
        shark_used=[False, True, True, True],
        pearls=[40] * 4,
    )
    assert legal(blocked, "Buy") == []


def test_OG_E25_second_shark() -> None:
    def buying(market: str, used: bool, pearls: int):
        state = table(
            seats=2, on_market=market, modules="shark", shark_used=[used, False], pearls=[pearls, 0]
        )
        return after(state, "1 buy R1")

    state = buying("SK CO TR / SG SG SG / CO CO CO", True, 4)
    assert (state.hand, state.pearls[0], state.on("11")) == (("CO", "TR"), 0, "SK")
    state = buying("SK CO SK / SG SG SG / CO CO CO", False, 7)
    assert (state.hand, state.pearls[0]) == (("CO", "SK"), 0)
    assert (state.on("11"), state.on("13"), state.shark_used[0]) == (None, "SK", True)


def test_OG_E26_lionfish() -> None:
    state = table("LF A1", on_market=MARKET, modules="lionfish", phase="LION", pearls=[2, 2])
    state = after(state, "1 lion 12")
    assert (dict(state.gone), state.pearls[0], effects(state)) == ({"TR": 1}, 3, ["harvest 2"])
    assert (state.on("12"), prices(state)["R1"]) == (None, 5)
    assert rule(state, "1 pass 12") == "OG-R36"


def test_OG_E27_diver() -> None:
    state = planting("TR+HC D1, TR D3, RE A1 A2, SH C1", "DV", modules="diver")
    assert (total(state), len(state.garden[0].empty)) == (4, 19)
    state = after(state, "1 plant DV B1")
    assert dict(state.gone) == {"TR": 2, "RE": 2, "DV": 1}
    assert (stack(state, "D1"), stack(state, "C1"), stack(state, "B1")) == ("HC", "SH", "")
    assert (total(state), len(state.garden[0].empty)) == (0, 22)


def chest(pearls: int = 3):
    return table(modules="chest", phase="CHEST", chests=1, pearls=[pearls, 0], on_market=MARKET)


def test_OG_E28_chest_for_pearls() -> None:
    before = chest()
    state = after(before, "1 chest 2 pearls")
    assert state.pearls[0] == 1
    state = after(state, "chance draw SS", "chance draw CO")
    assert (state.pearls[0], effects(state)[0], dict(state.gone)) == (5, "chest 4", {"TC": 1})
    assert state.bag == before.bag


def test_OG_E29_chest_bust() -> None:
    state = after(chest(), "1 chest 3 keep", "chance draw SG")
    assert rule(state, "chance draw TC") == "10.2.7"
    state = after(state, "chance draw SG")
    assert (state.phase, state.hand, state.pearls[0], dict(state.gone)) == ("PLANT", ("TC",), 0, {"SG": 2})
    assert stack(after(state, "1 plant TC A1"), "A1") == "TC"


def test_OG_E30_boxer_crab() -> None:
    state = planting("AN A1, AN+SS A2, AN+HC B1", "BX", modules="boxer", entitled=[{"AN": 1}, {}])
    assert legal(state) == ["plant BX A1"]
    state = after(state, "1 plant BX A1")
    assert rule(state, "1 crab B1-A1") == "OG-R26"
    state = after(state, "1 boxer A1-B2")
    assert (stack(state, "B2"), stack(state, "A1")) == ("AN+BX", "")
    assert (entitlement(state, 1, "AN"), caught(state)) == (1, [])
    fish = [{"clownfish": [6]}, {}]
    state = after(moving("AN A1 A2, AN+BX A3", modules="boxer", won=fish), "1 boxer A3-B4")
    assert (entitlement(state, 1, "AN"), caught(state)) == (0, [6])
    homeless = table("", modules="boxer", on_market="BX CO CO / TR TR TR / TR TR TR", pearls=[3, 3])
    homeless = after(homeless, "1 buy R1", "1 plant CO A1", "1 plant CO A2")
    assert (effects(homeless), dict(homeless.bag)["BX"]) == (["lost BX"], 4)


def test_OG_E31_boxer_as_wall() -> None:
    free = moving("AN A4, SS A1, OY A6")
    assert legal(free, "Star") == ["star A1-A2"]
    boxed = moving("AN+BX A4, SS A1, OY A6", modules="boxer")
    assert legal(boxed, "Star") == ["star A1-A2"]
    steps = 0
    while legal(boxed, "Star"):
        boxed = next_turn(after(boxed, f"1 {legal(boxed, 'Star')[0]}"))
        steps += 1
    assert steps == 6


def test_OG_E32_parrot_fish() -> None:
    state = table("PF A1 B2, CO A2 B1 C2", modules="parrot")
    assert total(state) == 2 + 3 + 3 * 1


def test_OG_E33_tie() -> None:
    gardens = (
        "OY A1 A2 A3, RE A4 A5 A6 B1 B2 B4, SS B5 B6 B7, AN C1",
        "OY A1 A2 A3, SS A4 A5 A6 B1 B2 B4 B5, AN C1 C2 C3 C4 C6 C7",
        "OY A1 A2 A3 A4, RE D1 D2 D3 D4, AN B5 B6 B7 C6 C7, SG C1 C2 C3 C4 B4",
    )
    won = [{}, {}, {"clownfish": [7], "seahorse": [7]}]
    state = table(*gardens, phase="OVER", trigger=1, pearls=[2, 4, 9], won=won)
    assert state.sheet().totals() == {1: 41, 2: 41, 3: 41}
    assert [negative_tiles(state, seat) for seat in (1, 2, 3)] == [3, 3, 4]
    assert state.outcome is not None
    assert state.outcome.winners == (2,)


def test_OG_E34_empty_bag() -> None:
    holes = "AN TR -- / SS SG -- / SG SG --"
    state = table(on_market=holes, phase="DRAW", bag={"SG": 1, "AN": 1}, pearls=[9, 9])
    state = after(state, "chance draw AN", "1 fill 33 AN", "chance draw SG", "1 fill 13 SG")
    assert (state.active, state.holes, state.bag) == (2, ("23",), ())
    state = after(state, "2 buy K3")
    assert (state.hand, state.pearls[1]) == (("AN", "SG"), 9 + 2 - 3)
