"""The referee: which legal actions explain what lies on the table.

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
"""View problems that prevent every verdict. With other problems each cell says whether it is hidden."""


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
        The dice of the record. A caller may save and restore it, to judge a view a second time.
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
            How many of the last actions the table has never shown, because they were tapped or drawn. They
            are still to be carried out, so their absence is no undo.
        drawn
            Says whether the software draws in a position. No view can show what it has not drawn yet.
        told
            The position after a roll that was tapped since the last view. Dice that show its values are
            that roll.
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
        """Give the dice of a view, without those that surely show the tapped roll.

        Otherwise a camera that comes back would read them as the next player's roll.
        """
        dice = DiceView(self._layout, sighting, self.dice, self.ignoring)
        if told is None or not dice.fresh or not dice.sure:
            return dice
        if Counter(map(dice.value_kind, dice.fresh)) != Counter(dice.kinds(told.lying())):
            return dice
        self.remember_dice(sighting)
        return DiceView(self._layout, sighting, self.dice, self.ignoring)

    def as_it_was(self, state: State, sighting: Sighting) -> Verdict:
        """Judge a view after somebody has denied every explanation."""
        evidence = self.evidence(sighting)
        where = evidence.differences(evidence.settle(state.lying()))
        return Disagree(self._wording.disagreement(where), where) if where else NoChange()

    def _as_begun(self, state: State, verdict: Verdict) -> Verdict:
        """Explain a view by an action that an earlier view saw begin.

        An example: the last bidder takes the gardeners off the bids, and then only the order is visible. A
        view with another verdict forgets the beginning. An unclear view keeps it.
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
        """Name the zones of dice in which a roll came to rest between two positions."""
        trays = [zone.id for _, zone in self._layout.zones() if zone.form == "tray"]
        if not trays:  # what lies where is much to work out
            return frozenset()
        was, now = before.lying(), after.lying()
        return frozenset(tray for tray in trays if now.get(tray) and now.get(tray) != was.get(tray))

    def remember_dice(self, sighting: Sighting) -> None:
        """Record the dice of this sighting, so they no longer count as rolled."""
        self.dice = DiceView(self._layout, sighting, self.dice, self.ignoring).remember()

    def rolled_since(self, sighting: Sighting) -> bool:
        """Whether a die has moved since the last recorded roll: somebody has rolled again."""
        return bool(DiceView(self._layout, sighting, self.dice, self.ignoring).fresh)

    def out_of_view(self, state: State, sighting: Sighting) -> tuple[list[Message], list[Message]]:
        """Name the sheets out of view: those needed now, and empty sheets of players.

        A picture of a part of the table misses no sheet.
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
        """Name the zones that must be in view: those with pieces, and those awaiting a roll.

        Pieces that may lie beside the mats or in a hand need no zone in view.
        """
        beside = {zone.id for _, zone in self._layout.zones() if zone.form in ("slots", "tray")}
        lying = {zone for zone, cells in state.lying().items() if cells}
        first = next((action for action, _ in state.odds()), None)
        rolled = self.trays_changed(state, state.after(first)) if first is not None else frozenset()
        return ((lying - beside) | rolled) - self.ignoring

    def _unseen(self, sheet: Sheet, sighting: Sighting) -> Message:
        """Say why a sheet is not seen, as far as the reader knows."""
        why = next((each.said for each in sighting.view if each.sheet == sheet.id), None)
        return why or self._wording.not_in_view(sheet)

    def printed(self, zone: str) -> bool:
        """Whether a zone is printed on a sheet; joined tiles name themselves and have no looks to learn."""
        return any(zone == each.id for _, each in self._layout.zones())

    def pardon(self, difference: Difference) -> None:
        """Ignore this cell as long as it looks as now, because the record was right."""
        self._pardoned[difference.zone, difference.cell] = difference.seen

    def to_put_back(self, differences: Sequence[Difference]) -> Message:
        """Say how to put these cells of the table right."""
        return self._wording.to_put_back(differences)

    def evidence(self, sighting: Sighting) -> Evidence:
        """Give what a sighting says about the cells of this table."""
        ignoring = self.ignoring | unused_zones(self._layout, sighting)
        return Evidence(self._layout, sighting, ignoring, self._pardoned)
