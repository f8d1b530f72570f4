"""Carries what the referee finds into the game, and what the game knows to the referee.

It keeps what neither can know alone: how much of the record the table has shown, what was taken
back on a screen while the pieces still lie there, and what was accepted so lately that another
look may still change it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from companion.frames.ports import Reader
from companion.live.announcer import Offer
from companion.referee.addressee import DENIALS, NO, discreet
from companion.referee.dice_watch import DiceMemory
from companion.referee.referee import Referee
from companion.referee.verdict import Accept, Ask, Choice, Difference, HalfDone, TakenBack, Unclear, Verdict
from companion.referee.wording import answers, deeds
from companion.rules.game import CHANCE, Action, Lying, Seat, State
from companion.rules.message import Message
from companion.sessions.dealing import drawn
from companion.sessions.session import Session
from companion.sighting import Sighting

EARLIER: Final = 8
"""How many positions back the table may show again."""

FLIPS: Final = 2
"""So many later readings must agree with each other before they overrule what was accepted."""

TEACHABLE: Final = 4
"""A reader that is wrong about more cells at once is not wrong: the table is another."""


class Provisional(NamedTuple):
    """What was accepted lately: where it stands in the record, and what the referee knew before."""

    at: int
    length: int
    seq: int
    dice: DiceMemory | None


class Scorer:
    """Judges the views of one session's table and writes down what is certain."""

    def __init__(self, session: Session, referee: Referee, reader: Reader) -> None:
        self.session, self.referee, self._reader = session, referee, reader
        self._states = session.states
        self._shown = 0
        self._taken_back: frozenset[State] = frozenset()
        self._denied: tuple[Lying, frozenset[State]] = ({}, frozenset())
        self._provisional: Provisional | None = None
        self._flips: list[State] = []
        self._judged = session.moment
        self._told: State | None = None

    @property
    def judged_seq(self) -> int:
        """The last event of the record that the last view was judged by."""
        return self._judged.timeline.seq

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
            states[-1], sighting, earlier=earlier, unseen=unseen, drawn=self._drawn, told=self._told
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

    def agrees(self) -> None:
        """The table shows the position of the record."""
        self._agrees_after(len(self._judged.states) - 1)

    def _agrees_after(self, actions: int) -> None:
        """The table shows what it was after so many actions of the record."""
        self._shown = actions
        self._taken_back = frozenset()
        self._denied = ({}, frozenset())

    def accept(self, verdict: Accept, sighting: Sighting) -> None:
        """Write down what the referee is sure of."""
        self._write(verdict.actions, sighting, verdict.confidence, expect_seq=self.judged_seq)

    def verify(self, sighting: Sighting) -> int:
        """Judge again what was accepted lately, and repair the record if readings say otherwise now.

        A roll is read again only as long as its dice lie where they were read: one that was thrown anew is
        no misreading, and whether it counts is for the rules to say.

        Returns
        -------
        int
            How many actions stand in the record instead; 0 when it was left alone.
        """
        kept = self._provisional
        if kept is None or kept.seq != self.session.seq:
            self._provisional = None
            return 0
        if self.referee.rolled_since(sighting):
            self._flips = []
            return 0
        now, states = self.referee.dice, self.session.states
        self.referee.dice = kept.dice
        earlier = states[: kept.at][: -EARLIER - 1 : -1]
        verdict = self.referee.judge(states[kept.at], sighting, earlier=earlier, drawn=self._drawn)
        self.referee.dice = now
        if not isinstance(verdict, Accept):
            return 0
        after = self._after(verdict.actions, states[kept.at])
        self._flips = [*self._flips, after] if after != states[kept.at + kept.length] else []
        if self._flips.count(after) < FLIPS:
            return 0
        self.session.correct(kept.at, verdict.actions, removed=kept.length, expect_seq=kept.seq)
        self._provisional, self._flips = None, []
        self.referee.taken(states[kept.at], verdict.actions, sighting)
        self._settled(kept.at + len(verdict.actions))
        return len(verdict.actions)

    def offers(self, verdict: Ask, sighting: Sighting) -> list[Offer]:
        """Turn a question's choices into answers."""
        return self._offers(verdict.choices, sighting)

    def _offers(self, choices: Sequence[Choice], sighting: Sighting) -> list[Offer]:
        labels = answers(self.session.game, choices)
        return [
            Offer(label, self._deed(choice, choices, sighting))
            for label, choice in zip(labels, choices, strict=True)
        ]

    def discreet(self, verdict: Verdict) -> tuple[Verdict, tuple[Seat, ...]]:
        """Give a verdict as it may be spoken, and the seats that alone may hear it; none for all."""
        return discreet(self._judged.states, verdict)

    def out_of_view(self, sighting: Sighting) -> tuple[list[Message], list[Message]]:
        """Name the sheets that are needed and not seen, and those that nothing lies on; none in the end."""
        return ([], []) if self.over else self.referee.out_of_view(self.session.state, sighting)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.session.state.outcome is not None

    def take_back(self, verdict: TakenBack, sighting: Sighting) -> list[Offer]:
        """Take back what the table took back. Gives the answers to ask for, where all must agree.

        When the game is over it is asked, too: who tidies up takes nothing back.
        """
        seats = {entry.by for entry in self._judged.timeline.line[-verdict.steps :]}
        offer = self.session.may_undo(min(seats)) if len(seats) == 1 and CHANCE not in seats else None
        if self.over or offer is None or offer.needs or offer.count != verdict.steps:
            yes = Choice(verdict.actions, verdict.steps, Message("Yes, take it back"))
            return self._offers((yes, NO), sighting)
        left = self._judged.states[: -verdict.steps]
        if verdict.actions:
            self.session.act_instead(min(seats), verdict.actions, "camera", expect_seq=self.judged_seq)
            self._written(left, verdict.actions, sighting)
        else:
            self.session.undo(min(seats), expect_seq=self.judged_seq)
            self._settled(len(left) - 1)
        return []

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

    def _deed(self, choice: Choice, choices: Sequence[Choice], sighting: Sighting) -> Callable[[int], None]:
        """What an answer does: to the record that was judged, and to no later one."""
        at = len(self._judged.timeline.line) - choice.undone

        def deny(_seq: int) -> None:
            self.referee.remember_dice(sighting)
            denied = frozenset(self._after_choice(each) for each in choices if each not in DENIALS)
            self._denied = self.referee.evidence(sighting).seen(), denied

        def take_back(seq: int) -> None:
            self.session.correct(at, choice.actions, removed=choice.undone, expect_seq=seq)
            self._settled(at + len(choice.actions))

        if choice.undone:
            return take_back
        if choice.actions:
            return lambda seq: self._write(choice.actions, sighting, 1.0, expect_seq=seq)
        return deny

    def _is_denied(self, verdict: Verdict, sighting: Sighting) -> bool:
        """Whether nothing is told but what somebody has said no to, and the table has not changed since."""
        if isinstance(verdict, TakenBack):
            choices: Sequence[Choice] = (Choice(verdict.actions, verdict.steps),)
        else:
            choices = verdict.choices if isinstance(verdict, Ask) else ()
        seen, denied = self._denied
        told = [self._after_choice(each) for each in choices if each not in DENIALS]
        return bool(told) and denied.issuperset(told) and self.referee.evidence(sighting).seen() == seen

    def _after_choice(self, choice: Choice) -> State:
        return self._after(choice.actions, self._judged.states[-1 - choice.undone])

    def _write(
        self,
        actions: tuple[Action, ...],
        sighting: Sighting,
        confidence: float,
        *,
        expect_seq: int,
    ) -> None:
        states = self.session.states
        self.session.act_all(actions, "camera", confidence, expect_seq=expect_seq)
        self._written(states, actions, sighting)

    def _written(self, states: Sequence[State], actions: tuple[Action, ...], sighting: Sighting) -> None:
        """Note that some actions were written down behind these positions."""
        dice, now = self.referee.dice, self.session.moment
        self.referee.taken(states[-1], actions, sighting)
        self._provisional, self._flips = None, []
        shown = len(states) - 1 + len(actions)
        if len(now.states) == shown + 1:
            # Else the program has drawn since: what is laid then is no other reading of what was done.
            self._provisional = Provisional(len(states) - 1, len(actions), now.timeline.seq, dice)
        self._settled(shown)

    def _settled(self, actions: int) -> None:
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

    def _drawn(self, state: State) -> bool:
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

    def _after(self, actions: tuple[Action, ...], state: State | None = None) -> State:
        state = state or self.session.state
        for action in actions:
            state = state.after(action)
        return state
