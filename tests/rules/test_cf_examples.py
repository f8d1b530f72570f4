"""Every worked example of the specification, section 14, under its number.

Notation as there: ``head neck ... tail``, r = reserve, w = wasps in hand.
"""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import sys

from cf_table import GAME, action, after, chain, garden, legal, rule, spaces

from companion.games.caterpillar_filler.rules import next_steps

PETE = "M5 M4 M3 L3 L2"
PETES_WASPS = "L5 N5 L6 N6 M7"
OTHER = "A14 A15 A16 B16 C16"
FOUR = ("A15 A16 B16", "O16 P16 P15", "P2 P1 O1")


def test_every_example_has_a_test() -> None:
    names = [name for name in vars(sys.modules[__name__]) if name.startswith("test_CF_E")]
    numbers = {int(name.removeprefix("test_CF_E")[:2]) for name in names}
    assert numbers == set(range(1, 33))


def test_CF_E01_three_players_start() -> None:
    state = GAME.new(3)
    assert [chain(state, seat) for seat in (1, 2, 3)] == ["A8 A9 A10 A11", "H16 I16 J16 K16", "P9 P8 P7 P6"]
    assert (state.reserve, state.wasps, state.supply, state.pairs_left) == ((5,) * 3, (1,) * 3, 33, 14)
    assert [chain(GAME.new(2), seat) for seat in (1, 2)] == [OTHER, "P3 P2 P1 O1 N1"]


def test_CF_E02_four_players_start() -> None:
    state = GAME.new(4)
    assert [chain(state, seat) for seat in (1, 2, 3, 4)] == ["B1 A1 A2", *FOUR]
    assert (state.supply, state.pairs_left) == (32, 16)


def test_CF_E03_mike_steps() -> None:
    state = after(garden("H4 H3 G3 G2 F2", OTHER, roll=1), "1 H4-H5")
    assert chain(state) == "H5 H4 H3 G3 G2"
    assert "F2" not in state.occupied()


def test_CF_E04_sarah_eats_a_flower() -> None:
    state = garden("K7 K6 K5 J5 J4", OTHER, roll=5, flowers="K8 E5 E12 L5", supply=34)
    eaten = after(state, "1 K7-K8*")
    assert eaten.steps_left == 0
    assert chain(eaten) == "K8 K7 K6 K5 J5 J4"
    assert (eaten.reserve[0], eaten.wasps[0], eaten.phase) == (4, 2, "BLOOM")
    bloomed = after(eaten, "chance tile G3")
    assert (bloomed.flowers, bloomed.supply, bloomed.phase) == (spaces("E5 E12 G3 L5"), 33, "END")


def test_CF_E05_a_head_alone_eats() -> None:
    state = garden("H5", *FOUR, roll=4, flowers="H6", supply=35, sound=False)
    state = after(state, "1 H5-H6*", "chance tile C9")
    assert chain(state) == "H6 H5"
    assert (state.reserve[0], state.wasps[0], state.flowers, state.supply) == (6, 2, ("C9",), 34)


def test_CF_E06_a_displaced_flower_is_the_movers_choice() -> None:
    for metric, choices in (("orthogonal", ["A3", "B2", "C1"]), ("diagonal", ["B2"])):
        start = GAME.new(4, {"nearest_metric": metric})
        state = after(start, "chance first 1", "chance roll 3", "chance tile A1")
        if len(choices) == 1:
            assert state.flowers == (*choices, *start.flowers)
            continue
        assert state.actors == (1,)
        assert legal(state) == [f"flower A1>{space}" for space in choices]
        assert rule(state, "1 flower A1>B1") == "CF-28"
        assert after(state, "1 flower A1>C1").flowers == ("C1", *start.flowers)


def test_CF_E07_one_nearest_space_needs_no_choice() -> None:
    state = garden("K7 K6 K5 J5 J4", OTHER, roll=5, flowers="K8 K9", wasp_spaces="L8")
    state = after(state, "1 K7-K8*", "chance tile K8")
    assert (state.flowers, state.phase) == (("J8", "K9"), "END")


