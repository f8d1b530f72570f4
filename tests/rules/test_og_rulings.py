"""Rules of the turn and rulings that no worked example shows (sections 6 and 8 to 10)."""

from __future__ import annotations

import json

import pytest
from og_table import GAME, MARKET, SPACES, after, legal, moving, planting, points, rule, stack, table

from companion.rules import BadData


def test_any_seat_may_begin_and_no_other() -> None:
    """OG-R34."""
    state = table(seats=3, on_market=MARKET, phase="FIRST", active=0)
    assert legal(state, actor=0) == ["first 1", "first 2", "first 3"]
    assert rule(state, "chance first 4") == "OG-R34"


def test_a_lionfish_takes_nothing_from_a_hole() -> None:
    market = MARKET.replace("AN", "--", 1)
    state = table("LF A1", on_market=market, modules="lionfish", phase="LION")
    assert rule(state, "1 lion 11") == "10.2.6"


def test_a_lionfish_that_finds_no_victim_is_not_asked() -> None:
    """All that lies on the market is claimed (OG-M15)."""
    options = {"modules": "lionfish+shark", "bag": {}, "claim": {"11": 3}, "shark_used": [False, False, True]}
    state = table("", "LF A1", seats=3, on_market="CO -- -- / -- -- -- / -- -- --", **options)
    assert after(state, "1 oyster A1").phase == "ACT"


def test_more_pearls_than_the_box_holds_are_earned() -> None:
    """OG-R31: forty are no limit, unless the table says so."""
    assert after(table(on_market=MARKET, pearls=[9, 39]), "1 oyster A1").pearls == (6, 41)


def test_an_oyster_comes_from_the_bed_into_the_own_garden() -> None:
    """The other garden may be full."""
    full = f"CO {' '.join(SPACES[:20])}, RE {' '.join(SPACES[20:])}"
    assert after(table("", full), "1 oyster A1").bed == 15


def test_what_has_no_room_leaves_the_hand_and_a_boxer_crab_not_the_game() -> None:
    """OG-R13 and 10.2.8."""
    garden = f"CO {' '.join(SPACES[:19])}, RE {' '.join(SPACES[19:23])}"
    state = planting(garden, "SG SG BX", modules="boxer", bag={"TR": 1})
    before = dict(state.gone)
    state = after(state, f"1 plant SG {SPACES[23]}")
    assert (state.hand, dict(state.bag), dict(state.gone)["SG"]) == ((), {"TR": 1, "BX": 1}, before["SG"] + 1)


def test_a_treasure_chest_comes_onto_the_market_as_any_token() -> None:
    """Only for a chest no chest is drawn (section 7)."""
    state = table(modules="chest", on_market=MARKET, bag={"TC": 3, "SG": 1})
    drawn = {str(action): number for action, number in after(state, "1 pass 12").odds()}
    assert drawn == {"draw SG": 1, "draw TR": 1, "draw TC": 3}


def test_an_empty_bag_alone_ends_nothing() -> None:
    """OG-R29 and OG-R30: as long as tokens lie on the market."""
    state = after(table(on_market="CO AN -- / -- -- -- / -- -- --", bag={}), "1 oyster A1")
    assert (state.trigger, state.active) == (0, 2)


def test_a_crab_keeps_its_home_when_a_shark_leaves_the_garden() -> None:
    garden = {"A1": ["SK"], "B1": ["SH", {"code": "HC", "id": 1, "home": "SH1"}]}
    state = table(garden, on_market=MARKET, modules="shark", phase="SHARK", asked=1)
    state = after(state, "1 shark P1 22")
    assert (stack(state, "A1"), state.garden[0].at("B1")[1].home) == ("", "SH1")


def test_who_could_claim_nothing_is_not_asked_for_a_shark() -> None:
    """P4b: what lies on the market is a shark, or claimed; the bag is empty."""
    market = "SK CO -- / -- -- -- / -- -- --"
    claimed = {"claim": {"12": 2}, "shark_used": [True, True, False]}
    state = table("SK A1", seats=3, on_market=market, modules="shark", bag={}, **claimed)
    state = after(state, "1 oyster B1")
    assert (state.phase, state.active) == ("ACT", 2)


def test_an_octopus_pushes_plants_and_oysters_into_empty_spaces_only() -> None:
    """10.2.2."""
    state = moving("CC C3, SG C4, AN D3, OY D2", modules="coconut")
    assert rule(state, "1 coco C3: C4-D3") == "10.2.2"
    assert rule(state, "1 coco C3: D2-D3") == "10.2.2"
    assert rule(state, "1 coco C3: D2-D1") == ""


def test_groups_that_an_octopus_has_yet_to_complete_are_no_problem() -> None:
    """The bonus check follows at the end of the activation (10.2.2)."""
    state = after(moving("CC C3, AN B4 C4 A5", modules="coconut"), "1 coco C3: B4-B5")
    assert state.problems() == ()


def test_a_hermit_crab_lives_in_a_shell_or_in_trash_alone() -> None:
    crab = {"code": "HC", "id": 1, "home": "SG1"}
    found = table({"A1": ["SG", crab]}, sound=False).problems()
    assert "In Player 1's garden, A1: a hermit crab's home is not on its space." in [
        problem.message.render({}) for problem in found
    ]


def test_the_sheet_has_no_line_for_what_there_is_none_of() -> None:
    assert points(table("CO A1")) == {"1 coral at A1": 1, "Negative tiles: 0": None, "Pearls left: 4": None}


def test_a_tie_is_told_with_what_decided_it() -> None:
    """Fewer negative tiles, whatever the pearls; then pearls."""
    said = []
    for gardens, pearls in ((("OY A1, AN A2", ""), [9, 1]), (("", ""), [1, 2])):
        outcome = table(*gardens, phase="OVER", trigger=1, pearls=pearls).outcome
        assert outcome is not None
        said.append((outcome.winners, outcome.message.render({2: "Bob"})))
    assert said == [
        ((2,), "With 0 points Bob wins with the fewest negative tiles (0)."),
        ((2,), "With 0 points and 0 negative tiles Bob wins with 2 pearls left."),
    ]


def test_a_garden_without_spaces_is_refused() -> None:
    board = json.loads(GAME.example_box)["board"] | {"garden": []}
    with pytest.raises(BadData, match="0 printed oysters instead of 2"):
        GAME.with_box(json.dumps(board).encode(), "mine")


def with_tokens(**changes: object) -> bytes:
    """An owner's file of tokens."""
    return json.dumps(json.loads(GAME.example_box)["tokens"] | changes).encode()


def test_an_owners_fish_are_those_of_their_stack() -> None:
    fish = {"clownfish": [9, 8], "seahorse": [5, 4], "two_player_values": [6, 3]}
    game = GAME.with_box(with_tokens(bonus=fish), "mine")
    assert game.new(3, {"pieces": "mine"}).stack == ((9, 8), (5, 4))
    assert game.new(2, {"pieces": "mine"}).stack == ((6, 3), (6, 3))


def test_tokens_of_the_modules_cost_a_number_too() -> None:
    modules = json.loads(GAME.example_box)["tokens"]["modules"]
    with pytest.raises(BadData, match="The mimic octopus costs a number of pearls"):
        GAME.with_box(with_tokens(modules=[modules[0] | {"cost": "two"}, *modules[1:]]), "mine")
