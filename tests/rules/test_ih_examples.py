"""Every worked example of the specification, section 14, under its number.

Dice as there: ``R5`` is a red five; columns from the left, divided by bars.
"""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import sys

import msgspec
from ih_table import GAME, TWO, action, after, final, legal, mounds, owned, rule, spaces

from companion.games.it_happens.rules.phases.evaluation import evaluate
from companion.games.it_happens.rules.results.scoring import score

Y, R, G, B = range(4)
W = 2
"""The imaginary player comes after Yellow and Red."""


def test_every_example_has_a_test() -> None:
    names = [name for name in vars(sys.modules[__name__]) if name.startswith("test_IH_E")]
    assert {int(name.removeprefix("test_IH_E")[:2]) for name in names} == set(range(1, 21))


def test_IH_E01_placement() -> None:
    state = mounds(4, {"M08": "R4 | B2", "M01": "", "M02": ""}, active=3, rolled="G5")
    assert spaces(state, 3)["M08"] == "C3.1"
    assert rule(state, "3 place M08.C1.2") == "IH-R01"
    assert rule(state, "3 place M08.C4.1") == "IH-R01"
    state = after(state, "3 place M08")
    assert state.lying()["M08"] == {"C1.1": "die-red-4", "C2.1": "die-blue-2", "C3.1": "die-green-5"}
    assert owned(state, G) == {}


def test_IH_E02_reroll() -> None:
    state = mounds(3, {"M01": "Y3 | R5", "M02": "", "M03": ""}, rolled="Y1")
    assert (state.worms[Y], state.worm_supply) == (2, 18)
    state = after(state, "1 reroll", "chance roll 3")
    assert (state.worms[Y], state.worm_supply) == (1, 19)
    state = after(state, "1 place M01")
    assert state.lying()["M01"]["C1.2"] == "die-yellow-3"
    assert (owned(state, Y), state.active_seat) == ({"speaker": 1}, 2)


def scored(seats: int, laid: str, **more: object):
    """The first mound after its evaluation; nothing lies on the other two."""
    mound, _, dice = laid.partition(": ")
    others = [name for name in ("M10", "M11", "M12") if name != mound][:2]
    return evaluate(mounds(seats, {mound: dice, **dict.fromkeys(others, "")}, **more))


def test_IH_E03_mound_evaluation() -> None:
    state = scored(4, "M03: R5 | Y4 Y3 | G6 | B3")
    assert state.awards[0].totals == ((R, 5), (Y, 7), (G, 6), (B, 3))
    assert (state.queens, state.generals) == (((5,), (), (), ()), ((), (), (2,), ()))
    assert (state.worms, state.worm_supply) == ((2, 3, 2, 2), 15)


def test_IH_E04_final_tally() -> None:
    yellow = {
        "items": {"map": 2, "sneaker": 2, "bone": 1, "eyeglasses": 1, "speaker": 1},
        "worms": 3,
        "queens": [9, 5, 4],
        "generals": [3],
    }
    others = {"items": {"key": 1}, "worms": 2}
    tally = GAME.score(final(3, yellow=yellow, red=others))
    assert [line.points for line in tally.lines[1]] == [10, 3, 18, 3, 10]
    assert tally.totals()[1] == 44
    six = {"items": dict.fromkeys(["map", "sneaker", "bone", "eyeglasses", "key", "glove"], 1)}
    assert GAME.score(final(3, yellow=yellow, red=six)).totals() == {1: 34, 2: 10, 3: 0}


TIE = "M09: R6 | G6 | Y2"


def test_IH_E05_tie_for_best() -> None:
    state = scored(3, TIE)
    assert (state.queens, state.generals) == (((), (8,), ()), ((), (), (4,)))
    assert state.worms == (2, 3, 3)
    strict = scored(3, TIE, options={"general_on_tie": "strict"})
    assert (strict.queens, strict.generals) == (((), (8,), ()), ((4,), (), ()))
    assert strict.worms == (2, 3, 3)


