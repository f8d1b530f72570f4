"""What a new user stumbles over on a phone: far ways, wide buttons, greyed cards, words for programs."""

from __future__ import annotations

import re

import pytest
from browsers import PHONE
from test_big_screen import played

from companion.record.events import Settings

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
