"""What the players are told: whose turn it is, what is expected of them, and what cannot be done."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from msgspec.structs import replace
from pa_said import NAMES, below, prompt
from pa_table import action, after, legal, rule, table

from companion.games.papillon.rules import GAME
from companion.games.papillon.rules.position import Perched


class TestTurns:
    def test_whose_turn_it_is(self) -> None:
        state = table("BID", board="A1=T01")
        refusal = state.why_not(action("2 bid 0"))
        assert refusal is not None
        assert refusal.message.render(NAMES) == "It is Ann's turn."
        for line, text in (("1 draft 1", "First all bid"), ("1 done", "First all bid")):
            found = state.why_not(action(line))
            assert found is not None
            assert found.sentence().startswith(text)
        gnome = table("GNOME", board="A1=T01").why_not(action("1 gnome 2"))
        assert gnome is not None
        assert gnome.rule == "section 7"
        stranger = table("GARDEN", 3).why_not(action("4 done"))
        assert stranger is not None
        assert stranger.rule == "section 6"


class TestRefusals:
    def test_of_butterflies(self) -> None:
        state = table("GARDEN", gardens=["T01@0,0/0 T29@0,-1/0"], hands=["T02 T93"])
        state = after(state, "1 lay T02@0,-2/2", "1 lay T93@1,0/0", "1 done")
        assert state.due[0] == ("T01.a", "T02.a")
        state = after(state, "1 perch T01.a<supply")
        assert {line: rule(state, f"1 {line}") for line in ("perch T01.a<supply", "perch T93.a<supply")} == {
            "perch T01.a<supply": "R33",
            "perch T93.a<supply": "R31",
        }
        assert rule(state, "1 perch T02.a<FR1") == "R31"
        assert {rule(state, line) for line in ("1 lift T02", "1 done", "1 lay T01@3,3/0")} == {"R34"}
        flying = table("FLY", 2, on_patch=((Perched("T01.a", "R", 3),), ()), turn=1, sound=False)
        assert rule(flying, "1 fly T02.a>FR1") == "R36"
        assert rule(flying, "1 fly T01.a>FR2") == "R54"

    def test_of_setting_up(self) -> None:
        state = GAME.new(3)
        state = after(state, *(f"chance pair {f.id}=PL{n}" for n, f in enumerate(state.flower, 1)))
        assert rule(state, "chance pair FR1=PL1") == "R1"
        assert rule(state, "chance order 4") == "R5"


class TestPrompts:
    @pytest.mark.parametrize(
        ("seats", "options", "orders", "text"),
        [
            (2, {}, (), "Draw lots for the first player. Nobody takes caterpillars."),
            (3, {"first_order": "random"}, (2,), "Draw who is next on the bid order track."),
        ],
    )
    def test_the_order(self, seats: int, options: dict[str, str], orders: tuple[int, ...], text: str) -> None:
        state = GAME.new(seats, options)
        state = after(state, *(f"chance pair {f.id}=PL{n}" for n, f in enumerate(state.flower, 1)))
        state = after(state, *(f"chance order {seat}" for seat in orders))
        assert " ".join([prompt(state), *below(state)]) == text

    @pytest.mark.parametrize(
        ("mine", "where"),
        [(0, "from your supply"), (1, "from your supply or from a flower"), (12, "from a flower")],
    )
    def test_a_butterfly_is_taken_from_where_there_is_one(self, mine: int, where: str) -> None:
        flowers = {"FB1": (mine, 3, 0, 0)}
        state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02"], flowers=flowers)
        state = after(state, "1 lay T02@0,-1/2", "1 done")
        assert below(state) == [f"It is closed, with 2 tiles. Take the butterfly {where}."]

    @pytest.mark.parametrize(("option", "said"), [("", "put"), ("optional", "you may put")])
    def test_several_closed_patches_are_asked_for_together(self, option: str, said: str) -> None:
        state = table(
            "GARDEN", gardens=["T01@0,0/0"], hands=["T02"], options={"perch": option} if option else {}
        )
        state = after(state, "1 lay T02@0,-1/2", "1 done")
        (first,) = state.due[0]
        several = replace(state, due=((first, first), *state.due[1:]))
        assert prompt(several) == f"Ann: {said} a butterfly on each of 2 closed patches."
        assert below(several)[0].startswith("Take each butterfly from your supply")

    def test_a_patch_that_may_be_left_without_a_butterfly_is_said_to_be_so(self) -> None:
        state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02"], options={"perch": "optional"})
        state = after(state, "1 lay T02@0,-1/2", "1 done")
        assert prompt(state) == "Ann: you may put a butterfly on the red patch."
        more = "Take the butterfly from your supply, or leave the patch without one."
        assert below(state) == [f"It is closed, with 2 tiles. {more}"]

    def test_setting_up(self) -> None:
        state = GAME.new(3)
        assert prompt(state) == "Put each flower on a planter, one bonus token on each."
        assert below(state) == ["Place 8 gnomes face down on the round track."]
        paired = after(state, *(f"chance pair {f.id}=PL{n}" for n, f in enumerate(state.flower, 1)))
        assert prompt(paired) == "Draw lots for the first player."
        assert "9 caterpillars, everyone else 10" in below(paired)[0]
        placed = after(paired, "chance order 2")
        assert prompt(placed) == "Fill the staircase: 10 tiles."
        begun = after(placed, "chance fill A1=T01", "chance fill B1=T02")
        assert prompt(begun) == "Fill the staircase: 8 more tiles."

    def test_filling_and_bidding(self) -> None:
        first = table("FILL")
        assert below(first) == ["Round 2.", "Remove leftover tiles and the unclaimed gnome."]
        state = table("GNOME", board="A1=T87 B1=T88", board_tokens=("A1", "B1"))
        assert prompt(state) == "Turn up gnome 2 and put it in the shed."
        assert below(state) == ["Put caterpillars on A1 and B1."]
        state = after(state, "chance gnome 2")
        assert prompt(state) == "Ann: bid 0, 1, 2, 3, 4 or 5."
        gnome = "Row 3 or column C wins the gnome: 2 caterpillars."
        assert below(state) == ["You hold 5 caterpillars.", gnome]
        assert prompt(state, 2) == "It is Ann's turn."
        state = after(state, "1 bid 0", "2 bid 0")
        assert prompt(state, 3) == "Cleo: bid 0, 1, 2, 3, 4 or 5."
        assert below(state, 3)[0] == "The others slide one zero to the left."

    def test_setting_up_is_told_later_where_the_program_pairs_at_once(self) -> None:
        paired = GAME.new(3)
        told = [each.render(NAMES) for each in paired.prompts()[1].hands]
        assert told == [prompt(paired), *below(paired)]
        paired = after(paired, *(f"chance pair {f.id}=PL{n}" for n, f in enumerate(paired.flower, 1)))
        assert paired.prompts()[1].hands == ()

    @pytest.mark.parametrize("draws", ["gnomes", "tiles+gnomes"])
    def test_what_else_a_round_begins_with_is_told_later(self, draws: str) -> None:
        """Caterpillars lie on tiles that people drew; with those of the program the board shows them."""
        options = {"draws": draws}
        (cleared,) = table("FILL", options=options).prompts()[1].hands
        assert cleared.render({}) == "Remove leftover tiles and the unclaimed gnome."
        assert table("FILL", options=options, board="A1=T01").prompts()[1].hands == ()
        gnome = table("GNOME", options=options, board="A1=T87", board_tokens=("A1",)).prompts()[1].hands
        assert [each.render({}) for each in gnome] == ["Put caterpillars on A1."] * (draws == "gnomes")

    @pytest.mark.parametrize("draws", ["", "tiles"])
    @pytest.mark.parametrize(
        ("purse", "news"),
        [(5, ["Ann takes 1 caterpillar."]),
         (12, ["Ann takes 1 caterpillar.", "Ann has too many and returns 1 caterpillar."])],
    )  # fmt: skip
    def test_what_a_reserve_tile_brings(self, draws: str, purse: int, news: list[str]) -> None:
        """O2: T25 shows a caterpillar."""
        options = {"reserve_caterpillar": "on", "draws": draws}
        state = table("DRAFT", board="A4=T01 B2=T02 B1=T03", cat=(purse, 5, 5, 5), options=options)
        drawn = after(state, "1 draft 4")
        line = action("chance reserve T25")
        state = drawn.after(line)
        assert [each for each in below(state) if each.startswith("Ann ")] == [
            "Ann takes tile T25 from the bag.",
            *news,
        ]
        assert [each.render(NAMES) for each in state.followed(drawn, line)] == news
        assert state.cat[0] == min(purse + 1, 12)

    def test_a_reserve_tile_that_brings_nothing_takes_nothing(self) -> None:
        """O7: fourteen are kept until something is gained."""
        options = {"cap_scope": "tiles-and-gnomes", "reserve_caterpillar": "on"}
        state = table("DRAFT", board="A4=T01 B2=T02", cat=(14, 12, 12, 12), options=options)
        state = after(state, "1 draft 4", "chance reserve T25")
        assert (state.cat[0], state.supply) == (14, 0)
        assert [each for each in below(state, 2) if each.startswith("Ann ")] == [
            "Ann takes tile T25 from the bag."
        ]

    @pytest.mark.parametrize(("round_", "log"), [(2, True), (8, True)])
    def test_two_gardeners_change_places(self, round_: int, log: bool) -> None:
        """R57: at once, and the log speaks of no round after the last."""
        state = table("DRAFT", 2, board="C2=T01 B1=T02 A1=T03 A2=T04", shed=2, round=round_,
                      gnome_track=(1, 1, 2, 3, 3, 4, 4, 2)[:round_])  # fmt: skip
        state = after(state, "1 draft A")
        line = action("2 draft C")
        then = state.after(line)
        swapped = "Ben is first now: the two gardeners change places."
        assert swapped in below(then)
        said = [each.render(NAMES) for each in then.followed(state, line)]
        assert (swapped in said, [each for each in said if "next round" in each]) == (log, [])

    @pytest.mark.parametrize(("round_", "text"), [(2, "waits"), (8, "counts for nothing")])
    def test_what_becomes_of_a_tile_that_fits_nowhere(self, round_: int, text: str) -> None:
        """R30: after round 8 it is worth nothing."""
        state = table("GARDEN", 2, gardens=["T93@0,0/0"], hands=["T87"], round=round_,
                      gnome_track=(1, 1, 2, 3, 3, 4, 4, 2)[:round_], done=(False, True))  # fmt: skip
        assert below(state) == [f"The colourful tile T87 fits nowhere and {text}."]

    def test_an_empty_bag_is_filled_again_before_anybody_draws(self) -> None:
        """C5, and nothing is promised where nobody draws any more (O4)."""
        filled = "The bag is empty: put the tiles that have left the game into it, and shuffle."
        gone = {"bag": (), "removed": ("T05", "T77"), "sound": False}
        state = table("DRAFT", board="A4=T01", **gone)
        assert "a tile from the bag" in state.advice(1)[0].message.render(NAMES)
        assert filled in below(after(state, "1 draft 4"))
        assert filled in below(table("FILL", **gone))
        assert filled not in below(table("FILL"))
        none = table("DRAFT", board="A4=T01", options={"bag_empty": "none"}, **gone)
        assert none.advice(1)[0].message.render(NAMES) == "Row 4: 1 tile"

    def test_drafting(self) -> None:
        state = table("DRAFT", board="A4=T01 B2=T02 C1=T03", shed=3, draft_order=(2, 1, 3, 4))
        assert prompt(state, 2) == "Ben: take a row or a column."
        assert below(state, 2) == [
            "Draft order: Ben, Ann, Cleo, Dan.",
            "Row 3 or column C wins the gnome: 3 caterpillars.",
        ]
        state = after(state, "2 draft 4")
        assert prompt(state) == "Ben: draw one tile from the bag."
        state = after(state, "chance reserve T50", "1 draft C", "chance reserve T51")
        assert prompt(state, 3) == "Cleo: take a row or a column."

    @pytest.mark.parametrize("draws", ["tiles", ""])
    def test_a_reserve_tile_is_named_to_its_drafter_whoever_drew_it(self, draws: str) -> None:
        """The program may draw it at any table."""
        take = "Ann takes tile T50 from the bag."
        state = table("DRAFT", 3, board="A4=T01 B2=T02 C1=T03", options={"draws": draws})
        state = after(state, "1 draft 4", "chance reserve T50")
        assert (take in below(state), take in below(state, 2)) == (True, True)
        state = after(state, "2 draft 1", "chance reserve T51")
        assert take not in below(state)
        state = after(state, "3 draft 2", "chance reserve T52")
        assert "Cleo takes tile T52 from the bag." in below(state, 3)

    def test_gardening(self) -> None:
        state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02 T94"])
        assert prompt(state) == "Everyone: lay your tiles, sides must match."
        state = after(state, "1 lay T02@0,-1/2")
        assert prompt(state) == "Ann: the meadow tile T94 still fits, lay it."
        state = after(state, "1 lay T94@1,0/0")
        assert prompt(state) == "Ann: say when you are done."
        assert below(state) == ["All tiles are laid."]
        state = after(state, "1 done")
        assert prompt(state) == "Ann: put a butterfly on the red patch."
        assert below(state) == ["It is closed, with 2 tiles. Take the butterfly from your supply."]
        state = after(state, "1 perch T01.a<supply")
        assert (state.prompts()[1].kind, prompt(state)) == ("wait", "The others are still gardening.")

    @pytest.mark.parametrize(("option", "text"), [("shelve", "waits"), ("discard", "leaves the game")])
    def test_a_tile_that_fits_nowhere(self, option: str, text: str) -> None:
        state = table("GARDEN", gardens=["T93@0,0/0"], hands=["T87"], options={"unplaceable": option})
        assert prompt(state) == "Ann: say when you are done."
        assert below(state) == [f"The colourful tile T87 fits nowhere and {text}."]

    def test_a_gnome_to_place(self) -> None:
        state = table(
            "GARDEN",
            gardens=["T01@0,0/0"],
            options={"expert": "on"},
            gnomes=(1, 0, 0, 0),
            gnome_to_place=(1, 0, 0, 0),
        )
        assert prompt(state) == "Ann: place your gnome."

    def test_flying(self) -> None:
        one, two = Perched("T01.a", "R", 3), Perched("T04.a", "B", 2)
        state = table("FLY", on_patch=((one,), (), (), ()), turn=3, sound=False)
        assert prompt(state) == "Ann: send the red butterfly to a red flower."
        both = table("FLY", on_patch=((one, two), (), (), ()), turn=3, sound=False)
        assert prompt(both) == "Ann: send a butterfly to a flower of its colour."
        assert below(both) == ["Yours wait on blue and red."]
        state = after(state, "1 fly T01.a>FR2")
        assert state.prompts()[1].kind == "may"
        assert prompt(state) == "Ann: add a butterfly to the red flower 2, or skip."
        assert below(state) == ["You have its bonus token."]

    def test_the_end(self) -> None:
        assert prompt(table("OVER", 3, cat=(1, 9, 2))) == "Ben wins with 9 Nectar."
        shared = table("OVER", 3, cat=(5, 9, 9))
        assert prompt(shared) == "Shared victory: Ben and Cleo with 9 Nectar."
        assert shared.outcome is not None
        assert shared.outcome.winners == (2, 3)

    @pytest.mark.parametrize(
        ("cat", "gnomes", "text"),
        [
            ((5, 9, 9), (4, 1, 0), "9 Nectar: as much as Cleo, and more gnomes (1 to 0)."),
            ((9, 9, 9), (2, 3, 0), "9 Nectar: as much as Ann and Cleo, and more gnomes (3 to 2 and 0)."),
        ],
    )
    def test_gnomes_that_decide_a_tie_are_counted_against_those_of_who_has_as_much(
        self, cat: tuple[int, ...], gnomes: tuple[int, ...], text: str
    ) -> None:
        won = table("OVER", 3, cat=cat, gnomes=gnomes, sound=False)
        assert prompt(won) == f"Ben wins with {text}"
        assert won.outcome is not None
        assert won.outcome.why is not None
        assert won.outcome.why.render(NAMES) == f"With {text}"

    def test_no_headline_is_longer_than_two_lines_of_a_phone(self) -> None:
        """In the letters of long headlines some 33 stand in a line of 390 px."""
        for seed in range(3):
            state, rng = GAME.new(3), random.Random(seed)
            while state.actors:
                for each in state.prompts().values():
                    assert each.kind == "over" or len(each.message.render(NAMES)) <= 66
                actor = rng.choice(state.actors)
                state = state.after(rng.choice(list(islice(state.legal(actor), 60))))


def test_a_row_that_two_players_do_not_use_is_not_said_to_be_empty() -> None:
    state = table("DRAFT", seats=2, board="A1=T17 B1=T18")
    for line, noun in (("4", "Row"), ("D", "Column")):
        reason = state.why_not(action(f"1 draft {line}"))
        assert reason is not None
        assert reason.sentence() == f"{noun} {line} is not used with two players (R55)."


def test_a_bonus_token_without_a_butterfly_left_is_skipped() -> None:
    state = table("BONUS", seats=3, bonus_at="FR1", flowers={"FR1": (0, 0, 12)}, no_token="FR1")
    assert state.to_move == 3
    assert legal(state, 3) == ["bonus none"]
    said = state.prompts()[3].message.render({3: "Cid"})
    assert said == "Cid: skip, there is no butterfly to add to the red flower 1."
