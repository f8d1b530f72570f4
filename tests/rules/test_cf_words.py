"""What the table is told and shown: prompts, score sheet, what lies where, problems, outcome."""

from __future__ import annotations

import json

import msgspec
import pytest
from cf_table import GAME, after, garden, spaces
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import BadPosition
from companion.rules.games.caterpillar_filler.state import State

MINE = "H5 H4 H3 G3 G2"
OTHER = "A14 A15 A16 B16 C16"
DRIFTS = "A wasp moves to a free space beside it."
NAMES = {1: "Anna", 2: "Ben", 3: "Cleo"}


def told(state: State, seat: int = 1) -> str:
    prompt = state.prompts()[seat]
    return f"{prompt.kind}: {prompt.message.render(NAMES)}"


def refusal(state: State, text: str) -> str:
    reason = state.why_not(GAME.parse(1, text))
    assert reason is not None
    return reason.sentence()


class TestPrompts:
    """Section 13, in its words."""

    def test_start(self) -> None:
        state = garden(MINE, OTHER)
        assert told(state) == "act: Anna: roll the die."
        assert told(state, 2) == "wait: It is Anna's turn."
        assert told(GAME.new(2), 2) == "act: Who was last in a garden? That player begins."

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
            ((1, "H5-H6"), "First the die is rolled (section 6)."),
            ((2, "wasp D6"), "It is Player 1's turn (section 6)."),
            ((1, "roll 4"), "That is for chance to decide (section 7)."),
            ((0, "first 1"), "First the die is rolled (section 6)."),
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
        assert reason.sentence() == "That is not an action of Caterpillar Filler (section 6)."

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


class TestLying:
    def test_start(self) -> None:
        lying = GAME.new(2).lying()
        assert lying["garden"] == {
            "A14": "head-yellow", "A15": "body-red", "A16": "body-red", "B16": "body-red", "C16": "body-red",
            "P3": "head-brown", "P2": "body-blue", "P1": "body-blue", "O1": "body-blue", "N1": "body-blue",
            "E5": "flower", "E12": "flower", "L5": "flower", "L12": "flower",
        }  # fmt: skip
        assert lying["letters"] == {str(k): "letter-back" for k in range(1, 13)}
        assert lying["numbers"] == {str(k): "number-back" for k in range(1, 13)}
        assert lying["reserve"] == {f"{c}-{k}": f"body-{c}" for c in ("red", "blue") for k in range(1, 6)}
        assert lying["tray"] == {}

    def test_in_play(self) -> None:
        state = garden(MINE, "", in_hand=(0, 2), wasp_spaces="D6", roll=4, pairs=("G13",))
        lying = state.lying()
        assert (lying["letters"]["1"], lying["numbers"]["1"]) == ("letter-G", "number-13")
        assert lying["letters"]["2"] == "letter-back"
        assert lying["garden"]["D6"] == "wasp"
        assert "head-brown" not in lying["garden"].values()
        # Seven in reserve, five spaces beside the mat (CF-G24).
        assert [cell for cell in lying["reserve"] if cell.startswith("blue")] == [
            f"blue-{k}" for k in range(1, 6)
        ]
        assert lying["tray"] == {"1": "die-4"}
        assert after(state, "1 H5-H6-H7-H8-H9", "1 end").lying()["tray"] == {}


class TestSheet:
    def test_every_line_says_where_its_points_lie(self) -> None:
        state = after(garden(MINE, OTHER, roll=4, flowers="H6"), "1 H5-H6*", "chance tile C3", "1 wasp D6")
        lines = state.sheet().lines[1]
        assert [(line.message.render({}), line.points) for line in lines] == [
            ("Head in the garden", 1),
            ("Body pieces in the garden", 5),
            ("Length: 6", None),
            ("Body pieces in reserve: 4", None),
            ("Flowers eaten: 1", None),
            ("Bites given: 0", None),
            ("Bites suffered: 0", None),
            ("Wasps placed: 1", None),
            ("Wasps unused: 1", None),
        ]
        assert lines[0].where == ("garden/H6",)
        assert lines[1].where == tuple(f"garden/{space}" for space in spaces("H5 H4 H3 G3 G2"))
        assert state.sheet().totals() == {1: 6, 2: 5}

    def test_away_caterpillars_count(self) -> None:
        sheet = garden("", OTHER, in_hand=(4, 0), phase="JOIN").sheet()
        assert sheet.totals() == {1: 5, 2: 5}
        assert sheet.lines[1][1].message.render({}) == "Body pieces in hand"


