"""What the table of Filler (tiles) is told and shown, and what is refused."""

from __future__ import annotations

import json
from typing import get_args

import msgspec
import pytest
from ft_table import GAME, after, board, rule
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.filler_tiles.rules import placement
from companion.games.filler_tiles.rules.actions import AnyAction, Expand, New
from companion.games.filler_tiles.rules.position import Tile
from companion.games.filler_tiles.rules.sentences.telling import tell
from companion.rules import Action, BadOption, BadPosition, UnreadableAction, play
from companion.rules.record import history
from companion.rules.testing import random_record

NAMES = {1: "Anna", 2: "Ben"}


def told(state, seat: int = 1) -> str:
    prompt = state.prompts()[seat]
    return f"{prompt.kind}: {prompt.message.render(NAMES)}"


def acted(state, *texts: str):
    """The state after actions in full notation."""
    for text in texts:
        state = play(state, GAME.parse(state.actors[0], text))
    return state


class TestPrompts:
    """Section 13, in its words."""

    def test_seeds(self) -> None:
        state = board(opening_seeds=2)
        assert told(state) == "act: Red: put your first tile on any square."
        assert told(state, 2) == "wait: It is Anna's turn."
        assert told(after(state, "s:A1 s:A2")) == "act: Red: put your next tile on any square."

    def test_pie(self) -> None:
        state = board(preset="siege")
        assert told(state) == "act: Red: place one tile of each colour."
        cut = state.after(GAME.parse(1, "pie A1 B2"))
        assert told(cut, 2) == "act: Blue: which colour do you take?"

    def test_main(self) -> None:
        state = after(board(new_starts=2), "s:A1 s:D4")
        assert told(state) == "act: Red: join on to your tiles, or start a new group (2 new starts left)."
        state = after(state, "C1+")
        assert told(state) == "wait: New group: you have 1 new start left. It is Ben's turn."
        assert (
            told(after(state, "D3 A3"), 1) == "wait: New group: you have 0 new starts left. It is Ben's turn."
        )
        assert told(after(board(new_starts=0), "s:A1 s:D4")) == "act: Red: join on to your tiles."
        free = after(board(preset="open"), "s:A1 s:D4 C1")
        assert told(free, 2) == "act: Blue: join on to your tiles, or start a new group."
        assert told(free) == "wait: It is Ben's turn."

    def test_pass(self) -> None:
        state = after(board(new_starts=0), "s:A1 s:B2 A2 B1 A3 B3 A4 B4")
        assert told(state) == "wait: Red cannot place. Blue goes on."
        assert told(state, 2) == "act: Red cannot place. Blue: join on to your tiles."

    def test_chance(self) -> None:
        assert told(GAME.new(2, {"stones": "2"})) == "act: Lay a pair of stones as drawn."
        assert told(GAME.new(2, {"opening": "drawn"}), 2) == "act: Lay the first two tiles as drawn."

    def test_over(self) -> None:
        state = after(board(new_starts=3, tiles_per_player=1), "s:A1 s:D4")
        assert told(state) == told(state, 2) == "over: Nobody can place: 1 each, a tie."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("D1", "D1 does not touch your tiles and you have no new starts (FT-09)."),
        ("D1+", "D1 does not touch your tiles and you have no new starts (FT-10)."),
        ("A2+", "A2 touches your tiles: it is no new group (FT-11)."),
        ("B2", "B2 has a stone (FT-03)."),
        ("A1", "A1 is taken (FT-03)."),
        ("E1", "E1 is not on this board (FT-01)."),
        ("s:A2", "The opening is over."),
        ("take 1", "The opening is over."),
    ],
)
def test_why_not(text: str, sentence: str) -> None:
    state = after(board(stones="B2 C3", new_starts=0), "s:A1 s:D4")
    assert state.why_not(GAME.parse(1, text)).sentence(NAMES) == sentence


def test_why_not_somebody_else() -> None:
    state = after(board(), "s:A1 s:D4")
    assert (
        state.why_not(GAME.parse(2, "D3")).sentence(NAMES)
        == "It is Anna's turn: Red is to be placed (FT-14)."
    )
    assert "does not touch your tiles (FT-09)" in state.why_not(GAME.parse(1, "C3")).sentence()
    assert state.why_not(Action(1)).rule == "section 6"
    over = after(board(tiles_per_player=1), "s:A1 s:D4")
    assert rule(over, "A2", 1) == "FT-18"
    assert rule(GAME.new(2, {"stones": "2"}), "stones A1 D4", 1) == "section 7"
    short = replace(after(board(tiles_per_player=2), "s:A1 s:D4 A2 D3"), phase="MAIN", to_move=1)
    assert (rule(short, "A3", 1), rule(short, "D1+", 1)) == ("FT-12", "FT-12")


