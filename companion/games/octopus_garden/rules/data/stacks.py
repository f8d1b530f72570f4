"""What may lie on one space together (sections 8.5 and 15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.games.octopus_garden.rules.data.board import Space
from companion.games.octopus_garden.rules.data.garden import Garden
from companion.games.octopus_garden.rules.data.tokens import ANIMALS, HOMES, Stack, Token
from companion.rules.message import Message
from companion.rules.phrases import marked


class Fault(NamedTuple):
    """One thing that is wrong on a space."""

    rule: str
    space: Space
    message: Message


@lru_cache(maxsize=64)
def faults(garden: Garden) -> tuple[Fault, ...]:
    """Give everything that is wrong in a garden; most gardens stay as they were from action to action."""
    return tuple(_faults(garden))


def _faults(garden: Garden) -> Iterator[Fault]:
    names = Counter(token.name for _, token in garden.tokens())
    for space, token in garden.tokens():
        if names[token.name] > 1:
            yield Fault(
                "section 5", space, Message("there are two tokens called {token}.", {"token": token.name})
            )
        if not _marks_fit(token):
            yield Fault(
                "section 5", space, Message("a mark on {token} does not fit it.", {"token": token.name})
            )
    for space, stack in zip(garden.board.spaces, garden.stacks, strict=True):
        checks = _of_stack(garden, space, stack) if stack else ()
        yield from (Fault(rule, space, Message(text)) for rule, wrong, text in checks if wrong)


def _marks_fit(token: Token) -> bool:
    """Whether a token carries only the marks of its code."""
    return (
        (not token.home or token.code == "HC")
        and (not token.flipped or token.code == "CC")
        and (not token.acts_as or token.code == "MO")
        and (not token.moved or token.code in ANIMALS)
    )


def _of_stack(garden: Garden, space: Space, stack: Stack) -> tuple[tuple[str, bool, str], ...]:
    codes = [token.code for token in stack]
    homes = {token.home for token in stack if token.home}
    claimed = [token.home for token in stack if token.home]
    there = {token.name for token in stack if token.code in HOMES}
    fixed = [place for place, t in enumerate(stack) if t.code not in ANIMALS and t.name not in homes]
    lone = any(token.code == "HC" and not token.home for token in stack)
    printed = space in garden.board.printed
    return (
        ("OG-R02", printed and not garden.passable, marked("nothing may lie on a printed oyster.")),
        ("OG-R02", printed and bool(fixed), marked("only animals may cross a printed oyster.")),
        ("OG-R26", "CO" in codes and len(codes) > 1, marked("a coral shares its space with nothing.")),
        ("10.2.8", "BX" in codes and codes != ["AN", "BX"], marked("a boxer crab lies alone on an anemone.")),
        ("section 8.3", {"OY", "SS"} <= set(codes), marked("a sea star eats the oyster on its space.")),
        ("section 8.5", fixed not in ([], [0]), marked("only animals and their homes lie on other tokens.")),
        ("section 8.4", not homes <= there, marked("a hermit crab's home is not on its space.")),
        ("section 8.4", len(claimed) > len(homes), marked("two hermit crabs share a home.")),
        (
            "section 8.4",
            lone and bool(garden.loose_homes(space)),
            marked("a hermit crab without a home takes this one."),
        ),
        ("10.2.5", "DV" in codes, marked("a diver does not stay in the garden.")),
    )
