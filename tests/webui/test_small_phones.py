"""On the smallest phones, in the longest language, the bar at the bottom leaves the screen to the table."""

from __future__ import annotations

import pytest
from test_wire import moments

from companion.live.status import LiveStatus, Question
from companion.record.events import Settings
from companion.rules.catalogue import GAMES
from companion.rules.message import Message

pytestmark = pytest.mark.browser

SMALLEST = {"width": 320, "height": 568}
GERMAN = {"locale": "de"}
MOST = 0.35
FIRST = (0, 1, 2, 3, 5, 8)
"""Actions after which it is looked: what is set up, and the first turn."""

SHARE = """() => {
  const dock = document.getElementById("dock").getBoundingClientRect();
  return (Math.min(dock.bottom, innerHeight) - Math.max(dock.top, 0)) / innerHeight;
}"""

OUT_OF_VIEW = """() => [...document.querySelectorAll("#dock .primary")]
  .filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top < 0 || bottom > innerHeight || !each.contains(on);
  })
  .map((each) => each.innerText)"""
"""What would be done by one tap, but is not to be seen whole."""

SMALL_TARGETS = """() => [...document.querySelectorAll("#dock :is(button, a, summary)")]
  .filter((each) => each.checkVisibility())
  .filter((each) => Math.min(each.offsetWidth, each.offsetHeight) < 44)
  .map((each) => each.outerHTML)"""


@pytest.fixture
def begun(hub):
    """Put a game on the table."""

    def begun_(slug: str):
        session = hub.store.new_session(slug, ("Anna", "Ben"), {}, Settings(otherwise="tap"))
        hub.open(session)
        return session

    return begun_


def sit(page, hub, seat: int) -> None:
    page.goto(f"/j/{hub.token}")
    page.locator(f"button[value='{seat}']").click()
    page.wait_for_url("**/play")


@pytest.mark.parametrize("slug", GAMES)
def test_the_bar_leaves_two_thirds_of_the_screen_to_the_table(open_page, begun, hub, slug) -> None:
    session = begun(slug)
    page = open_page("/", viewport=SMALLEST, **GERMAN)
    sit(page, hub, 1)
    for done in moments(session, max(FIRST)):
        if done not in FIRST:
            continue
        page.goto("/play", wait_until="load")
        assert page.evaluate(SHARE) <= MOST, (done, session.state.prompts())
        assert page.evaluate(OUT_OF_VIEW) == [], done
        assert page.evaluate(SMALL_TARGETS) == [], done


@pytest.mark.parametrize("slug", GAMES)
def test_so_it_does_while_an_undo_is_asked_for(open_page, begun, hub, slug) -> None:
    session = begun(slug)
    for _ in moments(session, 60):
        offers = [found for seat in (1, 2) if (found := session.may_undo(seat)) and found.needs]
        undo = max(offers, key=lambda each: each.count, default=None)
        if undo is not None and undo.count >= 2:
            break
    assert undo is not None, "there is something to ask for"
    session.undo(undo.by)
    for seat in session.names:
        page = open_page("/", viewport=SMALLEST, **GERMAN)
        sit(page, hub, seat)
        page.locator("#undo-asked").wait_for()
        assert page.evaluate(SHARE) <= MOST, seat
        assert page.evaluate(SMALL_TARGETS) == [], seat
        boxes = [each.bounding_box() for each in page.locator("#undo-asked button").all()]
        assert max(box["y"] + box["height"] for box in boxes) <= SMALLEST["height"], seat
        assert page.locator("#undo-asked li").count() == undo.count


def test_so_it_does_while_the_camera_asks(open_page, begun, watched, live) -> None:
    begun("caterpillar-filler")
    asked = Message("Which piece lies on G7?")
    live.show(
        LiveStatus(
            "ask", asked, question=Question(5, asked, (Message("A head"), Message("A wasp")), "garden/G7")
        )
    )
    page = open_page("/play", viewport=SMALLEST, **GERMAN)
    page.locator("#live .question").wait_for()
    assert page.evaluate(SHARE) <= MOST


def test_pieces_to_look_through_are_unfolded_by_one_tap(open_page, begun, hub) -> None:
    session = begun("star-baker")
    for text in ("chefs 1 red", "chefs 2 green"):
        session.act(session.game.parse(0, text))
    page = open_page("/", viewport=SMALLEST, **GERMAN)
    sit(page, hub, 1)
    chips = page.locator("#dock .chips a")
    assert not chips.first.is_visible()
    page.locator("#show-all summary").click()
    chips.first.wait_for()
    assert chips.last.is_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    assert not page.locator("#show-all").is_visible()
