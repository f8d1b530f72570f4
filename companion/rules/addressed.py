"""Sentences that tell what somebody does, said to that player: *Anna buys a row* is *Buy a row* to Anna."""

from __future__ import annotations

import re
from typing import Final

from companion.rules.game import Seat
from companion.rules.message import Message

_BEGINS: Final = re.compile(r"\{(\w+)\}('s)? (.*)", re.DOTALL)
"""A sentence about a seat, or about what is a seat's own."""

_DONE: Final = re.compile(r"^[a-z]+|(?<= and )[a-z]+(?=[ .])")
"""The words of such a sentence that say what is done: the first, and any that follows an *and*."""

_OTHERS: Final = {"has": "I have", "finds": "I find", "passes": "pass", "as": "as"}
"""What is more than a verb without its *s*: what is no order to anybody, such as *I have finished*, too."""


def addressed(message: Message, seat: Seat) -> Message:
    """Say to a seat what it does, as its own button does; a sentence of which it is not the subject stays.

    Examples
    --------
    >>> addressed(Message("{who} buys {line}.", {"line": "row R3"}, {"who": 1}), 1).render({})
    'Buy row R3.'
    >>> addressed(Message("{who}'s shark claims a token.", {}, {"who": 1}), 1).render({})
    'Your shark claims a token.'
    """
    begins = _BEGINS.fullmatch(message.text)
    if begins is None or message.seats.get(begins[1]) != seat:
        return message
    if begins[2]:
        return Message(f"Your {begins[3]}", message.values, message.seats)
    said = _DONE.sub(lambda word: _base(word[0]), begins[3])
    return Message(said[:1].upper() + said[1:], message.values, message.seats)


def _base(word: str) -> str:
    """Give a verb without the *s* of the third person; any other word as it is."""
    return _OTHERS.get(word, word.removesuffix("s"))
