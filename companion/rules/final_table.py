"""A finished table that was not followed: what photographs show of it, and what people say besides.

A game that can be scored like that says which spaces count, asks for what no camera sees, and writes the
position that its own `score` takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NoReturn, Protocol, runtime_checkable

import msgspec

from companion.rules.errors import GameError
from companion.rules.game import Lying, Seat
from companion.rules.kit.options import whole_number
from companion.rules.message import Message
from companion.rules.phrases import Series, Words

MOST_NUMBERS = 40
"""Numbers in one answer."""


class BadAnswer(GameError):
    """An answer about a finished table that cannot be one."""

    code = "bad-answer"


class PlacedTile(msgspec.Struct, frozen=True):
    """A tile of a garden on the bare table: its cell, from any tile, and its quarter turns clockwise."""

    tile: str
    x: int
    y: int
    turns: int


class Counted(msgspec.Struct, frozen=True):
    """What a photograph of a finished table must show, and what it may show.

    Attributes
    ----------
    needed
        Zone -> its cells in play; no cells: all of them.
    welcome
        Zones that are read where they are in view, and else asked for.
    gardens
        Whether each player's tiles lie joined on the bare table.
    hands
        So many players have cards that they spread out before the camera.
    unseen
        What no camera sees of this game, for the page; empty where it sees all that scores.
    """

    needed: dict[str, tuple[str, ...]] = {}
    welcome: tuple[str, ...] = ()
    gardens: bool = False
    hands: int = 0
    unseen: str = ""

    @property
    def asks_for_photographs(self) -> bool:
        """Whether a photograph tells anything that scores."""
        return bool(self.needed or self.welcome or self.gardens or self.hands)

    @property
    def by_seat(self) -> bool:
        """Whether a photograph may show what is one player's own."""
        return self.gardens or bool(self.hands)


class TableQuestion(msgspec.Struct, frozen=True):
    """Something that people are asked about a finished table.

    Attributes
    ----------
    key
        What the answer is filed under; one about a space is called ``zone/cell``.
    form
        ``number``; ``numbers`` and ``words``, with blanks between them; ``choice``.
    choices
        What may be answered, each with its words; of ``words`` what is known, or nothing for any.
    bounds
        Of numbers.
    usual
        The answer that holds when none is given; None where one must be given.
    """

    key: str
    message: Message
    form: Literal["number", "numbers", "choice", "words"] = "number"
    choices: tuple[tuple[str, Words], ...] = ()
    bounds: tuple[int, int] = (0, 99)
    usual: str | None = None

    def check(self, text: str) -> str:
        """Give an answer as it is kept. Raises `BadAnswer`."""
        text = " ".join(text.replace(",", " ").split())
        if not text and self.usual is not None:
            return self.usual
        if self.form == "choice":
            known = dict(self.choices)
            return text if text in known else self._refuse(_choose_of(known))
        if self.form == "words":
            return self._checked_words(text)
        first, last = self.bounds
        numbers = [whole_number(word) for word in text.split()]
        fits = len(numbers) <= MOST_NUMBERS and all(n is not None and first <= n <= last for n in numbers)
        if not fits or (self.form == "number" and len(numbers) != 1):
            wanted = (
                "Please give a whole number from {first} to {last}."
                if self.form == "number"
                else "Please give whole numbers from {first} to {last}."
            )
            self._refuse(Message(wanted, {"first": first, "last": last}))
        return text

    def _checked_words(self, text: str) -> str:
        known = {value.casefold(): value for value, _ in self.choices}
        words = [known.get(word.casefold(), "") if known else word for word in text.split()]
        if "" in words or len(words) > MOST_NUMBERS:
            self._refuse(Message("One of those names is not known."))
        return " ".join(words)

    def _refuse(self, why: Message) -> NoReturn:
        raise BadAnswer("{question} {why}", question=self.message, why=why)


def _choose_of(known: Iterable[str]) -> Message:
    all_words = list(known)
    words = [word or Message("(empty)") for word in all_words[:8]]
    text = (
        "Please choose one of: {words} …."
        if len(all_words) > len(words)
        else "Please choose one of: {words}."
    )
    return Message(text, {"words": Series(tuple(words))})


class FinalTable(msgspec.Struct, frozen=True):
    """A finished table, put together.

    ``lying`` holds the zones that were seen, ``gardens`` and ``cards`` what belongs to a seat, ``answers``
    what people said, as `TableQuestion.check` keeps it.
    """

    seats: int
    options: dict[str, str]
    lying: Lying = {}
    gardens: dict[Seat, tuple[PlacedTile, ...]] = {}
    cards: dict[Seat, tuple[str, ...]] = {}
    answers: dict[str, str] = {}

    @property
    def everybody(self) -> range:
        """The seats."""
        return range(1, self.seats + 1)

    def words(self, key: str) -> tuple[str, ...]:
        """Give the words of an answer; none where there is none."""
        return tuple(self.answers.get(key, "").split())

    def numbers(self, key: str) -> tuple[int, ...]:
        """Give the numbers of an answer; none where there is none."""
        return tuple(map(int, self.words(key)))

    def number(self, key: str) -> int:
        """Give the number of an answer; 0 where there is none."""
        return next(iter(self.numbers(key)), 0)


@runtime_checkable
class ScoresPhotographs(Protocol):
    """What a game offers besides where a finished table can be scored from photographs."""

    def counted(self, seats: int, options: Mapping[str, str]) -> Counted:
        """Say what photographs of such a table must show. Raises `BadOption`."""
        ...

    def final_questions(self, table: FinalTable) -> Sequence[TableQuestion]:
        """Ask for what no photograph shows of a table whose spaces are known."""
        ...

    def final_position(self, table: FinalTable) -> bytes:
        """Write the position that `Game.score` takes, of a table whose questions are answered."""
        ...
