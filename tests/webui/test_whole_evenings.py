"""Whole evenings in browsers: three phones, a big screen, voice, and what goes wrong, to the history."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from evenings import Evening, Service

from companion.live.status import LiveStatus, Question
from companion.rules.catalogue import GAMES
from companion.rules.message import Message

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1500)]

MOST_STEPS: Final = 1200

OPTIONS: Final = {"caterpillar-filler": {"turn_limit": "30"}}
"""Options that make a game no longer than the others."""

STRETCH: Final = 6
"""Actions after which every screen has caught up, and something happens, as long as there is anything to."""

SHORT: Final = 60
"""Steps; in a game that is over by then, as a model game for writers is, less happens."""

Happening: TypeAlias = Callable[[Evening], bool]
"""Something that comes to pass; False where it cannot just now."""


@pytest.fixture(params=sorted(GAMES))
def evening(chromium, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    evening = Evening(chromium, Service(tmp_path), request.param, OPTIONS.get(request.param, {}))
    yield evening
    evening.close()


def test_an_evening_of_three_phones_and_a_big_screen(evening: Evening) -> None:
    """Play a whole game: most actions are the phones' own forms, those of the happenings are taps.

    Between the happenings the pages follow as they can. Each happening begins and ends with all screens at
    the same moment of the game.
    """
    to_come = [*HAPPENINGS]
    for step in range(MOST_STEPS):
        if evening.session.state.outcome is not None:
            break
        evening.act()
        if to_come and step % STRETCH == STRETCH - 1:
            evening.all_show_the_same()
            if to_come[0](evening):
                to_come.pop(0)
            evening.picture()
            evening.all_show_the_same()
    assert evening.session.state.outcome is not None
    assert not to_come or step < SHORT, "the game was over before everything had happened"
    evening.all_show_the_same()
    for screen in evening.screens:
        assert screen.complaints == []
        is_said_once(screen.said)
    look_back(evening)
    if step >= STRETCH:  # a game that is over sooner has no pictures
        watch_the_film(evening)


def _tap(evening: Evening) -> bool:
    evening.tap()
    return True


def undo(evening: Evening) -> bool:
    """Somebody takes back what can be taken back; whoever is asked agrees."""
    asked = [phone for phone in evening.phones if phone.page.locator(UNDO).count()]
    if not asked:
        return False
    before = evening.session.line
    asked[0].page.locator(UNDO).click()
    asked[0].shows(evening.session.seq)
    evening.all_show_the_same()
    evening.agree()
    evening.all_show_the_same()
    assert evening.session.line != before
    return True


UNDO: Final = "#tools form[action$='/play/undo'] button"


def _correct(evening: Evening) -> bool:
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
    return True


ANSWER: Final = "form[action$='/table/answer'] button"


def _question(evening: Evening) -> bool:
    """The camera asks what it could not see, and phones ask it aloud; the quickest answers for everybody."""
    said, asked = Message("Has the hand left the table?"), evening.session.seq
    evening.ask(Question(asked, said, (Message("Yes"), Message("No"))))
    for phone in evening.phones:
        evening.wait_for(lambda heard=phone.said: any(str(said) in each["text"] for each in heard))
    evening.phones[1].page.locator(ANSWER).first.click()
    evening.wait_for(lambda: ("answer", asked, 0) in evening.service.live.calls)
    evening.service.live.show(LiveStatus("still"))
    for phone in evening.phones:
        phone.page.locator(ANSWER).first.wait_for(state="detached")
    return True


def _lose_the_connection(evening: Evening) -> bool:
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
    return True


def _restart(evening: Evening) -> bool:
    evening.restart()
    for phone in evening.phones[: len(evening.names)]:
        assert phone.page.evaluate("document.body.dataset.seat") == str(1 + evening.phones.index(phone))
    return True


def look_back(evening: Evening) -> None:
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


PLAYABLE: Final = """() => new Promise((done) => {
  const film = document.querySelector("#film video");
  if (film.readyState) return done(film.duration);
  film.addEventListener("loadedmetadata", () => done(film.duration));
  film.addEventListener("error", () => done(0));
})"""
"""How many seconds the film has; 0 where the browser cannot play it."""


def watch_the_film(evening: Evening) -> None:
    """The film is made while its page waits, and can be played there."""
    phone = evening.phones[0]
    phone.open(f"/games/{evening.session.id}/steps")
    phone.page.get_by_role("button", name="Make the film").click()
    phone.page.locator("#film video").wait_for()
    assert phone.page.evaluate(PLAYABLE) > 1


def is_said_once(said: list[dict[str, Any]]) -> None:
    assert [each for each in said if re.search(r"\d:\d\d: ", each["text"])] == [], "the clock is not read out"
    assert [two for two in pairwise(said) if two[0]["text"] == two[1]["text"]] == []


HAPPENINGS: Final[tuple[Happening, ...]] = (
    _tap,
    undo,
    _tap,
    _correct,
    _tap,
    _question,
    _lose_the_connection,
    _restart,
)
