"""Luck: what dice gave each player against what was to be expected, and whether that is unusual.

Every roll has the odds that the game itself tells (`State.odds`). The sum of a player's rolls, and how often
each face came, have an exact distribution under fair dice: that of the sum of independent rolls. A finding
counts only where it would be rare among *all* things that were looked at: whoever looks at fifty things finds
one in fifty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import ceil
from statistics import NormalDist
from typing import Final, NamedTuple, TypeAlias

from companion.record.timeline import Entry
from companion.rules.game import CHANCE, Seat, State

Odds: TypeAlias = Mapping[int, float]
"""Number on the die -> probability."""

FALSE_ALARMS: Final = 0.005
"""Of an evening with fair dice: so often, at most, anything at all is called unusual."""

FOUND: Final = 0.8
"""How probably a die that is off should be found, for the number of rolls that is told."""

OFF_BY: Final = 0.5
"""Pips by which the average of such a die would be off."""

_NUMBER: Final = re.compile(r"\D*?(\d+)")


class Roll(NamedTuple):
    """One roll of one die: whose, what it showed, and the odds it had."""

    name: str
    showed: int
    odds: Odds


class Luck(NamedTuple):
    """How a player's dice fell: rolls, average shown and expected, and the chance of being so far off."""

    name: str
    rolls: int
    average: float
    expected: float
    chance: float
    shown: Mapping[int, int]


class Finding(NamedTuple):
    """Something unusual: whose, which face (0: the average), and its chance among all that was looked at."""

    name: str
    face: int
    chance: float


class Verdict(NamedTuple):
    """What an evening's dice say: each player's luck, what is unusual, and rolls needed to find a bad die."""

    players: tuple[Luck, ...]
    findings: tuple[Finding, ...]
    rolls_needed: int


def rolls_of(states: Sequence[State], line: Iterable[Entry], names: Mapping[Seat, str]) -> list[Roll]:
    """Give the rolls of one die in a game's record, by whose turn they were.

    Parameters
    ----------
    states
        The positions after 0, 1, 2 ... actions.
    line
        The actions in force.
    names
        Seat -> player.
    """
    found: list[Roll] = []
    for state, entry in zip(states, line, strict=False):
        if entry.by != CHANCE:
            continue
        whose, odds, showed = _whose(state), _odds(state), _number(entry.text)
        if whose in names and showed is not None and showed in odds:
            found.append(Roll(names[whose], showed, odds))
    return found


def judge(rolls: Iterable[Roll]) -> Verdict:
    """Say how lucky everybody was, and what of it is unusual among all that was compared."""
    by_name: dict[str, list[Roll]] = {}
    for roll in rolls:
        by_name.setdefault(roll.name, []).append(roll)
    players = tuple(_luck(name, mine) for name, mine in sorted(by_name.items()))
    looked_at = [
        Finding(name, face, chance)
        for (name, mine), luck in zip(sorted(by_name.items()), players, strict=True)
        for face, chance in ((0, luck.chance), *_faces(mine))
    ]
    corrected = (each._replace(chance=min(1.0, each.chance * len(looked_at))) for each in looked_at)
    unusual = sorted(
        (each for each in corrected if each.chance <= FALSE_ALARMS), key=lambda each: each.chance
    )
    return Verdict(players, tuple(unusual), _needed(max(len(looked_at), 1)))


def two_sided(odds: Sequence[Odds], total: int) -> float:
    """Give the exact probability of a sum at least as far from its expectation as ``total``."""
    sums = _sums(tuple(sorted(tuple(sorted(each.items())) for each in odds)))
    expected = sum(number * share for each in odds for number, share in each.items())
    far = abs(total - expected) - 1e-9
    return min(1.0, sum(share for reached, share in sums.items() if abs(reached - expected) >= far))


@lru_cache(maxsize=64)
def _sums(dice: tuple[tuple[tuple[int, float], ...], ...]) -> dict[int, float]:
    """Give the distribution of the sum of dice; as many of one kind as of another are asked for again."""
    sums: dict[int, float] = {0: 1.0}
    for each in dice:
        grown: dict[int, float] = {}
        for reached, probability in sums.items():
            for number, share in each:
                grown[reached + number] = grown.get(reached + number, 0.0) + probability * share
        sums = grown
    return sums


def _luck(name: str, rolls: Sequence[Roll]) -> Luck:
    total = sum(roll.showed for roll in rolls)
    expected = sum(number * share for roll in rolls for number, share in roll.odds.items())
    shown: dict[int, int] = {number: 0 for roll in rolls for number in sorted(roll.odds)}
    for roll in rolls:
        shown[roll.showed] += 1
    chance = two_sided([roll.odds for roll in rolls], total)
    return Luck(
        name, len(rolls), total / len(rolls), expected / len(rolls), chance, dict(sorted(shown.items()))
    )


def _faces(rolls: Sequence[Roll]) -> Iterable[tuple[int, float]]:
    """Give for every face the chance that it came so much more or less often than expected."""
    for face in sorted({number for roll in rolls for number in roll.odds}):
        shares = [roll.odds.get(face, 0.0) for roll in rolls]
        came = sum(roll.showed == face for roll in rolls)
        yield face, two_sided([{1: share, 0: 1 - share} for share in shares], came)


def _needed(comparisons: int) -> int:
    """Give after how many rolls a six-sided die that is off by half a pip would probably be found."""
    normal = NormalDist()
    far = normal.inv_cdf(1 - FALSE_ALARMS / (2 * comparisons)) + normal.inv_cdf(FOUND)
    return ceil((far / OFF_BY) ** 2 * 35 / 12)


def _whose(state: State) -> Seat:
    """Give whose turn a roll belongs to; 0 where several are asked alike."""
    asked = [seat for seat, prompt in state.prompts().items() if prompt.kind == "act"]
    return asked[0] if len(asked) == 1 else 0


def _odds(state: State) -> Odds:
    """Give the odds of one die by its numbers; nothing where chance decides something else."""
    found: dict[int, float] = {}
    weights = [(str(action), weight) for action, weight in state.odds()]
    verbs = {text.rstrip("0123456789") for text, _ in weights}
    if len(verbs) != 1 or len(weights) < 2 or not next(iter(verbs)).startswith("roll"):
        return {}
    whole = sum(weight for _, weight in weights)
    for text, weight in weights:
        number = _number(text)
        if number is None:
            return {}
        found[number] = found.get(number, 0.0) + weight / whole
    return found


def _number(text: str) -> int | None:
    match = _NUMBER.fullmatch(text)
    return int(match[1]) if match else None
