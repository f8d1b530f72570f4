"""Which effects a verdict has: pure, without threads, clock, camera or session.

A grave verdict is spoken only when a second reading says the same; a question about a hand is for its owner
alone; what somebody is putting right is not told once more.
"""

from __future__ import annotations

import msgspec

from companion.live.response.effects import (
    Agree,
    Append,
    ClearWrong,
    CloseQuestion,
    Complain,
    Effect,
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
    Verdict,
)
from companion.referee.wording import refused, told
from companion.rules.game import CHANCE, Game, Seat
from companion.rules.message import Message, together

GRAVE = (Ask, Disagree, Illegal, TakenBack)
"""Verdicts that are spoken only when a second reading says the same."""

TIDIED = (Ask, Disagree, HalfDone, Illegal)
"""Verdicts on a table that is tidied up: when the game is over nothing has to lie there any more."""


class Context(msgspec.Struct, frozen=True):
    """What `decide` must know besides the verdict.

    Attributes
    ----------
    game : Game
        The game that is played; it puts actions into words.
    now_s, lasted_s : float
        The time of the reading, and how long readings have agreed on this kind of verdict.
    twice : bool
        Whether a second reading can be had.
    over : bool
        Whether the game is over.
    to : tuple of Seat
        The seats that alone may hear the verdict; empty for all.
    to_put_back : tuple of Difference
        What somebody is putting right.
    undo_by : Seat | None
        The seat that may take back by itself what the table took back; None where it must be asked.
    what : Message
        What the table took back, in words.
    """

    game: Game
    now_s: float
    lasted_s: float = 0.0
    twice: bool = True
    over: bool = False
    to: tuple[Seat, ...] = ()
    to_put_back: tuple[Difference, ...] = ()
    undo_by: Seat | None = None
    what: Message = Message("")


def decide(verdict: Verdict, context: Context) -> tuple[Effect, ...]:
    """Name the effects of a verdict, in the order in which they are to be applied.

    Parameters
    ----------
    verdict
        What may be said aloud of a view (`companion.referee.addressee.discreet`).
    context
        What is known besides.
    """
    if context.twice and isinstance(verdict, GRAVE) and context.lasted_s < PATIENCE_S:
        again_s = context.now_s + PATIENCE_S - context.lasted_s
        return LookAgain((again_s,)), SayLooking(Message("Looking twice ..."))
    if context.over and isinstance(verdict, TIDIED):
        return CloseQuestion(), ClearWrong(), ShowWell()
    stays_open = isinstance(verdict, Ask | TakenBack)
    before: tuple[Effect, ...] = (ClearWrong(),) if stays_open else (CloseQuestion(), ClearWrong())
    return before + _effects(verdict, context)


def _effects(verdict: Verdict, context: Context) -> tuple[Effect, ...]:
    match verdict:
        case Accept():
            times_s = tuple(context.now_s + pause_s for pause_s in VERIFY_S)
            return Append(verdict.actions, verdict.confidence), ShowWell(), LookAgain(times_s)
        case NoChange():
            return Agree(), ShowWell()
        case HalfDone():
            return _half_done(verdict, context)
        case Ask():
            question = told(verdict, context.game)
            return (PutQuestion(verdict, question, verdict.choices, verdict.crop, context.to),)
        case TakenBack():
            return _taken_back(verdict, context)
        case Illegal():
            return (_illegal(verdict, context),)
        case Disagree():
            return (_complaint("disagree", verdict.message, verdict.where, context),)
        case Unclear():
            first = verdict.problems[0]
            said = Say("waiting", verdict.message or first.said, first.code)
            # What covers a space may be on its way; if it stays, it is asked about.
            return (said,) if verdict.otherwise is None else (LookAgain((context.now_s + PATIENCE_S,)), said)


def _half_done(verdict: HalfDone, context: Context) -> tuple[Effect, ...]:
    left_s = HALF_DONE_S - context.lasted_s
    if verdict.otherwise is not None and left_s <= 0:
        return (_illegal(verdict.otherwise, context),)
    where = tuple(each.where for each in verdict.missing)
    said = Say("waiting", verdict.message, "half-done", where)
    return (LookAgain((context.now_s + left_s,)), said) if left_s > 0 else (said,)


def _taken_back(verdict: TakenBack, context: Context) -> tuple[Effect, ...]:
    """Ask where all must agree, and when the game is over: who tidies up takes nothing back."""
    if context.over or context.undo_by is None:
        yes = Choice(verdict.actions, verdict.steps, Message("Yes, take it back"))
        question = together(Message("Was this taken back?"), context.what)
        return (PutQuestion(verdict, question, (yes, NO)),)
    return TakeBack(context.undo_by, verdict.steps, verdict.actions, context.what), ShowWell()


def _illegal(verdict: Illegal, context: Context) -> Effect:
    # Where no space looks wrong, chance has acted unasked: dice lie as nobody was to roll them.
    code = "illegal" if verdict.where or verdict.action.by != CHANCE else "illegal-roll"
    return _complaint(code, refused(verdict), verdict.where, context)


def _complaint(code: str, message: Message, where: tuple[Difference, ...], context: Context) -> Effect:
    """Say what is wrong, unless it is what somebody is putting right."""
    places, known = {each.where for each in where}, {each.where for each in context.to_put_back}
    return Remind(where) if places and places <= known else Complain(code, message, where)
