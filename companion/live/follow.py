"""The whole chain without a session: pictures in, a record out.

It serves recordings (`companion follow`), the bench and tests. `companion.live.live` follows a table with
people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec

from companion.frames.ports import Frame, Reader, Watch
from companion.layout import Layout
from companion.live.schedule import Schedule
from companion.referee.referee import Referee
from companion.referee.verdict import (
    Accept,
    Ask,
    Choice,
    Disagree,
    HalfDone,
    Illegal,
    NoChange,
    TakenBack,
    Unclear,
    Verdict,
    name_of,
)
from companion.rules.game import CHANCE, Action, State
from companion.rules.message import Message
from companion.rules.phrases import Value
from companion.sessions.dealing import all_following
from companion.sighting import Sighting

EARLIER = 8

What: TypeAlias = Literal["accepted", "asked", "refused", "disagree", "other"]

_WHAT: dict[type[Verdict], What] = {
    Accept: "accepted",
    TakenBack: "accepted",
    Ask: "asked",
    Illegal: "refused",
    Disagree: "disagree",
}

Answer: TypeAlias = Callable[[Ask], Choice | None]
"""Answers a question, or leaves it open."""


class Followed(msgspec.Struct, frozen=True):
    """What one view led to: ``length`` is the number of actions in the record afterwards."""

    frame: int
    what: What
    verdict: Verdict
    text: Message
    length: int

    @property
    def name(self) -> str:
        """The verdict's name."""
        return name_of(self.verdict)


class Follower:
    """Follows one game from view to view.

    Attributes
    ----------
    states : list of State
        The positions after 0, 1, 2 ... of the actions.
    actions : list of Action
        The record so far.
    unseen : int
        How many of the last actions the table has not shown, because they were tapped or followed by
        themselves.
    """

    def __init__(self, layout: Layout, state: State, referee: Referee | None = None) -> None:
        self.layout = layout
        self.referee = referee or Referee(layout)
        self.states = [state]
        self.actions: list[Action] = []
        self.unseen = 0
        self._covered = False

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    def tell(self, *actions: Action) -> None:
        """Record what was tapped, and after each action what must follow, unless that was tapped, too."""
        for action in actions:
            for outcome in all_following(self.state):
                if outcome == action:
                    break
                self._add(outcome)
            self._add(action)
        self._add(*all_following(self.state))

    def see(self, sighting: Sighting, answer: Answer | None = None) -> Followed:
        """Judge a view of the table at rest, and record what is certain or answered."""
        earlier = self.states[-2 : -2 - max(self.unseen + 1, EARLIER) : -1]
        verdict = self._insist(self.referee.judge(self.state, sighting, earlier=earlier, unseen=self.unseen))
        text = _text(verdict)
        if isinstance(verdict, Accept):
            self._take(verdict.actions, 0, sighting)
        elif isinstance(verdict, TakenBack):
            self._take(verdict.actions, verdict.steps, sighting)
        elif isinstance(verdict, NoChange):
            self.unseen = 0
        elif isinstance(verdict, HalfDone) and verdict.unseen is not None:
            self.unseen = verdict.unseen
        elif isinstance(verdict, Ask):
            choice = answer(verdict) if answer else None
            if choice is not None and (choice.actions or choice.undone):
                self._take(choice.actions, choice.undone, sighting)
            elif choice is not None:
                self.referee.remember_dice(sighting)
        what = _WHAT.get(type(verdict), "other")
        return Followed(sighting.frame, what, verdict, text, len(self.actions))

    def _insist(self, verdict: Verdict) -> Verdict:
        """Ask about a space that is still covered in the second view."""
        asked = verdict.otherwise if isinstance(verdict, Unclear) else None
        again, self._covered = self._covered, asked is not None
        return asked if again and asked is not None else verdict

    def _take(self, actions: tuple[Action, ...], undone: int, sighting: Sighting) -> None:
        if undone:
            del self.actions[-undone:], self.states[-undone:]
        self.referee.taken(self.state, actions, sighting)
        self._add(*actions)
        self.unseen = 0
        self._add(*all_following(self.state))

    def _add(self, *actions: Action) -> None:
        for action in actions:
            self.actions.append(action)
            self.states.append(self.state.after(action))
        self.unseen += len(actions)


def follow(
    frames: Iterable[Frame],
    reader: Reader,
    follower: Follower,
    watch: Watch | None = None,
    answer: Answer | None = None,
) -> Iterator[Followed]:
    """Follow a game through frames.

    Parameters
    ----------
    frames
        In the order they were taken.
    reader, follower
        Who reads them, and who makes the record.
    watch
        Says in which frames the table is at rest. Without it every frame counts, as in a folder of single
        pictures.
    answer
        Answers the questions.

    Yields
    ------
    Followed
        For every view that was read.
    """
    schedule = Schedule()
    for frame in frames:
        stillness = watch.update(frame.image, frame.t_s) if watch else None
        if stillness is not None:
            if not stillness.still:
                schedule.disturbed()
            if not schedule.due(frame.t_s, stillness.still_s):
                continue
            schedule.read(frame.t_s)
        sighting = reader.read(frame.image, stillness=stillness, frame=frame.number)
        yield follower.see(sighting, answer)


def _notations(actions: Iterable[Action]) -> Message:
    """The actions as the record has them, each seat's under its name."""
    parts: list[str] = []
    seats: dict[str, int] = {}
    values: dict[str, Value] = {}
    for number, action in enumerate(actions):
        values[f"action{number}"] = str(action)
        if action.by == CHANCE:
            parts.append(f"{{action{number}}}")
        else:
            seats[f"seat{action.by}"] = action.by
            parts.append(f"{{seat{action.by}}} {{action{number}}}")
    return Message(", ".join(parts), values, seats)


def _text(verdict: Verdict) -> Message:
    """The verdict in one sentence."""
    match verdict:
        case Accept() | TakenBack():
            return _notations(verdict.actions)
        case Ask():
            return verdict.question
        case HalfDone() | Disagree():
            return verdict.message
        case Illegal():
            return Message("{what}", {"what": verdict.reason.sentence()})
        case Unclear():
            return verdict.said
        case _:
            return Message("Nothing has changed.")
