"""Games as tables tell them, without tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from companion.house.envelope import PublicEvent
from companion.hub.league.counting import count_pending
from companion.hub.store.database import Database
from companion.hub.store.recording import Stored, store

_now = [datetime.now(UTC)]


def begin_test() -> None:
    """Let moments count from now: what begins in a test begins before what its games end with."""
    _now[:] = [datetime.now(UTC).replace(microsecond=0)]


def at(minutes: float) -> str:
    """A moment so many minutes from the beginning of the test."""
    return (_now[0] + timedelta(minutes=minutes)).isoformat(timespec="milliseconds")


def game(
    name: str,
    points: Mapping[str, int],
    winners: Sequence[int] | None = None,
    *,
    begun: float = -30,
    ended: float = -1,
    slug: str = "papillon",
) -> list[PublicEvent]:
    """A whole game: its beginning, an action, and its end; the most points win."""
    seats = dict(enumerate(points.values(), 1))
    best = [seat for seat, reached in seats.items() if reached == max(seats.values())]
    started = {"slug": slug, "title": slug.title(), "names": list(points)}
    acted = {"by": 1, "text": "{who} goes on.", "seats": {"who": 1}}
    totals = {str(seat): reached for seat, reached in seats.items()}
    return [
        PublicEvent(name, 1, at(begun), "started", started),
        PublicEvent(name, 2, at(begun + 1), "action", acted),
        PublicEvent(name, 3, at(ended), "finished", {"winners": winners or best, "totals": totals}),
    ]


def tell(database: Database, table: str, events: Sequence[PublicEvent], *, count: bool = True) -> Stored:
    """Have the hub store what a table tells, and count it."""
    done = store(database, [(table, event) for event in events])
    if count:
        count_pending(database)
    return done
