"""The expert modules (10.2), their rulings (11.2) and how they meet each other (10.2.9)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from og_table import (
    ALL_MODULES,
    MARKET,
    SPACES,
    after,
    caught,
    effects,
    legal,
    moving,
    planting,
    rule,
    stack,
    table,
    total,
)

from companion.games.octopus_garden.rules import GAME

ROW = "CO CO CO / TR TR TR / SG SG SG"


@pytest.mark.parametrize(
    ("module", "code"),
    [("mimic", "MO"), ("coconut", "CC"), ("parrot", "PF"), ("diver", "DV"), ("chest", "TC")],
)
def test_a_module_adds_its_tokens(module: str, code: str) -> None:
    assert dict(GAME.new(3, {"modules": module}).bag)[code] == 4
    assert code not in dict(GAME.new(3).bag)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_shark_a_player(seats: int) -> None:
    bag = dict(GAME.new(seats, {"modules": ALL_MODULES}).bag)
    assert bag["SK"] == seats
    assert sum(bag.values()) == 106 + 7 * 4 + seats


# Mimic


def test_a_mimic_is_declared_in_anybodys_turn_and_only_once() -> None:
    state = table("AN A1 A2, MO B2", modules="mimic", active=2, on_market=MARKET)
    assert state.actors == (2, 1)
    assert rule(state, "1 mimic P1:B2=SG") == "OG-M01"
    assert rule(state, "2 mimic P2:B2=AN") == "10.2.1"
    state = after(state, "1 mimic P1:B2=AN")
    assert (caught(state), state.actors) == ([6], (2,))
    assert rule(state, "1 mimic P1:B2=AN") == "10.2.1"
    # It is no real anemone, and scores nothing.
    assert total(state) == 6 + 2 * 2


def test_a_mimic_needs_a_fish_in_the_stack() -> None:
    won = [{}, {"clownfish": [6, 4, 3]}]
    state = table("AN A1 A2, MO B2", modules="mimic", won=won)
    assert state.actors == (1,)
    assert rule(state, "1 mimic P1:B2=AN") == "10.2.1"


def test_a_mimic_may_be_declared_while_chance_is_awaited() -> None:
    state = table("AN A1 A2, MO B2", modules="mimic", on_market=MARKET, pearls=[1, 1])
    state = after(state, "1 pass 12")
    assert state.actors == (0, 1)
    assert rule(state, "chance mimic P0:B2=AN") == "section 7"
    assert caught(after(state, "1 mimic P1:B2=AN", "chance draw TR")) == [6]


def test_a_mimic_may_be_declared_before_scoring() -> None:
    """The last token of the game completes the group, and nothing else is left to wait for."""
    market = "AN -- -- / -- -- -- / -- -- --"
    state = table("AN A1, MO B2", modules="mimic", on_market=market, bag={}, trigger=2, last_turns=1)
    state = after(state, "1 buy R1", "1 plant AN A2")
    assert (state.phase, state.actors) == ("SCORE", (1,))
    assert state.prompts()[1].kind == "may"
    assert after(state, "1 done").outcome is not None
    declared = after(state, "1 mimic P1:B2=AN")
    assert (declared.phase, caught(declared)) == ("OVER", [6])


# Coconut


def test_units_move_freely_and_once_each() -> None:
    state = moving("CC C3, OY B4, SH+HC C4, AN+BX D3", modules="coconut+boxer")
    assert "coco C3: C4-D4 drop" in legal(state, "Coco")
    assert rule(state, "1 coco C3: C4-C5") == "10.2.2"
    assert rule(state, "1 coco C3: C4-D3") == "10.2.2"
    assert rule(state, "1 flip C3") == "OG-R20"
    state = after(state, "1 coco C3: C4-B4")
    assert stack(state, "B4") == "OY+SH+HC"
    assert rule(state, "1 crab B4-A3") == "OG-M04"
    assert rule(state, "1 coco C3: B4-A3") == ""
    state = after(state, "1 coco C3: D3-D2")
    assert (stack(state, "D2"), stack(state, "D3")) == ("AN+BX", "")
    assert rule(state, "1 coco C3: D2-D1") == "10.2.2"
    state = after(state, "1 flip C3")
    # It was not the animals' own move of the turn.
    assert {"crab B4-A3", "boxer D2-D1"} <= set(legal(state))
    assert rule(state, "1 coco C3: B4-A3") == "OG-M08"


def test_a_plant_under_an_animal_moves_alone() -> None:
    state = moving("CC C3, AN+SS C4", modules="coconut")
    assert {"coco C3: AN1 C4-D4", "coco C3: SS1 C4-D4"} <= set(legal(state, "Coco"))
    assert rule(state, "1 coco C3: C4-D4") == "10.2.2"
    state = after(state, "1 coco C3: AN1 C4-D4")
    assert (stack(state, "C4"), stack(state, "D4")) == ("SS", "AN")
    assert rule(state, "1 coco C3: C4-B4") == ""


def test_what_lies_beside_counts_from_the_beginning() -> None:
    state = after(moving("CC C3 B5, CO C4, SG A1", modules="coconut"), "1 coco C3: C4-D4")
    assert rule(state, "1 coco B5: C4-B4") == "10.2.2"
    assert rule(state, "1 coco C3: D4-D5") == "10.2.2"
    assert rule(state, "1 coco C3: A1-A2") == "10.2.2"
    assert legal(state) == ["flip C3"]
    assert rule(state, "1 flip B5") == "10.2.2"


def test_coconut_groups_are_checked_at_the_end() -> None:
    state = moving("CC C3, AN B4 C4 A5", modules="coconut")
    assert caught(after(state, "1 coco C3: B4-B5")) == []
    assert caught(after(state, "1 coco C3: B4-B5", "1 flip C3")) == [6]
    assert total(after(state, "1 coco C3: B4-B5", "1 flip C3")) == 3 * 2 + 6 + 1


def test_a_fish_is_that_of_the_group_that_the_octopus_completed() -> None:
    """Six old anemones have brought their two fish; the three new ones are a smaller group."""
    garden = "AN A1 A2 B1 B2 C1 D1 A6 B7 D6, CC C6"
    won: dict[str, list[int]] = {"clownfish": [7, 6], "seahorse": []}
    none: dict[str, list[int]] = {"clownfish": [], "seahorse": []}
    entitled = [{"AN": 2, "SG": 0}, {"AN": 0, "SG": 0}, {"AN": 0, "SG": 0}]
    state = moving(garden, "", "", seats=3, modules="coconut", won=[won, none, none], entitled=entitled)
    old = (("A1", "A2", "B1"), ("B2", "C1", "D1"))
    fish = tuple(replace(each, spaces=spaces) for each, spaces in zip(state.won[0], old, strict=True))
    state = replace(state, won=(fish, (), ()))
    then = after(state, "1 coco C6: D6-C7", "1 flip C6")
    assert set(then.won[0][-1].spaces) == {"A6", "B7", "C7"}
    assert len(then.won[0]) == 3


def test_a_neighbouring_octopus_and_a_flipped_mimic_are_ordinary_tokens() -> None:
    mimic = {"code": "MO", "id": 1, "acts_as": "AN"}
    garden = {"C3": ["CC"], "C4": ["CC"], "D2": [mimic]}
    state = after(moving(garden, modules="coconut+mimic"), "1 coco C3: C4-B4", "1 coco C3: D2-D1")
    assert stack(state, "B4") == "CC"
    assert state.garden[0].at("D1")[0].acts_as == "AN"
    state = after(state, "1 flip C3")
    assert rule(state, "1 coco B4: C3-D2") == ""


def test_blocking_a_star_first_is_legal() -> None:
    state = moving("CC B5, CO B4, SS A6, OY A4", modules="coconut")
    assert rule(state, "1 done") == "OG-R25"
    state = after(state, "1 coco B5: B4-C4", "1 coco B5: A4-A3", "1 flip B5")
    assert legal(state, "Star") == ["star A6-A5"]


# Shark


def buying_shark(**more: object):
    market = "SK CO CO / TR TR TR / SG SG SG"
    return table(on_market=market, modules="shark", pearls=[9, 9], bag={"SG": 9}, **more)


def test_a_shark_claims_and_is_bought_back() -> None:
    state = after(buying_shark(), "1 buy R1", "1 plant SK A1", "1 plant CO A2", "1 plant CO A3")
    for cell in ("11", "12", "13"):
        state = after(state, "chance draw SG", f"1 fill {cell} SG")
    assert (state.phase, state.actors) == ("SHARK", (1,))
    assert state.prompts()[1].message.render({1: "Blue"}) == "Blue: place your shark on a market token?"
    state = after(state, "1 shark P1 22")
    assert (state.claimed_by("22"), stack(state, "A1"), state.active) == (1, "", 2)
    assert state.lying()["market"]["22"] == "shark"
    assert rule(state, "2 pass 22") == "OG-M15"
    state = after(state, "2 pass 11", "chance draw SG")
    assert any("throw the shark back" in line.render({}) for line in state.prompts()[1].told)
    bought = after(state, "1 buy K2")
    assert bought.hand == ("SG", "SG", "TR", "SK")
    released = after(state, "1 release P1", "1 buy K2")
    assert (released.hand, dict(released.bag)["SK"]) == (("SG", "SG", "TR"), 1)
    passed = after(state, "1 pass 22")
    assert effects(passed) == ["release P1"]
    assert dict(passed.bag)["SK"] == 1
    drawn = after(passed, "chance draw SG")  # by the program at once: still it is to be told
    assert drawn.prompts()[1].message.render({}).startswith("Throw your shark back into the bag.")
    oyster = after(state, "1 oyster B1")
    assert "release P1" in effects(oyster)


def test_sharks_are_asked_clockwise_from_the_active_seat() -> None:
    state = table(
        "SK A1",
        "SK A1",
        "",
        active=2,
        on_market=ROW,
        modules="shark",
        shark_used=[True, True, False],
        pearls=[9] * 3,
    )
    state = after(state, "2 oyster B1")
    assert state.actors == (2,)
    assert rule(state, "1 shark P1 11") == "OG-M13"
    state = after(state, "2 shark P2 11")
    assert state.actors == (1,)
    assert rule(state, "1 shark P1 11") == "OG-M13"
    state = after(state, "1 noshark P1")
    assert (state.active, state.phase) == (3, "ACT")
    assert legal(state, "Buy", actor=3) == ["buy R2", "buy R3", "buy K2", "buy K3"]


def test_no_claim_on_a_shark_or_a_hole() -> None:
    market = "SK -- CO / TR TR TR / SG SG SG"
    state = table("SK A1", on_market=market, modules="shark", phase="SHARK", asked=1, bag={})
    assert rule(state, "1 shark P1 11") == rule(state, "1 shark P1 12") == "OG-M13"


def test_a_line_of_sharks_alone_gives_nothing() -> None:
    market = "SK -- -- / TR TR TR / SG SG SG"
    state = table(on_market=market, modules="shark", shark_used=[True, False], bag={}, pearls=[9, 9])
    assert rule(state, "1 buy R1") == "OG-M12"
    assert rule(state, "1 buy K1") == ""


def test_a_covered_shark_may_leave() -> None:
    state = table("SK+SS A1", on_market=ROW, modules="shark", phase="SHARK", asked=1)
    assert stack(after(state, "1 shark P1 11"), "A1") == "SS"


def test_a_shark_on_the_market_scores_nothing_and_one_without_room_is_lost() -> None:
    assert total(table("SK A1", modules="shark")) == 2
    state = table(on_market=MARKET, modules="shark", claim={"11": 1}, shark_used=[True, False])
    assert total(state) == 0
    corals = f"CO {' '.join(SPACES[:20])}, RE {' '.join(SPACES[20:])}"
    market = "SK -- -- / -- -- -- / -- -- --"
    state = table(corals, on_market=market, modules="shark", sound=False)
    state = after(state, "1 buy R1")
    assert (dict(state.gone), state.shark_used[0], effects(state)[0]) == ({"SK": 1}, True, "lost SK")


# Diver


def test_a_diver_takes_homes_and_crabs_link_again() -> None:
    garden = {"A1": ["SH", {"code": "TR", "id": 1}, {"code": "HC", "id": 1, "home": "TR1"}]}
    state = after(planting(garden, "DV", modules="diver"), "1 plant DV A2")
    assert stack(state, "A1") == "SH+HC"
    assert state.garden[0].at("A1")[1].home == "SH1"


def test_a_diver_makes_room_for_the_rest_of_the_hand() -> None:
    corals = [space for space in SPACES if space not in ("A1", "A2", "A3")]
    garden = f"CO {' '.join(corals[:19])}, SG {' '.join(corals[19:])}, TR A3"
    state = planting(garden, "RE DV TR", modules="diver")
    state = after(state, "1 plant RE A1", "1 plant DV A2")
    # The relic planted before goes; the trash planted after stays.
    assert stack(state, "A1") == ""
    assert stack(after(state, "1 plant TR A1"), "A1") == "TR"


def test_a_diver_without_room_is_lost() -> None:
    corals = f"CO {' '.join(SPACES[:20])}, RE {' '.join(SPACES[20:])}"
    market = "DV -- -- / -- -- -- / -- -- --"
    state = after(table(corals, on_market=market, modules="diver"), "1 buy R1")
    assert (effects(state)[0], len(state.garden[0].having("RE"))) == ("lost DV", 4)


# Lionfish


def test_a_lionfish_hunts_once_a_turn_and_not_for_nothing() -> None:
    state = table("", "SG+SS A1, LF+HC B1, LF B2", modules="lionfish", on_market=ROW, pearls=[9, 1])
    state = after(state, "1 oyster A1")
    assert (state.phase, state.pearls[1]) == ("LION", 1)
    assert state.prompts()[2].message.render({}) == "Lionfish: pay 1 pearl to remove a market token?"
    assert (state.prompts()[2].kind, rule(state, "2 buy R2")) == ("may", "OG-M17")
    assert after(state, "2 lion 22").phase == "ACT"
    assert after(state, "2 skip").pearls[1] == 3
    poor = table("", "LF B2", modules="lionfish", on_market=ROW, pearls=[9, 0])
    assert after(poor, "1 oyster A1").phase == "ACT"


def test_a_lionfish_spares_claimed_tokens() -> None:
    options = {"shark_used": [True, False], "claim": {"11": 1}}
    state = table("LF A1", modules="lionfish+shark", phase="LION", on_market=MARKET, **options)
    assert rule(state, "1 lion 11") == "OG-M15"
    cheaper = after(state, "1 lion 12")
    assert "buy R1" in legal(cheaper, "Buy")


# Chest


def test_a_chest_is_planted_or_kept_with_its_tokens() -> None:
    market = "TC TC -- / -- -- -- / -- -- --"
    bag = {"SG": 2, "CO": 2, "DV": 1, "SK": 2, "BX": 1, "TC": 2}
    state = table(on_market=market, modules=ALL_MODULES, bag=bag, pearls=[3, 0])
    state = after(state, "1 buy R1")
    assert (state.phase, state.chests) == ("CHEST", 2)
    assert rule(state, "1 chest 4 keep") == "OG-M22"
    assert rule(state, "1 chest 1") == rule(state, "1 chest 0 keep") == "10.2.7"
    state = after(state, "1 chest 0", "1 chest 2 keep")
    assert [str(a) for a, _ in state.odds()] == ["draw CO", "draw SG", "draw SK", "draw DV", "draw BX"]
    state = after(state, "chance draw SK", "chance draw CO")
    assert (state.hand, state.shark_used[0]) == (("CO", "SK", "TC", "TC"), True)


def test_a_second_shark_from_a_chest_goes_back() -> None:
    state = table(modules="chest+shark", phase="CHEST", chests=1, shark_used=[True, False], on_market=ROW)
    state = after(state, "1 chest 1 keep", "chance draw SK")
    assert (state.hand, dict(state.bag)["SK"]) == (("TC",), 2)


def test_no_more_draws_than_tokens() -> None:
    market = "TC -- -- / -- -- -- / -- -- --"
    state = after(table(on_market=market, modules="chest", bag={"SG": 1, "TC": 3}), "1 buy R1")
    assert legal(state) == ["chest 0", "chest 1 keep", "chest 1 pearls"]


# Boxer crab


def test_a_boxer_crab_needs_a_real_and_free_anemone() -> None:
    mimic = {"code": "MO", "id": 1, "acts_as": "AN"}
    state = planting({"A1": [mimic]}, "AN BX", modules="mimic+boxer")
    assert rule(state, "1 plant BX A1") == "OG-M28"
    # An anemone of the same purchase may carry it, and then it must.
    state = after(state, "1 plant AN B1")
    assert legal(state) == ["plant BX B1"]


def test_a_choice_is_asked_for_only_where_there_is_one() -> None:
    """One space is empty: what does not fit there is lost, but a boxer crab needs an anemone anyhow."""
    full = " ".join(space for space in SPACES if space not in ("A1", "D6"))
    asked = "Only one space left: choose what to plant."
    said = {}
    for hand in ("SG BX CO", "SG BX", "BX"):
        garden = f"AN A1, TR {full}" if hand != "BX" else f"AN A1, TR {full} D6"
        said[hand] = planting(garden, hand, modules="boxer", sound=False).prompts()[1].message.render({})
    assert {hand: asked in text for hand, text in said.items()} == {
        "SG BX CO": True,
        "SG BX": False,
        "BX": False,
    }


def test_a_boxer_pair_moves_into_empty_spaces_only() -> None:
    state = moving("AN+BX A1, SG A2 B1", modules="boxer")
    assert rule(state, "1 boxer A1-A2") == "OG-M29"
    assert rule(state, "1 boxer A1-A4") == "10.2.8"
    assert rule(state, "1 boxer A2-A3") == "section 8"
    state = after(state, "1 boxer A1-B2")
    assert rule(state, "1 boxer B2-A1") == "OG-R25"


def test_a_boxer_move_may_earn_a_fish() -> None:
    state = after(moving("AN A1 A2, AN+BX C2", modules="boxer"), "1 boxer C2-B2")
    assert caught(state) == [6]
    assert effects(state) == ["bonus clownfish 6"]
