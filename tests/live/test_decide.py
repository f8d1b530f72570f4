"""What a verdict leads to, decided without a table: each effect by its verdict and what is known besides."""

from __future__ import annotations

from gardens import LAYOUT, start

from companion.live.response.decide import Context, decide
from companion.live.response.effects import (
    Agree,
    Append,
    ClearWrong,
    CloseQuestion,
    Complain,
    LookAgain,
    PutQuestion,
    Remind,
    Say,
    SayLooking,
    ShowWell,
    TakeBack,
)
from companion.live.schedule import HALF_DONE_S, PATIENCE_S, VERIFY_S
from companion.referee.addressee import NO
from companion.referee.verdict import (
    Accept,
    Ask,
    Choice,
    Difference,
    Disagree,
    HalfDone,
    Illegal,
    NoChange,
    TakenBack,
    Unclear,
)
from companion.rules.catalogue import load_game
from companion.rules.game import Reason
from companion.rules.message import Message
from companion.sighting import ViewProblem

GAME = load_game(LAYOUT.game)
WRONG = (Difference("garden", "H8", "empty", "P1"),)
DISAGREE = Disagree(Message("Table and game disagree."), WRONG)
BEFORE = (CloseQuestion(), ClearWrong())


def context(**more) -> Context:
    return Context(GAME, 100.0, **{"lasted_s": PATIENCE_S, **more})


def first_action():
    state = start()
    return next(action for action, _ in state.odds())


def test_what_is_sure_is_appended_and_looked_at_again() -> None:
    action = first_action()
    assert decide(Accept((action,), 0.99), context(lasted_s=0.0)) == (
        *BEFORE,
        Append((action,), 0.99),
        ShowWell(),
        LookAgain(tuple(100.0 + pause_s for pause_s in VERIFY_S)),
    )


def test_a_table_as_the_game_has_it_is_well() -> None:
    assert decide(NoChange(), context()) == (*BEFORE, Agree(), ShowWell())


def test_a_grave_verdict_waits_for_a_second_look() -> None:
    for verdict in (DISAGREE, TakenBack(1), Ask(Message("Which?"), (NO,))):
        again, looking = decide(verdict, context(lasted_s=0.5))
        assert again == LookAgain((100.0 + PATIENCE_S - 0.5,))
        assert isinstance(looking, SayLooking)


def test_a_photograph_has_no_second_look() -> None:
    effects = decide(DISAGREE, context(lasted_s=0.0, twice=False))
    assert effects == (*BEFORE, Complain("disagree", DISAGREE.message, WRONG))


def test_what_somebody_is_putting_right_is_not_told_once_more() -> None:
    assert decide(DISAGREE, context(to_put_back=WRONG)) == (*BEFORE, Remind(WRONG))
    elsewhere = (Difference("garden", "A1", "empty", "P2"),)
    assert decide(DISAGREE, context(to_put_back=elsewhere))[-1] == Complain(
        "disagree", DISAGREE.message, WRONG
    )


def test_who_tidies_up_after_the_game_is_left_alone() -> None:
    assert decide(DISAGREE, context(over=True)) == (*BEFORE, ShowWell())


def test_after_the_game_what_was_taken_back_is_asked() -> None:
    effects = decide(TakenBack(1), context(over=True, undo_by=1))
    assert [type(effect) for effect in effects] == [ClearWrong, PutQuestion]


def test_the_seat_that_may_takes_back_by_itself_and_else_all_are_asked() -> None:
    what = Message("Roll 4")
    assert decide(TakenBack(2), context(undo_by=1, what=what))[1:] == (
        TakeBack(1, 2, (), what),
        ShowWell(),
    )
    (question,) = decide(TakenBack(2), context(what=what))[1:]
    assert question.choices == (Choice((), 2, Message("Yes, take it back")), NO)


def test_a_question_keeps_to_the_seats_that_may_hear_it_and_leaves_an_open_one_open() -> None:
    ask = Ask(Message("Was it this?"), (Choice((first_action(),)), NO), "tray/1")
    effects = decide(ask, context(to=(2,)))
    assert effects[0] == ClearWrong()
    (question,) = effects[1:]
    assert (question.about, question.choices, question.crop, question.to) == (
        ask,
        ask.choices,
        "tray/1",
        (2,),
    )


def test_who_stops_half_way_is_waited_for_and_then_told_what_is_wrong() -> None:
    action = first_action()
    illegal = Illegal(action, Reason("", Message("No.")), WRONG)
    half = HalfDone(Message("Go on."), WRONG, otherwise=illegal)
    *_, again, said = decide(half, context(lasted_s=1.0))
    assert again == LookAgain((100.0 + HALF_DONE_S - 1.0,))
    assert said == Say("waiting", half.message, "half-done", (WRONG[0].where,))
    (complaint,) = decide(half, context(lasted_s=HALF_DONE_S))[2:]
    assert complaint.code == "illegal"


def test_a_roll_that_nobody_was_to_make_has_a_code_of_its_own() -> None:
    (complaint,) = decide(Illegal(first_action(), Reason("", Message("Not now."))), context())[2:]
    assert complaint.code == "illegal-roll"


def test_a_view_that_tells_nothing_says_why() -> None:
    unclear = Unclear((ViewProblem("too-dark", "The picture is black."),))
    (said,) = decide(unclear, context())[2:]
    assert said == Say("waiting", Message("The picture is black."), "too-dark")