def pete(**more: object):
    return garden(PETE, OTHER, **({"roll": 4, "wasp_spaces": PETES_WASPS} | more))


def test_CF_E08_pete_is_stuck() -> None:
    state = pete()
    assert legal(state, kind="Route") == []
    assert rule(state, "1 M5-M6") == "CF-20"
    gone = after(state, "1 stuck")
    assert (gone.away[0], gone.in_hand[0], gone.reserve[0]) == (True, 4, 5)
    assert "wasp D6" in legal(gone)


def pete_away(**more: object):
    return garden("", OTHER, **({"in_hand": (4, 0), "phase": "JOIN", "wasp_spaces": PETES_WASPS} | more))


def test_CF_E09_pete_joins() -> None:
    turned = after(pete(), "1 stuck", "1 end", "chance roll 1", "2 A14-A13", "2 end")
    assert (turned.phase, turned.actors) == ("JOIN", (1,))
    state = pete_away()
    assert chain(after(state, "1 join P3 cw")) == "P3 P2 P1 O1 N1"
    assert chain(after(state, "1 join P3 ccw")) == "P3 P4 P5 P6 P7"
    assert len(legal(state, kind="Join")) == 102


def test_CF_E10_a_flower_in_the_way_of_a_join() -> None:
    joins = legal(pete_away(flowers="P7"), kind="Join")
    assert [join for join in joins if "P3" in join] == ["join P3 cw"]


def test_CF_E11_dead_ends() -> None:
    wasps = "N5 L6 N6 M7"
    assert next_steps(pete(wasp_spaces=wasps)) == ("L5",)
    assert next_steps(pete(wasp_spaces=wasps, roll=1)) == ("L5", "M6")
    assert rule(pete(wasp_spaces=wasps), "1 M5-M6") == "CF-19"
    for roll in (1, 2, 3, 4, 5, 6):
        assert next_steps(pete(wasp_spaces=wasps, roll=roll, options={"stuck_rule": "free"})) == ("L5", "M6")


def test_CF_E12_a_flower_rescues() -> None:
    state = pete(flowers="M6")
    assert legal(state, kind="Route") == ["M5-M6*"]
    assert rule(state, "1 stuck") == "CF-20"
    state = after(state, "1 M5-M6*", "chance tile C9")
    assert chain(state) == "M6 M5 M4 M3 L3 L2"
    assert (state.reserve[0], state.wasps[0], state.flowers) == (4, 2, ("C9",))


def test_CF_E13_heather_bites_nick() -> None:
    state = after(garden("G7 G6 G5 F5 F4", "G9 G8 H8 I8 I7", roll=5), "1 G7-G8x2")
    assert chain(state) == "G8 G7 G6 G5 F5 F4"
    assert (state.reserve, state.wasps, state.in_hand) == ((4, 6), (1, 1), (0, 3))
    assert state.away == (False, True)
    assert (state.flowers, state.phase) == ((), "END")
    assert after(state, "1 end").phase == "JOIN"


def test_CF_E14_a_head_alone_is_bitten() -> None:
    state = after(garden("G7 G6 G5", "G8", *FOUR[1:], roll=5), "1 G7-G8x2")
    assert chain(state) == "G8 G7 G6 G5"
    assert (state.reserve[:2], state.away[1], state.in_hand[1]) == ((4, 7), True, 0)


def test_CF_E15_the_own_tail_blocks() -> None:
    base = garden("H5 H6 G6 G5", "C3 C4 C5", "C8 C9", roll=1)
    chasing = garden("H5 H6 G6 G5", "C3 C4 C5", "C8 C9", roll=1, options={"rules": "R01"})
    assert set(next_steps(base)) == {"H4", "I5"}
    assert set(next_steps(chasing)) == {"H4", "I5", "G5"}
    assert chain(after(chasing, "1 H5-G5")) == "G5 H5 H6 G6"


