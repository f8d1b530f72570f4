"""What is done about a verdict: written down, asked, shown, or looked at twice; and what people say to it."""

from __future__ import annotations

from companion.frames.pictures import View
from companion.live.announcer import NOTHING, Announcer, Offer
from companion.live.schedule import HALF_DONE_S, PATIENCE_S, VERIFY_S, Schedule
from companion.live.scorer import Scorer
from companion.record.errors import StaleAction
from companion.referee import wording
from companion.referee.verdict import (
    Accept,
    Ask,
    Difference,
    Disagree,
    HalfDone,
    Illegal,
    NoChange,
    TakenBack,
    Unclear,
    Verdict,
    name_of,
)
from companion.referee.wording import deeds, refused
from companion.rules.game import CHANCE, Seat
from companion.rules.message import Message, together
from companion.sighting import Sighting

GRAVE = (Ask, Disagree, Illegal, TakenBack)
"""Verdicts that are spoken only when a second reading says the same."""

TIDIED = (Ask, Disagree, HalfDone, Illegal)
"""Verdicts on a table that is tidied up: when the game is over nothing has to lie there any more."""


class Responder:
    """Responds to the verdicts on one table, and to what people say to them.

    What was last told to be wrong somebody may settle: the camera misread, or the table is put right, or a
    roll does not count. The reader learns from the first alone.

    Attributes
    ----------
    photo : View | None
        The photograph about which something was asked or told to be wrong, until that is settled or the
        game goes on.
    """

    def __init__(self, scorer: Scorer, announcer: Announcer, schedule: Schedule) -> None:
        self._scorer, self._announcer, self._schedule = scorer, announcer, schedule
        self._since: tuple[str, float] | None = None
        self._wrong: tuple[Difference, ...] | None = None
        self._to_put_back: tuple[Difference, ...] = ()
        self.photo: View | None = None

    def moved(self) -> None:
        """The table is not at rest, or not to be seen: what was said about it may not hold any more."""
        self._since = None
        self._wrong = None
        self._schedule.disturbed()

    def went_on(self) -> None:
        """The game went on elsewhere: what was wrong may be as it should be now."""
        self._wrong = None
        self._to_put_back = ()
        self._look_afresh()

    def answer(self, question: int, choice: int) -> None:
        """Somebody answers the open question; raises what `LiveTable.answer` does."""
        self._announcer.answer(question, choice)
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
        self._scorer.misread(self._settle(told), teach=self.photo is None)
        self._announcer.count("corrected", Message("The camera had misread."), now_s)
        self._announcer.look_into()
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
            self._scorer.no_roll(view.sighting)
            self._announcer.look_into()
        self._look_afresh()

    def _look_afresh(self) -> None:
        """What was said is done with, also about a photograph: the camera is to look again."""
        self.photo = None
        self._schedule.disturbed()

    def _settle(self, told: int | None) -> tuple[Difference, ...]:
        """Give what was told to be wrong; it is settled with this."""
        if self._wrong is None or told not in (None, self._announcer.status.told):
            raise StaleAction("The table has changed since. Look at the fresh page.")
        settled, self._wrong = self._wrong, None
        return settled

    def respond(self, verdict: Verdict, sighting: Sighting, now_s: float, *, twice: bool = True) -> None:
        """Do what the verdict calls for; without ``twice`` no second look is to be had."""
        verdict, to = self._scorer.discreet(verdict)
        lasted_s = self._lasted_s(verdict, now_s)
        if twice and isinstance(verdict, GRAVE) and lasted_s < PATIENCE_S:
            self._schedule.again_at(now_s + PATIENCE_S - lasted_s)
            self._announcer.look("waiting", Message("Looking twice ..."))
            return
        if not isinstance(verdict, (Ask, TakenBack)):
            self._announcer.close_question()
        self._wrong = None
        if self._scorer.over and isinstance(verdict, TIDIED):
            self._announcer.close_question()
            self._well(sighting)
            return
        match verdict:
            case Accept():
                self._accept(verdict, sighting, now_s)
            case NoChange():
                self._scorer.agrees()
                self._well(sighting)
            case HalfDone():
                self._half_done(verdict, lasted_s, now_s)
            case Ask():
                offers = self._scorer.offers(verdict, sighting)
                question = wording.told(verdict, self._scorer.session.game)
                self._ask(verdict, question, offers, now_s, verdict.crop, to)
            case TakenBack():
                self._take_back(verdict, sighting, now_s)
            case Illegal() | Disagree() | Unclear():
                self._complain(verdict)

    def respond_to_photo(self, verdict: Verdict, sighting: Sighting, photo: View, now_s: float) -> None:
        """Do what the verdict on a photograph, joined with what the camera saw, calls for."""
        self.respond(verdict, sighting, now_s, twice=False)
        self.photo = photo
        self.let_settled_photo_go()

    @property
    def photo_stands(self) -> bool:
        """Whether what a photograph has shown is still to be answered, or to be put right."""
        status = self._announcer.status
        return self.photo is not None and (status.state in ("ask", "wrong") or status.code == "put-back")

    def let_settled_photo_go(self) -> None:
        """Keep a photograph no longer than what it has shown stands."""
        if not self.photo_stands:
            self.photo = None

    def _lasted_s(self, verdict: Verdict, now_s: float) -> float:
        """How long readings have agreed on this kind of verdict."""
        name = name_of(verdict)
        if self._since is None or self._since[0] != name:
            self._since = (name, now_s)
        return now_s - self._since[1]

    def _accept(self, verdict: Accept, sighting: Sighting, now_s: float) -> None:
        self._scorer.accept(verdict, sighting)
        done = deeds(self._scorer.session.game, verdict.actions)
        self._announcer.count("accepted", done, now_s, verdict.confidence)
        self._well(sighting)
        self._schedule.again_at(*(now_s + pause_s for pause_s in VERIFY_S))

    def _well(self, sighting: Sighting) -> None:
        """Table and game are one, as far as the table is to be seen."""
        self._to_put_back = ()
        missed, spare = self._scorer.out_of_view(sighting)
        if missed:
            self._announcer.show("waiting", together(*missed), "sheet-unseen")
        else:
            self._announcer.show("still", together(*spare) if spare else NOTHING)

    def _remind(self, left: tuple[Difference, ...]) -> None:
        """Tell what is still to be put right on the table."""
        remedy = self._scorer.referee.to_put_back(left)
        self._announcer.show("waiting", remedy, "put-back", [each.where for each in left])

    def _half_done(self, verdict: HalfDone, lasted_s: float, now_s: float) -> None:
        if verdict.otherwise is not None and lasted_s >= HALF_DONE_S:
            self._illegal(verdict.otherwise)
            return
        if lasted_s < HALF_DONE_S:
            self._schedule.again_at(now_s + HALF_DONE_S - lasted_s)
        where = [each.where for each in verdict.missing]
        self._announcer.show("waiting", verdict.message, "half-done", where)

    def _take_back(self, verdict: TakenBack, sighting: Sighting, now_s: float) -> None:
        what = self._scorer.what_was(verdict.steps)
        offers: list[Offer] = self._scorer.take_back(verdict, sighting)
        if offers:
            question = together(Message("Was this taken back?"), what)
            self._ask(verdict, question, offers, now_s)
        else:
            self._announcer.count("taken-back", what, now_s)
            self._well(sighting)

    def _ask(
        self,
        verdict: Verdict,
        question: Message,
        offers: list[Offer],
        now_s: float,
        crop: str = "",
        to: tuple[Seat, ...] = (),
    ) -> None:
        seq = self._scorer.judged_seq
        self._announcer.ask(verdict, question, offers, crop, now_s, to, expect_seq=seq)

    def _complain(self, verdict: Illegal | Disagree | Unclear) -> None:
        if isinstance(verdict, Illegal):
            self._illegal(verdict)
        elif isinstance(verdict, Disagree):
            self._complain_of("disagree", verdict.message, verdict.where)
        else:
            first = verdict.problems[0]
            said = verdict.message or Message("{what}", {"what": first.sentence})
            self._announcer.show("waiting", said, first.code)

    def _illegal(self, verdict: Illegal) -> None:
        # Where no space looks wrong, chance has acted unasked: dice lie as nobody was to roll them.
        code = "illegal" if verdict.where or verdict.action.by != CHANCE else "illegal-roll"
        self._complain_of(code, refused(verdict), verdict.where)

    def _complain_of(self, code: str, message: Message, where: tuple[Difference, ...]) -> None:
        """Say what is wrong, unless it is what somebody is putting right."""
        places = {each.where for each in where}
        if where and places <= {each.where for each in self._to_put_back}:
            self._remind(where)
            return
        self._wrong, self._to_put_back = where, ()
        self._announcer.show("wrong", message, code, [each.where for each in where])