def test_why_not_in_the_opening() -> None:
    pie = board(preset="siege")
    assert rule(pie, "take 1") == "FT-07"
    assert rule(pie, "pie A1 A1") == "FT-07"
    assert rule(pie, "pie A1 E1") == "FT-01"
    cut = pie.after(GAME.parse(1, "pie A1 B2"))
    assert (rule(cut, "pie A3 A4"), rule(cut, "take 1", 1)) == ("FT-07", "FT-14")
    stones = GAME.new(2, {"rows": "4", "cols": "4", "stones": "4"})
    assert rule(stones, "stones A1 D4", 0) == ""
    assert rule(stones, "stones D4 A1", 0) == "FT-06"
    assert rule(stones, "stones A1 D3", 0) == "FT-06"
    assert rule(stones.after(GAME.parse(0, "stones A1 D4")), "stones A1 D4", 0) == "FT-03"


def test_keeping_away_from_the_enemy() -> None:
    state = after(board(new_starts=1, new_away_from_enemy="on"), "s:A1 s:C3")
    assert rule(state, "C2+") == "FT-10"
    assert rule(state, "B2+") == ""


@pytest.mark.parametrize("options", [{"new_away_from_enemy": "on", "new_starts": "3"}, {"new_starts": "1"}])
def test_only_what_can_be_done_is_offered(options: dict[str, str]) -> None:
    """FT-09 and FT-10: a start that is left is no use where no square is far enough away."""
    seen = set()
    for seed in range(6):
        for state in history(random_record(GAME, 2, {"rows": "4", "cols": "4", **options}, seed=seed)):
            if state.phase != "MAIN":
                continue
            said, legal = told(state, state.to_move), {type(each) for each in state.legal(state.to_move)}
            assert ("join on" in said, "start a new group" in said) == (Expand in legal, New in legal)
            seen.add((Expand in legal, New in legal, state.starts_left[state.to_move - 1] > 0))
    assert (True, False, True) in seen or "new_away_from_enemy" not in options


TOLD = {
    (0, "stones B2 G7"): "Stones are drawn for B2 and G7.",
    (0, "draw C2"): "The opening is drawn: Red on C2, Blue facing it.",
    (1, "s:D4"): "Anna puts a first tile on D4.",
    (1, "pie C3 F6"): "Anna puts Red on C3 and Blue on F6.",
    (2, "take 2"): "Ben takes Blue.",
    (1, "D4"): "Anna joins on at D4.",
    (2, "L12+"): "Ben starts a new group on L12.",
}


@pytest.mark.parametrize(("written", "sentence"), TOLD.items(), ids=[text for _, text in TOLD])
def test_every_action_is_told_and_read_back(written, sentence: str) -> None:
    action = GAME.parse(*written)
    assert GAME.tell(action).render(NAMES) == sentence
    assert str(action) == written[1]
    assert GAME.action_from_json(msgspec.json.encode(action)) == action


def test_no_kind_of_action_is_left_out() -> None:
    assert {type(GAME.parse(*written)) for written in TOLD} == set(get_args(AnyAction))
    with pytest.raises(TypeError, match="no action of Filler"):
        tell(Action(1))


@given(
    st.text()
    | st.lists(st.sampled_from(["s:", "pie ", "take ", "draw ", "A1", "L12", "+", " ", "2"])).map("".join)
)
def test_any_text_is_refused_or_read_back(text: str) -> None:
    try:
        action = GAME.parse(2, text)
    except UnreadableAction:
        return
    assert str(action) == text


