"""What came of an action by itself, as the log tells it afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from companion.games.octopus_garden.rules.actions import Buy, Lion, Oyster, Release
from companion.games.octopus_garden.rules.phases.acting import oyster_price
from companion.games.octopus_garden.rules.phases.market import price
from companion.games.octopus_garden.rules.position import Position
from companion.games.octopus_garden.rules.sentences.news import GROUPS
from companion.games.octopus_garden.rules.sentences.words import FISH, pearls, some_tokens
from companion.rules.game import CHANCE, Action
from companion.rules.message import Message
from companion.rules.phrases import Value

_Words = tuple[str, dict[str, Value]]


def followed(before: Position, action: Action, after: Position) -> Iterator[Message]:
    """Tell the effects of an action; those of the player's action before a draw were told then."""
    if isinstance(action, Release):
        return
    yield from _payment(before, action, after)
    for effect in after.news[len(before.news) if action.by == CHANCE else 0 :]:
        what, *words = effect.text.split()
        text, values = _WORDS[what](after, words)
        yield Message(text, values, {"who": effect.seat})


def _payment(before: Position, action: Action, after: Position) -> Iterator[Message]:
    """Tell what an action has cost, and what it brought."""
    match action:
        case Buy():
            cost, tokens = price(before, action.line), ",".join((*after.hand, *["TC"] * after.chests))
            values: dict[str, Value] = {"cost": pearls(cost), "tokens": some_tokens(tokens)}
            yield Message("{who} pays {cost} and takes {tokens}.", values, {"who": action.by})
        case Oyster() | Lion():
            cost = oyster_price(before, action.by) if isinstance(action, Oyster) else 1
            yield Message("{who} pays {cost}.", {"cost": pearls(cost)}, {"who": action.by})


def _harvest(_: Position, words: list[str]) -> _Words:
    return "{who} takes {taken}.", {"taken": pearls(int(words[0]))}


def _chest(_: Position, words: list[str]) -> _Words:
    return "{who} takes {taken}; the chest leaves the game.", {"taken": pearls(int(words[0]))}


def _lost(_: Position, words: list[str]) -> _Words:
    return "{who} has no room for {tokens}.", {"tokens": some_tokens(words[0])}


def _bust(p: Position, words: list[str]) -> _Words:
    text = "Two alike: {tokens} leave the game."
    if p.table.bust_to_bag:
        text = "Two alike: {tokens} go back into the bag."
    return text, {"tokens": some_tokens(words[0])}


def _bonus(_: Position, words: list[str]) -> _Words:
    bonus, value = words
    text = "{group}: {who} takes the {bonus} worth {value}."
    return text, {"group": GROUPS[bonus], "bonus": FISH[bonus], "value": value}


def _eaten(_: Position, words: list[str]) -> _Words:
    return "The oyster on {space} goes back to the bed.", {"space": words[0]}


def _end(_: Position, __: list[str]) -> _Words:
    return "{who} brings on the end of the game.", {}


def _release(_: Position, __: list[str]) -> _Words:
    return "{who}'s shark goes back into the bag.", {}


_WORDS: Final[dict[str, Callable[[Position, list[str]], _Words]]] = {
    "harvest": _harvest,
    "chest": _chest,
    "lost": _lost,
    "bust": _bust,
    "bonus": _bonus,
    "eaten": _eaten,
    "end": _end,
    "release": _release,
}
