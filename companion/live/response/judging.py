"""Judges the views of one table, and keeps what neither record nor referee can know alone.

That is how much of the record the table has shown, what was taken back on a screen while the pieces still lie
there, and what somebody has said no to. It writes nothing: see `companion.live.response.record_writer`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.frames.ports import Reader
from companion.referee.addressee import DENIALS, discreet
from companion.referee.referee import Referee
from companion.referee.verdict import Accept, Ask, Choice, Difference, HalfDone, TakenBack, Unclear, Verdict
from companion.referee.wording import deeds
from companion.rules.game import CHANCE, Action, Lying, Seat, State
from companion.rules.message import Message
from companion.sessions.dealing import drawn
from companion.sessions.session import Session
from companion.sighting import Sighting

EARLIER: Final = 8
"""How many positions back the table may show again."""

TEACHABLE: Final = 4
"""A reader that is wrong about more cells at once is not wrong: the table is another."""


class Judging:
    """What one table has shown of its session's record, and the verdicts on its views."""

    def __init__(self, session: Session, referee: Referee, reader: Reader) -> None:
        self.session, self.referee, self._reader = session, referee, reader
        self._states = session.states
        self._shown = 0
        self._taken_back: frozenset[State] = frozenset()
        self._denied: tuple[Lying, frozenset[State]] = ({}, frozenset())
        self._judged = session.moment
        self._told: State | None = None

    @property
    def judged_seq(self) -> int:
        """The last event of the record that the last view was judged by."""
        return self._judged.timeline.seq

    @property
    def judged_actions(self) -> int:
        """How many actions the record had that the last view was judged by."""
        return len(self._judged.timeline.line)

    @property
    def states(self) -> tuple[State, ...]:
        """The positions of the record that the last view was judged by."""
        return self._judged.states

    def judge(self, sighting: Sighting) -> Verdict:
        """Judge a view of the table at rest.

        What is then accepted, taken back or answered is refused, with `StaleAction`, where the game has gone
        on since.
        """
        self._judged = self.session.moment
        states = self._judged.states
        self._catch_up(states)
        self._heed_settings(states[-1])
        unseen = len(states) - 1 - self._shown
        earlier = states[-2 : -2 - max(unseen + 1, EARLIER) : -1]
        verdict = self.referee.judge(
            states[-1], sighting, earlier=earlier, unseen=unseen, drawn=self.drawn, told=self._told
        )
        if not isinstance(verdict, Unclear):
            self._told = None
        if isinstance(verdict, HalfDone) and verdict.unseen is not None:
            self._shown = len(states) - 1 - verdict.unseen
        if self._is_denied(verdict, sighting):
            return self.referee.as_it_was(states[-1], sighting)
        if isinstance(verdict, Accept) and self._after(verdict.actions, states[-1]) in self._taken_back:
            return HalfDone(Message("Taken back. Put the pieces where they were."))
        return verdict

    def agrees(self, sighting: Sighting) -> None:
        """The table shows the position of the record; what was denied stays so as long as all looks alike."""
        denied = self._denied
        self._agrees_after(len(self._judged.states) - 1)
        if denied[1] and self.referee.evidence(sighting).seen() == denied[0]:
            self._denied = denied

    def _agrees_after(self, actions: int) -> None:
        """The table shows what it was after so many actions of the record."""
        self._shown = actions
        self._taken_back = frozenset()
        self._denied = ({}, frozenset())

    def spoken(self, verdict: Verdict) -> tuple[Verdict, tuple[Seat, ...]]:
        """Give a verdict as it may be spoken, and the seats that alone may hear it; none for all."""
        return discreet(self._judged.states, verdict)

    def out_of_view(self, sighting: Sighting) -> tuple[list[Message], list[Message]]:
        """Name the sheets that are needed and not seen, and those that nothing lies on; none in the end."""
        return ([], []) if self.over else self.referee.out_of_view(self.session.state, sighting)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.session.state.outcome is not None

    def undo_by(self, verdict: TakenBack) -> Seat | None:
        """Give the seat that may take back by itself what the table took back; None where all are asked."""
        seats = {entry.by for entry in self._judged.timeline.line[-verdict.steps :]}
        offer = self.session.may_undo(min(seats)) if len(seats) == 1 and CHANCE not in seats else None
        free = offer is not None and not offer.needs and offer.count == verdict.steps
        return min(seats) if free else None

    def misread(self, differences: tuple[Difference, ...], *, teach: bool = True) -> None:
        """Somebody says that the cells hold what the record says: the referee learns it, and the reader.

        Without ``teach`` only the referee does: what the reader saw last is not what was misread.
        """
        for each in differences:
            self.referee.pardon(each)
            if teach and len(differences) <= TEACHABLE and self.referee.printed(each.zone):
                self._reader.teach(each.zone, each.cell, each.expected)

    def no_roll(self, sighting: Sighting) -> None:
        """Somebody says that the dice, as they lie, are no roll."""
        self.referee.remember_dice(sighting)

    def learn(self, sighting: Sighting) -> None:
        """After a correction: where the record differs from the last reading, the reading was wrong.

        Where something was still to be laid before it, the table itself may lie otherwise.
        """
        if self._shown < len(self._states) - 1:
            return
        evidence = self.referee.evidence(sighting)
        differences = evidence.differences(evidence.settle(self.session.state.lying()))
        if len(differences) <= TEACHABLE:
            self.misread(differences)
            self.referee.remember_dice(sighting)

    def what_was(self, steps: int) -> Message:
        """The last actions in words."""
        actions = [self.session.game.parse(entry.by, entry.text) for entry in self.session.line[-steps:]]
        return deeds(self.session.game, actions)

    def deny(self, choices: Sequence[Choice], sighting: Sighting) -> None:
        """Note that none of these is so, as long as the table looks as it does."""
        self.referee.remember_dice(sighting)
        denied = frozenset(self._after_choice(each) for each in choices if each not in DENIALS)
        self._denied = self.referee.evidence(sighting).seen(), denied

    def _is_denied(self, verdict: Verdict, sighting: Sighting) -> bool:
        """Whether nothing is told but what somebody has said no to, and the table has not changed since."""
        if isinstance(verdict, TakenBack):
            choices: Sequence[Choice] = (Choice(verdict.actions, verdict.steps),)
        else:
            asked = verdict.otherwise if isinstance(verdict, Unclear) else verdict
            choices = asked.choices if isinstance(asked, Ask) else ()
        seen, denied = self._denied
        told = [self._after_choice(each) for each in choices if each not in DENIALS]
        return bool(told) and denied.issuperset(told) and self.referee.evidence(sighting).seen() == seen

    def _after_choice(self, choice: Choice) -> State:
        return self._after(choice.actions, self._judged.states[-1 - choice.undone])

    def settled(self, actions: int) -> None:
        """Record and table are one after so many actions; what was drawn since is still to be laid."""
        self._states = self.session.states
        self._agrees_after(actions)

    def _catch_up(self, states: tuple[State, ...]) -> None:
        """Note what others did to the record since."""
        if states is self._states:
            return
        common = 0
        for ours, theirs in zip(self._states, states, strict=False):
            if ours != theirs:
                break
            common += 1
        self._shown = min(self._shown, common - 1)
        for at in range(max(common, 1), len(states)):
            if self.referee.trays_changed(states[at - 1], states[at]):
                tapped = self._judged.timeline.line[at - 1].source in ("tap", "correction")
                self._told = states[at] if tapped else None
        gone = self._states[common:]
        if gone:
            self._taken_back = frozenset(gone)
        self._states = states

    def _heed_settings(self, state: State) -> None:
        """Do not read dice that a tap or the software stands for, also those that a move leads to."""
        rolled, trays = self._roll(state)
        if trays:
            resolver = self.session.settings.resolver(rolled.partition(" ")[0])
            others = self.referee.ignoring - trays
            self.referee.ignoring = others if resolver == "camera" else others | trays

    def drawn(self, state: State) -> bool:
        """Whether the software draws what chance decides in a position."""
        return drawn(state, self.session.settings)

    def _roll(self, state: State) -> tuple[str, frozenset[str]]:
        """Give a roll that is due, or else the last one of the record, and the zones in which it lies."""
        first = next((action for action, _ in state.odds()), None)
        if first is not None and (trays := self.referee.trays_changed(state, state.after(first))):
            return str(first), trays
        states = self.session.states
        for at, entry in reversed(list(enumerate(self.session.line))):
            if entry.by == CHANCE and (trays := self.referee.trays_changed(states[at], states[at + 1])):
                return entry.text, trays
        return "", frozenset()

    def _after(self, actions: tuple[Action, ...], state: State) -> State:
        for action in actions:
            state = state.after(action)
        return state
