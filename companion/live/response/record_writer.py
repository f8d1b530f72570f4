"""Writes to the session of a running table: nothing else of the live table does.

Each write names the event that its judgement was made by, and is refused with `StaleAction` where the game
has gone on since. What was accepted lately may still be repaired by later readings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.live.response.judging import EARLIER, Judging
from companion.record.errors import StaleAction
from companion.referee.dice_watch import DiceMemory
from companion.referee.verdict import Accept, Choice
from companion.rules.game import Action, Seat, State
from companion.rules.message import Message
from companion.sessions.session import Session
from companion.sighting import Sighting

FLIPS: Final = 2
"""So many later readings must agree with each other before they overrule what was accepted."""


class Provisional(NamedTuple):
    """What was accepted lately: where it stands in the record, and what the referee knew before."""

    at: int
    length: int
    seq: int
    dice: DiceMemory | None


class RecordWriter:
    """Writes what one table shows, and what people answer, into its session."""

    def __init__(self, session: Session, judging: Judging) -> None:
        self._session, self._judging, self._referee = session, judging, judging.referee
        self._provisional: Provisional | None = None
        self._flips: list[State] = []

    def append(
        self,
        actions: tuple[Action, ...],
        sighting: Sighting,
        confidence: float = 1.0,
        *,
        expect_seq: int | None = None,
    ) -> None:
        """Append actions that the table shows; ``expect_seq``: after this event, or else the judged one."""
        states = self._session.states
        expected = self._judging.judged_seq if expect_seq is None else expect_seq
        self._session.act_all(actions, "camera", confidence, expect_seq=expected)
        self._written(states, actions, sighting)

    def take_back(self, by: Seat, steps: int, actions: tuple[Action, ...], sighting: Sighting) -> None:
        """Take back a seat's last ``steps`` actions; ``actions`` take their place, if any."""
        left, seq = self._judging.states[:-steps], self._judging.judged_seq
        if actions:
            self._session.act_instead(by, actions, "camera", expect_seq=seq)
            self._written(left, actions, sighting)
        else:
            self._session.undo(by, expect_seq=seq)
            self._judging.settled(len(left) - 1)

    def correct(self, at: int, choice: Choice, expect_seq: int) -> None:
        """Let a choice stand in the record from ``at`` on, in place of what it undoes."""
        self._session.correct(at, choice.actions, removed=choice.undone, expect_seq=expect_seq)
        self._judging.settled(at + len(choice.actions))

    def repair(self, sighting: Sighting) -> int:
        """Judge again what was accepted lately, and repair the record if readings say otherwise now.

        A roll is read again only as long as its dice lie where they were read: one that was thrown anew is
        no misreading, and whether it counts is for the rules to say.

        Returns
        -------
        int
            How many actions stand in the record instead; 0 when it was left alone.
        """
        kept = self._provisional
        if kept is None or kept.seq != self._session.seq:
            self._provisional = None
            return 0
        if self._referee.rolled_since(sighting):
            self._flips = []
            return 0
        now, states = self._referee.dice, self._session.states
        self._referee.dice = kept.dice
        earlier = states[: kept.at][: -EARLIER - 1 : -1]
        verdict = self._referee.judge(states[kept.at], sighting, earlier=earlier, drawn=self._judging.drawn)
        self._referee.dice = now
        if not isinstance(verdict, Accept):
            return 0
        after = states[kept.at]
        for action in verdict.actions:
            after = after.after(action)
        self._flips = [*self._flips, after] if after != states[kept.at + kept.length] else []
        if self._flips.count(after) < FLIPS:
            return 0
        self._session.correct(kept.at, verdict.actions, removed=kept.length, expect_seq=kept.seq)
        self._provisional, self._flips = None, []
        self._referee.taken(states[kept.at], verdict.actions, sighting)
        self._judging.settled(kept.at + len(verdict.actions))
        return len(verdict.actions)

    def ask(self, text: Message, labels: Sequence[Message], crop: str, to: tuple[Seat, ...]) -> int:
        """Write down a question; give its number."""
        names = self._session.names
        said = [label.render(names) for label in labels]
        return self._session.ask(text.render(names), said, crop, to, expect_seq=self._judging.judged_seq)

    def answer(self, question: int, label: Message) -> int:
        """Write down the answer to a question; give the number of its event."""
        return self._session.answer(question, label.render(self._session.names))[-1].seq

    def use_camera(self, *, on: bool) -> None:
        """Use the camera from now on, or play by tapping."""
        self._session.use_camera(on=on)

    def pass_turn(self, action: Action, expect_seq: int) -> bool:
        """Append the turn's end that nobody taps; False where somebody was quicker."""
        try:
            self._session.act(action, "camera", expect_seq=expect_seq)
        except StaleAction:
            return False
        return True

    def _written(self, states: Sequence[State], actions: tuple[Action, ...], sighting: Sighting) -> None:
        """Note that some actions were written down behind these positions."""
        dice, now = self._referee.dice, self._session.moment
        self._referee.taken(states[-1], actions, sighting)
        self._provisional, self._flips = None, []
        shown = len(states) - 1 + len(actions)
        if len(now.states) == shown + 1:
            # Else the program has drawn since: what is laid then is no other reading of what was done.
            self._provisional = Provisional(len(states) - 1, len(actions), now.timeline.seq, dice)
        self._judging.settled(shown)
