"""Set-up, table options O1 to O13, the two-player variant, Expert Gnomes, and an owner's box."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest
from pa_table import after, closed, counts, legal, rule, table

from companion.games.papillon.rules import GAME
from companion.games.papillon.rules.results.scoring import scores
from companion.rules import BadData, BadOption

DATA: dict[str, Any] = json.loads(
    resources.files("companion.games.papillon.rules.data").joinpath("tiles.json").read_bytes()
)


def set_up(seats: int, first: str, **options: str) -> Any:
    """The game with the planters in order and the gardeners placed."""
    state = GAME.new(seats, options)
    pairs = [f"chance pair {flower.id}=PL{n}" for n, flower in enumerate(state.flower, 1)]
    return after(state, *pairs, *(f"chance order {seat}" for seat in first.split()))


class TestSetUp:
    def test_planters_come_before_the_order(self) -> None:
        state = GAME.new(3)
        assert legal(state, 0) == [f"pair FR1=PL{n}" for n in range(1, 9)]
        assert rule(state, "chance order 1") == "R1"
        assert rule(state, "chance pair FB1=PL1") == "R1"
        state = after(state, "chance pair FR1=PL3")
        assert rule(state, "chance pair FR2=PL3") == "R1"
        assert (state.flower[0].token, state.flower[1].token) == (True, False)

    def test_the_first_player_has_one_caterpillar_less(self) -> None:
        state = set_up(4, "3")
        assert (state.order, state.cat, state.supply) == ((3, 4, 1, 2), (10, 10, 9, 10), 11)
        assert (state.phase, state.round) == ("FILL", 1)
        assert set_up(3, "1").supply == 21

    def test_two_players(self) -> None:
        state = set_up(2, "2")
        assert [flower.id for flower in state.flower] == ["FR1", "FB1", "FY1", "FP1"]
        assert (state.order, state.cat, state.supply) == ((2, 1), (0, 0), 50)
        assert (len(state.spaces), "D1" in state.spaces, "A4" in state.spaces) == (8, False, False)

    def test_a_tile_is_drawn_once(self) -> None:
        state = after(set_up(3, "1"), "chance fill A1=T17")
        assert len(legal(state, 0)) == 93
        assert rule(state, "chance fill B1=T17") == "section 7"
        assert rule(state, "chance fill C1=T18") == "R7"
        assert rule(state, "chance fill B1=T99") == "section 2"

    def test_gnomes_are_drawn_without_replacement(self) -> None:
        state = table("GNOME", board="A1=T01", gnome_track=(3, 1))
        assert [(str(a), weight) for a, weight in state.odds()] == [
            ("gnome 1", 1), ("gnome 2", 2), ("gnome 3", 1), ("gnome 4", 2),
        ]  # fmt: skip
        assert rule(table("GNOME", board="A1=T01", gnome_track=(3, 3)), "chance gnome 3") == "R9"


class TestOptions:
    def test_O1_gnome_lines(self) -> None:
        board = "A2=T01 B2=T02 C2=T03 A3=T04 B3=T05"
        for option, line, won in (
            ("two-tile", "3", 1),
            ("two-tile", "2", 0),
            ("literal", "3", 0),
            ("literal", "2", 1),
            ("literal", "B", 1),
            ("two-tile", "B", 0),
        ):
            state = table("DRAFT", board=board, shed=2, options={"gnome_lines": option})
            assert after(state, f"1 draft {line}").gnomes[0] == won

    def test_O2_reserve_caterpillar(self) -> None:
        for option, purse in (("off", 5), ("on", 6)):
            state = table("DRAFT", board="A4=T01 B2=T02", options={"reserve_caterpillar": option})
            assert after(state, "1 draft 4", "chance reserve T87").cat[0] == purse
            assert after(state, "1 draft 4", "chance reserve T03").cat[0] == 5

    def test_O2_stays_within_twelve(self) -> None:
        state = table(
            "DRAFT", board="A4=T01 B2=T02", cat=(12, 5, 5, 5), options={"reserve_caterpillar": "on"}
        )
        assert after(state, "1 draft 4", "chance reserve T87").cat[0] == 12

    def test_O3_unplaceable(self) -> None:
        for option, hand, removed in (("shelve", ("T87",), ()), ("discard", (), ("T87",))):
            state = table("GARDEN", gardens=["T93@0,0/0"], hands=["T87"], options={"unplaceable": option})
            state = after(state, "1 done")
            assert (state.hand[0], state.removed) == (hand, removed)

    def test_O4_without_tiles_drafting_ends_early(self) -> None:
        options = {"bag_empty": "none"}
        base = table("DRAFT", board="A1=T01 B1=T02", options=options)
        state = table("DRAFT", board="A1=T01 B1=T02", options=options, bag=(), removed=base.bag)
        state = after(state, "1 draft 1")
        assert (state.phase, state.actors) == ("GARDEN", (1, 2, 3, 4))
        state = after(state, "1 lay T01@0,0/0", "1 lay T02@1,0/0", *(f"{n} done" for n in (1, 2, 3, 4)))
        assert (state.phase, state.round) == ("GNOME", 3)

    def test_O4_filling_stops_with_the_last_tile(self) -> None:
        base = table("FILL", options={"bag_empty": "none"})
        state = table("FILL", options={"bag_empty": "none"}, bag=("T01",), removed=base.bag[1:])
        state = after(state, "chance fill A1=T01")
        assert (state.phase, state.board[:2]) == ("GNOME", ("T01", ""))

    def test_O5_is_the_seventh_example(self) -> None:
        assert table("DRAFT", 3, board="A1=T01", options={"butterfly_order_2p": "track"}).flying_order == (
            3, 2, 1,
        )  # fmt: skip

    def test_O6_caterpillar_supply(self) -> None:
        for option, purse, supply in (("50", 11, 0), ("unlimited", 12, -1)):
            state = table(
                "DRAFT",
                board="A1=T87 B1=T88 C1=T89 A3=T01 B3=T02",
                board_tokens=("A1", "B1", "C1"),
                shed=4,
                cat=(8, 12, 12, 12),
                options={"caterpillar_supply": option},
            )
            assert state.supply == 3
            state = after(state, "1 draft 3")
            assert (state.cat[0], state.supply) == (purse, supply)

    def test_O7_cap_scope(self) -> None:
        for option, purses in (("all", (12, 12)), ("tiles-and-gnomes", (13, 14))):
            state = table(
                "BID", 3, board="A1=T01", cat=(12, 12, 5), order=(2, 1, 3), options={"cap_scope": option}
            )
            state = after(state, "2 bid 0", "1 bid 0", "3 bid 5")
            assert state.cat[:2] == purses
        plain = table(
            "DRAFT",
            3,
            board="A1=T01 B1=T02 A2=T87 B2=T03",
            board_tokens=("A2",),
            cat=(13, 13, 5),
            options={"cap_scope": "tiles-and-gnomes"},
        )
        assert after(plain, "1 draft 1", "2 draft 2").cat == (13, 12, 5)

    def test_O8_perch(self) -> None:
        def closing(option: str) -> Any:
            state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02"], options={"perch": option})
            return after(state, "1 lay T02@0,-1/2", "1 done")

        assert legal(closing("compulsory")) == ["perch T01.a<supply"]
        assert rule(closing("compulsory"), "1 perch T01.a<none") == "R32"
        left = after(closing("optional"), "1 perch T01.a<none")
        assert (left.bf[0], left.on_patch[0], left.closed_seen[0]) == (12, (), ("T01.a",))

    def test_O9_first_order(self) -> None:
        state = set_up(4, "3 1", first_order="random")
        assert (state.phase, state.order, legal(state, 0)) == ("SETUP", (3, 1), ["order 2", "order 4"])
        assert rule(state, "chance order 3") == "R5"
        assert after(state, "chance order 4", "chance order 2").order == (3, 1, 4, 2)

    @pytest.mark.parametrize(
        ("expert", "pick", "line"), [("off", "best-paid", 16), ("on", "size", 16), ("on", "best-paid", 17)]
    )
    def test_O10_and_O11_on_a_garden(self, expert: str, pick: str, line: int) -> None:
        """Two patches of four, and one of three with a gnome."""
        blue = "T05@0,-3/2 T22@0,-2/0 T15@0,-1/0 T04@1,-1/3"
        red = "T01@0,0/1 T21@1,0/1 T02@2,0/3"
        purple = "T20@0,1/1 T10@1,1/3 T24@0,2/0 T11@0,3/0"
        assert closed(f"{blue} {red} {purple}") == {"T04.a": 4, "T01.a": 3, "T10.a": 4}
        state = table(
            "GARDEN",
            gardens=[f"{blue} {red} {purple}"],
            options={"expert": expert, "expert_pick": pick},
            gnome_at=(("T01.a",), (), (), ()),
            gnomes=(1, 0, 0, 0),
        )
        assert scores(state, 1).patches == line

    def test_O12_tile_data(self) -> None:
        assert next(o for o in GAME.info.options if o.key == "tile_data").choices == ("pnp",)
        with pytest.raises(BadOption, match="tile_data"):
            GAME.new(3, {"tile_data": "file"})
        data = json.loads(json.dumps(DATA))
        data["zero_bonus"] = {"Z1": 2, "Z2": 3, "Z3": 5, "Z4": 7}
        own = GAME.with_box(json.dumps(data).encode(), "file")
        state = own.new(3, {"tile_data": "file"})
        assert state.box.zero_bonus == (2, 3, 5, 7)
        assert own.decode(own.encode(state)) == state
        assert own.new(3, {"tile_data": "pnp"}).box.zero_bonus == own.new(3).box.zero_bonus == (1, 2, 3, 4)
        for name in ("file", "FILE", "pnp", "", ".", "a b", "x" * 33):
            with pytest.raises(BadData, match=r"[Nn]ame|called"):
                own.with_box(json.dumps(data).encode(), name)

    def test_O13_draws(self) -> None:
        for option, kind in (("", "act"), ("tiles", "wait"), ("gnomes+order", "act")):
            options = {"draws": option} if option else {}
            assert table("FILL", options=options).prompts()[1].kind == kind
        chosen = GAME.new(3, {"draws": "tiles+pairing"})
        assert chosen.prompts()[1].kind == "wait"
        assert dict(chosen.table.chosen) == {"draws": "pairing+tiles"}

    def test_colours(self) -> None:
        state = GAME.new(2, {"colours": "green,black"})
        assert state.seated() == {
            1: ("gardener-green", "butterfly-green"),
            2: ("gardener-black", "butterfly-black"),
        }

    @pytest.mark.parametrize(
        ("seats", "options"),
        [
            (1, {}),
            (5, {}),
            (3, {"colour": "red"}),
            (3, {"colours": "white,white,black"}),
            (3, {"colours": "white,black"}),
            (2, {"colours": "red,black"}),
            (3, {"perch": "sometimes"}),
            (3, {"draws": "tiles+dice"}),
        ],
    )
    def test_what_cannot_be_chosen(self, seats: int, options: dict[str, str]) -> None:
        with pytest.raises(BadOption):
            GAME.new(seats, options)


class TestTwoPlayers:
    def test_no_bidding_and_the_gnome_makes_first(self) -> None:
        board = "A3=T01 B3=T02 A1=T03 B1=T04"
        state = after(table("GNOME", 2, board=board), "chance gnome 2")
        assert (state.phase, state.draft_order) == ("DRAFT", (1, 2))
        assert after(state, "1 draft 3").order == (1, 2)
        swapped = after(state, "1 draft 1", "2 draft 3")
        assert (swapped.order, swapped.draft_order) == ((2, 1), (1, 2))

    def test_a_flower_pays_high_and_low(self) -> None:
        state = table("GARDEN", 2, flowers={"FR1": (2, 1)})
        assert state.box.planters["PL1"] == (9, 5, 2)
        assert [line.points for lines in state.sheet().lines.values() for line in lines[:1]] == [9, 2]


class TestExpertGnomes:
    def won(self, **options: str) -> Any:
        state = table("DRAFT", board="A3=T01 B3=T02 A1=T13", options={"expert": "on", **options}, shed=2)
        return after(state, "1 draft 3", "2 draft 1", "chance reserve T14")

    def test_a_gnome_is_posted_before_done(self) -> None:
        state = after(self.won(), "1 lay T01@0,0/0")
        assert rule(state, "1 post T02.a") == "R61"
        assert rule(state, "1 post T01.c") == "R61"
        state = after(state, "1 lay T02@0,-1/2")
        assert rule(state, "1 done") == "R61"
        assert legal(state, kind="Post") == ["post T01.a", "post T01.b", "post T02.a", "post T02.b"]
        state = after(state, "1 post T02.a")
        assert rule(state, "1 post T01.a") == "R61"
        assert rule(state, "1 lift T02") == "R61"
        assert rule(state, "1 lift T01") == ""
        assert (state.gnome_at[0], state.lying()["posted-1"]) == (("T02.a",), {"T02.a": "gnome-back"})
        assert after(state, "1 done").due[0] == ("T01.a",)

    def test_without_the_module_nothing_is_posted(self) -> None:
        state = self.won(expert="off")
        assert (state.gnomes, state.gnome_to_place) == ((1, 0, 0, 0), (0, 0, 0, 0))
        assert rule(state, "1 post T01.a") == "R61"


class TestButterflies:
    def test_a_patch_that_finds_no_butterfly_gets_none(self) -> None:
        state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02"], bf=(0, 12, 12, 12), sound=False)
        state = after(state, "1 lay T02@0,-1/2", "1 done")
        assert (state.due[0], state.closed_seen[0], state.on_patch[0]) == ((), ("T01.a",), ())

    def test_the_bonus_may_come_from_any_other_flower(self) -> None:
        state = table("BONUS", flowers={"FY1": (1, 0, 0, 0), "FR1": (1, 0, 0, 0)}, turn=3, bonus_at="FR1")
        assert legal(state) == ["bonus supply", "bonus FY1", "bonus none"]
        assert rule(state, "1 bonus FB1") == "R31"
        state = after(state, "1 bonus FY1")
        assert counts(state, "FR1", "FY1") == [(2, 0, 0, 0), (0, 0, 0, 0)]


class TestLifting:
    def test_tiles_of_this_round_move_until_done(self) -> None:
        state = table("GARDEN", gardens=["T93@0,0/0"], hands=["T01 T94"])
        state = after(state, "1 lay T94@1,0/0", "1 lay T01@2,0/0")
        assert rule(state, "1 lift T93") == "R28"
        assert rule(state, "1 lift T94") == "R28"
        assert rule(state, "1 lay T01@3,0/0") == "R28"
        assert rule(state, "1 lift T50") == "R28"
        assert rule(state, "1 lay T50@3,0/0") == "R25"
        state = after(state, "1 lift T01", "1 lift T94", "1 lay T01@0,-1/0", "1 lay T94@-1,0/3")
        assert state.hand[0] == ()
        state = after(state, "1 done")
        assert {rule(state, line) for line in ("1 lift T01", "1 done", "1 lay T01@5,5/0")} == {"R34"}

    def test_the_first_tile_is_laid_at_the_origin(self) -> None:
        state = table("GARDEN", hands=["T01"])
        assert rule(state, "1 lay T01@1,0/0") == "R27"
        assert legal(state) == [f"lay T01@0,0/{rotation}" for rotation in range(4)]


CROSSED = "tiles[0]['segments'] = [dict(id='a', type='F', edges='NS'), dict(id='b', type='F', edges='EW')]"


def damaged(change: str) -> bytes:
    data = json.loads(json.dumps(DATA))
    exec(change, {"data": data, "tiles": data["tiles"]})
    return json.dumps(data).encode()


@pytest.mark.parametrize(
    ("change", "check"),
    [
        ("tiles.pop()", "I1"),
        ("tiles[0]['id'] = 'T02'", "I1"),
        ("tiles[0]['marker'] = 1", "I1"),
        ("tiles[0]['segments'][0]['edges'] = ''", "I1"),
        ("tiles[0]['segments'][1]['id'] = 'c'", "I1"),
        ("tiles[0]['segments'][0]['type'] = 'B'", "I1"),
        ("tiles[0]['segments'][0]['butterflies'] = 1", "I1"),
        (CROSSED, "two joins cross"),
        ("data['totals']['butterfly_icons'] = 83", "I2"),
        ("data['classes']['cap']['count'] = 11", "I2"),
        ("data['gnomes'].pop()", "I3"),
        ("data['gnomes'][0]['caterpillars'] = 0", "cannot be read"),
        ("data['planters'].pop()", "I3"),
        ("data['planters'][0]['nectar'] = [5, 5, 2]", "I3"),
        ("data['flowers'][0]['colour'] = 'B'", "I3"),
        ("data['zero_bonus']['Z2'] = 1", "I3"),
        ("data['zero_bonus'].pop('Z4')", "I3"),
        ("data['schema'] = 'papillon-tiles/2'", "cannot be read"),
    ],
)  # fmt: skip
def test_I1_to_I3_refuse_a_box(change: str, check: str) -> None:
    with pytest.raises(BadData, match=check):
        GAME.with_box(damaged(change), "file")
