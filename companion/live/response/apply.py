"""The response of one table to a verdict: the effects that `decide` names, applied in their order.

People respond here, too: they answer, say that the camera misread, put the table right, or say that a roll
does not count. The reader learns from a misreading alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.frames.pictures import View
from companion.live.response.decide import Context, decide
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
from companion.live.response.judging import Judging
from companion.live.response.record_writer import RecordWriter
from companion.live.schedule import PATIENCE_S, Schedule
from companion.live.status import Question
from companion.live.status_board import NOTHING, StatusBoard
from companion.record.errors import StaleAction
from companion.referee.verdict import Choice, Difference, TakenBack, Unclear, Verdict, name_of
from companion.referee.wording import answers, deeds
from companion.rules.message import Message, together
from companion.sighting import Sighting


class Offer(NamedTuple):
    """An answer and what it does."""

    label: Message
    act: Callable[[int], None]
    """Gets the event that chose it; raises `StaleAction` if more has happened since."""


class TableResponse:
    """The response of one table to verdicts and to people.

    Attributes
    ----------
    photo : View | None
        The photograph that an open question or complaint is about; None once it is answered or the game
        goes on.
    """

    def __init__(
        self, judging: Judging, writer: RecordWriter, board: StatusBoard, schedule: Schedule
    ) -> None:
        self._judging, self._writer, self._board, self._schedule = judging, writer, board, schedule
        self._game = judging.session.game
        self._since: tuple[str, float] | None = None
        self._covered_since_s: float | None = None
        self._wrong: tuple[Difference, ...] | None = None
        self._to_put_back: tuple[Difference, ...] = ()
        self._offers: Sequence[Offer] = ()
        self.photo: View | None = None

    # Verdicts

    def respond(self, verdict: Verdict, sighting: Sighting, now_s: float, *, twice: bool = True) -> None:
        """Do what the verdict calls for; without ``twice`` no second look is to be had."""
        judging = self._judging
        verdict, to = judging.spoken(self._insist(verdict, now_s) if twice else verdict)
        taken_back = verdict if isinstance(verdict, TakenBack) else None
        context = Context(
            self._game,
            now_s,
            lasted_s=self._lasted_s(verdict, now_s),
            twice=twice,
            over=judging.over,
            to=to,
            to_put_back=self._to_put_back,
            undo_by=judging.undo_by(taken_back) if taken_back else None,
            what=judging.what_was(taken_back.steps) if taken_back else NOTHING,
        )
        for effect in decide(verdict, context):
            self.apply(effect, sighting, now_s)

    def respond_to_photo(self, verdict: Verdict, sighting: Sighting, photo: View, now_s: float) -> None:
        """Do what the verdict on a photograph, joined with what the camera saw, calls for."""
        self.photo = photo  # first: what is accepted is kept with its picture
        self.respond(verdict, sighting, now_s, twice=False)
        self.let_settled_photo_go()

    def apply(self, effect: Effect, sighting: Sighting, now_s: float) -> None:
        """Carry out one effect of a verdict on a view."""
        match effect:
            case Append():
                self._writer.append(effect.actions, sighting, effect.confidence)
                done = deeds(self._game, effect.actions)
                self._board.count("accepted", done, now_s, effect.confidence)
            case TakeBack():
                self._writer.take_back(effect.by, effect.steps, effect.actions, sighting)
                self._board.count("taken-back", effect.what, now_s)
            case PutQuestion():
                self._put_question(effect, sighting, now_s)
            case Agree():
                self._judging.agrees(sighting)
            case LookAgain():
                self._schedule.again_at(*effect.times_s)
            case _:
                self._show(effect, sighting)

    def _show(
        self,
        effect: CloseQuestion | ClearWrong | ShowWell | Say | SayLooking | Complain | Remind,
        sighting: Sighting,
    ) -> None:
        match effect:
            case CloseQuestion():
                self._board.close_question()
            case ClearWrong():
                self._wrong = None
            case ShowWell():
                self._show_well(sighting)
            case Say():
                self._board.show(effect.state, effect.message, effect.code, effect.where)
            case SayLooking():
                self._board.look("waiting", effect.message)
            case Complain():
                self._wrong, self._to_put_back = effect.where, ()
                self._board.show("wrong", effect.message, effect.code, [each.where for each in effect.where])
            case Remind():
                self._remind(effect.where)

    def _insist(self, verdict: Verdict, now_s: float) -> Verdict:
        """Ask about a space that is still covered at the second look."""
        if not isinstance(verdict, Unclear) or verdict.otherwise is None:
            self._covered_since_s = None
            return verdict
        if self._covered_since_s is None:
            self._covered_since_s = now_s
        return verdict.otherwise if now_s - self._covered_since_s >= PATIENCE_S else verdict

    def _lasted_s(self, verdict: Verdict, now_s: float) -> float:
        """Give for how long readings have agreed on this kind of verdict."""
        name = name_of(verdict)
        if self._since is None or self._since[0] != name:
            self._since = (name, now_s)
        return now_s - self._since[1]

    def _show_well(self, sighting: Sighting) -> None:
        """Show that table and game are one, as far as the table is to be seen."""
        self._to_put_back = ()
        missed, spare = self._judging.out_of_view(sighting)
        if missed:
            self._board.show("waiting", together(*missed), "sheet-unseen")
        else:
            self._board.show("still", together(*spare) if spare else NOTHING)

    def _remind(self, left: tuple[Difference, ...]) -> None:
        """Say what is still to be put right on the table."""
        remedy = self._judging.referee.to_put_back(left)
        self._board.show("waiting", remedy, "put-back", [each.where for each in left])

    def _put_question(self, asked: PutQuestion, sighting: Sighting, now_s: float) -> None:
        """Write a question down and show it, unless it is open already."""
        offers = self.offers(asked.choices, sighting)
        if self._board.is_asked(asked.about):
            return
        labels = tuple(offer.label for offer in offers)
        number = self._writer.ask(asked.text, labels, asked.crop, asked.to)
        self._offers = offers
        question = Question(number, asked.text, labels, asked.crop, asked.to)
        self._board.show_question(question, asked.about, now_s)

    def offers(self, choices: Sequence[Choice], sighting: Sighting) -> list[Offer]:
        """Turn the choices of a question into answers."""
        labels = answers(self._game, choices)
        return [
            Offer(label, self._deed(choice, choices, sighting))
            for label, choice in zip(labels, choices, strict=True)
        ]

    def _deed(self, choice: Choice, choices: Sequence[Choice], sighting: Sighting) -> Callable[[int], None]:
        """Make the effect of an answer; it acts only on the record that was judged."""
        at = self._judging.judged_actions - choice.undone
        if choice.undone:
            return lambda seq: self._writer.correct(at, choice, seq)
        if choice.actions:
            return lambda seq: self._writer.append(choice.actions, sighting, expect_seq=seq)
        return lambda _: self._judging.deny(choices, sighting)

    # What people say, and the table does

    def moved(self) -> None:
        """The table is not at rest, or not to be seen: what was said about it may not hold any more."""
        self._since = self._covered_since_s = None
        self._wrong = None
        self._schedule.disturbed()

    def went_on(self) -> None:
        """The game went on elsewhere: what was wrong may be as it should be now."""
        self._wrong = None
        self._to_put_back = ()
        self._look_afresh()

    def answer(self, question: int, choice: int) -> None:
        """Answer the open question.

        Raises
        ------
        StaleAction
            When that question is not open any more, never had such an answer, or the record has gone on
            since: its answers were meant for the record as it was.
        """
        asked = self._board.status.question
        if asked is None or asked.id != question or not 0 <= choice < len(self._offers):
            raise StaleAction("That question has been settled already.")
        offer = self._offers[choice]
        try:
            seq = self._writer.answer(question, offer.label)
        finally:
            self._board.close_question()
        offer.act(seq)
        self._look_afresh()

    def misread(self, now_s: float, told: int | None = None) -> None:
        """Somebody says that the table is as the game has it: the camera misread, and learns from it.

        Parameters
        ----------
        now_s
            Monotonic seconds.
        told
            The number of what they were told (`LiveStatus.told`); None for what is told now.

        Raises
        ------
        StaleAction
            When that is not told to be wrong any more.
        """
        # The reader learns from its own last frame; a photograph shows something else.
        self._judging.misread(self._settle(told), teach=self.photo is None)
        self._board.count("corrected", Message("The camera had misread."), now_s)
        self._board.look_into()
        self._look_afresh()

    def put_right(self, told: int | None = None) -> None:
        """Somebody says that the table is wrong, and puts it right: it stays told what is to be done.

        Nothing is learned from that. ``told`` and what is raised are those of `misread`.
        """
        self._to_put_back = self._settle(told)
        self._remind(self._to_put_back)

    def no_roll(self, seen: View | None, told: int | None = None) -> None:
        """Somebody says that the dice, as they lie, do not count; ``seen``: what the camera saw last.

        ``told`` and what is raised are those of `misread`.
        """
        view = self.photo or seen
        if view is not None:
            self._settle(told)
            self._judging.no_roll(view.sighting)
            self._board.look_into()
        self._look_afresh()

    @property
    def photo_stands(self) -> bool:
        """Whether what a photograph has shown is still to be answered, or to be put right."""
        status = self._board.status
        return self.photo is not None and (status.state in ("ask", "wrong") or status.code == "put-back")

    def let_settled_photo_go(self) -> None:
        """Keep a photograph no longer than what it has shown stands."""
        if not self.photo_stands:
            self.photo = None

    def _look_afresh(self) -> None:
        """What was said is done with, also about a photograph: the camera is to look again."""
        self.photo = None
        self._schedule.disturbed()

    def _settle(self, told: int | None) -> tuple[Difference, ...]:
        """Give what was told to be wrong; it is settled with this."""
        if self._wrong is None or told not in (None, self._board.status.told):
            raise StaleAction("The table has changed since. Look at the fresh page.")
        settled, self._wrong = self._wrong, None
        return settled
