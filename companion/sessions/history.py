"""Past games: what a list shows of each, and the results of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from companion.record.errors import StoreError
from companion.record.events import Finished, GameStarted, Logged
from companion.record.names import looks, unnamed
from companion.rules.abilities import ScalesScores
from companion.rules.boxes import TakesBoxes
from companion.rules.game import Game
from companion.storage.turns import Turn

NO_TURN: Final = Turn()


class Summary(msgspec.Struct, frozen=True):
    """One game in a list. ``winners``, ``totals`` and ``ended_at`` are empty until it is finished.

    ``played``: somebody has acted; draws of the program do not count. Lists are sorted by ``begun_turn``
    and ``last_turn`` (`companion.storage.turns`), because the clock may have jumped.
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
    ended_at: str = ""
    begun_turn: int = 0
    last_turn: int = 0


def summarise(
    ident: str, milestones: Sequence[Logged], events: int, last_at: str, *, played: bool, turn: Turn = NO_TURN
) -> Summary:
    """Sum up one game from its start and the ends and resumptions that followed.

    Raises
    ------
    StoreError
        ``session-unplayable`` when the start is missing, or a winner has no seat.
    """
    first, last = milestones[0], milestones[-1].event
    ended_at = milestones[-1].at if isinstance(last, Finished) else ""
    started = first.event
    if not isinstance(started, GameStarted):
        raise StoreError("session-unplayable", "The log of this game has lost its beginning.")
    names = dict(enumerate(started.names, 1))
    over = last if isinstance(last, Finished) else Finished((), {})
    if not names.keys() >= {*over.winners, *over.totals}:
        raise StoreError(
            "session-unplayable", "The end of this game tells of somebody who does not sit there."
        )
    return Summary(
        id=ident,
        game=started.game,
        names=started.names,
        options=started.options,
        started_at=first.at,
        last_at=last_at,
        events=events,
        finished=bool(ended_at),
        winners=tuple(names[seat] for seat in over.winners),
        totals={names[seat]: points for seat, points in over.totals.items()},
        played=played,
        ended_at=ended_at,
        begun_turn=turn.begun,
        last_turn=turn.played,
    )


def running(games: Iterable[Summary]) -> list[Summary]:
    """Give the games that can be resumed, the one played last first."""
    return sorted((game for game in games if not game.finished), key=_last, reverse=True)


def ended(games: Iterable[Summary]) -> list[Summary]:
    """Give the games that are over, the one that ended last first."""
    return sorted((game for game in games if game.finished), key=_last, reverse=True)


def _last(game: Summary) -> tuple[int, str]:
    """Give the sort key of a game: when it was played last."""
    return game.last_turn, game.ended_at or game.last_at


class Tally(msgspec.Struct, frozen=True):
    """One player's results in some games: finished, won alone, tied for the win, best, average."""

    name: str
    played: int
    won: int
    shared: int
    best: int
    average: float


def tallies(games: Iterable[Summary]) -> list[Tally]:
    """Sum up finished games by player, most wins first. A name is as it was written last.

    Totals are compared as they are, so all games need one `scale_of`. Seats without a given name do not
    count.
    """
    called: dict[str, str] = {}
    totals: dict[str, list[int]] = {}
    wins: Counter[str] = Counter()
    ties: Counter[str] = Counter()
    for game in sorted(games, key=_last):
        for name, points in _named(game):
            who = looks(name)
            called[who] = name
            totals.setdefault(who, []).append(points)
            (ties if len(game.winners) > 1 else wins)[who] += name in game.winners
    found = [
        Tally(called[who], len(points), wins[who], ties[who], max(points), sum(points) / len(points))
        for who, points in totals.items()
    ]
    return sorted(found, key=lambda each: (-each.won, -each.shared, each.played, each.name))


def _named(game: Summary) -> Iterator[tuple[str, int]]:
    """Give the names that people have typed, with their totals."""
    for seat, name in enumerate(game.names, 1):
        if name in game.totals and name != unnamed(seat):
            yield name, game.totals[name]


def scale_of(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """Give the options of a game that make its scores larger or smaller than usual, with their values.

    Usual values are left out. Examples of others: an owned box, a smaller board, modules.
    """
    keys = game.score_scale if isinstance(game, ScalesScores) else ()
    if isinstance(game, TakesBoxes):
        keys = (*keys, game.box_option)
    usual = {option.key: option.default for option in game.info.options}
    return {key: options[key] for key in keys if key in options and options[key] != usual.get(key)}


def among(games: Iterable[Summary], slug: str, names: Iterable[str]) -> list[Summary]:
    """Give the finished games of one kind that exactly these people have played."""
    people = {looks(name) for name in names}
    return [
        game for game in games if game.finished and game.game == slug and {*map(looks, game.names)} == people
    ]


def recent_players(games: Iterable[Summary]) -> list[str]:
    """List everybody who has played, the latest first, for the entry of names."""
    newest = sorted(games, key=_last, reverse=True)
    people: dict[str, str] = {}
    for name in (name for game in newest for name in game.names):
        people.setdefault(looks(name), name)
    return list(people.values())
