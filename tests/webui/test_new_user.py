"""What a new user stumbles over on a phone: far ways, wide buttons, greyed cards, words for programs."""

from __future__ import annotations

import random
import re

import pytest
from browsers import PHONE, TORN
from phones import phone_at
from test_big_screen import played

from companion.layouts import games_with_layout
from companion.record.events import Settings
from companion.simulation.bots import bots, to_act

CODE = re.compile(r"\b[0-9a-f]{32,}\b")


def test_no_entry_of_the_log_is_a_code_for_programs(client, hub) -> None:
    played(hub, "filler-tiles", 6)
    page = client.get("/log").text
    log = page[page.index('<ol class="log') :].partition("</ol>")[0]
    assert "joins" in log or "starts" in log
    assert CODE.findall(re.sub("<[^>]*>", " ", log)) == []


@pytest.mark.browser
@pytest.mark.slow
def test_the_log_leaves_its_sentences_the_width_of_a_phone(open_page, hub) -> None:
    played(hub, "filler-tiles", 6)
    page = open_page("/log", viewport=PHONE)
    row, correct = (page.locator(what).first.bounding_box() for what in ("#log li", "#log a.chip"))
    assert correct["width"] < row["width"] / 6
    assert correct["height"] <= row["height"] < 2 * correct["height"]


@pytest.mark.browser
@pytest.mark.slow
def test_what_is_asked_stays_in_view_while_one_scrolls(open_page, hub) -> None:
    played(hub, "filler-tiles", 6)
    page = open_page("/play", viewport=PHONE)
    page.evaluate("scrollBy(0, 500)")
    prompt = page.locator("#prompt").bounding_box()
    assert prompt["y"] >= 0
    assert prompt["y"] + prompt["height"] < PHONE["height"] / 2


@pytest.mark.browser
@pytest.mark.parametrize("slug", sorted(games_with_layout()))
def test_undo_correct_and_rules_are_less_than_a_screen_further_down(open_page, hub, slug: str) -> None:
    played(hub, slug, 30)
    page = open_page("/play", viewport=PHONE)
    for way in ("log", "rules"):
        box = page.locator(f"#tools a[href*='{way}']").first.bounding_box()
        assert (box["y"] + box["height"]) / PHONE["height"] <= 1.75


@pytest.mark.browser
@pytest.mark.slow
def test_games_to_go_on_with_are_in_the_first_view_of_a_phone(open_page, hub) -> None:
    for slug in ("papillon", "filler-tiles"):  # the second one lies on the table
        played(hub, slug, 6)
    page = open_page("/", viewport=PHONE)
    box = page.get_by_role("heading", name="Games to go on with").bounding_box()
    assert box["y"] < PHONE["height"] / 2
    assert page.evaluate("document.body.scrollHeight") <= 2 * PHONE["height"]


@pytest.mark.browser
@pytest.mark.slow
def test_recipes_are_as_bright_as_ever_while_a_time_card_is_chosen(open_page, hub) -> None:
    session = hub.store.new_session("star-baker", ("Anna", "Ben"), {}, Settings(otherwise="tap"))
    hub.open(session)
    while session.state.phase != "PICK":
        session.act(next(iter(session.state.odds()))[0])
    page = open_page("/play", viewport=PHONE)
    page.locator("button[name='seat'], #holding button").first.click()
    page.locator("ul.cards li").first.wait_for()
    dulled = """() => [...document.querySelectorAll("ul.cards li, ul.cards li *")]
      .filter((each) => getComputedStyle(each).opacity !== "1" || getComputedStyle(each).filter !== "none")
      .map((each) => each.outerHTML.slice(0, 90))"""
    assert page.evaluate(dulled) == []


@pytest.fixture
def choosing_a_time(hub):
    """Star Baker, while two players choose their time cards."""
    session = hub.store.new_session("star-baker", ("Anna", "Ben"), {}, Settings(otherwise="tap"))
    hub.open(session)
    while session.state.phase != "PICK":
        session.act(next(iter(session.state.odds()))[0])
    return session


def test_what_recipes_need_is_written_below_them_while_a_time_card_is_chosen(hub, choosing_a_time) -> None:
    phone = phone_at(hub, 1)
    row = phone.get("/play").text.partition("The recipe book")[2].partition("</ul>")[0]
    below = re.findall(r'<span class="below"[^>]*>([^<]*)<', row)
    assert len(below) == row.count("<li") > 1
    assert all(text.startswith("needs ") for text in below)
    for seat in (1, 2):
        choosing_a_time.act(next(choosing_a_time.state.legal(seat)))
    assert choosing_a_time.state.phase != "PICK"
    assert 'class="below"' not in phone.get("/play").text


@pytest.mark.browser
@pytest.mark.slow
def test_what_recipes_need_is_large_enough_to_read_and_torn_nowhere(open_page, hub, choosing_a_time) -> None:
    for locale in ("en", "de"):
        page = open_page("/play", viewport=PHONE, locale=locale)
        sizes = """() => [...document.querySelectorAll(".below")]
          .map((each) => parseFloat(getComputedStyle(each).fontSize))"""
        assert min(page.evaluate(sizes)) >= 12
        assert page.evaluate(TORN) == []


@pytest.mark.browser
def test_a_recipe_is_shown_large_by_one_tap_while_a_time_card_is_chosen(open_page, choosing_a_time) -> None:
    page = open_page("/play", viewport=PHONE)
    card = page.get_by_role("button", name="needs").first
    small = card.locator("svg").bounding_box()
    card.click()
    large = page.locator("dialog.large-card svg")
    large.wait_for()
    assert large.bounding_box()["width"] >= 3 * small["width"]


@pytest.mark.browser
def test_only_time_cards_that_leave_a_recipe_bear_a_tick(open_page, hub, choosing_a_time) -> None:
    page = open_page(f"/j/{hub.token}", viewport=PHONE)
    page.locator("button[value='1']").click()
    page.wait_for_url("**/play")
    marks = """() => [...document.querySelectorAll(".advice ul:first-of-type li")]
      .map((each) => [each.innerText, getComputedStyle(each, "::before").content])"""
    seen = set()
    for _ in range(30):
        told = page.evaluate(marks)
        assert told
        pays = {"pays for nothing" not in text for text, _ in told}
        ticked = {text for text, mark in told if "✓" in mark}
        useful = {text for text, _ in told if "pays for nothing" not in text}
        assert ticked == (useful if pays == {True, False} else set()), told
        seen.add(frozenset(pays))
        if {frozenset((True, False)), frozenset((True,))} <= seen:
            return
        another_day(choosing_a_time)
        page.goto("/play", wait_until="load")
    raise AssertionError(f"not all cases came up: {seen}")


def another_day(session) -> None:
    """Let bots play until time cards are chosen again, which the first seat has not done yet."""
    rng, players = random.Random(4), bots(2, 4)
    while True:
        state = session.state
        seat = to_act(state)
        session.act(players[seat].choose(state) if seat else rng.choice([a for a, _ in state.odds()]))
        if session.state.phase == "PICK" and session.state.prompts()[1].kind == "act":
            return
