"""What a verdict leads to, as small frozen values: `decide` names them, `TableResponse.apply` does them."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from companion.live.status import LiveState
from companion.referee.verdict import Choice, Difference, Verdict
from companion.rules.game import Action, Seat
from companion.rules.message import Message


class Append(msgspec.Struct, frozen=True):
    """Append these actions to the record."""

    actions: tuple[Action, ...]
    confidence: float


class TakeBack(msgspec.Struct, frozen=True):
    """Take back the last ``steps`` actions of a seat; ``actions`` take their place, if any."""

    by: Seat
    steps: int
    actions: tuple[Action, ...]
    what: Message


class Agree(msgspec.Struct, frozen=True):
    """Note that the table shows the position of the record."""


class PutQuestion(msgspec.Struct, frozen=True):
    """Ask the seats ``to``, or everybody; a question about the same verdict that is open stays open."""

    about: Verdict
    text: Message
    choices: tuple[Choice, ...]
    crop: str = ""
    to: tuple[Seat, ...] = ()


class CloseQuestion(msgspec.Struct, frozen=True):
    """Close the question that is open, if any."""


class ClearWrong(msgspec.Struct, frozen=True):
    """Forget what was told to be wrong."""


class ShowWell(msgspec.Struct, frozen=True):
    """Show that table and game are one, or which sheets are out of view."""


class Say(msgspec.Struct, frozen=True):
    """Show a state of the table with a sentence."""

    state: LiveState
    message: Message
    code: str = ""
    where: tuple[str, ...] = ()


class SayLooking(msgspec.Struct, frozen=True):
    """Show that the table is looked at once more; a complaint stays in view meanwhile."""

    message: Message


class Complain(msgspec.Struct, frozen=True):
    """Say what is wrong, and keep it until somebody settles it."""

    code: str
    message: Message
    where: tuple[Difference, ...]


class Remind(msgspec.Struct, frozen=True):
    """Say what somebody has still to put back."""

    where: tuple[Difference, ...]


class LookAgain(msgspec.Struct, frozen=True):
    """Read the table again at these times, unless something moves before."""

    times_s: tuple[float, ...]


Effect: TypeAlias = (
    Append
    | TakeBack
    | Agree
    | PutQuestion
    | CloseQuestion
    | ClearWrong
    | ShowWell
    | Say
    | SayLooking
    | Complain
    | Remind
    | LookAgain
)
