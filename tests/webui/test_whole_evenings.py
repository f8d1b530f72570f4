"""Whole evenings in browsers: three phones, a big screen, voice, and what goes wrong, to the history."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from evenings import Evening

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1500)]

MOST_STEPS: Final = 400
PLAYED: Final = ("caterpillar-filler", "filler-tiles")
"""Games whose evening was seen to its end."""

SHORT: Final = {"caterpillar-filler": {"turn_limit": "30"}}
"""Options that make a game no longer than the others."""

STRETCH: Final = 8
"""Actions after which every screen has caught up, and somebody acts by what their page offers."""


@pytest.fixture(params=PLAYED)
def evening(chromium, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    evening = Evening(chromium, tmp_path, request.param, SHORT.get(request.param, {}))
    yield evening
    evening.close()


def test_an_evening_of_three_phones_and_a_big_screen(evening: Evening) -> None:
    happens: Iterator[Callable[[Evening], None]] = iter([_undo, _correct, _lose_the_connection, _restart])
    for step in range(MOST_STEPS):
        if evening.session.state.outcome is not None:
            break
        evening.act()
        if step % STRETCH == STRETCH - 1:
            evening.all_show_the_same()
            next(happens, Evening.tap)(evening)
            evening.all_show_the_same()
    assert evening.session.state.outcome is not None
    assert next(happens, None) is None, "the game was over before everything had happened"
    evening.all_show_the_same()
    for screen in evening.screens:
        assert screen.complaints == []
        _is_said_once(screen.said)
    _look_back(evening)


def _undo(evening: Evening) -> None:
    """Somebody takes back what can be taken back; whoever is asked agrees."""
    asked = [phone for phone in evening.phones if phone.page.locator(UNDO).count()]
    before = evening.session.line
    asked[0].page.locator(UNDO).click()
    asked[0].shows(evening.session.seq)
    evening.all_show_the_same()
    evening.agree()
    evening.all_show_the_same()
    assert len(evening.session.line) < len(before) or evening.session.line != before


UNDO: Final = "#tools form[action$='/play/undo'] button"


def _correct(evening: Evening) -> None:
    """Say of the last action that may be put right that it did not happen."""
    before = evening.session.line
    phone = evening.phones[0]
    phone.open("/log")
    phone.page.locator("#log a.chip").first.click()
    phone.page.get_by_role("button", name="It did not happen").click()
    with phone.page.expect_navigation(wait_until="domcontentloaded"):
        phone.page.get_by_role("button", name="Put it right").click()
    phone.open("/play")
    evening.all_show_the_same()
    evening.agree()
    assert evening.session.line != before


def _lose_the_connection(evening: Evening) -> None:
    """The last phone is away while the others play on, and catches up."""
    last = evening.phones[-1]
    last.cut_off = True
    last.page.context.set_offline(True)
    last.page.wait_for_selector("#link:not([hidden])")
    for _ in range(STRETCH):
        if evening.session.state.outcome is not None or not evening.act(away=[last]):
            break
    evening.all_show_the_same(away=[last])
    last.page.context.set_offline(False)
    evening.all_show_the_same()
    last.page.wait_for_selector("#link", state="hidden")
    last.cut_off = False


def _restart(evening: Evening) -> None:
    evening.restart()
    for phone in evening.phones[: len(evening.names)]:
        assert phone.page.evaluate("document.body.dataset.seat") == str(1 + evening.phones.index(phone))


def _look_back(evening: Evening) -> None:
    """All screens and the history have one record; the result is a card, the history has the names."""
    ident, phone = evening.session.id, evening.phones[0]
    records = {screen.record() for screen in evening.screens}
    assert records == {evening.session.record()} == {evening.board.record(f"/games/{ident}/record")}
    card = phone.page.context.request.get("/result.png")
    assert (card.status, card.headers["content-type"]) == (200, "image/png")
    for screen in evening.screens:
        assert screen.page.locator("a[href$='/result']", has_text="See the result").count() == 1
    phone.open("/past")
    told = phone.page.inner_text("#main")
    assert all(name in told for name in evening.names)


def _is_said_once(said: list[dict[str, Any]]) -> None:
    assert said
    assert [two for two in pairwise(said) if two[0]["text"] == two[1]["text"]] == []
