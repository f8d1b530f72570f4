"""How the running table stands, for everybody to see: the status, the open question, the last readings."""

from __future__ import annotations

import logging
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final, Literal

import msgspec

from companion.live.status import Countdown, Figures, LiveState, LiveStatus, Question, Reading
from companion.record.events import Settings
from companion.referee.verdict import Ask, Verdict
from companion.rules.game import Seat
from companion.rules.message import Message
from companion.rules.phrases import Listing, Written, marked
from companion.sessions.session import Session

_log = logging.getLogger(__name__)

KEPT: Final = 50
"""Readings that are remembered."""

READ: Final = ("accepted", "repaired", "taken-back")
"""What the camera read; taps and troubles are not."""

NOTHING: Final = Message("")
NAMED: Final = (
    marked("network camera"),
    marked("Pi camera"),
    marked("simulated table"),
    marked("another program"),
)
"""What the errors of cameras name (`companion.errors.Saying`)."""

CAMERA_OFF: Final = Message("The camera is off. Tap what happens.")
UNMARKED: Final = Message(
    "The camera is not used: pieces of another box bear no markers. Tap what happens. "
    "(If they do bear some, switch it on, on the Camera page.)"
)


def failure(said: Any) -> Message:
    """Tell what an error says (`CompanionError.said`): a text, or a phrase that each language says."""
    return Message("{what}", {"what": Written(said) if isinstance(said, str) else said})


def camera_off(settings: Settings, *, has_camera: bool) -> Message:
    """Say that the camera is not used, and why."""
    return UNMARKED if has_camera and settings.camera and settings.unmarked else CAMERA_OFF


Subscriber = Callable[[LiveStatus], None]

_numbers = count(secrets.randbelow(10**8))
"""Numbers of sentences. They start at random, so an old page never names a sentence of another table or
process."""


def _asked_alone(to: tuple[Seat, ...]) -> Message:
    """Say to the other seats that a question waits for one of these seats."""
    whom = Listing(tuple(Message("{who}", seats={"who": seat}) for seat in to), "and")
    return Message("A question for {whom}.", {"whom": whom})


def _alike(one: Verdict, other: Verdict | None) -> bool:
    """Whether two verdicts ask the same question, whatever the order of answers after the first two."""
    if not isinstance(one, Ask) or not isinstance(other, Ask):
        return one == other
    if len(one.choices) != len(other.choices) or any(each not in other.choices for each in one.choices):
        return False
    return (one.question, one.crop, one.choices[:2]) == (other.question, other.crop, other.choices[:2])


def _said(status: LiveStatus) -> tuple[object, ...]:
    return status.message, status.where, status.question


class StatusBoard:
    """The board of one session's table. It only listens: nothing here writes to the session.

    Attributes
    ----------
    status : LiveStatus
        What was told last.
    readings : deque of Reading
        What the last readings led to.
    """

    def __init__(self, session: Session, *, has_camera: bool) -> None:
        self._session = session
        self._subscribers: list[Subscriber] = []
        self._about: Verdict | None = None
        off = LiveStatus("off", camera_off(session.settings, has_camera=has_camera))
        self.status = LiveStatus("waiting") if has_camera and session.settings.watched else off
        self.readings: deque[Reading] = deque(maxlen=KEPT)
        self.figures = Figures()

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call the subscriber with every new status; give the function that ends the subscription."""
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    def show(
        self, state: LiveState, message: Message = NOTHING, code: str = "", where: Sequence[str] = ()
    ) -> None:
        """Show a new state. An open question stays in view while something moves."""
        question = self.status.question
        if question is not None and state in ("waiting", "reading", "hand"):
            state, message = "ask", _asked_alone(question.to) if question.to else question.text
        # A look at a table at rest stops no countdown: under somebody's finger it would be gone and back.
        countdown = self.status.countdown if state in ("reading", "still") else None
        told = msgspec.structs.replace(
            self.status, state=state, message=message, code=code, where=tuple(where), countdown=countdown
        )
        self._publish(told)

    def look(self, state: LiveState, message: Message = NOTHING) -> None:
        """Show that a reading is under way; a complaint stays in view until the reading ends.

        Otherwise the complaint would vanish and return with every reading, under the finger of the player
        who answers.
        """
        if not self._complains:
            self.show(state, message)

    def look_into(self) -> None:
        """Hide the complaint while the table is read again for somebody who answered or asked for a look."""
        if self._complains:
            self.show("waiting")

    @property
    def _complains(self) -> bool:
        """Whether the status complains about the table; a lost camera is no such complaint."""
        return bool(self.status.code) and self.status.state in ("waiting", "wrong")

    def show_countdown(self, countdown: Countdown | None) -> None:
        """Show a countdown, or its end."""
        self._publish(msgspec.structs.replace(self.status, countdown=countdown))

    def show_frame(self, number: int) -> None:
        """Show the number of the frame that was read."""
        self._publish(msgspec.structs.replace(self.status, frame=number))

    def show_question(self, question: Question, about: Verdict, now_s: float) -> None:
        """Show a question that was written down, about a verdict."""
        self._about = about
        said = _asked_alone(question.to) if question.to else question.text
        self.count("asked", said, now_s)
        told = msgspec.structs.replace(
            self.status, state="ask", message=said, code="", where=(), question=question
        )
        self._publish(told)

    def is_asked(self, about: Verdict) -> bool:
        """Whether a question about such a verdict is open already."""
        return _alike(about, self._about) and self._is_open

    @property
    def _is_open(self) -> bool:
        """Whether the question can still be answered: a longer record makes it void."""
        asked, kept = self.status.question, self._session.timeline.question
        return asked is not None and kept is not None and asked.id == kept.seq

    def close_question(self) -> None:
        """Close the question after an answer, or because the table has changed."""
        self._about = None
        if self.status.question is not None:
            self._publish(msgspec.structs.replace(self.status, state="waiting", question=None))

    def count(
        self,
        what: Literal["accepted", "asked", "repaired", "corrected", "taken-back", "error"],
        text: Message,
        now_s: float,
        confidence: float = 1.0,
    ) -> None:
        """Keep what a reading led to."""
        line = self._session.line
        seq = line[-1].seq if line else 0
        self.readings.append(Reading(now_s, what, text, confidence, seq))
        if what in Figures.__struct_fields__:
            grown = {what: getattr(self.figures, what) + 1}
            self.figures = msgspec.structs.replace(self.figures, **grown)

    @property
    def last_read(self) -> Reading | None:
        """Give what the camera read last, without what was taken back or corrected since."""
        in_force = {entry.seq for entry in self._session.line}
        read = (each for each in reversed(self.readings) if each.what in READ)
        return next((each for each in read if each.what != "accepted" or each.seq in in_force), None)

    def _publish(self, status: LiveStatus) -> None:
        if status == self.status:
            return
        if _said(status) != _said(self.status):
            status = msgspec.structs.replace(status, since=status.frame, told=next(_numbers))
        self.status = status
        for subscriber in tuple(self._subscribers):
            try:
                subscriber(status)
            except Exception:  # noqa: BLE001 - the table goes on whatever a listener makes of it
                _log.exception("A subscriber failed on a status")
