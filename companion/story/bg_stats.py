"""Finished games as a file that the app BG Stats imports: its own JSON of games, players and plays."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from companion.record.clock import local_time
from companion.record.names import looks
from companion.sessions.history import Summary, ended

OURS = "https://tabletop-companion.invalid/"
"""What the numbers of players and plays are made from: the same game is the same play in a later file."""


def as_bg_stats(games: Iterable[Summary], called: Callable[[Summary], str]) -> str:
    """Write finished games for BG Stats; ``called`` gives a game's title."""
    finished = list(reversed(ended(games)))
    titles = {title: number for number, title in enumerate(dict.fromkeys(map(called, finished)), 1)}
    people: dict[str, tuple[int, str]] = {}
    for name in (name for game in finished for name in game.names):
        people.setdefault(looks(name), (len(people) + 1, name))
    document = {
        "games": [
            {
                "id": number,
                "uuid": _uuid("game", title),
                "name": title,
                "highestWins": True,
                "noPoints": False,
            }
            for title, number in titles.items()
        ],
        "players": [
            {"id": number, "uuid": _uuid("player", look), "name": name, "isAnonymous": False}
            for look, (number, name) in people.items()
        ],
        "locations": [],
        "plays": [_play(game, titles[called(game)], people) for game in finished],
        "userInfo": {"meRefId": 1},
    }
    return json.dumps(document, indent=1, ensure_ascii=False)


def _play(game: Summary, title: int, people: dict[str, tuple[int, str]]) -> dict[str, Any]:
    ranks = sorted(game.totals.values(), reverse=True)
    return {
        "uuid": _uuid("play", game.id),
        "gameRefId": title,
        "playDate": local_time(game.ended_at, "%Y-%m-%d %H:%M:%S"),
        "ignored": False,
        "playerScores": [
            {
                "playerRefId": people[looks(name)][0],
                "score": str(game.totals.get(name, "")),
                "winner": name in game.winners,
                "rank": ranks.index(game.totals[name]) + 1 if name in game.totals else 0,
                "seatOrder": seat,
                "newPlayer": False,
                "startPlayer": False,
            }
            for seat, name in enumerate(game.names, 1)
        ],
    }


def _uuid(kind: str, what: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"{OURS}{kind}/{what}"))
