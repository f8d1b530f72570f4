"""Draws by software that are fair and that anybody can check.

A secret seed is made before the first draw and committed: its SHA-256 is shown. Draw number k
(counted from 1 through the whole game, set-up included) is made from the seed and from k alone,
so nothing that happens at the table can bend it, and a draw that was taken back is not drawn
again under the same number. At the end the seed is revealed.

The construction, for anybody who wants to write it anew:

1. For i = 0, 1, 2 ...: x = HMAC-SHA256(key = seed as UTF-8, message = "draw k i" in ASCII), read as a
   big-endian number of 256 bits.
2. With W the sum of the weights of all outcomes, the first x below the largest multiple of W that
   fits into 256 bits is taken (rejection, so that no outcome is favoured); point = x mod W.
3. The outcomes stand in the order of ``state.odds()``, or of the option's list; the outcome is the
   one whose stretch of the summed weights holds the point.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from companion.record.errors import BadDraw
from companion.rules.game import Action, State

_SPAN: Final = 2**256


def new_seed() -> str:
    """Make a secret seed of 256 bits, as text."""
    return secrets.token_hex(32)


def commitment_of(seed: str) -> str:
    """Give what is shown of a seed before it is revealed: its SHA-256, in hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


def pick(seed: str, number: int, weights: Sequence[int]) -> int:
    """Make draw ``number``: the index of one of the weights.

    Raises
    ------
    BadDraw
        When the weights sum to nothing, or one is negative.
    """
    total = sum(weights)
    if total <= 0 or min(weights) < 0:
        raise BadDraw("There is nothing left to draw from.")
    return bisect_right(list(accumulate(weights)), _below(seed, number, total))


def draw(state: State, seed: str, number: int) -> Action:
    """Make draw ``number`` of what chance has to decide now.

    Raises
    ------
    BadDraw
        When chance is not to act.
    """
    odds = list(state.odds())
    if not odds:
        raise BadDraw("Nothing is to be drawn now.")
    return odds[pick(seed, number, [weight for _, weight in odds])][0]


def _below(seed: str, number: int, total: int) -> int:
    """Give a number from 0 to ``total - 1``, each as likely as any other."""
    limit = _SPAN - _SPAN % total
    attempt = 0
    while (x := _number(seed, number, attempt)) >= limit:
        attempt += 1
    return x % total


def _number(seed: str, number: int, attempt: int) -> int:
    digest = hmac.digest(seed.encode(), f"draw {number} {attempt}".encode(), hashlib.sha256)
    return int.from_bytes(digest, "big")
