"""The tokens: their codes and one token as it lies in a garden (specification sections 2 and 5)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

Code = Literal[
    "AN", "CO", "HC", "SH", "RE", "SG", "SS", "TR", "OY", "MO", "CC", "SK", "PF", "DV", "LF", "TC", "BX"
]
"""What a token is, by the specification's two letters."""

Home = Literal["SH", "TR"]
"""What a hermit crab may live in."""

GroupKind = Literal["AN", "SG"]
"""What attracts a bonus fish in connected groups."""

CODES: Final[tuple[Code, ...]] = (
    *("AN", "CO", "HC", "SH", "RE", "SG", "SS", "TR", "OY"),
    *("MO", "CC", "SK", "PF", "DV", "LF", "TC", "BX"),
)
"""Every code, in the order in which tokens are listed."""

ANIMALS: Final = frozenset({"HC", "SS", "BX"})
"""What may share a space with other tokens: they arrive on top (section 8.5)."""

HOMES: Final[tuple[Home, Home]] = ("SH", "TR")
GROUP_KINDS: Final[tuple[GroupKind, ...]] = ("AN", "SG")
GROWING: Final[frozenset[Code]] = frozenset({*GROUP_KINDS, "MO"})
"""What may count in a group: anemones, seagrasses, and mimic octopuses once they are declared."""

_RANK: Final = {code: rank for rank, code in enumerate(CODES)}


class Token(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One token in a garden.

    Attributes
    ----------
    id : int
        Tells it from its like in the same garden; free numbers are used again.
    moved : bool
        An animal has had its own move this turn (phase P3).
    home : str
        The `name` of a hermit crab's shell or trash on the same space, or "".
    flipped : bool
        A coconut octopus has been activated (10.2.2).
    acts_as : str
        What a used mimic octopus was declared to be (10.2.1), or "".
    """

    code: Code
    id: Annotated[int, msgspec.Meta(ge=1, le=999)]
    moved: bool = False
    home: str = ""
    flipped: bool = False
    acts_as: Literal["", "AN", "SG"] = ""

    @property
    def name(self) -> str:
        """What tells the token apart in its garden, such as ``SS2``."""
        return f"{self.code}{self.id}"


Stack = tuple[Token, ...]
"""The tokens of one space, from the board up."""

Multiset = tuple[tuple[Code, int], ...]
"""How many tokens there are of each code, in the order of `CODES`; none of which there is none."""


def multiset(counts: dict[Code, int]) -> Multiset:
    """Order the counts and leave out what there is none of."""
    return tuple((code, counts[code]) for code in sorted(counts, key=_RANK.__getitem__) if counts[code])


def plus(tokens: Multiset, *codes: Code) -> Multiset:
    """Add tokens."""
    counts = dict(tokens)
    for code in codes:
        counts[code] = counts.get(code, 0) + 1
    return multiset(counts)


def minus(tokens: Multiset, code: Code) -> Multiset:
    """Take one token out; there must be one."""
    counts = dict(tokens)
    counts[code] -= 1
    return multiset(counts)


def in_order(codes: tuple[Code, ...]) -> tuple[Code, ...]:
    """Sort a hand of tokens."""
    return tuple(sorted(codes, key=_RANK.__getitem__))
