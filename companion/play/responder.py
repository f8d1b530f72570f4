"""What is done about a verdict: written down, asked, shown, or looked at twice."""

from __future__ import annotations

from companion.play.announcer import Announcer, Offer
from companion.play.schedule import HALF_DONE_S, PATIENCE_S, VERIFY_S, Schedule
from companion.play.scorer import Scorer
from companion.play.verdict import (
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
from companion.play.wording import deeds, together
from companion.rules.message import Message
from companion.sighting import Sighting

GRAVE = (Ask, Disagree, Illegal, TakenBack)
"""Verdicts that are spoken only when a second reading says the same."""


class Responder:
    """Responds to the verdicts of one table.

    Attributes
    ----------
    differences : tuple of Difference
        The cells in which table and game differ, as told last.
    """

    def __init__(self, scorer: Scorer, announcer: Announcer, schedule: Schedule) -> None:
        self._scorer, self._announcer, self._schedule = scorer, announcer, schedule
        self._since: tuple[str, float] | None = None
        self._to_put_back: tuple[Difference, ...] = ()
        self.differences: tuple[Difference, ...] = ()

    def moved(self) -> None:
        """The table is not at rest: what was said about it may not hold any more."""
        self._since = None
        self.went_on()

    def went_on(self) -> None:
        """The game went on elsewhere: what was to be put back may be as it should be now."""
        self._to_put_back = ()

    def record_is_right(self, sighting: Sighting) -> None:
        """Somebody says that the differences told last are none of the record.

        Perhaps the reading was wrong, perhaps the table is. Until something moves, all of them are to be put
        back; a reader that has learned from this may not see them any more.
        """
        self._scorer.record_is_right(self.differences, sighting)
        self._to_put_back = self.differences

    def respond(self, verdict: Verdict, sighting: Sighting, now_s: float, *, twice: bool = True) -> None:
        """Do what the verdict calls for; without ``twice`` no second look is to be had."""
        verdict, to = self._scorer.discreet(verdict)
        lasted_s = self._lasted_s(verdict, now_s)
        if twice and isinstance(verdict, GRAVE) and lasted_s < PATIENCE_S:
            self._schedule.again_at(now_s + PATIENCE_S - lasted_s)
            self._announcer.show("waiting", Message("Looking twice ..."))
            return
        if not isinstance(verdict, (Ask, TakenBack)):
            self._announcer.close_question()
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
                self._announcer.ask(verdict, verdict.question, offers, verdict.crop, now_s, to)
            case TakenBack():
                self._take_back(verdict, sighting, now_s)
            case Illegal() | Disagree() | Unclear():
                self._complain(verdict)

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
        """Nothing is the matter with the game; where the table is to follow it, that stays to be read."""
        left = self._to_put_back or self._scorer.overlooked(sighting)
        if left:
            told = self._scorer.referee.to_put_back(left)
            self._announcer.show("still", told, "put-back", [each.where for each in left])
        else:
            self._announcer.show("still")

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
            question = together([Message("Was this taken back?"), what])
            self._announcer.ask(verdict, question, offers, "", now_s)
        else:
            self._announcer.count("taken-back", what, now_s)
            self._announcer.show("still")

    def _complain(self, verdict: Illegal | Disagree | Unclear) -> None:
        if isinstance(verdict, Illegal):
            self._illegal(verdict)
        elif isinstance(verdict, Disagree):
            self._wrong("disagree", verdict.message, verdict.where)
        else:
            problem = verdict.problems[0]
            self._announcer.show("waiting", Message("{what}", {"what": problem.sentence}), problem.code)

    def _illegal(self, verdict: Illegal) -> None:
        said, rule = verdict.reason.message, verdict.reason.rule
        text = f"{said.text.rstrip('.')} ({rule})." if rule else said.text
        self._wrong("illegal", Message(text, said.values, said.seats), verdict.where)

    def _wrong(self, code: str, message: Message, where: tuple[Difference, ...]) -> None:
        self.differences = where
        self._announcer.show("wrong", message, code, [each.where for each in where])
