"""Who came where in a game, by its winners and points alone: the hub knows no game's rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from companion.hub.store.results import FORGOTTEN
from companion.rules.message import Message
from companion.rules.phrases import Listing, Series, Value

UNNAMED: Final = re.compile(r"Player (\d+)")
"""What a table calls a seat that nobody has given a name: no player of a league."""


class Seated(msgspec.Struct, frozen=True):
    """A seat of a finished game."""

    seat: int
    name: str
    player: int | None
    points: int | None
    won: bool


def seated(row: Any) -> Seated:
    """Read a row of the seats."""
    return Seated(row.seat, row.name, row.player_id, row.points, bool(row.won))


def places(seats: Sequence[Seated]) -> list[int]:
    """Give the place of each seat, from 1; seats that are level share one.

    The winners are first. The others follow by their points: more is better, unless the winners have the
    fewest. Where the points say neither, the others share a place.
    """
    points = [each.points for each in seats if each.points is not None]
    best = [each.points for each in seats if each.won and each.points is not None]
    sign = 0
    if best and len(points) == len(seats):
        sign = 1 if min(best) >= max(points) else -1 if max(best) <= min(points) else 0
        if min(points) == max(points):
            sign = 0

    def worth(each: Seated) -> tuple[int, int]:
        return (0 if each.won else 1, -sign * (each.points or 0) if not each.won else 0)

    order = sorted(worth(each) for each in seats)
    return [order.index(worth(each)) + 1 for each in seats]


def share(place: int, all_places: Sequence[int]) -> float:
    """Give the share of the others that a place has beaten; who is level counts half. Alone at a table: 1."""
    others = len(all_places) - 1
    if others <= 0:
        return 1.0
    worse = sum(other > place for other in all_places)
    level = sum(other == place for other in all_places) - 1
    return (worse + level / 2) / others


def told(title: str, seats: Sequence[Seated]) -> Message:
    """Say a result in words."""
    winners = tuple(_called(each.name) for each in seats if each.won)
    scores = tuple(
        Message("{name} {points}", {"name": _called(each.name), "points": each.points})
        for each in seats
        if each.points is not None
    )
    values: dict[str, Value] = {"title": title, "winners": Listing(winners, "and"), "scores": Series(scores)}
    if scores and winners:
        return Message("{title}: {winners} won ({scores})", values)
    if scores:
        return Message("{title}: nobody won ({scores})", values)
    return Message("{title}: {winners} won" if winners else "{title}: nobody won", values)


def _called(name: str) -> Value:
    """Give a name; a seat without one, or with one no more, is called so in the reader's language."""
    if found := UNNAMED.fullmatch(name):
        return Message("Player {n}", {"n": int(found[1])})
    return Message("Somebody") if name == FORGOTTEN else name
