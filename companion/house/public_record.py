"""What a hub is told of a game: its events and its state, in so far as everybody at the table may know them.

An event is told as a spectator of the running game sees it, also when the game is over: so it reads the
same whenever it is sent. Names stand in the first event alone, sentences name seats.
"""

from __future__ import annotations

from typing import Any

from companion.house.envelope import PublicEvent, TableState
from companion.live.status import LiveState, LiveStatus
from companion.panel.view import acting
from companion.record.events import (
    ActionTaken,
    Corrected,
    Finished,
    GameStarted,
    Logged,
    SettingsChanged,
    Undone,
    kind_of,
)
from companion.record.eyes import Eyes
from companion.rules.game import Game
from companion.sessions.session import Session

STATES: dict[LiveState, str] = {"ask": "asking", "wrong": "wrong", "lost": "lost", "hand": "waiting"}
"""The states of a live table that a room wants to know of; with any other the game is being played."""


def public_event(game: Game, session: str, logged: Logged) -> PublicEvent:
    """Give an event as everybody may know it.

    Parameters
    ----------
    game
        The rules, to tell actions in words.
    session
        The game's own name.
    logged
        The event with its number.
    """
    return PublicEvent(session, logged.seq, logged.at, kind_of(logged.event), _body(game, logged))


def _body(game: Game, logged: Logged) -> dict[str, Any]:
    match logged.event:
        case GameStarted() as started:
            return _started(game, started)
        case ActionTaken() as taken:
            told = Eyes(game, None).told(taken.by, taken.text).flat()
            words = {"text": told.text, "values": told.values, "seats": told.seats}
            return {"by": taken.by, "source": taken.source, **words}
        case Finished() as end:
            totals = {str(seat): points for seat, points in end.totals.items()}
            return {"winners": list(end.winners), "totals": totals}
        case Undone(by=by, count=count):
            return {"by": by, "count": count}
        case Corrected(at=place, removed=removed) if not game.info.hidden:
            return {"place": place, "removed": removed}
        case SettingsChanged(settings=settings):
            return {"camera": settings.watched}
        case _:
            return {}  # questions, notes and seeds are the table's own


def _started(game: Game, started: GameStarted) -> dict[str, Any]:
    """Give the beginning; of the options those that people choose from a list, none that was drawn."""
    drawn = {draw.partition("=")[0] for draw in started.draws}
    listed = {option.key for option in game.info.options if option.choices}
    shown = {key: value for key, value in started.options.items() if key in listed - drawn}
    return {
        "slug": started.game,
        "title": game.info.name,
        "names": list(started.names),
        "options": shown,
        "rules": started.rules_version,
    }


def table_state(session: Session | None, status: LiveStatus, at: str, installation: str) -> TableState:
    """Give how a table stands now, as its big screen may show it."""
    if session is None:
        return TableState("idle", at, installation)
    moment = session.moment
    state = session.eyes(None).sees(moment.states[-1])
    over = state.outcome
    totals = state.sheet().totals()
    names = session.names
    return TableState(
        state="over" if over is not None else STATES.get(status.state, "playing"),
        at=at,
        installation=installation,
        game=session.id,
        slug=session.game.info.slug,
        title=session.game.info.name,
        names={str(seat): name for seat, name in names.items()},
        totals={str(seat): totals[seat] for seat in sorted(names)},
        acting=acting(state),
        winners=over.winners if over is not None else (),
        started_at=moment.log[0].at,
        seq=moment.timeline.seq,
    )
