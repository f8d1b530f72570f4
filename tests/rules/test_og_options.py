"""The table options (10.3), the rulings of the base game (11.1), and the owner's own data."""

from __future__ import annotations

import json
from importlib import resources

import pytest
from og_table import MARKET, SPACES, after, effects, legal, moving, planting, rule, stack, table, total

from companion.games.octopus_garden.rules import GAME, worth
from companion.games.octopus_garden.rules.data.board import Board
from companion.games.octopus_garden.rules.data.piece_set import SHIPPED
from companion.rules import BadData, BadOption

ROOM = resources.files("companion.games.octopus_garden.rules.data")


def changed(name: str, **changes: object) -> bytes:
    return json.dumps(json.loads(ROOM.joinpath(name).read_text("utf-8")) | changes).encode()


def diameter(board: Board) -> int:
    far = 0
    for start in board.plantable:
        steps = {start: 0}
        for space in (queue := [start]):
            for near in board.neighbours[space]:
                if near not in steps and near not in board.printed:
                    steps[near] = steps[space] + 1
                    queue.append(near)
        assert len(steps) == len(board.plantable)
        far = max(far, *steps.values())
    return far


def test_the_garden_of_the_specification() -> None:
    edges = {frozenset((a, b)) for a, near in SHIPPED.board.neighbours.items() for b in near}
    assert (len(SHIPPED.board.spaces), len(edges), set(SHIPPED.board.printed)) == (26, 59, {"B3", "C5"})
    assert (len([e for e in edges if not e & SHIPPED.board.printed]), diameter(SHIPPED.board)) == (47, 8)


