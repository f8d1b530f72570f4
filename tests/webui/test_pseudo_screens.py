"""Whole games in the pseudo-language in a real browser: all that a phone and the big screen ever show or say.

`test_pseudo_games.py` reads what the server sends. Here scripts run, news come, and things go wrong; texts
that stand there for a moment count, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from pseudo_evenings import Evening
from pseudo_games import Catalogued, act
from pseudo_mishaps import HAPPENS
from web_tables import FakeLive

from companion.language.pseudo import TAG
from companion.rules.catalogue import GAMES
from webui import Hub

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

MOST_ACTIONS = 400
STRETCH = 6
"""Actions after which all screens have caught up, and something happens besides."""

AFTER = (
    "/result",
    "/log",
    "/past",
    "/games/{ident}",
    "/games/{ident}/steps?at=3",
    "/camera",
    "/nowhere",
    "/",
)

LET_PASS = re.compile("^no-page$|The camera asked: ")
"""The code of an error, and in the log what the record keeps as it was asked (docs/translate.md)."""

REFUSED = "Failed to load resource: the server responded"
"""As of a tap that comes too late."""


@pytest.fixture
def evening(chromium, watched: Hub, app: Flask, served: str, slug: str, live: FakeLive) -> Iterator[Evening]:
    app.config["LANGUAGE"] = TAG
    evening = Evening(chromium, watched, served, slug, live)
    yield evening
    evening.close()


@pytest.mark.parametrize("slug", GAMES)
def test_all_that_screens_show_and_say_comes_from_a_catalogue(evening: Evening, slug: str) -> None:
    session, happens = evening.session, iter(HAPPENS)
    for number in range(MOST_ACTIONS):
        if not session.state.actors:
            break
        act(session, number)
        if number % STRETCH == STRETCH - 1:
            evening.all_show_the_same()
            next(happens, Evening.all_show_the_same)(evening)
    assert not session.state.actors, "the game was to end"
    for left in happens:  # what a short game had no time for
        left(evening)
    evening.all_show_the_same()
    for path in AFTER:
        evening.phone.open(path.format(ident=session.id))
    shown = {text: page for screen in evening.screens for text, page in screen.all_shown().items()}
    outside = Catalogued(session.game).outside(shown)
    assert {text: shown[text] for text in outside if not LET_PASS.search(text)} == {}
    complaints = [line for screen in evening.screens for line in screen.complaints]
    assert [line for line in complaints if not line.startswith(REFUSED)] == []
