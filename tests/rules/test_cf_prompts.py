"""What the players are told: what is expected of them, and why something cannot be done."""

from __future__ import annotations

import pytest
from cf_said import MINE, OTHER, refusal, told
from cf_table import GAME, after, garden
from msgspec.structs import replace

from companion.games.caterpillar_filler.rules.actions import Route

YELLOW = ("E5", "E12", "L5", "L12")
DRIFTS = "A wasp moves to a free space beside it."


class TestPrompts:
    """Section 13, in its words."""

    def test_start(self) -> None:
        state = garden(MINE, OTHER)
        assert told(state) == "act: Anna: roll the die."
        assert told(state, 2) == "wait: It is Anna's turn."
        assert told(GAME.new(2), 2) == "act: Who was last in a garden? That player begins."

    def test_an_alternative_set_up_is_told_before_the_first_turn(self) -> None:
        """CF-13: where the program draws who begins at once, it is told afterwards."""
        state = GAME.new(2, {"setup": "S10"})
        prompt = state.prompts()[2]
        (laid,) = prompt.told
        assert prompt.hands == prompt.told
        said = laid.render({})
        assert said.startswith("Set-up Crossed swarm: ")
        assert all(space in said for space in (*state.wasp_spaces, *state.flowers) if space not in YELLOW)
        assert not any(space in said for space in YELLOW)
        assert after(state, "chance first 1").prompts()[1].told == ()
        assert GAME.new(2).prompts()[1].told == ()

    def test_start_away_and_no_room(self) -> None:
        away = garden("", OTHER, in_hand=(4, 0), phase="JOIN")
        assert told(away) == (
            "act: Anna: put your caterpillar back on the edge. No roll. "
            "Place head and 4 pieces in a row on free edge spaces."
        )
        rolls = garden("", OTHER, in_hand=(1, 0), phase="JOIN", options={"rules": "R11"})
        assert told(rolls).endswith("Then roll. Place head and 1 piece in a row on free edge spaces.")
        alone = garden("", OTHER, reserve=(9, 5), phase="JOIN")
        assert told(alone).endswith("Place the head on a free edge space.")
        corners = "A1 A6 A11 A16 F16 K16 P16 P11 P6 P1 K1 F1"
        full = garden("", "G8 H8 I8 J8 K8", in_hand=(4, 0), phase="JOIN", flowers=corners)
        assert told(full) == "act: No room on the edge. Wait one turn."

    def test_roll_of_a_3_and_a_displaced_flower(self) -> None:
        state = after(garden("G3 H3 I3 J3 K3", OTHER, flowers="G2"), "chance roll 3")
        assert told(state) == "act: A 3! Turn up the next letter and number."
        state = after(state, "chance tile G3")
        assert told(state) == "act: G3 is taken. Put the flower on F3 or G4."
        assert told(after(state, "1 flower G3>F3")) == "act: Move 3 spaces."

    def test_where_every_way_eats_or_bites_sooner_no_whole_roll_is_asked_for(self) -> None:
        """CF-19: the only free way is one step long and ends at a flower."""
        walled = garden("G3 G2", OTHER, roll=4, flowers="G4", wasp_spaces="F3 H3")
        assert {route.steps for route in walled.legal(1) if isinstance(route, Route)} == {1}
        assert told(walled) == "act: Eat a flower or bite within 4 spaces: no other way is free."

    def test_while_moving_and_joining_a_wasp_is_offered(self) -> None:
        """CF-30, CF-32."""
        wasp = "You may place one wasp, not on the edge."
        for state in (garden(MINE, OTHER, roll=4), garden("", OTHER, in_hand=(4, 0), phase="JOIN")):
            assert [each.render({}) for each in state.prompts()[1].told] == [wasp]
        spent = replace(garden(MINE, OTHER, roll=4), wasps_used=1)
        assert spent.prompts()[1].told == ()

    def test_who_is_stuck_is_not_sent_to_move_first(self) -> None:
        """CF-20: the end of the turn is refused for the reason that the prompt gives."""
        stuck = garden("G3 G2", OTHER, roll=4, wasp_spaces="F3 H3 G4")
        assert told(stuck) == "act: No way to move 4. Take your caterpillar off."
        assert refusal(stuck, "end") == "There is no way to move 4: take your caterpillar off (CF-20)."
        turned = garden("G3 G2", OTHER, roll=4, wasp_spaces="F3 H3 G4", options={"rules": "R08"})
        assert refusal(turned, "end") == "There is no way to move 4: turn your caterpillar round (R08)."

    def test_a_displaced_flower_without_a_choice(self) -> None:
        """CF-E07: everybody is told where it grows, until the next action but a wasp."""
        garden_of_e07 = {"flowers": "K8 K9", "wasp_spaces": "L8", "pairs_left": 5, "next_pair": "K8"}
        start = garden("K7 K6 K5 J5 J4", OTHER, roll=4, **garden_of_e07)
        state = after(start, "1 K7-K8*", "chance tile K8")
        grown = "K8 is taken: the flower grows on J8."
        assert told(state) == f"may: {grown} You may place one wasp, not on the edge."
        assert told(state, 2) == f"wait: {grown} It is Anna's turn."
        assert told(after(state, "1 wasp D6")) == f"act: {grown} Anna: pass the turn on."
        assert told(after(state, "1 end"), 2) == "act: Ben: roll the die."
        assert GAME.decode(GAME.encode(state)) == state
        free = after(start, "1 K7-K8*", "chance tile N12")
        assert told(free).startswith("may: You may")

    def test_what_was_eaten_is_told_later_where_the_program_turns_up_the_tiles(self) -> None:
        start = garden("K7 K6 K5 J5 J4", OTHER, roll=1, flowers="K8")
        eaten = after(start, "1 K7-K8*")
        (hands,) = eaten.prompts()[1].hands
        assert told(eaten) == f"act: {hands.render({})} Turn up the next tiles."
        assert after(eaten, "chance tile N12").prompts()[1].hands == ()
        rolled = after(garden(MINE, OTHER), "chance roll 3")
        assert (rolled.phase, rolled.prompts()[1].hands) == ("BLOOM", ())

    def test_move(self) -> None:
        assert told(garden(MINE, OTHER, roll=4)) == "act: Move 4 spaces."
        assert told(garden(MINE, OTHER, roll=1)) == "act: Move 1 space."
        pete = {"roll": 4, "wasp_spaces": "L5 N5 L6 N6 M7"}
        assert told(garden("M5 M4 M3 L3 L2", OTHER, **pete)) == (
            "act: No way to move 4. Take your caterpillar off."
        )
        turns = garden("M5 M4 M3 L3 L2", OTHER, **pete, options={"rules": "R08"})
        assert told(turns) == "act: No way to move 4. Turn your caterpillar round in place."
        alone = garden("E5 E4 D4 D5 D6 E6 F6 F5", OTHER, roll=2, options={"stuck_rule": "free"})
        assert told(alone) == "act: No way to move 2. Take your caterpillar off."
        dice = after(garden(MINE, OTHER, options={"rules": "R02"}), "chance roll 2 4")
        assert told(dice) == "act: Anna: keep one die, 2 or 4."
        alike = after(garden(MINE, OTHER, options={"rules": "R02"}), "chance roll 5 5")
        assert told(alike) == "act: Anna: keep either die, both show 5."

    def test_a_short_stroll(self) -> None:
        assert told(garden(MINE, OTHER, roll=1, options={"rules": "R10"})) == "act: Move 1 space."
        state = garden(MINE, OTHER, roll=4, options={"rules": "R10"})
        assert told(state) == "act: Move up to 4 spaces."
        assert refusal(state, "end") == "First move 1 space or more (CF-19)."
        assert refusal(state, "stuck") == "There is a way to move: take it (CF-20)."
        assert refusal(garden(MINE, OTHER, roll=4), "end") == "First move 4 (CF-19)."

    def test_grazing_where_no_way_leads_on(self) -> None:
        pete = {"roll": 4, "flowers": "M6", "wasp_spaces": "L5 N5 L6 N6 M7"}
        state = garden("M5 M4 M3 L3 L2", OTHER, **pete, options={"rules": "R03"})
        text = "act: No way to move 4. You may still eat flowers that you reach; then "
        assert told(state) == text + "take your caterpillar off."
        rules = {"rules": "R03+R08", "several_rule_tiles": "on"}
        turns = garden("M5 M4 M3 L3 L2", OTHER, **pete, options=rules)
        assert told(turns) == text + "turn your caterpillar round in place."
        eaten = after(state, "1 M5-M6*", "chance tile C9")
        assert told(eaten) == "act: No way to move 3. Take your caterpillar off."

    def test_leaving_freely(self) -> None:
        options = {"stuck_rule": "free"}
        state = garden(MINE, OTHER, roll=4, options=options)
        assert told(state) == "act: Move 4 spaces, or take your caterpillar off."
        turns = garden(MINE, OTHER, roll=4, options=options | {"rules": "R08"})
        assert told(turns) == "act: Move 4 spaces, or turn your caterpillar round in place."

    def test_dead_end(self) -> None:
        state = garden("M5 M4 M3 L3 L2", OTHER, roll=4, wasp_spaces="N5 L6 N6 M7")
        assert refusal(state, "M5-M6") == "That way is a dead end. Take another route (CF-19)."

    def test_eat_bite_and_wasp(self) -> None:
        state = after(garden(MINE, OTHER, roll=4, flowers="H6", hand=(0, 0)), "1 H5-H6*")
        assert told(state) == (
            "act: Turn the flower over: it is your wasp. Add one body piece at the tail. "
            "Turn up the next tiles."
        )
        state = after(state, "chance tile C3")
        assert told(state) == "may: You may place one wasp, not on the edge."
        assert told(after(state, "1 wasp D6")) == "act: Anna: pass the turn on."
        bitten = after(garden("H5 H4 H3", "H6 I6 J6 K6 L6", roll=4, hand=(0, 0), sound=False), "1 H5-H6x2")
        text = "Ben: take your caterpillar off and put one piece back in reserve. Anna: add one piece."
        assert told(bitten, 2) == f"act: {text}"
        assert told(bitten) == f"act: {text} Anna: pass the turn on."

    @pytest.mark.parametrize(
        ("rules", "hand", "may"),
        [
            ("R05", 2, "place up to 2 wasps, not on the edge."),
            ("R05", 1, "place one wasp, not on the edge."),
            ("R06", 0, f"move one wasp, not on the edge. {DRIFTS}"),
            ("R06", 1, f"place or move one wasp, not on the edge. {DRIFTS}"),
            ("R05+R06", 1, f"place or move up to 2 wasps, not on the edge. {DRIFTS}"),
        ],
    )
    def test_wasps_in_a_swarm_and_drifting_ones(self, rules: str, hand: int, may: str) -> None:
        options = {"rules": rules, "several_rule_tiles": "on"}
        state = garden(MINE, OTHER, roll=1, wasp_spaces="H8", hand=(hand, 1), options=options)
        assert told(after(state, "1 H5-H6")) == f"may: You may {may}"

    def test_the_second_wasp_of_a_swarm(self) -> None:
        state = garden(MINE, OTHER, roll=1, hand=(3, 1), options={"rules": "R05"})
        state = after(state, "1 H5-H6", "1 wasp D6")
        assert told(state) == "may: You may place one wasp, not on the edge."
        assert told(after(state, "1 wasp D7")) == "act: Anna: pass the turn on."

    def test_biting_a_head_alone(self) -> None:
        bitten = after(garden("H5 H4 H3", "H6", roll=4, sound=False), "1 H5-H6x2")
        assert "your body piece, if you had one," in told(bitten, 2)

    def test_tiles_out_and_over(self) -> None:
        state = after(garden("H5 H4 H3 G3 G2", OTHER, pairs_left=0), "chance roll 3")
        assert told(state) == "act: Move 3 spaces. No tiles left: the first player alone in the lead wins."
        tie = garden("H5 H4 H3 G3 G2", OTHER + " D16", pairs_left=0, roll=1, flowers="H6")
        eaten = told(after(tie, "1 H5-H6*"))
        assert eaten.startswith(
            "act: Turn the flower over: it is your wasp. Add one body piece at the tail. You may"
        )
        grazing = garden(MINE, OTHER + " D16", pairs_left=0, roll=3, flowers="H6", options={"rules": "R03"})
        grazing = after(grazing, "1 H5-H6*")
        over = "Turn the flower over: it is your wasp. Add one body piece at the tail."
        out = "No tiles left: the first player alone in the lead wins."
        assert told(grazing) == f"act: {over} Move 2 spaces. {out}"
        moved = after(grazing, "1 H6-I6-I7")
        assert told(moved) == f"may: You may place one wasp, not on the edge. {out}"
        leader = garden("H5 H4 H3 G3 G2 F2", OTHER, pairs_left=0)
        assert told(after(leader, "chance roll 3"), 2) == (
            "over: No tiles are left: Anna's caterpillar is the longest and becomes a butterfly."
        )

    def test_over_with_the_reserve_in_the_garden_or_nearly(self) -> None:
        mine = "E4 E3 E2 E1 D1 C1 B1 A1"
        early = garden(mine, OTHER, roll=2, flowers="E5", options={"rules": "R12"})
        longest = "Anna's caterpillar is the longest and becomes a butterfly."
        assert told(after(early, "1 E4-E5*")) == (f"over: Enough of the reserve is in the garden: {longest}")
        full = garden(mine + " A2", OTHER, roll=2, flowers="E5")
        assert told(after(full, "1 E4-E5*")) == f"over: The reserve is in the garden: {longest}"

    def test_wild_garden(self) -> None:
        assert told(GAME.new(2, {"setup": "S12"})) == "act: Put a flower on the space that is drawn."