def test_the_bag_of_the_rulebook() -> None:
    assert sum(number for _, number in GAME.new(4).bag) == 106
    assert SHIPPED.box.fish("clownfish", 2) == SHIPPED.box.fish("seahorse", 2) == (6, 4, 3)


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (5, {}, "for 2, 3 or 4 players, not 5"),
        (2, {"moduls": "mimic"}, "no option 'moduls'"),
        (2, {"modules": "mimic+whale"}, "'whale' is none of"),
        (2, {"trash_cap": "4"}, "'4' is none of"),
    ],
)
def test_impossible_tables_are_refused(seats: int, options: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        GAME.new(seats, options)


def test_a_set_of_modules_has_one_spelling() -> None:
    assert GAME.new(2, {"modules": "boxer + mimic"}) == GAME.new(2, {"modules": "mimic+boxer"})
    assert GAME.candidates("modules", {}) == ()


def test_trash_cap() -> None:
    assert total(table("TR A1 A2 A3 A4")) == -16
    assert total(table("TR A1 A2 A3 A4", options={"trash_cap": "3"})) == -12


def test_printed_oysters_passable() -> None:
    passable = {"printed_oysters_passable": "true"}
    state = after(moving("SH+HC B2", options=passable), "1 crab B2-B3")
    assert (stack(state, "B3"), len(state.garden[0].empty), state.garden[0].oysters) == ("SH+HC", 24, 2)
    again = moving("SH+HC B3", options=passable)
    assert rule(again, "1 crab B3-B4 drop") == "OG-R23"
    assert rule(again, "1 crab B3-B4") == ""
    assert rule(planting("", "SG", options=passable), "1 plant SG B3") == "OG-R02"
    assert rule(moving("SH+HC B2"), "1 crab B2-B3") == "OG-R26"


def test_pass_order() -> None:
    def weights(order: str, **more: object) -> dict[str, int]:
        state = table(on_market=MARKET, bag={"SG": 2}, options={"pass_order": order}, **more)
        return {str(a): n for a, n in after(state, "1 pass 12").odds()}

    assert weights("return_then_draw") == {"draw SG": 2, "draw TR": 1}
    assert weights("draw_then_return") == {"draw SG": 2}
    late = table(on_market=MARKET, bag={"SG": 2}, options={"pass_order": "draw_then_return"})
    late = after(late, "1 pass 12", "chance draw SG")
    assert (late.on("12"), dict(late.bag)) == ("SG", {"SG": 1, "TR": 1})
    # From an empty bag nothing could be drawn before the token goes back.
    alone = table(on_market=MARKET, bag={}, options={"pass_order": "draw_then_return"})
    assert [str(a) for a, _ in after(alone, "1 pass 12").odds()] == ["draw TR"]


def test_pearls_limited() -> None:
    pearls = [9, 30]
    free = after(table(on_market=MARKET, pearls=pearls), "1 oyster A1")
    assert free.pearls == (6, 32)
    limited = table(on_market=MARKET, pearls=[8, 32], options={"pearls_limited": "true"})
    assert after(limited, "1 pass 11", "chance draw SG").pearls == (8, 32)
    paid = after(limited, "1 oyster A1")
    assert (paid.pearls, effects(paid)) == ((5, 34), ["harvest 2"])


def test_refill_choice() -> None:
    state = table(on_market=MARKET, options={"refill_choice": "reading_order"})
    state = after(state, "1 buy K2", "1 plant SG A1", "1 plant SG A2", "1 plant TR A3")
    state = after(state, "chance draw AN", "chance draw CO")
    assert (state.on("12"), state.on("22"), state.holes) == ("AN", "CO", ("32",))
    assert after(state, "chance draw RE").active == 2


def test_lionfish_timing() -> None:
    options = {"lionfish_timing": "after_harvest"}
    state = table("", "LF A1", modules="lionfish", on_market=MARKET, pearls=[9, 0], options=options)
    state = after(state, "1 oyster A1")
    assert (state.phase, state.pearls[1]) == ("LION", 2)
    assert (after(state, "2 lion 11").pearls[1], after(state, "2 skip").pearls[1]) == (1, 2)


def test_chest_bust() -> None:
    for bust, gone in (("out_of_game", {"SG": 2}), ("to_bag", {})):
        state = table(modules="chest", phase="CHEST", chests=1, options={"chest_bust": bust})
        state = after(state, "1 chest 2 keep", "chance draw SG", "chance draw SG")
        assert (dict(state.gone), effects(state)) == (gone, ["bust SG,SG"])


@pytest.mark.parametrize("cost", ["0", "1", "2", "3"])
def test_parrot_fish_cost(cost: str) -> None:
    market = "PF -- -- / -- -- -- / -- -- --"
    state = table(on_market=market, modules="parrot", bag={}, options={"parrot_fish_cost": cost})
    assert after(state, "1 buy R1").pearls[0] == 4 - int(cost)


# Rulings of the base game


def test_passing_is_always_legal() -> None:
    """OG-R36: the swap is compulsory, unless there is nothing to swap."""
    state = table(on_market=MARKET)
    assert legal(state, "Pass") == [f"pass {cell}" for cell in (11, 12, 13, 21, 22, 23, 31, 32, 33)]
    assert rule(state, "1 pass") == "OG-R36"
    empty = table(bag={"SG": 1})
    assert legal(empty, "Pass") == ["pass"]
    assert rule(empty, "1 pass 11") == "OG-R36"
    assert rule(empty, "1 buy R1") == "OG-R29"


def test_nothing_is_left_of_a_line_and_the_rest_of_the_hand_is_lost_only_without_room() -> None:
    corals = [space for space in SPACES if space not in ("A1", "B1")]
    garden = f"CO {' '.join(corals[:18])}, RE {' '.join(corals[18:])}"
    state = planting(garden, "SG SG SG")
    state = after(state, "1 plant SG A1")
    assert (state.phase, state.hand) == ("PLANT", ("SG", "SG"))
    said = state.prompts()[1].message.render({})
    assert said == "Only one space left: choose what to plant. Plant these tokens: seagrass, seagrass."
    state = after(state, "1 plant SG B1")
    assert effects(state) == ["lost SG", "end trigger P1"]


def test_planting_needs_an_empty_space() -> None:
    state = planting("SH A1", "HC")
    assert rule(state, "1 plant HC A1") == "OG-R14"
    assert rule(state, "1 plant HC B3") == "OG-R02"
    assert rule(state, "1 plant SG B1") == "8.1"
    assert rule(state, "1 done") == "OG-R14"


def test_oysters_cost_and_run_out() -> None:
    """OG-R15 and OG-R16."""
    assert rule(table(pearls=[2, 0]), "1 oyster A1") == "OG-R15"
    assert rule(table("SG A1"), "1 oyster A1") == "OG-R15"
    beds = f"OY {' '.join(SPACES[:16])}"
    assert rule(table("", beds), "1 oyster A1") == "OG-R16"
    corals = f"CO {' '.join(SPACES[:20])}, RE {' '.join(SPACES[20:])}"
    assert rule(table(corals), "1 oyster A1") == "OG-R15"


def test_a_lapsed_entitlement_still_counts() -> None:
    """OG-R12: nothing is handed out later for a group that was complete without a fish."""
    won = [{}, {"clownfish": [6, 4, 3]}]
    state = planting("AN A1 A2", "AN", won=won)
    state = after(state, "1 plant AN B2")
    assert (state.entitled[0], state.won[0]) == ((1, 0), ())


def test_stars_planted_this_turn_move() -> None:
    """OG-R20; and an oyster laid this turn attracts."""
    state = after(table("SS A1", on_market=MARKET), "1 oyster A3")
    assert legal(state) == ["star A1-A2"]


def test_two_like_animals_on_a_space_are_named() -> None:
    state = moving("SG+SS+SS B4, OY D1")
    assert legal(state) == ["star SS1 B4-C3", "star SS2 B4-C3"]
    assert rule(state, "1 star B4-C3") == "section 6"
    state = after(state, "1 star SS2 B4-C3")
    # Only one is left that has not moved.
    assert legal(state, "Star") == ["star B4-C3"]
    assert rule(state, "1 star SS1 B4-C3") == "section 6"
    assert rule(state, "1 star C3-C2") == "OG-R25"


def test_why_a_star_may_not_go_there() -> None:
    state = moving("SS B4, OY C4 A1, CO A3")
    assert rule(state, "1 star B4-C4") == "OG-R21"
    assert rule(state, "1 star B4xC4") == ""
    assert rule(state, "1 star B4-B5") == "OG-R18"
    assert rule(state, "1 star B4-A3") == "OG-R26"
    assert rule(state, "1 star C3-C4") == "section 8"


def test_why_a_crab_may_not_go_there() -> None:
    state = moving("SH+HC B4, CO A4, HC D1")
    assert rule(state, "1 crab B4-B6") == "8.4"
    assert rule(state, "1 crab B4-A4") == "OG-R26"
    assert rule(state, "1 crab D1-C1 drop") == "OG-R23"
    assert rule(state, "1 crab B4-B5=TR") == "OG-R24"
    assert rule(state, "1 crab HC9 B4-B5") == "section 6"
    assert rule(state, "2 crab B4-B5") == "OG-R34"


def test_a_choice_between_two_homes() -> None:
    """No game leads there (section 8.5), but a table may be entered so."""
    state = moving({"A2": ["HC"], "B2": ["SH", "TR"]}, sound=False)
    assert {"crab A2-B2=SH", "crab A2-B2=TR"} <= set(legal(state, "Crab"))
    assert rule(state, "1 crab A2-B2") == "OG-R24"
    state = after(state, "1 crab A2-B2=TR")
    assert state.garden[0].at("B2")[2].home == "TR1"


def test_a_home_left_behind_is_taken_by_the_lowest_crab() -> None:
    garden = {"A1": ["SH", {"code": "HC", "id": 1, "home": "SH1"}, {"code": "HC", "id": 2}]}
    state = after(moving(garden), "1 crab HC1 A1-A2 drop")
    assert state.garden[0].at("A1")[1].home == "SH1"
    assert state.garden[0].at("A2")[0].home == ""


def test_bag_and_market_empty_end_the_game() -> None:
    """OG-R30."""
    market = "CO -- -- / -- -- -- / -- -- --"
    state = after(table(on_market=market, bag={}), "1 buy R1", "1 plant CO A1")
    assert (state.trigger, state.last_turns, state.active) == (1, 1, 2)
    assert after(state, "2 pass").outcome is not None


def test_joint_winners() -> None:
    state = table(phase="OVER", trigger=1, pearls=[3, 3])
    assert state.outcome is not None
    assert state.outcome.winners == (1, 2)
    assert state.outcome.message.render({1: "Ann", 2: "Bob"}) == "Ann and Bob share the win with 0 points."
    richer = table(phase="OVER", trigger=1, pearls=[3, 4])
    assert richer.outcome is not None
    assert richer.outcome.winners == (2,)
    better = table("CO A1", phase="OVER", trigger=1)
    assert better.outcome is not None
    assert better.outcome.message.render({1: "Ann"}) == "Ann wins with 1 point."


def test_what_a_placement_would_earn() -> None:
    state = table("AN A1 A2, TR C1 C2, RE D1 D2", modules="diver+boxer")
    assert worth(state, 1, "AN", "B2") == 2 + 6
    assert worth(state, 1, "AN", "D6") == 2
    assert worth(state, 1, "RE", "D6") == 15 - 4
    assert worth(state, 1, "TR", "D6") == -5
    assert worth(state, 1, "BX", "A1") == 3
    assert worth(state, 1, "DV", "D6") == 4 - 4


def test_a_crab_that_finds_a_home_tells_what_that_earns() -> None:
    state = table("HC A1, SH A2", phase="MOVE")
    earned = {str(action): state.worth(action) for action in state.legal(1)}
    assert earned["crab A1-A2"] == (5 + 1) - (1 - 1)
    assert earned["crab A1-B1"] == 0
    assert earned["done"] is None


# An owner's own garden and tokens


def small_garden() -> list[dict[str, object]]:
    names = ["A1", "A2", "A3", "A4"]
    near = {n: [m for m in names if abs(int(n[1]) - int(m[1])) == 1] for n in names}
    return [{"id": n, "neighbours": near[n], "printed_oyster": n in ("A2", "A4")} for n in names]


def test_an_owners_garden() -> None:
    game = GAME.with_box(changed("board.json", garden=small_garden(), empty_space_count=2), "mine")
    state = game.new(2, {"pieces": "mine"})
    assert state.garden[0].empty == ("A1", "A3")
    assert game.decode(game.encode(state)) == state
    assert len(game.new(2).garden[0].empty) == 24


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "chess"}, "cannot be read"),
        ({"garden": small_garden()}, "2 empty spaces instead of 24"),
        ({"garden": [*small_garden(), *small_garden()]}, "The space A1 is there twice"),
        ({"garden": [{"id": "4", "neighbours": ["B1"]}]}, "'4' is no name of a space"),
        ({"garden": [{"id": "A1", "neighbours": ["B1"]}]}, "there is no B1"),
        ({"garden": [{"id": "A1", "neighbours": ["B1"]}, {"id": "B1", "neighbours": []}]}, "other way round"),
        ({"garden": [{"id": "A1", "neighbours": ["A1"]}]}, "A1 is its own neighbour"),
        ({"garden": [{"id": "A1", "neighbours": ["B1", "B1"]}]}, "A1 has a neighbour twice"),
        ({"garden": [*small_garden(), {"id": "B9", "neighbours": []}]}, "B9 cannot be reached from A1"),
        ({"garden": small_garden(), "empty_space_count": 1}, "2 empty spaces or more"),
        ({"garden": [{"id": "A1", "neighbours": []}]}, "0 printed oysters instead of 2"),
    ],
)
def test_a_wrong_garden_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadData, match=sentence):
        GAME.with_box(changed("board.json", **changes), "mine")