def test_IH_E06_worm_shortage() -> None:
    state = scored(3, TIE, worm_supply=1, worms=(8, 8, 7))
    assert (state.worms, state.worm_supply) == ((8, 9, 7), 0)


def test_IH_E07_lone_colour() -> None:
    state = scored(3, "M05: Y1 Y3")
    assert (state.queens[Y], state.generals, state.worms[Y]) == ((6,), ((), (), ()), 3)
    # The General of M05, and both tiles of M10 and M11.
    assert state.unclaimed == (2, 8, 5, 9, 4)


STUCK = {"M02": "G4", "M04": "R2 | G6", "M07": "R1 | Y5 | G2"}


def test_IH_E08_stuck_seat() -> None:
    state = mounds(3, STUCK, active=2, rolled="R3")
    assert spaces(state, 3) == {}
    assert spaces(state, 2) == {"M02": "C2.1", "M04": "C1.2", "M07": "C1.2"}
    assert spaces(state, 1) == {"M02": "C2.1", "M04": "C3.1", "M07": "C2.2"}
    state = after(state, "2 place M02")
    assert state.lying()["M02"]["C2.1"] == "die-red-3"
    assert (state.active_seat, state.hand[2]) == (1, (0, 0, 2))


def test_IH_E09_one_full_column_does_not_make_stuck() -> None:
    state = mounds(3, {"M02": "G4", "M04": "", "M07": ""}, active=3, rolled="G1")
    assert spaces(state, 3) == {"M04": "C1.1", "M07": "C1.1"}
    assert rule(state, "3 place M02") == "IH-R03"


def test_IH_E10_empty_worm_supply() -> None:
    empty = {"worm_supply": 0, "worms": (8, 8, 8)}
    state = mounds(3, {"M02": "", "M04": "", "M07": ""}, rolled="Y5", **empty)
    state = after(state, "1 place M02")
    assert state.lying()["M02"] == {"C1.1": "die-yellow-5"}
    assert (state.worms, state.worm_supply) == ((8, 8, 8), 0)
    assert [each.render({}) for each in state.prompts()[1].told] == ["No worm tiles left."]


def test_IH_E11_pass() -> None:
    one = {"worms": (1, 2, 2), "worm_supply": 19}
    state = mounds(3, {"M02": "", "M04": "", "M07": ""}, **one)
    passed = after(state, "1 pass")
    assert (passed.worms[Y], passed.worm_supply, passed.hand, passed.active_seat) == (0, 20, state.hand, 2)
    again = msgspec.structs.replace(passed, active_seat=1)
    assert (legal(again), rule(again, "1 pass"), again.actors) == ([], "IH-R09", (0,))
    rolled = after(again, "chance roll 4")
    assert legal(rolled) == ["place M02", "place M04", "place M07"]
    assert (rule(rolled, "1 pass"), rule(rolled, "1 reroll")) == ("IH-R09", "IH-R09")
    early = mounds(3, {"M02": "", "M04": "", "M07": ""}, rolled="Y1", options={"pass_timing": "before_roll"})
    assert (rule(early, "1 pass"), rule(early, "1 reroll")) == ("IH-R08", "")


ROUND = """
    Y5 M02.C1.1 +worm | R2 M01.C1.1 | G6 M03.C1.1 | Y1 reroll Y4 M03.C2.1 | R4 M01.C1.2 +speaker
    G3 M02.C2.1 | Y pass | R1 M03.C3.1 +sneaker | G2 M02.C2.2 | Y6 M01.C2.1 | R5 M03.C3.2 +worm
    G1 M01.C3.1 | Y3 M03.C2.2 | R2 M02.C3.1 +glove | G5 M01.C3.2 +telescope | Y3 M03.C2.3 +map
"""


