"""What events say of a game's players and its result."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from companion.house.envelope import PublicEvent

MOST_SEATS: Final = 12
FORGOTTEN: Final = "Somebody"
"""What a seat is called whose name was taken out on wish."""
_log = logging.getLogger(__name__)


class _Started(msgspec.Struct):
    names: list[str] = []


class _Finished(msgspec.Struct):
    winners: list[int] = []
    totals: dict[int, Annotated[int, Meta(ge=-(10**9), le=10**9)]] = {}


def clean(name: str) -> str:
    """Give a name without what no database and no page takes: control characters, halves of a pair."""
    return "".join(sign for sign in name if sign.isprintable()).strip()[:200]


@dataclass
class Fold:
    """The result after some events; ``changed`` says whether they touch it at all."""

    names: list[str] = field(default_factory=list)
    over: bool = False
    changed: bool = False
    ended_at: str = ""
    winners: frozenset[int] = frozenset()
    totals: dict[int, int] = field(default_factory=dict)

    def take(self, event: PublicEvent) -> None:
        """Take one more event into account."""
        try:
            self._take(event)
        except msgspec.MsgspecError as error:
            _log.warning("Event %d of game %s has no effect: %s", event.seq, event.game, error)

    def _take(self, event: PublicEvent) -> None:
        if event.kind == "started":
            names = msgspec.convert(event.body, _Started).names[:MOST_SEATS]
            self.names = [clean(name) or f"Player {seat}" for seat, name in enumerate(names, 1)]
        elif event.kind == "finished":
            end = msgspec.convert(event.body, _Finished, strict=False)
            self.over = self.changed = True
            self.ended_at, self.winners, self.totals = event.at, frozenset(end.winners), end.totals
        elif event.kind == "resumed":
            self.over, self.changed = False, True
            self.ended_at, self.winners, self.totals = "", frozenset(), {}

    def seats(self, game_id: int) -> list[dict[str, Any]]:
        """Give the rows of the seats: who sits where."""
        return [{"game_id": game_id, "seat": seat, "name": name} for seat, name in enumerate(self.names, 1)]

    def points(self, game_id: int) -> list[dict[str, Any]]:
        """Give what each seat has reached, with the names of parameters that `Writing` uses."""
        return [
            {"of": game_id, "at_seat": seat, "now_points": points, "now_won": seat in self.winners}
            for seat, points in self.totals.items()
        ]
