"""Phones round a game with secrets, and everything that can be asked for on them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask.testing import FlaskClient
from phones import phone_at
from sweeps import slow

from companion.house.picture import told
from companion.layouts import games_with_layout
from companion.panel.view import DARK
from companion.record.events import Settings
from companion.rules.catalogue import GAMES, load_game
from companion.rules.game import Seat
from companion.sessions.session import Session
from webui import Hub

PLAYED = sorted(slug for slug in games_with_layout() if slug in GAMES)
HIDING = [slug for slug in PLAYED if load_game(slug).info.hidden]
ENDLESS = "/events"
"""What goes on for ever: its beginning is compared apart."""

SEATS = 3
Twin = Callable[[Session, Seat | None, random.Random], dict[str, Any] | None]
"""Finds what of a session's moment could be otherwise as far as a seat can tell; None where nothing could."""

LOOKS = pytest.mark.parametrize("looks", [4, *slow(12)])
"""Times that everything is asked for in a game, by each phone in turn: one round of the phones, or three."""


def begin(hub: Hub, slug: str, seats: int = SEATS, **options: str) -> Session:
    names = ["Anna", "Ben", "Cleo", "Dora"][:seats]
    session = hub.store.new_session(slug, names, options, Settings(otherwise="tap"))
    hub.open(session)
    return session


def phone(hub: Hub, seat: Seat | None) -> FlaskClient:
    return phone_at(hub, seat, heartbeat_s=0.01)


def pages(client: FlaskClient) -> list[str]:
    """Every page, picture and file that needs nothing in its address; a new one is looked at by itself."""
    rules = [rule for rule in client.application.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return [str(rule) for rule in rules if not rule.arguments and str(rule) != ENDLESS]


def paths(session: Session, seat: Seat | None) -> list[str]:
    """Everything that a phone can look at; of the record each of the last actions."""
    last = range(max(0, len(session.line) - 3), len(session.line))
    own = seat or 0
    corrections = [f"/log/correct/{at}" for at in last]
    tried = [f"/log/correct/{at}?by={entry.by}&text={entry.text}" for at, entry in enumerate(session.line)]
    probes = [f"/log/correct/{len(session.line) - 1}?by={by}&text={text}" for by, text in guesses(session)]
    return [*corrections, "/play?close=1", *tried[-3:], *probes, f"/play?see={own}&light=x/1"]


def guesses(session: Session) -> list[tuple[int, str]]:
    """What a curious player might ask for: whether somebody else could have done this or that."""
    rng = random.Random(len(session.line))
    state = session.states[-2] if len(session.states) > 1 else session.state
    actions = [action for actor in state.actors for action in state.legal(actor)][:200]
    return [(action.by, str(action)) for action in rng.sample(actions, min(3, len(actions)))]


def everything(client: FlaskClient, asked: list[str]) -> dict[str, tuple[int, bytes, dict[str, str]]]:
    """The answer to every question, with the headers, and what the stream says."""
    answers = {}
    for path in asked:
        answer = client.get(path)
        cookie = answer.headers.get("Set-Cookie", "").partition(".")[0]
        # All three bear the time.
        headers = {**answer.headers, "Set-Cookie": cookie, "Date": "", "Expires": ""}
        answers[path] = (answer.status_code, answer.data, headers)
    stream = client.get("/events?game=&since=0", buffered=False)
    lines = iter(stream.response)
    answers["/events"] = (stream.status_code, b"".join(next(lines) for _ in range(2)), {})
    stream.close()
    return answers


@contextmanager
def moment(session: Session, **parts: Any) -> Iterator[None]:
    """Let the session stand elsewhere for a while."""
    journal = session._journal
    before = journal.now
    journal.now = before._replace(**parts)
    try:
        yield
    finally:
        journal.now = before


def different(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    return [path for path, answer in one.items() if other[path] != answer]


def play_on(session: Session, rng: random.Random, count: int) -> None:
    for _ in range(count):
        actors = session.state.actors
        if not actors:
            return
        actor = rng.choice(actors)
        actions = list(session.state.legal(actor))[:400]
        session.act(rng.choice(actions))


def nothing_differs(hub: Hub, slug: str, looks: int, twin: Twin) -> None:
    """Play on, and ask everything twice, now and then: in the game as it is, and in a twin of it."""
    rng = random.Random(slug)
    session = begin(hub, slug)
    for seat, client in in_turn(hub, looks):
        parts = None
        while parts is None:
            assert session.state.actors, "the game is over too early"
            play_on(session, rng, rng.randint(1, 4))
            parts = twin(session, seat, rng) if session.state.actors else None
        asked = [*pages(client), *paths(session, seat)]
        answers, heard = everything(client, asked), told(session, DARK)
        with moment(session, **parts):
            assert different(answers, everything(client, asked)) == []
            assert told(session, DARK) == heard


def in_turn(hub: Hub, looks: int) -> list[tuple[Seat | None, FlaskClient]]:
    """The big screen's phone, at which nobody sits, and one a seat, again and again."""
    phones = [(seat, phone(hub, seat)) for seat in (None, *range(1, SEATS + 1))]
    return [phones[look % len(phones)] for look in range(looks)]
