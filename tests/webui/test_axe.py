"""Every page in Chromium without a violation that axe-core finds, and no page is left out."""

from __future__ import annotations

import random
import time

import pytest
from axe import violations
from browsers import DESK, PHONE
from phones import app_over
from test_teach_pages import as_form, desk, drafts, sent
from web_tables import GAME, begin

from companion.live.status import Countdown, LiveStatus
from companion.record.events import Settings
from companion.rules.catalogue import GAMES
from companion.rules.game import CHANCE
from companion.simulation.bots import bots

__all__ = ["desk", "drafts"]

pytestmark = pytest.mark.browser

PAGES = {
    "home.page": "/",
    "home.new": f"/new/{GAME}",
    "play.page": "/play",
    "screen.page": "/board",
    "screen.overlay": "/overlay",
    "log.page": "/log",
    "log.correct": "/log/correct/1",
    "camera.page": "/camera",
    "join.page": "/join",
    "join.seats": "/j/{token}",
    "panel.page": "/panel",
    "result.page": "/result",
    "past.page": "/past",
    "past.luck": "/past/luck",
    "kept.page": "/games/{ident}",
    "kept.log": "/games/{ident}/log",
    "evening.steps": "/games/{ident}/steps",
    "rules.page": f"/rules/{GAME}",
    "sim.page": "/sim",
    "host.page": "/host",
    "boxes.page": "/new/papillon/boxes",
    "mounds.page": "/new/it-happens/mounds",
    "scoring.page": "/score",
    "scoring.new": f"/score/{GAME}",
    "teach.page": "/teach",
    "first.page": "/first",
    "first.now": "/now",
}

ELSEWHERE = {
    "teach.box": "the pages of a draft, below",
    "teach_sheet.page": "the pages of a draft, below",
    "teach_pieces.page": "the pages of a draft, below",
    "teach_pieces.names": "the pages of a draft, below",
    "teach_trial.page": "the pages of a draft, below",
    "teach_trial.report": "the pages of a draft, below",
    "first.practice": "a practice round, below",
    "join.wait": "leads on where nobody has to be waited for",
    "hand.page": "leads on where no hand is asked for",
    "host.offered": "the one button of an offer, as on the page of the host",
    "host.open_address": "leads on to the page of the host",
    "scoring.table": "the table of a photograph, below",
    "home.draws": "the list of draws, as on the page of a new game",
    "camera.photo": "a photograph that was sent in",
    "teach_kept.learned": "what a kept box has learned",
}
"""Pages that other tests open, or that have nothing of their own."""

FILES = (
    "art.",
    "care.",
    "stream.",
    "static",
    "language.",
    "camera.crop",
    "camera.picture",
    "camera.photo_picture",
    "boxes.export",
    "boxes.example",
    "mounds.export",
    "mounds.example",
    "join.code",
    "kept.record",
    "kept.card",
    "evening.film",
    "evening.picture",
    "past.bg_stats",
    "past.table",
    "past.as_json",
    "past.records",
    "result.record",
    "result.card",
    "scoring.crop",
    "scoring.picture",
    "first.code",
    "teach_kept.save",
    "teach_kept.lesson_picture",
    "teach_sheet.picture",
)
"""Addresses that begin so give files and pictures."""

MOST_HEADINGS, MOST_ACTIONS = 24, 500
"""Of one game: a page of It Happens takes a second, and its cards give it hundreds."""


def open_all(hub, page) -> dict[str, list[str]]:
    """Give the violations of every page that has any."""
    names = {"token": hub.token, "ident": hub.session.id}
    found = {}
    for path in PAGES.values():
        answer = page.goto(path.format(**names), wait_until="domcontentloaded")
        assert answer.ok, path
        if wrong := violations(page):
            found[path] = wrong
    return found


def test_each_address_that_is_a_page_is_on_the_list(hub) -> None:
    rules = app_over(hub).url_map.iter_rules()
    asked = {rule.endpoint for rule in rules if "GET" in (rule.methods or ())}
    assert {name for name in asked if not name.startswith(FILES)} - ELSEWHERE.keys() == set(PAGES)


def test_no_page_has_a_violation_on_a_phone_amid_a_game(open_page, watched, live, desk) -> None:
    in_mid_game(watched, live)
    assert open_all(watched, open_page("/", viewport=PHONE)) == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("viewport", "settings"),
    [
        (DESK, {"color_scheme": "dark"}),
        (PHONE, {"color_scheme": "dark", "contrast": "more"}),
        ({"width": 320, "height": 640}, {"contrast": "more", "reduced_motion": "reduce"}),
        (DESK, {"forced_colors": "active"}),
        ({"width": 1920, "height": 1080}, {"locale": "de-DE"}),
    ],
    ids=["dark desk", "dark contrast", "small contrast", "forced colours", "television in German"],
)
def test_no_page_has_a_violation_however_it_is_shown(
    open_page, watched, live, desk, viewport, settings
) -> None:
    in_mid_game(watched, live)
    assert open_all(watched, open_page("/", viewport=viewport, **settings)) == {}


def test_no_page_of_a_practice_round_has_a_violation(open_page, client) -> None:
    assert client.post(f"/first/practice/{GAME}").status_code == 303
    page = open_page("/first/practice")
    assert page.url.endswith("/first/practice")
    assert violations(page) == []


@pytest.mark.slow
def test_no_page_of_a_draft_of_a_box_has_a_violation(open_page, client, drafts) -> None:
    page = open_page("/teach")
    sent(client)
    paths = ["", "/sheet/mat", "/sheet/mat?step=corners", "/pieces", "/try", "/keep"]
    client.post("/teach/ours/sheet/mat/corners", data=as_form())
    for path in [*paths, "/sheet/mat?step=spaces"]:
        page.goto(f"/teach/ours{path}", wait_until="domcontentloaded")
        assert violations(page) == [], path


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_the_pages_of_a_whole_game_have_no_violation(open_page, hub, slug: str) -> None:
    """What may be chosen differs from step to step; each kind of heading is looked at once."""
    session = hub.store.new_session(slug, ("Anna", "Ben"), {}, Settings(otherwise="tap"))
    hub.open(session)
    page, players, rng, met = open_page("/play"), bots(2, 7), random.Random(7), set()
    for _ in range(MOST_ACTIONS):
        state = session.state
        if not state.actors or len(met) >= MOST_HEADINGS:
            break
        asked = {prompt.message.text for prompt in state.prompts().values()}
        if not asked <= met:
            met |= asked
            page.goto("/play", wait_until="domcontentloaded")
            assert violations(page) == [], asked
        seat = rng.choice([actor for actor in state.actors if actor != CHANCE] or [None])
        session.act(players[seat].choose(state) if seat is not None else rng.choice([*state.odds()])[0])
    for path in ("/play", "/board", "/result", "/log"):
        page.goto(path, wait_until="domcontentloaded")
        assert violations(page) == [], path


def in_mid_game(hub, live) -> None:
    hub.read_final = lambda *_: None
    session = begin(hub)
    for text in ("first 1", "roll 4"):
        session.act(session.game.parse(0, text))
    live.show(LiveStatus("still", countdown=Countdown(1, "end", time.monotonic(), 300.0)))