class TestWhyNot:
    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ((1, "wasp A7"), "A wasp may not lie on the outside edge (CF-31)."),
            ((1, "wasp H5"), "H5 is not free (CF-30)."),
            ((1, "H5-H6"), "First the die is rolled."),
            ((2, "wasp D6"), "It is Player 1's turn."),
            ((1, "roll 4"), "That is for chance to decide."),
            ((0, "first 1"), "First the die is rolled."),
        ],
    )
    def test_before_the_roll(self, line: tuple[int, str], sentence: str) -> None:
        reason = garden(MINE, OTHER).why_not(GAME.parse(*line))
        assert reason is not None
        assert reason.sentence() == sentence

    def test_an_action_of_no_kind_we_know(self) -> None:
        from companion.rules import Action

        reason = garden(MINE, OTHER).why_not(Action(1))
        assert reason is not None
        assert reason.sentence() == "That is not an action of Caterpillar Filler."

    def test_tiles_and_flowers(self) -> None:
        due = after(garden("G3 H3 I3 J3 K3", OTHER, pairs=("A1", "B2")), "chance roll 3")
        for line, rule in (("tile A5", "CF-27"), ("tile C2", "CF-27"), ("tile C5", "")):
            reason = due.why_not(GAME.parse(0, line))
            assert (reason.rule if reason else "") == rule
        assert len(list(due.odds())) == 14 * 14
        early = due.why_not(GAME.parse(1, "flower C5"))
        assert early is not None
        assert early.rule == "CF-27"
        taken = after(due, "chance tile G3")
        for actor, line, rule in (
            (0, "tile C5", "CF-28"),
            (1, "flower C5>C6", "CF-27"),
            (1, "flower G3>A1", "CF-28"),
        ):
            reason = taken.why_not(GAME.parse(actor, line))
            assert reason is not None
            assert reason.rule == rule

    def test_no_first_player_out_of_range(self) -> None:
        reason = GAME.new(2).why_not(GAME.parse(0, "first 3"))
        assert reason is not None
        assert reason.rule == "CF-14"

    def test_an_empty_supply_uses_up_the_pair(self) -> None:
        """CF-29, which shipped data cannot reach."""
        state = garden(MINE, OTHER, supply=0, sound=False)
        state = after(state, "chance roll 3", "chance tile C3")
        assert (state.flowers, len(state.pairs), state.phase) == ((), 1, "MOVE")
        twice = garden(MINE, OTHER, supply=0, sound=False, options={"rules": "R09"})
        assert after(twice, "chance roll 3", "chance tile C3").due == ("rolled",)
