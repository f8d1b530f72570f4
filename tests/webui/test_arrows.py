"""A board by keyboard: one stop of Tab, and arrows from space to space."""

from __future__ import annotations

from typing import Any

import pytest
from browsers import DESK

from companion.record.events import Settings

pytestmark = pytest.mark.browser

STOPS = "#board svg a[data-swap][tabindex='0']"
HELD = "document.activeElement.getAttribute('aria-label')"


@pytest.fixture
def page(open_page, hub) -> Any:
    """Filler before its first tile: every space of eight by eight may be chosen."""
    hub.open(hub.store.new_session("filler-tiles", ["Anna", "Ben"], {}, Settings(otherwise="tap")))
    page = open_page("/play", viewport=DESK)
    page.locator(STOPS).first.focus()
    return page


def _spaces(page: Any) -> list[str]:
    links = page.locator("#board svg a[data-swap]")
    labels: list[str] = links.evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
    return labels


def _press(page: Any, *keys: str) -> str:
    for key in keys:
        page.keyboard.press(key)
    held: str = page.evaluate(HELD)
    return held


def test_a_board_is_one_stop_of_tab(page) -> None:
    assert page.locator(STOPS).count() == page.locator("#board svg.board").count() == 1
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('svg.board') === null")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.closest('svg.board') !== null")


def test_right_and_left_reach_every_space_and_go_round(page) -> None:
    spaces = _spaces(page)
    assert len(spaces) > 8
    assert [_press(page, "ArrowRight") for _ in spaces] == [*spaces[1:], spaces[0]]
    assert _press(page, "ArrowLeft") == spaces[-1]
    assert _press(page, "Home") == spaces[0]
    assert _press(page, "End") == spaces[-1]


def test_up_and_down_keep_to_the_column(page) -> None:
    first = page.evaluate(HELD)
    place = "document.activeElement.getBoundingClientRect().x"
    column = page.evaluate(place)
    assert _press(page, "ArrowDown") != first
    assert page.evaluate(place) == pytest.approx(column, abs=1)
    assert _press(page, "ArrowUp") == first
    assert _press(page, "ArrowUp") == first


def test_the_space_that_is_chosen_is_the_stop_and_escape_takes_it_back(page) -> None:
    chosen = _press(page, "ArrowRight", "ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board .picked", state="attached")
    assert page.locator(STOPS).count() == 1
    assert page.evaluate(HELD) == chosen
    page.keyboard.press("Escape")
    page.wait_for_selector("#board .picked", state="detached")
    assert page.evaluate(HELD) == chosen


def test_news_of_other_things_do_not_make_the_board_anew(page) -> None:
    page.evaluate("document.querySelector('svg.board').mine = true")
    page.evaluate("show(location.href, true)")
    assert page.evaluate("document.querySelector('svg.board').mine")
