"""What followed by itself from a player's last action, told to the seat that it concerns (section 13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from companion.games.octopus_garden.rules.position import Position
from companion.games.octopus_garden.rules.sentences.words import FISH, pearls, some_tokens
from companion.rules.game import Seat
from companion.rules.message import Message
from companion.rules.phrases import Value

GROUPS: Final = {"clownfish": Message("Three anemones"), "seahorse": Message("Five seagrasses")}


def sentences(p: Position, seat: Seat) -> Iterator[Message]:
    """Say what a seat is to carry out on the table because it followed from a player's last action."""
    for effect in p.news:
        what, *words = effect.text.split()
        if effect.seat == seat and what in _SENTENCES:
            yield _SENTENCES[what](p, seat, words)


def _harvest(p: Position, seat: Seat, words: list[str]) -> Message:
    have = p.pearls[seat - 1]  # those taken are among them
    return Message("Take {taken}: that makes {have}.", {"taken": pearls(int(words[0])), "have": have})


def _chest(_: Position, __: Seat, words: list[str]) -> Message:
    text = "Take {taken} for what you drew and put it back into the bag; the chest leaves the game."
    return Message(text, {"taken": pearls(int(words[0]))})


def _lost(_: Position, __: Seat, words: list[str]) -> Message:
    return Message("No room for {tokens}.", {"tokens": some_tokens(words[0])})


def _bust(p: Position, _: Seat, words: list[str]) -> Message:
    text = "Two alike: {tokens} leave the game."
    if p.table.bust_to_bag:
        text = "Two alike: {tokens} go back into the bag."
    return Message(text, {"tokens": some_tokens(words[0])})


def _bonus(_: Position, __: Seat, words: list[str]) -> Message:
    bonus, value = words
    values: dict[str, Value] = {"group": GROUPS[bonus], "bonus": FISH[bonus], "value": value}
    return Message("{group}: take the {bonus} worth {value}.", values)


def _eaten(_: Position, __: Seat, words: list[str]) -> Message:
    return Message("The oyster on {space} is eaten: return it to the bed.", {"space": words[0]})


def _release(_: Position, __: Seat, ___: list[str]) -> Message:
    return Message("Throw your shark back into the bag.")


_SENTENCES: Final[dict[str, Callable[[Position, Seat, list[str]], Message]]] = {
    "harvest": _harvest,
    "chest": _chest,
    "lost": _lost,
    "bust": _bust,
    "bonus": _bonus,
    "eaten": _eaten,
    "release": _release,
}
