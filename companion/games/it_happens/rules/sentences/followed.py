"""What came of an action by itself, as the log tells it afterwards.

What a victory tile is worth is not told: it lies face down (IH-R22), and nobody is to look it up.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.it_happens.rules.people import capital, everybody, who
from companion.games.it_happens.rules.position import Award, Position
from companion.games.it_happens.rules.sentences.prompts import found_by
from companion.rules.game import CHANCE, Action
from companion.rules.message import Message


def followed(action: Action, after: Position) -> Iterator[Message]:
    """Tell what a die has found, and what the mounds paid at the end of a round."""
    if action.by == CHANCE:
        return
    for text in filter(None, (found_by(after), *_round_over(after))):
        yield Message(capital(text), seats=everybody(after))


def _round_over(p: Position) -> Iterator[str]:
    if p.awards:
        yield f"round {p.round} is over."
    for award in p.awards:
        yield f"{p.called(award.mound)}: {_paid(p, award)}."


def _paid(p: Position, award: Award) -> str:
    if award.queen is None:
        return "nobody is there"
    general = "nobody" if award.general is None else who(p, award.general)
    worms = [f"{who(p, colour)} takes a worm" for colour in award.worms]
    return ", ".join([f"{who(p, award.queen)} takes the Queen", f"{general} the General", *worms])
