"""Whole games in the pseudo-language: every page is looked at for sentences that come from no catalogue."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from phones import app_over
from pseudo_games import Catalogued, act
from sweeps import slow
from unwrapped import texts_of

from companion.language.pseudo import TAG
from companion.record.events import Settings
from companion.rules.catalogue import GAMES
from companion.rules.game import CHANCE
from companion.sessions.session import Session
from webui import Hub

ASKED = {"Accept-Language": TAG}
JSON = {"Accept": "application/json", **ASKED}

MOST_ACTIONS = 400
SHORT = 10
"""So many actions of each game are a piece of it."""

APART = {"piece": 5, "whole": 10}
"""So many actions lie between two looks at the pages."""

BEFORE = (
    "/",
    "/new/{slug}",
    "/join",
    "/j/{token}",
    "/host",
    "/rules/{slug}",
    "/score",
    "/score/{slug}",
    "/first",
)
AMID = ("/play", "/board", "/overlay", "/now")
AFTER = (
    "/play",
    "/board",
    "/overlay",
    "/result",
    "/log",
    "/log/correct/1",
    "/past",
    "/past/luck",
    "/games/{ident}",
    "/games/{ident}/log",
    "/games/{ident}/steps?at=3",
    "/",
)


class Reader:
    """Two phones, one of which has a seat, that read all pages of a game."""

    def __init__(self, hub: Hub, session: Session) -> None:
        app = app_over(hub)
        self._hub, self._session = hub, session
        self._phones = (app.test_client(), app.test_client())
        self._phones[1].post(f"/j/{hub.token}", data={"seat": 1})
        self._catalogued = Catalogued(session.game)
        self.found: dict[str, str] = {}

    def read(self, *paths: str) -> None:
        """Note what stands on these pages without brackets."""
        for phone in self._phones:
            for path in paths:
                self._read(phone, path)

    def refused(self) -> None:
        """Note so what is said of an action that somebody takes once more."""
        session = self._session
        for entry in session.line[-3:]:
            data = {"seq": session.seq, "by": entry.by, "text": entry.text}
            if entry.by != CHANCE and not _is_legal(session, entry):
                answer = self._phones[0].post("/play/act", data=data, headers=JSON)
                self._note([answer.json["sentence"]], "/play/act")

    def _read(self, phone: FlaskClient, path: str) -> None:
        session = self._session
        address = path.format(slug=session.game.info.slug, ident=session.id, token=self._hub.token)
        page = phone.get(address, headers=ASKED, follow_redirects=True)
        assert page.status_code == 200, address
        self._note(texts_of(page.text), path)

    def _note(self, texts: list[str], path: str) -> None:
        for text in self._catalogued.outside(texts):
            self.found.setdefault(text, path)


def _is_legal(session: Session, entry: Any) -> bool:
    return any(str(each) == entry.text for each in session.state.legal(entry.by))


@pytest.mark.whole
@pytest.mark.parametrize("length", ["piece", *slow("whole")])
@pytest.mark.parametrize("slug", GAMES)
def test_all_that_a_game_says_comes_from_a_catalogue(hub: Hub, slug: str, length: str) -> None:
    session = hub.store.new_session(slug, ("Anna", "Ben"), {}, Settings(otherwise="tap"))
    hub.open(session)
    reader = Reader(hub, session)
    reader.read(*BEFORE)
    for number in range(SHORT if length == "piece" else MOST_ACTIONS):
        if not session.state.actors:
            break
        if number % APART[length] == 0:
            reader.read(*AMID)
            reader.refused()
        act(session, number)
    assert length == "piece" or not session.state.actors, "the game was to end"
    reader.read(*(AFTER if length == "whole" else AMID))
    assert reader.found == {}