def test_CF_E16_the_tail_has_left() -> None:
    state = garden("H5 H6 G6 G5", "C3 C4 C5", "C8 C9", roll=3)
    assert chain(after(state, "1 H5-H4-G4-G5")) == "G5 G4 H4 H5"


def test_CF_E17_coiled_up() -> None:
    for roll in (1, 2, 3, 4, 5, 6):
        state = garden("E5 E4 D4 D5 D6 E6 F6 F5", OTHER, roll=roll)
        assert legal(state, kind="Route") == []
        assert rule(state, "1 E5-F5") == "CF-16"
        assert after(state, "1 stuck").away[0]


def test_CF_E18_full_size() -> None:
    mine = "E4 E3 E2 E1 D1 C1 B1 A1 A2"
    state = garden(mine, OTHER, roll=2, flowers="E5 L5", hand=(3, 1), pairs_left=1)
    assert (state.reserve[0], state.pairs_left) == (1, 1)
    state = after(state, "1 E4-E5*")
    assert (state.reserve[0], state.wasps[0], state.lengths[0]) == (0, 4, 10)
    assert (state.over, state.winner, state.pairs_left, state.flowers) == (True, 1, 1, ("L5",))
    assert state.actors == ()


def test_CF_E19_tiles_out_in_a_tie() -> None:
    state = after(garden("E4 E3 E2 E1 D1", OTHER, pairs_left=0), "chance roll 3")
    assert (state.tiles_out, state.over, state.phase, state.steps_left) == (True, False, "MOVE", 3)


def test_CF_E20_tiles_out_with_a_leader() -> None:
    state = garden("E4 E3 E2 E1 D1 C1", OTHER, pairs_left=0, seat_to_move=2)
    state = after(state, "chance roll 3")
    assert (state.over, state.winner, chain(state, 2)) == (True, 1, OTHER)


def test_CF_E21_growth_breaks_the_tie() -> None:
    state = garden("E4 E3 E2 E1 D1", OTHER, roll=2, flowers="E5", pairs_left=0, tiles_out=True)
    state = after(state, "1 E4-E5*")
    assert (state.lengths, state.over, state.winner) == ((6, 5), True, 1)


def test_CF_E22_growth_into_a_tie() -> None:
    state = garden("E4 E3 E2 E1 D1", "A13 A14 A15 A16 B16 C16", roll=2, flowers="E5", pairs_left=0)
    state = after(state, "1 E4-E5*")
    assert (state.lengths, state.tiles_out, state.over, state.phase) == ((6, 6), True, False, "END")


def test_CF_E23_a_bite_that_leaves_a_tie() -> None:
    third = "P9 P8 P7 P6 P5"
    state = garden("G7 G6 G5 F5", "G8 H8 I8 J8 K8", third, roll=2, pairs_left=0, tiles_out=True)
    state = after(state, "1 G7-G8x2")
    assert (state.lengths, state.over) == ((5, 4, 5), False)


def test_CF_E24_a_bite_that_ends_the_game() -> None:
    third = "P9 P8 P7 P6 P5"
    state = garden("G7 G6 G5 F5 F4", "G8 H8 I8 J8 K8", third, roll=2, pairs_left=0, tiles_out=True)
    state = after(state, "1 G7-G8x2")
    assert (state.lengths, state.over, state.winner) == ((6, 4, 5), True, 1)


def test_CF_E25_no_room_on_the_edge() -> None:
    flowers = "A1 A6 A11 A16 F16 K16 P16 P11 P6 P1 K1 F1"
    state = garden("", "G8 H8 I8 J8 K8", in_hand=(4, 0), phase="JOIN", flowers=flowers)
    assert legal(state, kind="Join") == []
    assert legal(state, kind="Wait") == ["wait"]
    assert after(state, "1 wait").phase == "END"
    cleared = garden("", "G8 H8 I8 J8 K8", in_hand=(4, 0), phase="JOIN", flowers=flowers.replace("A6 ", ""))
    clockwise = [f"join A{column} cw" for column in range(2, 7)]
    counter = [f"join A{column} ccw" for column in range(6, 11)]
    assert sorted(legal(cleared, kind="Join")) == sorted(clockwise + counter)
    assert rule(cleared, "1 wait") == "CF-37"