class TestProblems:
    def test_all_problems_at_once(self) -> None:
        state = msgspec.structs.replace(
            garden(MINE, OTHER, options={"bodies": "red,green"}),
            body=(("H4", "H2"), ("A15", "A16", "B16", "E5")),
            reserve=(5, 0),
            flowers=("E5",),
            wasp_spaces=("A1",),
            pairs=("A1", "A2", "B1"),
            tiles_out=True,
        )
        found = {problem.rule: problem for problem in state.problems()}
        assert set(found) == {"CF-P01", "CF-P02", "CF-P03", "CF-P05", "CF-06", "CF-31", "CF-40", "CF-26"}
        assert found["CF-06"].where == ("garden/E5",)
        assert found["CF-31"].message.render({}) == "A wasp may not lie on the outside edge: A1."

    def test_two_heads_of_one_colour(self) -> None:
        state = GAME.decode(json.dumps({
            "head": ["A14", "P3"], "body": [["A15"], ["P2"]], "options": {"heads": "white,white"},
        }).encode())  # fmt: skip
        assert [problem.message.render({}) for problem in state.problems()] == ["There are 2 white heads."]

    @pytest.mark.parametrize(
        ("changes", "rule"),
        [
            ({"steps_left": 2}, "CF-19"),
            ({"phase": "MOVE", "steps_left": 0}, "CF-19"),
            ({"wasps_used": 2}, "CF-30"),
            ({"phase": "BLOOM"}, "CF-26"),
            ({"displaced": "G3"}, "CF-27"),
            ({"grew_on": "G4"}, "CF-28"),
            ({"phase": "KEEP"}, "R02"),
            ({"to_lay": ("wasp",)}, "CF-13"),
            ({"bitten": 4}, "CF-25"),
            ({"seat_to_move": 0}, "section 5"),
            ({"phase": "JOIN"}, "CF-33"),
            ({"head": (None, "A14")}, "CF-15"),
            ({"in_hand": (1, 0), "reserve": (4, 5)}, "CF-34"),
            ({"head": (None, "A14"), "body": ((), ("A15", "A16", "B16", "C16")), "in_hand": (4, 0)}, "CF-33"),
            ({"pairs": tuple("ABCDEFGHIJKLM")}, "CF-09"),
        ],
    )
    def test_contradictions(self, changes: dict[str, object], rule: str) -> None:
        if rule == "CF-09":
            changes = {"pairs": tuple(f"{row}{k}" for k, row in enumerate("ABCDEFGHIJKLM", 1))}
        state = msgspec.structs.replace(garden(MINE, OTHER), **changes)
        assert rule in {problem.rule for problem in state.problems()}


class TestScore:
    def test_heads_and_bodies_are_enough(self) -> None:
        position = {"head": ["A14", "P3"], "body": [["A15", "A16"], ["P2"]]}
        assert GAME.score(json.dumps(position).encode()).totals() == {1: 3, 2: 2}

    def test_the_encoded_state_scores_the_same(self) -> None:
        state = garden(MINE, OTHER, roll=4)
        assert GAME.score(GAME.encode(state)) == state.sheet()

    def test_all_problems_are_told(self) -> None:
        position = {"head": ["A14", "A14"], "body": [["C3"], []], "wasp_spaces": ["A1"]}
        with pytest.raises(BadPosition) as caught:
            GAME.score(json.dumps(position).encode())
        assert "2 pieces on A14" in caught.value.sentence
        assert "broken between A14 and C3" in caught.value.sentence
        assert "outside edge: A1" in caught.value.sentence

    @pytest.mark.parametrize(
        "position",
        [
            b"",
            b"{",
            b"[]",
            b"\xff\xfe",
            b'{"head": ["A14"], "body": [[]]}',
            b'{"head": ["A14", "P3"], "body": [[]]}',
            b'{"head": ["A14", "P3"], "body": [[], []], "n": 3}',
            b'{"head": ["A14", "P3"], "body": [[], []], "reserve": [1]}',
            b'{"head": ["A14", "P17"], "body": [[], []]}',
            b'{"head": ["A14", "P3\\n"], "body": [[], []]}',
            b'{"head": ["A14", "P3"], "body": [[], []], "reserve": [-1, 3]}',
            b'{"head": ["A14", "P3"], "body": [[], []], "colour": 1}',
            b'{"head": ["A14", "P3"], "body": [[], []], "options": {"rules": "R99"}}',
            b'{"head": ["A14", "P3"], "body": [[], []], "next_pair": 3}',
            b'{"head": ["A14", "P3"], "body": [[], []], "over": false}',
            b'{"head": ["A14", "P3"], "body": [["A15"], []], "winner": 2}',
        ],
    )
    def test_what_cannot_be_a_position_is_refused(self, position: bytes) -> None:
        with pytest.raises(BadPosition) as caught:
            GAME.score(position)
        assert caught.value.code == "bad-position"
        assert caught.value.sentence

    def test_the_names_of_section_5(self) -> None:
        written = json.loads(GAME.encode(garden("", OTHER, in_hand=(4, 0), phase="JOIN")))
        names = spaces(
            "n seat_to_move turn_no phase head body away in_hand reserve wasps flowers wasp_spaces supply "
            "pairs next_pair tiles_out roll steps_left wasps_used options rule_tiles setup_tile over winner"
        )
        assert tuple(written)[: len(names)] == names
        assert (written["head"], written["away"], written["n"]) == ([None, "A14"], [True, False], 2)


ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 41)
    | st.sampled_from(["A1", "H8", "START", "JOIN", "wasp", ""]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=6,
)


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_any_change_to_a_position_is_refused_or_can_be_looked_at(data: st.DataObject) -> None:
    """A position may be impossible and still be held: what is wrong with it is listed."""
    written = json.loads(GAME.encode(garden(MINE, OTHER, roll=4, flowers="E5", wasp_spaces="D6")))
    for derived in ("n", "away", "next_pair", "over", "winner", "rule_tiles", "setup_tile"):
        del written[derived]
    key = data.draw(st.sampled_from(sorted(written)))
    seats = st.lists(ANY_JSON, min_size=2, max_size=2)
    written[key] = data.draw(ANY_JSON | seats)
    try:
        state = GAME.decode(json.dumps(written).encode())
    except BadPosition:
        return
    assert GAME.decode(GAME.encode(state)) == state
    assert all(problem.message.render({}) for problem in state.problems())
    assert set(state.sheet().totals()) == {1, 2}
    assert set(state.lying()) == {"garden", "letters", "numbers", "reserve", "tray"}
