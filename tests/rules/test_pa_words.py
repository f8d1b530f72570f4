"""What is said and shown: notation, news, log, score sheet, table, advice."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, get_args

import msgspec
import pytest
from pa_said import NAMES, below, prompt
from pa_table import after, legal, table

from companion.games.papillon.rules import GAME, Lay, Spot, closed_by, open_fields, open_patches
from companion.games.papillon.rules.actions import AnyAction
from companion.games.papillon.rules.data.regions import closed_patches
from companion.games.papillon.rules.position import Perched
from companion.games.papillon.rules.results.scoring import scores
from companion.rules import UnreadableAction
from companion.rules.game import Action
from companion.rules.record import history
from companion.rules.testing import random_record


class TestNotation:
    @pytest.mark.parametrize(
        ("by", "text"),
        [
            (0, "pair FR1=PL3"),
            (0, "order 2"),
            (0, "fill A1=T17"),
            (0, "gnome 3"),
            (1, "bid 0"),
            (2, "draft A"),
            (0, "reserve T44"),
            (1, "lay T13@0,-1/1"),
            (1, "lay T13@-12,30/0"),
            (1, "lift T13"),
            (1, "post T67.c"),
            (1, "done"),
            (1, "perch T01.a<FY1"),
            (1, "perch T01.a<none"),
            (4, "fly T01.a>FR1"),
            (4, "bonus supply"),
            (4, "bonus none"),
        ],
    )
    def test_reads_what_it_writes(self, by: int, text: str) -> None:
        read = GAME.parse(by, text)
        assert str(read) == text
        assert GAME.action_from_json(msgspec.json.encode(read)) == read
        assert "{" not in GAME.tell(read).render(NAMES)

    @pytest.mark.parametrize(
        "text",
        [
            *("", "bid 6", "bid", "draft E", "fill D2=T01", "fill A1=T1", "order 5", "gnome 0"),
            *("lay T13@0,-0/1", "lay T13@00,1/1", "lay T13@0,1/4", "lay T13", "lift T13@0,0/0"),
            *("perch T01.e<supply", "perch T01.a<FX1", "fly T01.a>FR3", "bonus", "pair FR1=PL9", "done "),
        ],
    )
    def test_refuses_the_rest(self, text: str) -> None:
        with pytest.raises(UnreadableAction):
            GAME.parse(1, text)

    def test_refuses_other_json(self) -> None:
        for data in (b"{}", b'{"do":"bid","by":1,"amount":6}', b'{"do":"lay","by":1,"tile":"T01"}'):
            with pytest.raises(UnreadableAction):
                GAME.action_from_json(data)

    def test_a_strange_action_is_neither_allowed_nor_told(self) -> None:
        class Dance(Action, frozen=True, tag="dance"):
            pass

        refusal = GAME.new(3).why_not(Dance(1))
        assert refusal is not None
        assert refusal.rule == "section 6"
        with pytest.raises(TypeError):
            GAME.tell(Dance(1))


TOLD = {
    (0, "pair FR1=PL3"): "The red flower 1 is put on the planter 8/4/1.",
    (0, "order 2"): "Ben is next on the bid order track.",
    (0, "fill A1=T17"): "The yellow tile T17 is drawn for A1.",
    (0, "gnome 3"): "The gnome brings 3 caterpillars.",
    (1, "bid 0"): "Ann bids 0.",
    (2, "draft A"): "Ben drafts column A.",
    (2, "draft 1"): "Ben drafts row 1.",
    (0, "reserve T44"): "The red and yellow tile T44 is drawn as the reserve tile.",
    (1, "lay T13@0,0/0"): "Ann lays tile T13 upright (first space).",
    (1, "lay T13@0,-1/1"): "Ann lays tile T13 turned right (1 up).",
    (1, "lay T13@-2,0/2"): "Ann lays tile T13 upside down (2 left).",
    (1, "lay T13@3,4/3"): "Ann lays tile T13 turned left (3 right, 4 down).",
    (1, "lift T13"): "Ann lifts tile T13 again.",
    (1, "post T21.a"): "Ann posts a gnome on the red patch at tile T21.",
    (1, "post T29.a"): "Ann posts a gnome on the red patch at tile T29 (top when it lies upright).",
    (1, "post T29.b"): "Ann posts a gnome on the field at tile T29.",
    (1, "post T21.c"): "Ann posts a gnome on the field at tile T21 (left when it lies upright).",
    (1, "done"): "Ann has finished gardening.",
    (1, "perch T21.a<supply"): "Ann puts a butterfly from the supply on the red patch at tile T21.",
    (1, "perch T21.a<FY1"): "Ann puts a butterfly from the yellow flower 1 on the red patch at tile T21.",
    (1, "perch T21.a<none"): "Ann leaves the red patch at tile T21 without a butterfly.",
    (4, "fly T21.a>FR1"): "Dan sends the butterfly on the red patch at tile T21 to the red flower 1.",
    (4, "bonus supply"): "Dan adds a butterfly from the supply.",
    (4, "bonus FP2"): "Dan adds a butterfly from the purple flower 2.",
    (4, "bonus none"): "Dan declines the bonus.",
}


class TestTelling:
    @pytest.mark.parametrize(("written", "told"), TOLD.items(), ids=[text for _, text in TOLD])
    def test_every_action_is_told_in_the_words_of_the_table(
        self, written: tuple[int, str], told: str
    ) -> None:
        assert GAME.tell(GAME.parse(*written)).render(NAMES) == told

    def test_no_kind_of_action_is_left_out(self) -> None:
        assert {type(GAME.parse(*written)) for written in TOLD} == set(get_args(AnyAction))

    def test_a_part_that_no_tile_has_is_told_all_the_same(self) -> None:
        told = GAME.tell(GAME.parse(1, "post T29.d")).render(NAMES)
        assert told == "Ann posts a gnome on the patch at tile T29."


class TestNews:
    """What follows by itself stands below what comes next, for everybody."""

    def test_bidding(self) -> None:
        state = after(table("BID", 3, board="A1=T01", cat=(5, 12, 5)), "1 bid 3")
        assert (prompt(state, 2), below(state, 2)) == (
            "Ben: bid 0, 1, 2, 4 or 5.",
            ["Ann pays 3 caterpillars.", "You hold 12 caterpillars."],
        )
        assert (prompt(state, 3), below(state, 3)) == ("It is Ben's turn.", ["Ann pays 3 caterpillars."])
        assert GAME.decode(GAME.encode(state)) == state
        state = after(state, "2 bid 0")
        assert prompt(state, 3).startswith("Cleo: bid 0")
        assert below(state, 3) == ["You hold 5 caterpillars."], "nobody pays, and nobody slides"
        state = after(state, "3 bid 2")
        assert prompt(state, 3) == "It is Ann's turn."
        assert below(state, 3) == ["Cleo pays 2 caterpillars.", "Ben takes no caterpillars."]

    def test_nobody_bids(self) -> None:
        """Four zeros: each takes what stands at its zero, and only who bid last slides the others."""
        state = after(table("BID", board="A1=T01"), "1 bid 0", "2 bid 0", "3 bid 0", "4 bid 0")
        assert prompt(state, 4) == "Dan: take a row or a column."
        assert below(state, 4) == [
            "The others slide one zero to the left.",
            "Dan takes 1 caterpillar.",
            "Cleo takes 2 caterpillars.",
            "Ben takes 3 caterpillars.",
            "Ann takes 4 caterpillars.",
            "Draft order: Dan, Cleo, Ben, Ann.",
        ]

    def test_drafting(self) -> None:
        state = table("DRAFT", board="A3=T87 B3=T01 A1=T02", board_tokens=("A3",), shed=4, cat=(9, 5, 5, 5))
        gnome = after(state, "1 draft 3")
        assert prompt(gnome, 2) == "Ben: take a row or a column."
        assert below(gnome, 2) == [
            "Ann gets the gnome: 4 caterpillars.",
            "Ann has too many and returns 2 caterpillars.",
        ]
        single = after(state, "1 draft 1")
        assert prompt(single, 2) == "Ann: draw one tile from the bag."
        assert below(single, 2) == ["Only one tile was taken."]

    def test_who_drafted_last_reads_it_in_the_garden(self) -> None:
        state = table("DRAFT", board="A3=T87 B3=T01", shed=4, gardens=["", "T93@0,0/0"], turn=3,
                      draft_order=(2, 3, 4, 1))  # fmt: skip
        state = after(state, "1 draft 3")
        assert prompt(state) == "Everyone: lay your tiles, sides must match."
        assert below(state) == ["Ann gets the gnome: 4 caterpillars."]
        assert below(state, 2) == ["Ann gets the gnome: 4 caterpillars.", "All tiles are laid."]
        assert below(after(state, "2 done")) == below(state)
        assert below(after(state, f"1 {legal(state)[0]}")) == []

    @pytest.mark.parametrize(("draws", "said"), [("", False), ("order+tiles", True)])
    def test_what_a_drawn_order_brings(self, draws: str, said: bool) -> None:
        """A table that only watches the draw was not told before; who draws was."""
        state = GAME.new(3, {"draws": draws} if draws else {})
        state = after(state, *(f"chance pair {f.id}=PL{n}" for n, f in enumerate(state.flower, 1)))
        state = after(state, "chance order 2", "chance fill A1=T01")
        assert ("Ben takes 9 caterpillars, everyone else 10." in below(state)) == said


class TestSheet:
    def test_every_point_is_explained(self) -> None:
        state = table(
            "OVER",
            gardens=["T71@0,0/2 T67@1,0/0 T43@1,-1/2", "T01@0,0/0 T02@0,-1/2"],
            hands=["T87"],
            flowers={"FR1": (1, 2, 2, 0)},
            options={"expert": "on"},
            gnomes=(1, 1, 0, 0),
            gnome_at=(("T67.c",), ("T02.a",), (), ()),
            round=8,
        )
        lines = {line.message.render({}): line for line in state.sheet().lines[1]}
        assert lines["Red flower 1: 1 butterfly, second"].points == 5
        assert lines["Red flower 2: no butterfly"].points == 0
        assert lines["Caterpillars"].points == 5
        field = lines["Closed field at tile T67: 2 butterfly icons with a gnome, 2 each"]
        assert (field.points, field.where) == (4, ("garden-1/0,0", "garden-1/1,0"))
        assert lines["Gnomes, for a tie: 1"].points is None
        assert lines["Tiles that fit nowhere: 1"].points is None
        other = {line.message.render({}): line.points for line in state.sheet().lines[2]}
        assert other["Red flower 1: 2 butterflies, first"] == 9
        assert other["Closed red patch at tile T01: 2 tiles, 3 each with a gnome"] == 6
        assert state.sheet().totals() == {1: 14, 2: 20, 3: 14, 4: 5}

    def test_two_patches_of_a_colour_on_one_tile_are_told_apart(self) -> None:
        state = table("GARDEN", gardens=["T29@0,0/0 T30@0,-1/0 T31@0,1/0"], sound=False)
        said = [line.message.render({}) for line in state.sheet().lines[1]]
        assert "Closed red patch at tile T29 (top when it lies upright): 2 tiles, 2 each" in said
        assert "Closed red patch at tile T29 (bottom when it lies upright): 2 tiles, 2 each" in said


class TestLying:
    def test_what_lies_where(self) -> None:
        state = table(
            "DRAFT",
            2,
            board="A1=T17 B2=T87",
            board_tokens=("B2",),
            shed=3,
            gnome_track=(1, 3),
            gardens=["T13@0,-1/1"],
            hands=["T44"],
            flowers={"FR1": (2, 1)},
            no_token="FB1",
        )
        lying = state.lying()
        assert lying["staircase"] == {"A1": "T17", "B2": "T87"}
        assert lying["tokens"] == {"B2": "caterpillar"}
        assert lying["shed"] == {"C3": "gnome-3"}
        assert lying["rounds"] == {str(place): "gnome-back" for place in range(3, 9)}
        assert lying["order"] == {"1": "gardener-white", "2": "gardener-black"}
        assert lying["garden-1"] == {"0,-1": "T13-1"}
        assert lying["hand-1"] == {"1": "T44"}
        assert lying["clips-FR1"] == {"1": "butterfly-white", "2": "butterfly-white", "3": "butterfly-black"}
        assert (lying["planter-FR1"], lying["token-FR1"]) == (
            {"planter": "planter-PL1"},
            {"token": "bonus-token"},
        )
        assert lying["token-FB1"] == {}

    def test_a_waiting_butterfly_lies_on_its_patch(self) -> None:
        state = table("FLY", on_patch=((Perched("T01.a", "R", 3),), (), (), ()), turn=3, sound=False)
        assert state.lying()["perched-1"] == {"T01.a": "butterfly-white"}


def patches_told(state: Any) -> list[str]:
    """What the open patches of the first seat may bring, in words."""
    return [said for each in state.advice(1) if (said := each.message.render(NAMES)).startswith("Red at")]


class TestAdvice:
    def test_open_ends_and_what_closing_brings(self) -> None:
        state = table(
            "GARDEN", gardens=["T21@0,0/0 T01@0,-1/2"], hands=["T02 T04"], flowers={"FR1": (1, 2, 0, 0)}
        )
        (red,) = open_patches(state, 1)
        assert (red.region.key, red.region.size, red.region.open_ends) == ("T01.a", 2, ((0, 0, 2),))
        assert (red.least_size, red.butterfly, red.bonus) == (3, True, ("FR1", "FR2"))
        assert red.flowers == {"FR1": 9 - 5, "FR2": 8}
        assert patches_told(state) == [
            "Red at T01, 1 open end: butterfly +4 on flower 1 or +8 on flower 2, bonus butterfly, patch +6"
        ]
        assert red.patch_nectar == 6
        assert [field.region.key for field in open_fields(state, 1)] == ["T01.b", "T21.b", "T21.c"]
        assert [r.key for r in closed_by(state, Lay(1, "T02", Spot(0, 1, 0)))] == ["T01.a"]
        assert closed_by(state, Lay(1, "T21", None)) == ()

    def test_a_flower_that_pays_nothing_more_is_told_to_bring_nothing(self) -> None:
        state = table("GARDEN", gardens=["T21@0,0/0 T01@0,-1/2"], flowers={"FR1": (3, 1, 0, 0)})
        assert "butterfly 0 on flower 1 or +8 on flower 2" in patches_told(state)[0]

    def test_a_third_patch_pays_only_what_it_has_more(self) -> None:
        two_of_two = "T29@0,0/0 T01@0,-1/2 T02@0,1/0"
        state = table("GARDEN", gardens=[f"{two_of_two} T04@1,0/1"])
        (blue,) = open_patches(state, 1)
        assert (blue.region.key, blue.region.size, blue.least_size) == ("T04.a", 1, 2)
        assert (blue.patch_nectar, blue.bonus) == (0, ())

    def test_a_gnome_makes_what_it_stands_on_pay_more(self) -> None:
        """R62 and R63: what is told is what comes."""
        one = {"gnomes": (1, 0), "done": (False, True), "options": {"expert": "on"}}
        field = table("GARDEN", 2, gardens=["T67@1,0/0"], hands=["T71"], gnome_at=(("T67.c",), ()), **one)
        fields = [each for each in open_fields(field, 1) if each.gnome]
        assert [each.region.icons * each.each for each in fields] == [2]
        assert "Field at T67, 1 open end: +2" in [each.message.render(NAMES) for each in field.advice(1)]
        patch = table("GARDEN", 2, gardens=["T01@0,0/0"], hands=["T02"], gnome_at=(("T01.a",), ()), **one)
        (red,) = open_patches(patch, 1)
        assert red.patch_nectar == scores(after(patch, "1 lay T02@0,-1/2"), 1).patches == 6

    def test_the_two_best_paid_patches_are_reckoned_with(self) -> None:
        """O11: a large patch does not push out one that pays better."""
        laid = (
            "T25@0,0/0 T01@0,-1/2 T02@1,0/3 T03@0,1/0 T93@-1,0/0 T22@-2,0/0 T04@-2,-1/2 T05@-2,1/0 "
            "T94@-3,0/0 T27@-4,0/2 T07@-4,-1/2 T08@-5,0/1"
        )
        options = {"expert": "on", "expert_pick": "best-paid"}
        state = table("GARDEN", 2, options=options, gardens=[laid], hands=["T09"],
                      gnome_at=(("T22.a",), ()), gnomes=(1, 0), done=(False, True))  # fmt: skip
        now = scores(state, 1).patches
        yellow = next(each for each in open_patches(state, 1) if each.region.type == "Y")
        assert yellow.patch_nectar == scores(after(state, "1 lay T09@-4,1/0"), 1).patches - now == 0

    def test_a_butterfly_off_a_flower_is_missed_there(self) -> None:
        """R32: with an empty supply it leaves a flower, so that less may come of it than nothing."""
        flowers = {"FR1": (0, 3), "FB1": (12, 12)}
        state = table("GARDEN", 2, gardens=["T01@0,0/0"], hands=["T02"], flowers=flowers, bf=(0, 0),
                      done=(False, True), sound=False)  # fmt: skip
        (red,) = open_patches(state, 1)
        then = after(state, "1 lay T02@0,-1/2", "1 done", "1 perch T01.a<FB1", "1 fly T01.a>FR1")
        assert red.flowers["FR1"] == scores(then, 1).flowers - scores(state, 1).flowers < 0

    def test_without_butterflies_nothing_flies(self) -> None:
        state = table("GARDEN", gardens=["T01@0,0/0"], bf=(0, 12, 12, 12), sound=False)
        (red,) = open_patches(state, 1)
        assert (red.butterfly, red.flowers, red.bonus, red.patch_nectar) == (False, {}, (), 4)

    def test_the_least_is_never_more_than_what_comes(self) -> None:
        """Whatever closes a patch in a random game makes it at least as large as was promised."""
        checked = 0
        states = history(random_record(GAME, 3, seed=2))
        for before, now in pairwise(states):
            if before.phase != "GARDEN" or before.garden[0] == now.garden[0]:
                continue
            promised = {node: patch for patch in open_patches(before, 1) for node in patch.region.nodes}
            for region in closed_patches(now.box, now.garden[0]):
                for node in set(region.nodes) & promised.keys():
                    assert region.size >= promised[node].least_size
                    checked += 1
        assert checked


def test_legal_is_lazy() -> None:
    state = table("GARDEN", gardens=["T93@0,0/0"], hands=["T94 T01 T02"])
    assert str(next(state.legal(1))) == legal(state)[0]