def test_CF_E26_joins_on_an_empty_edge() -> None:
    long = garden("", "G8 H8 I8 J8 K8", in_hand=(4, 0), phase="JOIN")
    assert len(legal(long, kind="Join")) == 120
    alone = garden("", "G8 H8 I8 J8 K8", in_hand=(0, 0), reserve=(9, 5), phase="JOIN")
    assert len(legal(alone, kind="Join")) == 60


def test_CF_E27_where_and_how_many_wasps() -> None:
    state = garden("H4 H3 G3 G2 F2", OTHER, flowers="E5", hand=(2, 1))
    assert rule(state, "1 wasp A7") == "CF-31"
    assert rule(state, "1 wasp E5") == "CF-30"
    placed = after(state, "1 wasp D6")
    assert rule(placed, "1 wasp D7") == "CF-30"
    swarm = garden("H4 H3 G3 G2 F2", OTHER, flowers="E5", hand=(2, 1), options={"rules": "R05"})
    assert after(swarm, "1 wasp D6", "1 wasp D7").wasp_spaces == ("D6", "D7")


def test_CF_E28_grazing() -> None:
    whole = action("1 K7-K8*-K9-K10*-K11")
    parts = [str(part) for part in whole.parts()]
    assert parts == ["K7-K8*", "K8-K9-K10*", "K10-K11"]
    state = garden("K7 K6 K5 J5 J4", OTHER, roll=4, flowers="K8 K10 E5", options={"rules": "R03"})
    assert rule(state, f"1 {whole}") == "R03"
    state = after(state, f"1 {parts[0]}", "chance tile G3", f"1 {parts[1]}", "chance tile B2")
    assert chain(state) == "K10 K9 K8 K7 K6 K5 J5"
    assert (state.reserve[0], state.wasps[0], state.flowers) == (3, 3, spaces("B2 E5 G3"))
    assert state.steps_left == 1
    assert chain(after(state, f"1 {parts[2]}")) == "K11 K10 K9 K8 K7 K6 K5"


def test_CF_E29_double_bloom_with_one_pair_left() -> None:
    six = "A13 A14 A15 A16 B16 C16"
    options = {"rules": "R09"}
    state = garden("E4 E3 E2 E1 D1", six, pairs_left=1, next_pair="G3", options=options)
    state = after(state, "chance roll 3", "chance tile G3")
    assert (state.flowers, state.tiles_out, state.over, state.winner) == (("G3",), True, True, 2)


def test_CF_E30_about_turn() -> None:
    state = after(pete(options={"rules": "R08"}), "1 stuck")
    assert (chain(state), state.phase, state.away[0]) == ("L2 L3 M3 M4 M5", "END", False)


def test_CF_E31_the_flower_of_the_roll_may_be_eaten() -> None:
    state = garden("H5 H4 H3 G3 G2", OTHER, supply=34, sound=False)
    state = after(state, "chance roll 3", "chance tile H6", "1 H5-H6*", "chance tile C9")
    assert chain(state) == "H6 H5 H4 H3 G3 G2"
    assert (state.reserve[0], state.wasps[0], state.supply, len(state.pairs)) == (4, 2, 32, 2)
    assert state.phase == "END"


def test_CF_E32_the_set_up_of_the_rulebook() -> None:
    state = GAME.new(4, {"setup": "S01"})
    assert sorted(state.flowers) == sorted(spaces("E5 E12 L5 L12 D6 H13 I4 M8"))
    assert sorted(state.wasp_spaces) == sorted(spaces("H8 H9 I8 I9"))
    assert state.supply == 24
