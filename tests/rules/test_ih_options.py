"""Table options, the imaginary player, and an owner's own mound cards (sections 2.2 and 10)."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest
from ih_table import GAME, TWO, after, legal, mounds, owned, rule, spaces
from msgspec.structs import replace

from companion.games.it_happens.rules.data.mounds import SHIPPED, WORM, load_mounds
from companion.games.it_happens.rules.phases.evaluation import evaluate
from companion.rules import BadData, BadOption
from companion.rules.record import history
from companion.rules.testing import check_game, random_record

FREE = {"M02": "", "M04": "", "M07": ""}
DATA = json.loads(
    resources.files("companion.games.it_happens.rules.data").joinpath("mounds.json").read_text("utf-8")
)


class TestOptions:
    def test_any_seat_may_begin(self) -> None:
        """IH-R34."""
        assert legal(GAME.new(3), 0) == ["first 1", "first 2", "first 3"]

    def test_passing_before_or_after_the_roll(self) -> None:
        for timing, before, after_ in (
            ("any", True, True),
            ("before_roll", True, False),
            ("after_roll", False, True),
        ):
            options = {"pass_timing": timing}
            assert (rule(mounds(3, FREE, options=options), "1 pass") == "") is before
            assert (rule(mounds(3, FREE, rolled="Y3", options=options), "1 pass") == "") is after_

    def test_a_pass_after_the_roll_keeps_the_die(self) -> None:
        state = mounds(3, FREE, rolled="Y3")
        passed = after(state, "1 pass")
        assert (passed.hand, passed.rolled, passed.active_seat) == (state.hand, None, 2)

    def test_what_the_imaginary_player_collects(self) -> None:
        dice = {"M09": "Y1 | R1"}
        for collects, worms, items in (
            ("all", (2, 2, 1), {"bone": 1}),
            ("victory_tiles_only", (2, 2, 0), {}),
        ):
            options = TWO | {"imaginary_collects": collects}
            hands = [{"Y": 4, "W": 2}, {"R": 4, "W": 2}]
            state = mounds(2, dice | {"M01": "", "M10": ""}, rolled="W6", hands=hands, options=options)
            state = after(state, "1 place M09")
            assert owned(state, 2) == items
            state = evaluate(state)
            assert (state.worms, state.queens[2]) == (worms, (8,))

    def test_worms_of_the_imaginary_player(self) -> None:
        assert GAME.new(2, {"imaginary_start_worms": "2"}).worms == (2, 2, 2)
        assert GAME.new(2, {"imaginary_start_worms": "2"}).worm_supply == 18
        assert GAME.new(3, {"imaginary_start_worms": "2"}).worms == (2, 2, 2)

    def test_open_scores(self) -> None:
        for options, seen in (({}, ((0,), (4,), ())), ({"open_scores": "true"}, ((9,), (4,), ()))):
            state = mounds(3, FREE, queens=((9,), (4,), ()), options=options, sound=False)
            assert state.seen_by(2).queens == seen

    def test_colours(self) -> None:
        state = GAME.new(2, {"colours": "white, blue, red"})
        assert (state.table.colours, state.table.neutral) == (("white", "blue", "red"), 2)
        assert GAME.new(3).table.neutral is None
        for text in ("yellow", "yellow,red", "yellow,red,pink", "yellow,red,yellow"):
            with pytest.raises(BadOption, match="Option colours"):
                GAME.new(2, {"colours": text})

    def test_colours_can_be_drawn(self) -> None:
        drawn = GAME.candidates("colours", {})
        assert len(set(drawn)) == 120
        assert all(GAME.new(5, {"colours": text}) for text in drawn[::17])
        assert GAME.candidates("pass_timing", {}) == ()

    @pytest.mark.parametrize("seats", [0, 1, 6])
    def test_seats(self, seats: int) -> None:
        with pytest.raises(BadOption, match="2, 3, 4 or 5 players"):
            GAME.new(seats)

    def test_unknown_options(self) -> None:
        with pytest.raises(BadOption, match="no option 'dice'"):
            GAME.new(3, {"dice": "loaded"})
        with pytest.raises(BadOption, match="'sometimes' is none of"):
            GAME.new(3, {"pass_timing": "sometimes"})


class TestImaginaryPlayer:
    def test_a_stuck_seat_has_neither_colour_to_place(self) -> None:
        """IH-R27: the white column is common to both, so both are shut out of it."""
        laid = {"M02": "W4", "M06": "W2", "M07": "Y1 Y1 Y1 | R1 R1 | W2"}
        state = mounds(2, laid, hands=[{"Y": 2}, {"R": 3, "W": 1}], options=TWO)
        assert spaces(state, 3) == {}
        assert (legal(state), rule(state, "1 roll W")) == (["pass"], "IH-R26")
        other = replace(state, active_seat=2)
        assert rule(other, "2 roll W") == "IH-R26"
        assert next(str(roll) for roll in other.legal(0)) == "roll R 1"

    def test_a_colour_is_chosen_only_where_there_are_two(self) -> None:
        state = after(GAME.new(2, TWO), "chance first 2", "chance reveal M05 M08 M09")
        assert legal(state, 2) == ["roll R", "roll W", "pass"]
        assert (state.actors, rule(state, "chance roll W 3")) == ((2,), "IH-R26")
        assert rule(state, "2 roll G") == "IH-R26"
        state = after(state, "2 roll R")
        assert (state.actors, rule(state, "chance roll W 3"), rule(state, "2 pass")) == (
            (0,),
            "IH-R26",
            "IH-R06",
        )
        assert rule(state, "chance roll 3") == "IH-R26"

    def test_three_players_hold_one_colour(self) -> None:
        state = mounds(3, FREE)
        assert rule(state, "1 roll Y") == "IH-R26"
        assert rule(state, "chance roll Y 3") == "IH-R26"


def owners(**changes: Any) -> bytes:
    return json.dumps(DATA | {"data_set": "mine"} | changes).encode()


def card(name: str, *columns: list[str | None], worm: int = 6) -> dict[str, Any]:
    return {
        "id": name,
        "worm_number": worm,
        "queen_vp": 5,
        "general_vp": 3,
        "columns": list(columns),
    }


class TestMoundData:
    def test_the_shipped_cards(self) -> None:
        """The design facts of section 2.1."""
        spaces_ = [space for mound in SHIPPED.mounds for column in mound.columns for space in column]
        pictures = [space for space in spaces_ if space]
        assert (len(spaces_), len(pictures), pictures.count(WORM)) == (144, 48, 16)
        assert all(pictures.count(each.type) == each.count == 4 for each in SHIPPED.item_types)
        assert sum(mound.queen_vp for mound in SHIPPED.mounds) == 78
        assert sum(mound.general_vp for mound in SHIPPED.mounds) == 40
        early = [s for m in SHIPPED.mounds for column in m.columns[:3] for s in column if s]
        assert len(early) == 32
        for mound in SHIPPED.mounds:
            assert 11 <= sum(map(len, mound.columns)) <= 13
            assert {len(column) for column in mound.columns} <= {1, 2, 3, 4}
            items = [s for column in mound.columns for s in column if s not in (None, WORM)]
            assert len(items) == len(set(items))

    def test_an_owners_cards_are_played(self) -> None:
        """Other shapes: one to six columns of one to six spaces, more pictures than tiles."""
        high: list[str | None] = ["map"] * 6
        mine = [card(f"X{n}", *[high] * (n % 6 + 1)) for n in range(12)]
        game = GAME.with_mounds(owners(mounds=mine, worm_tiles=10))
        options = {"mound_data": "mine", "colours": "blue,red,green,white,yellow"}
        assert check_game(game, options=[options], seeds=[1, 2]).games == 8
        assert game.info.score_range[1] > GAME.info.score_range[0]
        with pytest.raises(BadOption, match="'mine' is none of companion-pnp-1"):
            GAME.new(3, {"mound_data": "mine"})

    def test_a_mound_with_too_few_columns_is_closed(self) -> None:
        mine = [card("X0", [None, None]), *DATA["mounds"][1:]]
        game = GAME.with_mounds(owners(mounds=mine))
        state = after(game.new(3, {"mound_data": "mine"}), "chance first 1", "chance reveal X0 M02 M03")
        state = after(state, "chance roll 4", "1 place X0", "chance roll 5")
        assert legal(state, 2) == ["place M02", "place M03", "reroll", "pass"]
        assert rule(state, "2 place X0") == "IH-R32"

    def test_a_missing_item_is_not_replaced(self) -> None:
        state = mounds(3, {"M06": "", "M02": "", "M03": ""}, rolled="Y3", item_supply=(0,) * 8, sound=False)
        state = after(state, "1 place M06")
        assert owned(state, 0) == {}
        assert [each.render({}) for each in state.prompts()[1].told] == ["No map tiles left."]

    def test_a_shortened_game(self) -> None:
        short = owners(mounds=DATA["mounds"][:6])
        with pytest.raises(BadData, match="There are 6 mounds; twelve"):
            GAME.with_mounds(short)
        game = GAME.with_mounds(short, shortened=True)
        end = history(random_record(game, 3, {"mound_data": "mine"}, seed=3), game)[-1]
        assert (end.round, end.deck, end.table.mounds.rounds) == (2, (), 2)
        with pytest.raises(BadData, match="There are 5 mounds; 3, 6, 9 or 12"):
            load_mounds(owners(mounds=DATA["mounds"][:5]), shortened=True)

    @pytest.mark.parametrize(
        ("changes", "sentence"),
        [
            ({"mounds": [card("M01", ["umbrella"]), *DATA["mounds"][1:]]}, "no item type umbrella"),
            ({"mounds": [DATA["mounds"][0], *DATA["mounds"][:11]]}, "M01 is there twice"),
            ({"mounds": [card("M01", ["map"], worm=0), *DATA["mounds"][1:]]}, "cannot be read"),
            ({"mounds": [card("M01"), *DATA["mounds"][1:]]}, "cannot be read"),
            ({"mounds": [card("M01", []), *DATA["mounds"][1:]]}, "cannot be read"),
            ({"mounds": [card("M01", ["map"] * 7), *DATA["mounds"][1:]]}, "cannot be read"),
            ({"mounds": [card("M01", *[["map"]] * 7), *DATA["mounds"][1:]]}, "cannot be read"),
            ({"item_types": [{"type": "map", "count": 0}]}, "cannot be read"),
            ({"item_types": [*DATA["item_types"], {"type": "map", "count": 1}]}, "map is there twice"),
            ({"item_types": [*DATA["item_types"], {"type": "worm", "count": 1}]}, "not an item"),
            ({"worm_tiles": 9}, "five players start with 10"),
            ({"worm_tiles": -1}, "cannot be read"),
            ({"start_worms_per_player": 0}, "cannot be read"),
            ({"schema_version": 2}, "cannot be read"),
            ({"data_set": "companion-pnp-1"}, "already"),
            ({"data_set": "my box"}, "cannot be read"),
        ],
    )
    def test_bad_data_is_refused(self, changes: dict[str, Any], sentence: str) -> None:
        with pytest.raises(BadData, match=sentence) as caught:
            GAME.with_mounds(owners(**changes))
        assert caught.value.code == "bad-data"

    def test_anything_but_json_is_refused(self) -> None:
        with pytest.raises(BadData, match="cannot be read"):
            load_mounds(b"twelve cards")