def test_an_owners_tokens() -> None:
    modules = json.loads(ROOM.joinpath("tokens.json").read_text("utf-8"))["modules"]
    modules[0]["cost"] = 1
    game = GAME.with_box(changed("tokens.json", modules=modules), "mine")
    assert game.new(2, {"modules": "mimic", "pieces": "mine"}).table.cost("MO") == 1
    assert game.new(2, {"modules": "mimic"}).table.cost("MO") == 2


def test_an_owners_garden_and_tokens_come_in_one_file() -> None:
    both = json.loads(GAME.example_box)
    both["board"] |= {"garden": small_garden(), "empty_space_count": 2}
    both["tokens"]["modules"][0]["cost"] = 1
    game = GAME.with_box(json.dumps(both).encode(), "mine")
    table = game.new(2, {"pieces": "mine", "modules": "mimic"}).table
    assert (len(table.board.spaces), table.cost("MO")) == (4, 1)


@pytest.mark.parametrize(
    "data", [b"{}", b"[]", b"", b'{"game":' + b"[" * 50_000, b'{"board": 3}', b'{"board": {}, "token": {}}']
)
def test_files_that_are_no_pieces_are_refused(data: bytes) -> None:
    with pytest.raises(BadData):
        GAME.with_box(data, "mine")


