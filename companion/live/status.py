"""What the running table shows of itself: a frozen status, published whenever it changes."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.rules.game import Seat
from companion.rules.message import Message

LiveState: TypeAlias = Literal["waiting", "reading", "still", "ask", "wrong", "hand", "lost", "off"]
"""``waiting``: something moves, or the view is unclear. ``reading``: a full reading is under way.
``still``: read, and nothing is the matter. ``ask``: a question is open. ``wrong``: table and game
differ, or a rule was broken. ``hand``: a hand is over the table. ``lost``: no pictures. ``off``."""


class Question(msgspec.Struct, frozen=True):
    """An open question; ``id`` is its event's number, ``crop`` the ``zone/cell`` to look at.

    ``to`` are the only seats that may read and answer it; empty means everybody.
    """

    id: int
    text: Message
    choices: tuple[Message, ...]
    crop: str = ""
    to: tuple[Seat, ...] = ()


class Countdown(msgspec.Struct, frozen=True):
    """A seat's turn is passed on ``total_s`` after ``started_s``, unless somebody taps.

    ``stopped``: somebody has tapped, and the countdown waits until somebody lets it run.
    """

    by: Seat
    action: str
    started_s: float
    total_s: float
    stopped: bool = False


class LiveStatus(msgspec.Struct, frozen=True):
    """How things stand. ``code`` is stable where something is wrong; ``frame`` was read last.

    ``since`` is the frame that had been read last when this sentence first appeared. Pages need not redraw
    its picture while ``since`` stays. ``told`` numbers the sentence: every new sentence has a new number,
    on every table. An answer names this number.
    """

    state: LiveState
    message: Message = Message("")
    code: str = ""
    where: tuple[str, ...] = ()
    question: Question | None = None
    countdown: Countdown | None = None
    frame: int = 0
    since: int = 0
    told: int = 0


class Reading(msgspec.Struct, frozen=True):
    """One result of a reading: ``accepted``, ``asked``, ``repaired``, ``taken-back``, ``error``.

    ``seq`` is the event of the last action in force then; 0 before any.
    """

    t_s: float
    what: str
    text: Message
    confidence: float = 1.0
    seq: int = 0


class Figures(msgspec.Struct, frozen=True):
    """How often the table was read without help."""

    accepted: int = 0
    asked: int = 0
    repaired: int = 0
    corrected: int = 0

    @property
    def auto_percent(self) -> float:
        """Give the percentage of actions that were accepted and never corrected."""
        total = self.accepted + self.asked
        return 100.0 * max(0, self.accepted - self.repaired - self.corrected) / total if total else 100.0
