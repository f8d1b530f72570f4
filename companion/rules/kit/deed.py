"""What a seat does, as everybody reads it and as that very seat does: *Anna buys a row*, *Buy a row*.

The sentence is written once, with its verbs as the seat is told them, and the third person is made from
these: that way English has a rule, as *catch* gives *catches*. The other way there might be *to catche*.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from companion.rules.game import Seat
from companion.rules.message import Message
from companion.rules.phrases import Value

_VERB: Final = re.compile(r"\[([a-z]+)\]")
_WHO: Final = "{who} "
_WHOSE: Final = "{who}'s "
_IRREGULAR: Final = {"be": "is", "have": "has"}
_HISSING: Final = ("s", "x", "z", "ch", "sh", "o")


def deed(
    text: str,
    seat: Seat,
    values: Mapping[str, Value] | None = None,
    *,
    to_doer: str = "",
    **others: Seat,
) -> Message:
    """Tell what a seat does.

    Parameters
    ----------
    text
        It begins with ``{who}``, the seat's name; every verb that tells what the seat does is in brackets.
        What begins with ``{who}'s`` is about something of the seat's, whose verbs are written as they are.
    seat
        Who does it.
    values
        What else is filled in.
    to_doer
        The same as it is said to that seat, where it is more than the text without the name.
    others
        The seats that it names besides.

    Examples
    --------
    >>> paid = deed("{who} [pay] a worm and [pass].", 1)
    >>> paid.render({1: "Anna"}), paid.said_to(1).render({})
    ('Anna pays a worm and passes.', 'Pay a worm and pass.')
    >>> deed("{who}'s shark claims {what}.", 1, {"what": "a coral"}).said_to(1).render({})
    'Your shark claims a coral.'
    """
    third = _VERB.sub(lambda verb: third_person(verb[1]), text)
    return Message(third, dict(values or {}), {"who": seat, **others}, to_doer or _said_to_doer(text))


def third_person(verb: str) -> str:
    """Say of somebody else what a verb tells, as *pays* for *pay*.

    Examples
    --------
    >>> [third_person(verb) for verb in ("pay", "pass", "catch", "carry", "go", "have")]
    ['pays', 'passes', 'catches', 'carries', 'goes', 'has']
    """
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return verb + ("es" if verb.endswith(_HISSING) else "s")


def _said_to_doer(text: str) -> str:
    if text.startswith(_WHOSE):
        return f"Your {text.removeprefix(_WHOSE)}"
    said = _VERB.sub(r"\1", text.removeprefix(_WHO))
    return said[:1].upper() + said[1:]
