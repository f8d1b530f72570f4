"""What the running table shows of itself: a frozen status, told whenever it changes."""

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

    ``to`` are the seats that alone may read and answer it; empty: everybody.
    """

    id: int
    text: Message
    choices: tuple[Message, ...]
    crop: str = ""
    to: tuple[Seat, ...] = ()


class Countdown(msgspec.Struct, frozen=True):
    """In ``total_s`` from ``started_s`` this seat's turn is passed on, unless somebody taps.

    ``stopped``: somebody has tapped, and it does not run until somebody lets it.
    """

    by: Seat
    action: str
    started_s: float
    total_s: float
    stopped: bool = False


class LiveStatus(msgspec.Struct, frozen=True):
    """How things stand. ``code`` is stable where something is wrong; ``frame`` was read last.

    ``since`` is the frame that had been read last when this was said first: what shows it beside the words
    need not change while they do not. ``told`` is the number of what is said: another one, on any table,
    whenever something else is said. By it people name what they settle.
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
    """One thing that a reading led to: ``accepted``, ``asked``, ``repaired``, ``taken-back``, ``error``.

    ``seq`` is the event of the last action in force then; 0 before any.
    """

    t_s: float
    what: str
    text: str
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
        """Share of what happened that was accepted and never touched again, in percent."""
        total = self.accepted + self.asked
        return 100.0 * max(0, self.accepted - self.repaired - self.corrected) / total if total else 100.0
