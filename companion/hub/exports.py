"""What people take away: results as CSV, JSON and for BG Stats, and a calendar."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from io import StringIO
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from icalendar import Calendar, Event

from companion.hub.league.records import Play
from companion.hub.store.moments import read

COLUMNS: Final = ("ended", "table", "game", "players", "name", "points", "won", "minutes", "id")
CALCULATES: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for a formula begins so, whatever a player calls himself."""


def as_csv(plays: Iterable[Play]) -> str:
    """Give one line for every player of every finished game, with a line of headings."""
    text = StringIO()
    table = csv.writer(text)
    table.writerow(COLUMNS)
    for play in plays:
        for seat in play.seats:
            minutes = "" if play.minutes is None else play.minutes
            points = "" if seat.points is None else seat.points
            cells = (
                play.counted_at,
                play.table,
                plain(play.title),
                len(play.seats),
                plain(seat.name),
                points,
            )
            table.writerow((*cells, int(seat.won), minutes, play.id))
    return text.getvalue()


def plain(text: str) -> str:
    """Keep a spreadsheet from calculating with what somebody typed."""
    return f"'{text}" if text.startswith(CALCULATES) else text


def as_bg_stats(plays: Sequence[Play], room: str) -> dict[str, Any]:
    """Give games as a file that BG Stats imports (``.bgsplay``).

    Players, games and places have numbers within the file, and names from which the same identifiers follow
    each time, so that the app knows a play that it has imported before.
    """
    names = sorted({seat.name for play in plays for seat in play.seats})
    titles = sorted({(play.slug, play.title) for play in plays})
    player = {name: number for number, name in enumerate(names, 1)}
    game = {slug: number for number, (slug, _) in enumerate(titles, 1)}
    return {
        "userInfo": {"meRefId": 0},
        "locations": [{"id": 1, "uuid": _uuid("place", room), "name": room}],
        "players": [
            {"id": number, "uuid": _uuid("player", name), "name": name, "isAnonymous": False}
            for name, number in player.items()
        ],
        "games": [
            {
                "id": game[slug],
                "uuid": _uuid("game", slug),
                "name": title,
                "noPoints": False,
                "cooperative": False,
            }
            for slug, title in titles
        ],
        "plays": [_bg_play(play, player, game) for play in plays],
    }


def _bg_play(play: Play, player: dict[str, int], game: dict[str, int]) -> dict[str, Any]:
    played = read(play.counted_at)
    scores = [
        {
            "playerRefId": player[seat.name],
            "score": "" if seat.points is None else str(seat.points),
            "winner": seat.won,
            "seatOrder": seat.seat,
            "startPlayer": seat.seat == 1,
            "newPlayer": False,
        }
        for seat in play.seats
    ]
    return {
        "uuid": _uuid("play", f"{play.table}/{play.game}"),
        "playDate": played.strftime("%Y-%m-%d %H:%M:%S") if played else "",
        "durationMin": play.minutes or 0,
        "locationRefId": 1,
        "gameRefId": game[play.slug],
        "usesTeams": False,
        "comments": f"Table {play.table}",
        "playerScores": scores,
    }


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"tabletop-companion/{kind}/{name}"))


def as_calendar(room: str, seasons: Iterable[Any], tournaments: Iterable[Any]) -> bytes:
    """Give seasons and tournaments as a calendar that other programs subscribe to."""
    calendar = Calendar()
    calendar.add("prodid", "-//Tabletop Companion//Hub//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", room)
    for each in seasons:
        last = date.fromisoformat(each.ends) + timedelta(days=1)
        calendar.add_component(_day(f"season-{each.id}", each.name, date.fromisoformat(each.starts), last))
    for each in tournaments:
        begun = read(each.at)
        if begun is not None:
            day = begun.date()
            calendar.add_component(_day(f"tournament-{each.id}", each.name, day, day + timedelta(days=1)))
    found: bytes = calendar.to_ical()
    return found


def _day(number: str, name: str, first: date, after: date) -> Event:
    event = Event()
    event.add("uid", f"{number}@tabletop-companion")
    event.add("summary", name)
    event.add("dtstart", first)
    event.add("dtend", after)
    event.add("dtstamp", first)
    return event
