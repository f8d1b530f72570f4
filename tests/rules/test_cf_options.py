"""Alternative rules, table options and set-ups (sections 10 and 11)."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from cf_table import GAME, after, chain, garden, legal, rule

from companion.games.caterpillar_filler.rules import next_steps
from companion.games.caterpillar_filler.rules.data.board import EDGE
from companion.games.caterpillar_filler.rules.data.expansion import SHIPPED
from companion.games.caterpillar_filler.rules.start import START_SPACES
from companion.rules import BadOption

OTHER = "A14 A15 A16 B16 C16"
MINE = "H5 H4 H3 G3 G2"


def with_rules(*rules: str, **options: str) -> dict[str, str]:
    return {"rules": "+".join(rules), "several_rule_tiles": "on", **options}


class TestRules:
    def test_R02_keeps_one_of_two_dice(self) -> None:
        state = garden(MINE, OTHER, options=with_rules("R02"))
        assert len(legal(state, 0)) == 21
        assert sum(weight for _, weight in state.odds()) == 36
        assert {str(a): weight for a, weight in state.odds()}["roll 3 5"] == 2
        assert (rule(state, "chance roll 4"), rule(state, "chance roll 5 3")) == ("R02", "R02")
        state = after(state, "chance roll 3 5")
        assert state.lying()["tray"] == {"1": "die-3", "2": "die-5"}
        assert legal(state) == ["keep 3", "keep 5"]
        assert rule(state, "1 keep 4") == "R02"
        assert after(state, "1 keep 5").phase == "MOVE"
        assert after(state, "1 keep 3").phase == "BLOOM"
        assert rule(garden(MINE, OTHER), "chance roll 3 5") == "R02"

    def test_R04_truce_blocks(self) -> None:
        state = garden(MINE, "H6 I6 J6", roll=1, options=with_rules("R04"), sound=False)
        assert rule(state, "1 H5-H6x2") == "R04"
        assert legal(state, kind="Route") == ["H5-G5", "H5-I5"]

    def test_R06_a_wasp_drifts(self) -> None:
        state = garden(MINE, OTHER, wasp_spaces="B5 H8", flowers="H9", hand=(0, 1), options=with_rules("R06"))
        assert legal(state, kind="Shift") == [
            "shift B5-B6", "shift B5-C5", "shift B5-B4", "shift H8-G8", "shift H8-I8", "shift H8-H7",
        ]  # fmt: skip
        assert rule(state, "1 shift B5-A5") == "CF-31"
        assert rule(state, "1 shift H8-H9") == "R06"
        assert rule(state, "1 shift H8-J8") == "R06"
        assert rule(state, "1 shift C3-C4") == "R06"
        state = after(state, "1 shift H8-H7")
        assert (state.wasp_spaces, state.actors) == (("B5", "H7"), (0,))
        assert rule(state, "1 shift B5-B6") == "CF-30"
        assert rule(garden(MINE, OTHER, wasp_spaces="H8"), "1 shift H8-H7") == "CF-31"

    def test_R05_with_R06_mixes_placements_and_shifts(self) -> None:
        options = with_rules("R05", "R06")
        state = after(garden(MINE, OTHER, options=options), "1 wasp D6", "1 shift D6-D7")
        assert state.wasp_spaces == ("D7",)
        assert legal(state) == []

    def test_R07_round_garden(self) -> None:
        options = with_rules("R07")
        state = garden("A5 B5 C5", "P9 P8", "P12 P11", roll=1, options=options, sound=False)
        assert legal(state, kind="Route") == ["A5-P5", "A5-A6", "A5-A4"]
        assert chain(after(state, "1 A5-P5")) == "P5 A5 B5"
        assert after(state, "1 A5-P5").problems() == state.problems()
        across = garden("A5 B5 C5", "P5 P6", "P12 P11", roll=1, options=options, sound=False)
        assert rule(across, "1 A5-P5x2") == "R07"
        flower = garden("A5 B5 C5", "P9 P8", "P12 P11", roll=1, flowers="P5", options=options, sound=False)
        assert rule(flower, "1 A5-P5*") == ""
        taken = garden(MINE, "P9 P8 P7 P6 P5", flowers="A1", options=options)
        taken = after(taken, "chance roll 3", "chance tile A1")
        assert legal(taken) == ["flower A1>A2", "flower A1>A16", "flower A1>B1", "flower A1>P1"]

    def test_R08_a_head_alone_stays(self) -> None:
        around = "G5 H6 I5 H4"
        state = garden(
            "H5", "A14 A15", "P9 P8", roll=2, wasp_spaces=around, options=with_rules("R08"), sound=False
        )
        state = after(state, "1 stuck")
        assert (chain(state), state.phase) == ("H5", "END")

    def test_R09_two_flowers(self) -> None:
        state = after(garden(MINE, OTHER, options=with_rules("R09")), "chance roll 3")
        state = after(state, "chance tile C3", "chance tile D5")
        assert (state.flowers, state.phase) == (("C3", "D5"), "MOVE")

    def test_R10_short_stroll(self) -> None:
        state = garden(MINE, OTHER, roll=4, options=with_rules("R10"))
        assert after(state, "1 H5-H6").phase == "END"
        assert rule(state, "1 end") == "CF-19"
        dead_end = garden(
            "M5 M4 M3 L3 L2", OTHER, roll=4, wasp_spaces="L5 N5 L6 N6 M7", options=with_rules("R10")
        )
        assert legal(dead_end, kind="Route") == ["M5-M6"]
        assert legal(dead_end, kind="Stuck") == []
        coiled = garden("E5 E4 D4 D5 D6 E6 F6 F5", OTHER, roll=4, options=with_rules("R10"))
        assert legal(coiled, kind="Stuck") == ["stuck"]

    def test_R03_with_R10_may_stop_after_a_flower(self) -> None:
        state = garden(MINE, OTHER, roll=4, flowers="H6", options=with_rules("R03", "R10"))
        state = after(state, "1 H5-H6*", "chance tile C9")
        assert (state.phase, state.steps_left) == ("MOVE", 3)
        assert rule(state, "1 stuck") == "CF-20"
        assert state.prompts()[1].message.render({}) == "Move up to 3 spaces more."
        last = msgspec.structs.replace(state, steps_left=1)
        assert last.prompts()[1].message.render({}) == "Move up to 1 space more."
        state = after(state, "1 end")
        assert state.phase == "END"
        assert after(state, "1 wasp D6", "1 end").seat_to_move == 2

    def test_R03_the_last_piece_ends_the_game_in_the_middle_of_a_move(self) -> None:
        mine = "E4 E3 E2 E1 D1 C1 B1 A1 A2"
        state = garden(mine, OTHER, roll=4, flowers="E5", wasp_spaces="D5 F5 E6", options=with_rules("R03"))
        assert "E4-E5*" in legal(state)
        state = after(state, "1 E4-E5*")
        assert (state.over, state.winner) == (True, 1)

    def test_R11_join_and_roll(self) -> None:
        state = garden("", OTHER, in_hand=(4, 0), phase="JOIN", options=with_rules("R11"))
        state = after(state, "1 join P3 cw")
        assert (state.phase, state.actors) == ("ROLL", (0, 1))
        assert after(state, "chance roll 2", "1 P3-P4-P5").phase == "END"

    def test_R12_early_spring(self) -> None:
        mine = "E4 E3 E2 E1 D1 C1 B1 A1"
        state = garden(mine, OTHER, roll=2, flowers="E5", options=with_rules("R12"))
        state = after(state, "1 E4-E5*")
        assert (state.reserve[0], state.over, state.winner) == (1, True, 1)


class TestTableOptions:
    def test_follow_tail(self) -> None:
        state = garden("H5 H6 G6 G5", OTHER, roll=1, options={"follow_tail": "on"}, sound=False)
        assert "H5-G5" in legal(state)

    def test_flower_of_a_3_after_the_move(self) -> None:
        options = {"flower3_timing": "after"}
        state = after(garden(MINE, OTHER, flowers="H6", options=options), "chance roll 3")
        assert state.phase == "MOVE"
        walked = after(state, "1 H5-I5-I6-I7")
        assert (walked.phase, walked.due) == ("BLOOM", ("rolled",))
        assert after(garden(MINE, OTHER, roll=2, options=options), "1 H5-H6-H7").phase == "END"
        eaten = after(state, "1 H5-H6*")
        assert eaten.due == ("eaten", "rolled")
        assert after(eaten, "chance tile C3", "chance tile D5").flowers == ("C3", "D5")
        stuck = garden("E5 E4 D4 D5 D6 E6 F6 F5", OTHER, options=options)
        assert after(stuck, "chance roll 3", "1 stuck").phase == "BLOOM"

    def test_leaving_freely(self) -> None:
        state = garden(MINE, OTHER, roll=2, options={"stuck_rule": "free"})
        assert after(state, "1 stuck").away[0]
        assert rule(garden(MINE, OTHER, roll=2), "1 stuck") == "CF-20"

    @pytest.mark.parametrize("stuck_rule", ["forced", "free"])
    def test_grazing_in_a_dead_end(self, stuck_rule: str) -> None:
        """CF-E11 with a flower on M6: where leaving is free it may be eaten although no way leads on."""
        options = with_rules("R03", stuck_rule=stuck_rule)
        pete = {"roll": 4, "wasp_spaces": "N5 L6 N6 M7", "flowers": "M6", "options": options}
        state = garden("M5 M4 M3 L3 L2", OTHER, **pete)
        free = stuck_rule == "free"
        assert ("M6" in next_steps(state)) == free
        assert ("M5-M6*" in legal(state)) == free
        assert rule(state, "1 M5-M6*") == ("" if free else "CF-19")
        assert next_steps(state, ("M5", "M6")) == ()

    def test_joins_clockwise_only(self) -> None:
        options = {"rejoin_direction": "clockwise"}
        state = garden("", "G8 H8 I8 J8 K8", in_hand=(4, 0), phase="JOIN", options=options)
        assert len(legal(state, kind="Join")) == 60
        assert rule(state, "1 join P3 ccw") == "CF-35"

    def test_a_head_alone_joins_one_way(self) -> None:
        state = garden("", "G8 H8 I8 J8 K8", reserve=(9, 5), phase="JOIN")
        assert rule(state, "1 join P3 ccw") == "CF-36"
        assert rule(state, "1 join H8 cw") == "CF-34"
        assert chain(after(state, "1 join P3 cw")) == "P3"

    def test_no_wasp_before_the_roll(self) -> None:
        state = garden(MINE, OTHER, options={"wasp_before_roll": "off"})
        assert (state.actors, rule(state, "1 wasp D6")) == ((0,), "CF-30")
        assert "wasp D6" in legal(after(state, "chance roll 1"))

    def test_no_wasp_before_the_roll_that_follows_a_join(self) -> None:
        """R11: neither before the join nor after it; a turn without a roll forbids nothing (CF-38)."""
        away = {"in_hand": (4, 0), "phase": "JOIN"}
        state = garden("", OTHER, **away, options=with_rules("R11", wasp_before_roll="off"))
        assert rule(state, "1 wasp D6") == "CF-30"
        assert rule(after(state, "1 join P3 cw"), "1 wasp D6") == "CF-30"
        rolled = after(state, "1 join P3 cw", "chance roll 1")
        assert rule(rolled, "1 wasp D6") == ""
        ring = "A1 A6 A11 F16 K16 P16 P11 P6 P1 K1 F1"
        waits = garden("", OTHER, **away, flowers=ring, options=with_rules("R11", wasp_before_roll="off"))
        assert (rule(waits, "1 wait"), rule(waits, "1 wasp D6")) == ("", "")
        assert rule(garden("", OTHER, **away, options=with_rules("R11")), "1 wasp D6") == ""
        assert rule(garden("", OTHER, **away, options={"wasp_before_roll": "off"}), "1 wasp D6") == ""

    def test_start_flowers(self) -> None:
        state = GAME.new(2, {"start_flowers": "A1,B7,P16, H8"})
        assert state.flowers == ("A1", "B7", "H8", "P16")

    def test_die_faces(self) -> None:
        state = garden(MINE, OTHER, options={"die": "1,2,3,3,4,4"})
        assert {str(a): w for a, w in state.odds()} == {"roll 1": 1, "roll 2": 1, "roll 3": 2, "roll 4": 2}
        assert rule(state, "chance roll 6") == "CF-G03"

    def test_a_turn_limit_of_any_length_that_was_ever_allowed_is_read(self) -> None:
        assert garden(MINE, OTHER, options={"turn_limit": "999999"}).table.turn_limit == 999_999

    def test_turn_limit_shares_the_win(self) -> None:
        state = garden(MINE, OTHER, roll=1, options={"turn_limit": "5"})
        state = after(state, "1 H5-H6", "1 end")
        assert (state.over, state.winner) == (True, None)
        assert state.outcome is not None
        assert state.outcome.winners == (1, 2)
        assert state.outcome.message.render({1: "Anna"}).endswith("Anna and Player 2 share the win.")
        longer = garden(MINE, OTHER, roll=1, options={"turn_limit": "6"})
        assert after(longer, "1 H5-H6", "1 end").turn_no == 6
        alone = garden("H5 H4 H3 G3 G2 G1", OTHER, roll=1, options={"turn_limit": "5"})
        assert after(alone, "1 H5-H6", "1 end").winner == 1

    @pytest.mark.parametrize(
        "options",
        [
            {"colour": "red"},
            {"setup": "S99"},
            {"rules": "R13"},
            {"rules": "R01+R02"},
            {"follow_tail": "yes"},
            {"start_flowers": "E5,E12,L5"},
            {"start_flowers": "E5,E5,L5,L12"},
            {"start_flowers": "E5,E12,L5,Q1"},
            {"start_flowers": "A14,E12,L5,L12"},
            {"start_flowers": "D6,E12,L5,L12", "setup": "S01"},
            {"die": "1,2,3,4,5"},
            {"die": "1,2,3,4,5,7"},
            {"die": "1,2,3,4,5,6,six"},
            {"turn_limit": "0"},
            {"turn_limit": "soon"},
            {"heads": "yellow,yellow"},
            {"heads": "pink,white"},
            {"bodies": "red"},
            {"bodies": "red,red"},
        ],
    )
    def test_bad_options_are_refused(self, options: dict[str, str]) -> None:
        with pytest.raises(BadOption, match="ption") as caught:
            GAME.new(2, options)
        assert next(iter(options)) in caught.value.sentence or "start_flowers" in caught.value.sentence

    @pytest.mark.parametrize("seats", [0, 1, 5])
    def test_bad_seats_are_refused(self, seats: int) -> None:
        with pytest.raises(BadOption, match="2, 3 or 4"):
            GAME.new(seats)

    def test_one_spelling_for_a_set_of_rules(self) -> None:
        one = GAME.new(2, with_rules("R07", "R01", "R01"))
        assert one == GAME.new(2, with_rules("R01", "R07"))
        assert one.table.chosen == (("rules", "R01+R07"), ("several_rule_tiles", "on"))

    def test_colours_by_seat(self) -> None:
        state = GAME.new(3, {"heads": "white,brown,yellow", "bodies": "black,red,green"})
        assert state.seated()[1] == ("head-white", "body-black")
        assert state.lying()["garden"]["A8"] == "head-white"


class TestSetUps:
    @pytest.mark.parametrize("setup", [setup.id for setup in SHIPPED.setups])
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_every_set_up_lays_its_tokens(self, setup: str, seats: int) -> None:
        entry = SHIPPED.setup(setup)
        assert entry is not None
        state = GAME.new(seats, {"setup": setup})
        assert state.problems() == ()
        assert set(entry.flowers) <= set(state.flowers)
        assert set(state.wasp_spaces) == set(entry.wasps)
        assert state.supply == 40 - 4 - seats - len(entry.flowers) - len(entry.wasps)

    def test_S12_draws_flowers_then_wasps(self) -> None:
        state = GAME.new(2, {"setup": "S12"})
        assert state.actors == (0,)
        assert len(list(state.odds())) == 192
        assert rule(state, "chance wild wasp D6") == "CF-13"
        assert rule(state, "chance wild flower A7") == "CF-13"
        assert rule(state, "chance wild flower E5") == "CF-06"
        for space in ("D6", "D7", "D8", "D9"):
            state = after(state, f"chance wild flower {space}")
        for space in ("F6", "F7", "F8", "F9"):
            state = after(state, f"chance wild wasp {space}")
        assert (state.phase, state.supply, state.wasp_spaces) == ("FIRST", 26, ("F6", "F7", "F8", "F9"))
        assert state.flowers == ("D6", "D7", "D8", "D9", "E5", "E12", "L5", "L12")

    def test_the_shipped_data_keeps_its_promises(self) -> None:
        """Section 10: no two rules set the same switch; nothing on a start or yellow space."""
        switches = Counter(name for entry in SHIPPED.rules for name in entry.params)
        assert len(SHIPPED.rules) == len(SHIPPED.setups) == len(SHIPPED.tiles) == 12
        assert set(switches.values()) == {1}
        for entry in SHIPPED.setups:
            assert entry.tokens <= 16
            assert not EDGE.intersection(entry.wasps)
            assert not START_SPACES.intersection(entry.flowers + entry.wasps)


class TestDraws:
    def test_every_tile_may_be_drawn(self) -> None:
        assert GAME.candidates("setup", {}) == tuple(f"S{k:02}" for k in range(1, 13))
        assert GAME.candidates("rules", {}) == tuple(f"R{k:02}" for k in range(1, 13))
        assert GAME.candidates("die", {}) == ()

    def test_a_tile_shows_one_side(self) -> None:
        assert "R04" not in GAME.candidates("rules", {"setup": "S04"})
        assert "S07" not in GAME.candidates("setup", {"rules": "R01+R07"})

    def test_a_box_of_five_tiles(self) -> None:
        options = {"five_tile_box": "on"}
        assert GAME.candidates("setup", options) == ("S01", "S02", "S04", "S05", "S09")
        assert GAME.candidates("rules", options | {"setup": "S01"}) == ("R02", "R04", "R05", "R09")

    def test_no_set_up_that_wants_the_space_of_a_start_flower(self) -> None:
        options = {"start_flowers": "E5,E12,F8,L12"}
        drawn = GAME.candidates("setup", options)
        assert 0 < len(drawn) < 12
        for setup in GAME.candidates("setup", {}):
            if setup in drawn:
                assert "F8" in GAME.new(2, {**options, "setup": setup}).flowers
            else:
                with pytest.raises(BadOption, match="F8 is already taken"):
                    GAME.new(2, {**options, "setup": setup})

    def test_a_second_rule_only_with_several_rule_tiles(self) -> None:
        assert GAME.candidates("rules", {"rules": "R01"}) == ()
        more = GAME.candidates("rules", {"rules": "R01", "several_rule_tiles": "on"})
        assert len(more) == 11
        assert "R01" not in more
