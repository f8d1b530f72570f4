"""Games of the past: what a list shows of each, and how the players did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.play.errors import StoreError
from companion.play.events import Finished, GameStarted, Logged
from companion.play.names import looks


class Summary(msgspec.Struct, frozen=True):
    """One game in a list. ``winners`` and ``totals`` are empty until it is finished.

    ``played``: somebody has done something in it; what the program draws is nobody's doing.
    """

    id: str
    game: str
    names: tuple[str, ...]
    options: dict[str, str]
    started_at: str
    last_at: str
    events: int
    finished: bool
    winners: tuple[str, ...]
    totals: dict[str, int]
    played: bool


def summarise(
    ident: str, milestones: Sequence[Logged], events: int, last_at: str, *, played: bool
) -> Summary:
    """Sum up one game from its start and the ends and resumptions that followed.

    Raises
    ------
    StoreError
        ``session-unplayable`` when the start is missing.
    """
    first, last = milestones[0], milestones[-1].event
    started = first.event
    if not isinstance(started, GameStarted):
        raise StoreError("session-unplayable", "The log of this game has lost its beginning.")
    names = dict(enumerate(started.names, 1))
    over = last if isinstance(last, Finished) else Finished((), {})
    return Summary(
        id=ident,
        game=started.game,
        names=started.names,
        options=started.options,
        started_at=first.at,
        last_at=last_at,
        events=events,
        finished=isinstance(last, Finished),
        winners=tuple(names[seat] for seat in over.winners),
        totals={names[seat]: points for seat, points in over.totals.items()},
        played=played,
    )


class PlayerStats(msgspec.Struct, frozen=True):
    """How one player did in one game: games finished, games won (shared wins count), best total, average."""

    name: str
    game: str
    played: int
    won: int
    best: int
    average: float


def player_stats(games: Iterable[Summary]) -> list[PlayerStats]:
    """Sum up finished games by player and game; who plays most comes first."""
    called: dict[str, str] = {}
    totals: dict[tuple[str, str], list[int]] = {}
    wins: dict[tuple[str, str], int] = {}
    for game in games:
        for name, points in game.totals.items():
            who = called.setdefault(looks(name), name)
            totals.setdefault((who, game.game), []).append(points)
            wins[who, game.game] = wins.get((who, game.game), 0) + (name in game.winners)
    stats = [
        PlayerStats(name, game, len(points), wins[name, game], max(points), sum(points) / len(points))
        for (name, game), points in totals.items()
    ]
    return sorted(stats, key=lambda each: (-each.played, each.name, each.game))


def recent_players(games: Iterable[Summary]) -> list[str]:
    """Everybody who has played, the latest first, for the entry of names."""
    newest = sorted(games, key=lambda game: game.last_at, reverse=True)
    people: dict[str, str] = {}
    for name in (name for game in newest for name in game.names):
        people.setdefault(looks(name), name)
    return list(people.values())