@pytest.mark.parametrize("part", [b'"provenance"', b'"note"'])
def test_a_file_that_is_no_utf_8_within_is_refused(part: bytes) -> None:
    with pytest.raises(BadData, match="cannot be read"):
        GAME.with_box(GAME.example_box.replace(part + b': "', part + b': "\xfc', 1), "mine")


def test_wrong_tokens_are_refused() -> None:
    base = json.loads(ROOM.joinpath("tokens.json").read_text("utf-8"))["base"]
    for changes, sentence in (
        ({"base": [], "base_total": 0}, "each once"),
        ({"base_total": 105}, "106 instead of 105"),
        ({"base": [token | {"count": 1} for token in base], "base_total": 8}, "27 or more"),
        ({"base": [token | {"cost": "two"} for token in base]}, "The anemone costs a number of pearls"),
        ({"base": [token | {"points": "one"} for token in base]}, "The anemone scores a number"),
        ({"pearls": {}}, "cannot be read"),
        ({"base": [token | {"group_size": 1, "code": token["code"]} for token in base[1:]]}, "each once"),
        ({"base": [{k: v for k, v in token.items() if k != "group_size"} for token in base]}, "group size"),
    ):
        with pytest.raises(BadData, match=sentence):
            GAME.with_box(changed("tokens.json", **changes), "mine")
