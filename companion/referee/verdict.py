"""What the referee may say about a view of the table: one of eight verdicts.

Texts are `Message`s, because the referee does not know the players' names. Cells are named
``zone/cell`` as everywhere.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from companion.rules.game import Action, Reason
from companion.rules.message import Message
from companion.rules.phrases import Series
from companion.sighting import ViewProblem


class Difference(msgspec.Struct, frozen=True):
    """A cell where table and game differ: the kinds of piece seen and expected (or ``empty``)."""

    zone: str
    cell: str
    seen: str
    expected: str

    @property
    def where(self) -> str:
        """The cell as ``zone/cell``."""
        return f"{self.zone}/{self.cell}"


class Choice(msgspec.Struct, frozen=True):
    """An answer to a question: the actions that it stands for, or a ``label`` of its own.

    The last ``undone`` actions were taken back, and ``actions`` done; both may be empty.
    `companion.referee.wording.answers` puts a choice into words.
    """

    actions: tuple[Action, ...] = ()
    undone: int = 0
    label: Message | None = None


class Accept(msgspec.Struct, frozen=True, tag="accept"):
    """These legal actions explain the view; ``confidence`` is their probability."""

    actions: tuple[Action, ...]
    confidence: float


class NoChange(msgspec.Struct, frozen=True, tag="no-change"):
    """Everything lies as the game says."""


class TakenBack(msgspec.Struct, frozen=True, tag="taken-back"):
    """The table shows an earlier position: the last ``steps`` actions were taken back.

    ``actions`` were done instead, if any.
    """

    steps: int
    actions: tuple[Action, ...] = ()


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """Several legal readings are close; ``crop`` is the cell (``zone/cell``) to look at."""

    question: Message
    choices: tuple[Choice, ...]
    crop: str = ""


class Illegal(msgspec.Struct, frozen=True, tag="illegal"):
    """The only explanation is an action that the rules do not allow.

    ``where`` are the cells that it changed, and ``remedy`` says how to put them back.
    """

    action: Action
    reason: Reason
    where: tuple[Difference, ...] = ()
    remedy: Message | None = None


class HalfDone(msgspec.Struct, frozen=True, tag="half-done"):
    """Something is under way; ``missing`` is what is certainly still to be done.

    ``otherwise`` is what is wrong if nothing more happens. ``begun`` is the only action that begins so, if
    there is only one. ``unseen`` is how many of the record's last actions are still to be laid, if the
    table shows the position before them.
    """

    message: Message
    missing: tuple[Difference, ...] = ()
    otherwise: Illegal | None = None
    begun: Action | None = None
    unseen: int | None = None


class Disagree(msgspec.Struct, frozen=True, tag="disagree"):
    """Nothing explains what lies here."""

    message: Message
    where: tuple[Difference, ...]


class Unclear(msgspec.Struct, frozen=True, tag="unclear"):
    """The view does not allow a verdict; ``message`` is the sentence if it names a player.

    ``otherwise`` is the question to ask if something keeps covering a space.
    """

    problems: tuple[ViewProblem, ...]
    message: Message | None = None
    otherwise: Ask | None = None

    @property
    def said(self) -> Message:
        """Say everything that prevents a verdict."""
        if self.message is not None:
            return self.message
        said = tuple(problem.said for problem in self.problems)
        return Message("{what}", {"what": Series(said, " ")})


Verdict: TypeAlias = Accept | NoChange | TakenBack | HalfDone | Ask | Illegal | Disagree | Unclear


def name_of(verdict: Verdict) -> str:
    """The verdict's stable name, as in status lines and logs."""
    return str(verdict.__struct_config__.tag)