def test_IH_E12_a_whole_round() -> None:
    state = after(GAME.new(3), "chance first 1", "chance reveal M01 M02 M03")
    for line in ROUND.strip().replace("\n", "|").split("|"):
        state = follow(state, line.split())
    assert state.phase == "REVEAL"
    m01, m02, m03 = state.awards
    assert (m01.totals, m01.queen, m01.general, m01.worms) == (((R, 6), (Y, 6), (G, 6)), R, Y, (R, Y, G))
    assert (m02.totals, m02.queen, m02.general, m02.worms) == (((Y, 5), (G, 5), (R, 2)), Y, G, (Y, G))
    assert (m03.totals, m03.queen, m03.general, m03.worms) == (((G, 6), (Y, 10), (R, 6)), Y, G, ())
    assert (state.queens, state.generals) == (((4, 5), (4,), ()), ((2,), (), (3, 2)))
    assert (state.worms, state.worm_supply) == ((3, 4, 4), 13)
    assert [owned(state, colour) for colour in (Y, R, G)] == [
        {"map": 1},
        {"speaker": 1, "sneaker": 1, "glove": 1},
        {"telescope": 1},
    ]
    state = after(state, "chance reveal M04 M05 M06")
    assert (state.start_seat, state.active_seat, state.round) == (2, 2, 2)


def follow(state, words: list[str]):
    """One turn of the log: the roll, what was paid, the space and what was found there."""
    seat = "YRG".index(words[0][0]) + 1
    assert state.active_seat == seat
    for word in words:
        if word == "pass":
            return after(state, f"{seat} pass")
        if word == "reroll":
            state = after(state, f"{seat} reroll")
        elif len(word) == 2:
            state = after(state, f"chance roll {word[1]}")
        elif word.startswith("M"):
            mound, _, space = word.partition(".")
            if words[0] == "Y3":
                assert legal(state) == (["place M03", "reroll", "pass"])
            assert spaces(state, seat)[mound] == space
            state = after(state, f"{seat} place {mound}")
    found = state.found.what if state.found else ""
    assert [f"+{found}"] * bool(found) == [word for word in words if word.startswith("+")]
    return state


def test_IH_E13_two_players() -> None:
    state = after(GAME.new(2, TWO), "chance first 1", "chance reveal M05 M08 M09")
    assert state.hand == ((5, 0, 2), (0, 5, 2))
    assert (state.worms, state.worm_supply) == ((2, 2, 0), 20)
    state = after(state, "1 roll W", "chance roll W 2")
    assert (rule(state, "1 reroll"), rule(state, "1 pass")) == ("IH-R25", "IH-R25")
    state = after(state, "1 place M05", "2 roll R", "chance roll R 6", "2 place M05")
    assert state.lying()["M05"] == {"C1.1": "die-white-2", "C2.1": "die-red-6"}
    state = after(state, "1 roll W", "chance roll W 3", "1 place M05")
    assert state.lying()["M05"]["C1.2"] == "die-white-3"
    assert (state.worms, state.worm_supply, state.hand[0]) == ((2, 2, 1), 19, (5, 0, 0))
    state = after(state, "2 roll W", "chance roll W 1")
    assert [str(place) for place in state.legal(2)] == ["place M08", "place M09"]
    assert after(state, "2 place M08").lying()["M08"] == {"C1.1": "die-white-1"}
    state = after(state, "2 place M09")
    assert (state.lying()["M09"], owned(state, W)) == ({"C1.1": "die-white-1"}, {"eyeglasses": 1})


def test_IH_E14_only_neutral_dice_left() -> None:
    laid = {"M05": "Y1 Y1", "M08": "R1 R1 | Y1 Y1 Y1", "M09": "R1 R1"}
    state = mounds(2, laid, hands=[{"W": 2}, {"R": 1, "W": 2}], options=TWO)
    assert state.worms[Y] == 2
    assert (legal(state), legal(state, 0)) == ([], [f"roll W {value}" for value in range(1, 7)])
    assert (rule(state, "1 pass"), rule(state, "1 roll Y")) == ("IH-R25", "IH-R26")


def test_IH_E15_start_rotation() -> None:
    assert starts(3, first=3) == [3, 1, 2, 3]
    assert starts(2, first=2) == [2, 1, 2, 1]


