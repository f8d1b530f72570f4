"""The referee: what happened on the table since the last position, by the rules.

Given a position and a sighting it looks for the most probable *legal* explanation. It accepts only
what is well ahead of every other reading, asks where two readings of different effect are close,
and names the rule where only a forbidden action explains what lies there. It knows no game:
everything comes from the rules' contract, the layout and the sighting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from math import exp
from typing import Final

from companion.layout import Layout, Sheet
from companion.referee.case import Case
from companion.referee.dice_watch import DiceMemory, DiceView
from companion.referee.drawn import awaited
from companion.referee.likelihood import CELL_LIMIT, Evidence, Place, unused_zones
from companion.referee.mosaics import with_mosaics
from companion.referee.verdict import Accept, Ask, Difference, Disagree, HalfDone, NoChange, Unclear, Verdict
from companion.referee.wording import Wording
from companion.rules.game import Action, State
from companion.rules.message import Message
from companion.sighting import Sighting, ViewProblem

BLIND: Final = frozenset(
    {"no-sheet", "mirrored", "too-dark", "too-bright", "blurred", "too-small", "half-frame", "not-still"}
    | {"camera-lost"}
)
"""View problems with which nothing is judged; with the others the cells themselves say what is hidden."""


class Referee:
    """Judges one table. Its memory: the dice that belong to the record, and cells known to deceive.

    Parameters
    ----------
    layout
        The game's layout.
    ignoring
        Zones that are not read at this table, because a tap or the software takes their part.

    Attributes
    ----------
    dice : DiceMemory | None
        May be kept and put back, to judge the same view again as if for the first time.
    """

    def __init__(self, layout: Layout, ignoring: Collection[str] = ()) -> None:
        self._layout = layout
        self._wording = Wording(layout)
        self.ignoring = frozenset(ignoring)
        self.dice: DiceMemory | None = None
        self._pardoned: dict[Place, str] = {}
        self._begun: tuple[State, Action] | None = None

    def judge(
        self,
        state: State,
        sighting: Sighting,
        *,
        earlier: Sequence[State] = (),
        unseen: int = 0,
        drawn: Callable[[State], bool] = lambda _: False,
        told: State | None = None,
    ) -> Verdict:
        """Explain a view.

        Parameters
        ----------
        state
            The position in the record.
        sighting
            What is seen.
        earlier
            The positions before it, the latest first; the table may show one of them again.
        unseen
            How many of the last actions the table has never shown, because they were tapped or
            drawn: of those nobody takes anything back, they are still to be carried out.
        drawn
            Tells of a position whether the software draws there: no view tells what it has not drawn yet.
        told
            The position after a roll that was tapped since the last view: dice that show it are that roll.
        """
        expected = awaited(self._layout, state) if sighting.mosaics else None
        sighting = with_mosaics(self._layout, sighting, state.lying(), expected)
        problems = tuple(problem for problem in sighting.view if problem.code in BLIND)
        if sighting.stillness.hand:
            problems += (ViewProblem("not-still", "A hand is over the table."),)
        if problems:
            return Unclear(problems)
        dice = self._not_told(sighting, told)
        case = Case(self.evidence(sighting), dice, self._wording, state, tuple(earlier), unseen, drawn)
        verdict = case.verdict()
        self.dice = dice.remember() if case.dice_belong else dice.watch(self.dice)
        return self._as_begun(state, verdict)

    def _not_told(self, sighting: Sighting, told: State | None) -> DiceView:
        """Give the dice of a view; those that surely show the roll that was tapped are not rolled anew.

        Else they would be taken for the next player's, once a camera that was lost is back.
        """
        dice = DiceView(self._layout, sighting, self.dice, self.ignoring)
        if told is None or not dice.fresh or not dice.sure:
            return dice
        if Counter(map(dice.value_kind, dice.fresh)) != Counter(dice.kinds(told.lying())):
            return dice
        self.remember_dice(sighting)
        return DiceView(self._layout, sighting, self.dice, self.ignoring)

    def as_it_was(self, state: State, sighting: Sighting) -> Verdict:
        """Judge a view in which, as somebody has said, nothing has happened that could be thought of."""
        evidence = self.evidence(sighting)
        where = evidence.differences(evidence.settle(state.lying()))
        return Disagree(self._wording.disagreement(where), where) if where else NoChange()

    def _as_begun(self, state: State, verdict: Verdict) -> Verdict:
        """Let what was seen to begin answer for what the table does not show any more.

        Whoever bids last takes the gardeners off the bids, and only the order is left to see. Every view that
        says something else forgets what the one before it saw; one that is not clear says nothing.
        """
        if isinstance(verdict, Ask) and self._begun is not None and self._begun[0] == state:
            done = [each for each in verdict.choices if each.actions[:1] == self._begun[1:]]
            if len(done) == 1 and not done[0].undone:
                # Each of the others contradicts that view by the place of one piece.
                verdict = Accept(done[0].actions, 1 / (1 + len(verdict.choices[1:]) * exp(-CELL_LIMIT)))
        if isinstance(verdict, HalfDone) and verdict.begun is not None:
            self._begun = (state, verdict.begun)
        elif not isinstance(verdict, Unclear | HalfDone):
            self._begun = None
        return verdict

    def taken(self, state: State, actions: Sequence[Action], sighting: Sighting) -> None:
        """Learn that these actions entered the record after ``state``, seen or not."""
        for action in actions:
            before, state = state, state.after(action)
            if self.trays_changed(before, state):
                self.remember_dice(sighting)

    def trays_changed(self, before: State, after: State) -> frozenset[str]:
        """The zones of dice in which a roll came to lie between two positions."""
        trays = [zone.id for _, zone in self._layout.zones() if zone.form == "tray"]
        if not trays:  # what lies where is much to work out
            return frozenset()
        was, now = before.lying(), after.lying()
        return frozenset(tray for tray in trays if now.get(tray) and now.get(tray) != was.get(tray))

    def remember_dice(self, sighting: Sighting) -> None:
        """Take down the dice of this sighting: they belong to the record and are not rolled any more."""
        self.dice = DiceView(self._layout, sighting, self.dice, self.ignoring).remember()

    def rolled_since(self, sighting: Sighting) -> bool:
        """Whether a die lies elsewhere than when the last roll was taken down: somebody has rolled again."""
        return bool(DiceView(self._layout, sighting, self.dice, self.ignoring).fresh)

    def out_of_view(self, state: State, sighting: Sighting) -> tuple[list[Message], list[Message]]:
        """Say which sheets are not seen: those needed now, and those of players on which nothing lies.

        A picture that was aimed at a part of the table misses nothing.
        """
        seen, needed = {sheet.sheet for sheet in sighting.sheets}, self._needed(state)
        missed, spare = [], []
        for sheet in () if sighting.partial else self._layout.sheets:
            if sheet.id in seen or sheet.loose or sheet.bare or not sheet.markers:
                continue
            if any(zone.id in needed for zone in sheet.zones):
                missed.append(self._unseen(sheet, sighting))
            elif 0 < sheet.seat <= state.seats:
                spare.append(self._wording.not_in_view(sheet))
        return missed, spare

    def _needed(self, state: State) -> set[str]:
        """The zones that must be seen: pieces lie there, or dice are about to be rolled there.

        What may be kept beside the mats, or in the hand, need not be.
        """
        beside = {zone.id for _, zone in self._layout.zones() if zone.form in ("slots", "tray")}
        lying = {zone for zone, cells in state.lying().items() if cells}
        first = next((action for action, _ in state.odds()), None)
        rolled = self.trays_changed(state, state.after(first)) if first is not None else frozenset()
        return ((lying - beside) | rolled) - self.ignoring

    def _unseen(self, sheet: Sheet, sighting: Sighting) -> Message:
        """Why a sheet is not seen, as the reader says it, or just that it is not."""
        why = next((each.sentence for each in sighting.view if each.sheet == sheet.id), "")
        return Message("{what}", {"what": why}) if why else self._wording.not_in_view(sheet)

    def printed(self, zone: str) -> bool:
        """Whether a zone is printed on a sheet; joined tiles name themselves and have no looks to learn."""
        return any(zone == each.id for _, each in self._layout.zones())

    def pardon(self, difference: Difference) -> None:
        """Do not believe this cell as long as it looks as it does now: the record was right."""
        self._pardoned[difference.zone, difference.cell] = difference.seen

    def to_put_back(self, differences: Sequence[Difference]) -> Message:
        """Say what is to be done to the table so that these cells are as the game has them."""
        return self._wording.to_put_back(differences)

    def evidence(self, sighting: Sighting) -> Evidence:
        """What a sighting says about the cells of this table."""
        ignoring = self.ignoring | unused_zones(self._layout, sighting)
        return Evidence(self._layout, sighting, ignoring, self._pardoned)