@pytest.mark.parametrize(
    "text", ["", "M1", "A13", "a1", "A1++", "s:A1 ", "take 3", "pie A1", "pass", "stones A1"]
)
def test_other_notations_are_refused(text: str) -> None:
    with pytest.raises(UnreadableAction, match="is not an action of Filler"):
        GAME.parse(1, text)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rows": "3"}, "'3' is none of 4"),
        ({"shape": "hex"}, "no option 'shape'"),
        ({"opening_seeds": "2", "opening": "pie"}, "several seeds only"),
        ({"opening_seeds": "2", "preset": "siege"}, "several seeds only"),
        ({"tiles_per_player": "0"}, "from 1 to 64"),
        ({"tiles_per_player": "65"}, "from 1 to 64"),
        ({"tiles_per_player": "1", "opening_seeds": "2"}, "from 2 to 64"),
        ({"tiles_per_player": "many"}, "or full"),
    ],
)
def test_bad_options_are_refused(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        GAME.new(2, options)


def test_the_number_of_players_and_the_presets() -> None:
    with pytest.raises(BadOption, match="for 2 players"):
        GAME.new(3)
    tables = {name: GAME.new(2, {"preset": name}).table for name in ("colonies", "siege", "open")}
    assert {name: (table.new_starts, table.opening) for name, table in tables.items()} == {
        "colonies": (3, "alternate"),
        "siege": (0, "pie"),
        "open": (None, "alternate"),
    }
    assert GAME.new(2, {"preset": "siege", "opening": "drawn", "new_starts": "9"}).table.new_starts == 9


def test_who_begins_is_agreed_or_drawn() -> None:
    """FT-05: colour 1 moves first, whoever plays it."""
    assert GAME.candidates("first", {}) == ("1", "2")
    assert GAME.candidates("stones", {}) == ()
    state = GAME.new(2, {"first": "2"})
    assert (state.actors, state.colour_of_seat) == ((2,), (2, 1))
    state = after(state, "s:A1 s:B2")
    assert (state.to_move, state.tile, state.seated()) == (
        2,
        {"A1": 1, "B2": 2},
        {1: ("tile-blue",), 2: ("tile-red",)},
    )


def test_seeds_end_when_the_board_is_full() -> None:
    corners = "A1 A2 A3 A4 B1 B2 C3 C4 D1 D2 D3 D4"
    state = after(board(stones=corners, opening_seeds=4), "s:B3 s:B4 s:C1 s:C2")
    assert (state.over, state.outcome.winners) == (True, (1, 2))


class TestTable:
    """What lies there, what it is worth, and what somebody may have meant."""

    def test_what_lies_there(self) -> None:
        state = after(board(stones="B2 C3"), "s:A1 s:D4")
        assert state.lying() == {"board": {"A1": "tile-red", "D4": "tile-blue", "B2": "stone", "C3": "stone"}}

    def test_the_sheet(self) -> None:
        state = after(board(), "s:A1 s:D4 A2 D3 C1")
        lines = {line.message.render({}): line for line in state.sheet().lines[1]}
        assert {text: line.points for text, line in lines.items()} == {
            "Seeds": 1,
            "Expansions": 1,
            "New starts": 1,
            "Tiles on the board: 3": None,
            "Largest group: 2": None,
            "Groups: 2": None,
            "Squares not reached: 11": None,
            "Margin: 1": None,
        }
        assert lines["Largest group: 2"].where == ("board/A1", "board/A2")

    def test_a_square_is_enough(self) -> None:
        state = after(board(), "s:A1 s:D4")
        assert (str(placement(state, 1, "A2")), str(placement(state, 1, "C3"))) == ("A2", "C3+")

    @pytest.mark.parametrize(
        ("changed", "action", "broken"),
        [
            ({"C3": "tile-red"}, "C3+", "FT-10"),
            ({"A2": "tile-red"}, "A2", ""),
            ({"D3": "tile-blue"}, "D3", "FT-14"),
            ({"D4": "tile-red"}, "D4+", "FT-03"),
        ],
    )
    def test_what_was_meant(self, changed: dict[str, str], action: str, broken: str) -> None:
        state = after(board(new_starts=0), "s:A1 s:D4")
        table = {"board": state.lying()["board"] | changed}
        found = list(state.attempts(table))
        assert [(str(each.action), each.lying, each.begun) for each in found] == [(action, table, False)]
        reason = state.why_not(found[0].action)
        assert (reason.rule if reason else "") == broken

    def test_what_was_meant_in_the_opening(self) -> None:
        seen = {"board": {"A1": "tile-blue", "B1": "stone"}}
        assert [str(each.action) for each in board().attempts(seen)] == ["s:A1"]
        assert list(board(preset="siege").attempts(seen)) == []
        assert board().tell_apart([board()]) is None

    def test_a_tile_beside_a_smaller_board_is_refused(self) -> None:
        seen = {"board": {"L12": "tile-red"}}
        (attempt,) = after(board(), "s:A1 s:D4").attempts(seen)
        assert str(attempt.action) == "L12+"

    def test_who_plays_which_colour_is_what_the_tiles_do_not_tell(self) -> None:
        cut = acted(board(preset="siege"), "pie A1 D4")
        one, two = (acted(cut, take) for take in ("take 1", "take 2"))
        question, answers = one.tell_apart([one, two])
        assert question.render({}) == "Who plays Red?"
        assert [answer.render({1: "Anna", 2: "Ben"}) for answer in answers] == ["Ben", "Anna"]
        assert one.tell_apart([one, after(two, "A2")]) is None

    def test_which_of_two_pairs_of_stones_came_first_does_not_matter(self) -> None:
        bare = GAME.new(2, {"rows": "4", "cols": "4", "stones": "4"})
        one = acted(bare, "stones A1 D4", "stones A2 D3")
        assert one.alike(acted(bare, "stones A2 D3", "stones A1 D4"))
        assert not one.alike(acted(bare, "stones A1 D4", "stones A3 D2"))


class TestDocument:
    """Section 5, and scoring a table that was not followed."""

    def test_the_names_of_section_5(self) -> None:
        data = json.loads(GAME.encode(after(board(preset="open"), "s:A1 s:D4")))
        assert (data["tile"], data["kind"], data["starts_left"]) == (
            {"A1": 1, "D4": 2},
            {"A1": "seed", "D4": "seed"},
            ["unlimited", "unlimited"],
        )
        assert data.keys() >= {"rows", "cols", "stones", "seeds_left", "supply", "colour_of_seat"}
        assert data.keys() >= {"to_move", "phase", "turn_no", "over"}

    def test_tiles_alone_are_scored(self) -> None:
        sheet = GAME.score(
            b'{"rows": 4, "cols": 4, "tile": {"A1": 1, "A2": 1, "D4": 2}, "stones": ["B1", "C4"]}'
        )
        assert sheet.totals() == {1: 2, 2: 1}
        assert sheet.lines[1][0].message.render({}) == "Tiles"

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            (b"[]", "cannot be read"),
            (b'{"tile": {"A1": 3}}', "cannot be read"),
            (b'{"tile": {"A13": 1}}', "cannot be read"),
            (b'{"tile": {"L1": 1}}', "L1 is not on this board"),
            (b'{"tile": {"A1": 1}, "stones": ["A1", "H8"]}', "2 pieces on A1"),
            (b'{"tile": {}, "options": {"rows": "99"}}', "'99' is none of"),
            (b'{"tile": {}, "options": {"stones": "2"}}', "0 stones instead of 2"),
            (b'{"tile": {}, "rows": 4, "options": {"rows": "5"}}', "rows is 4, but 5 follows"),
            (b'{"tile": {}, "colour_of_seat": [1, 1]}', "each player has a colour"),
            (b'{"tile": {}, "kind": {"A1": "seed"}}', "each kind a tile"),
            (b'{"tile": {"A1": 1, "A3": 1, "A5": 1, "A7": 1, "C1": 1}}', "can have started only 4"),
            (b'{"tile": {"A1": 1, "A2": 1}, "options": {"tiles_per_player": "1"}}', "2 tiles on the board"),
            (b'{"tile": {"A1": 1, "A2": 1}, "kind": {"A1": "seed", "A2": "seed"}}', "2 seeds instead of 1"),
            (b'{"tile": {}, "phase": "SEED", "options": {"opening": "drawn"}}', "All seeds"),
            (b'{"tile": {"A1": 1}, "phase": "PIE"}', "not one tile of each colour"),
            (b'{"tile": {"A1": 1, "B2": 1}, "phase": "PIE"}', "not one tile of each colour"),
            (b'{"tile": {}, "phase": "STONES"}', "All stones have been laid"),
            (b'{"tile": {}, "phase": "SEED", "to_move": 0}', "nobody's turn"),
        ],
    )
    def test_bad_positions_are_refused(self, data: bytes, sentence: str) -> None:
        with pytest.raises(BadPosition, match=sentence):
            GAME.score(data)

    def test_problems_with_the_turn(self) -> None:
        state = after(board(new_starts=0), "s:A1 s:B2 A2 B1 A3 B3 A4 B4")
        assert [each.rule for each in replace(state, to_move=1).problems()] == ["FT-13"]
        over = after(board(tiles_per_player=1), "s:A1 s:D4")
        assert [each.rule for each in replace(over, phase="MAIN").problems()] == ["FT-18"]
        started = replace(state, tiles=(*state.tiles, Tile("D4", 1, "new")))
        assert {each.rule for each in started.problems()} >= {"FT-10", "FT-P03"}
        assert replace(state, colour_of_seat=(2, 2)).problems()[0].rule == "FT-07"