def starts(seats: int, first: int) -> list[int]:
    """Who begins each round, when everybody takes the first mound that is open."""
    state = after(GAME.new(seats), f"chance first {first}")
    found = []
    while state.actors:
        if state.phase == "REVEAL":
            state = state.after(next(state.legal(0)))
            found.append(state.active_seat)
        state = state.after(next(state.legal(state.actors[0])))
    return found


def totals(data: bytes) -> dict[int, int]:
    return GAME.score(data).totals()


def result(data: bytes) -> tuple[tuple[int, ...], str]:
    outcome = GAME.decode(data).outcome
    assert outcome is not None
    return outcome.winners, outcome.message.render({1: "Anna", 2: "Ben", 3: "Cleo"})


def test_IH_E16_three_of_a_kind_and_variety_tie() -> None:
    data = final(
        3,
        yellow={"items": {"map": 3, "key": 1, "bone": 1}, "worms": 1, "queens": [7], "generals": [2]},
        red={"items": {"glove": 1, "key": 2, "bone": 2}, "queens": [4]},
        green={"items": {"map": 1}, "worms": 4, "queens": [9, 8, 6], "generals": [4]},
    )
    assert totals(data) == {1: 25, 2: 24, 3: 31}
    assert [[line.points for line in lines] for lines in GAME.score(data).lines.values()] == [
        [5, 1, 7, 2, 10],
        [10, 0, 4, 0, 10],
        [0, 4, 23, 4, 0],
    ]
    assert result(data) == ((3,), "Cleo wins with 31 points.")


def test_IH_E17_tie_chain() -> None:
    data = final(
        3,
        yellow={"items": {"map": 1}, "worms": 3, "queens": [8, 6], "generals": [3]},
        red={"items": {"map": 1}, "worms": 5, "queens": [9, 4], "generals": [2]},
        green={"items": {"key": 1}, "worms": 5, "queens": [7], "generals": [4, 4]},
    )
    assert totals(data) == {1: 30, 2: 30, 3: 30}
    assert result(data) == ((2,), "Ben wins with 30 points and the most worms.")


def test_IH_E18_joint_winners() -> None:
    alike = {"items": {"map": 1}, "worms": 4, "generals": [3]}
    data = final(3, yellow=alike | {"queens": [8, 6]}, red=alike | {"queens": [9, 5]})
    assert totals(data) == {1: 31, 2: 31, 3: 0}
    assert result(data) == ((1, 2), "Anna and Ben share the win with 31 points, equal in everything.")


def test_IH_E19_the_imaginary_player_wins() -> None:
    data = final(
        2,
        TWO,
        yellow={"items": {"key": 2}, "worms": 2, "queens": [8, 6], "generals": [3]},
        red={"items": {"map": 1}, "worms": 1, "queens": [9, 5], "generals": [3]},
        white={"items": {"bone": 1, "glove": 1}, "worms": 2, "queens": [7, 7, 6]},
    )
    assert totals(data) == {1: 24, 2: 18}
    assert score(GAME.decode(data), W).total == 32
    assert result(data) == (
        (),
        "The imaginary player wins with 32 points. Then come Anna (24) and Ben (18).",
    )
    outcome = GAME.decode(data).outcome
    assert outcome is not None
    assert outcome.why is None  # no heading names the imaginary player


def test_IH_E20_no_items_at_all() -> None:
    tally = GAME.score(final(4, yellow={"worms": 2, "queens": [9]}))
    assert tally.totals() == {1: 11, 2: 0, 3: 0, 4: 0}
    assert all(lines[4].points == 0 for lines in tally.lines.values())


def test_a_stuck_seat_is_not_asked() -> None:
    """Nor can it pay to do anything (IH-R05): example 8 goes on."""
    state = mounds(3, STUCK, active=2, rolled="R3")
    state = after(state, "2 place M02", "chance roll 1", "1 place M02")
    assert state.active_seat == 2
    for line in ("3 pass", "3 place M02", "3 reroll"):
        assert state.why_not(action(line)) is not None
