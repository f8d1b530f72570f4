"""How pages lie on real screens: nothing is covered, torn, too wide or too small for a thumb."""

from __future__ import annotations

import random
import time

import pytest
from browsers import CUT, DESK, PHONE, SMALLEST_PX, TORN
from web_tables import GAME, begin

from companion.live.status import Countdown, LiveStatus
from companion.record.events import Settings
from companion.rules.catalogue import GAMES
from companion.rules.game import CHANCE
from companion.simulation.bots import bots

pytestmark = pytest.mark.browser

MOST_ACTIONS = 160
"""Of one game: most prompts have come by then."""

PATHS = [
    "/",
    f"/new/{GAME}",
    "/play",
    "/board",
    "/log",
    "/log/correct/1",
    "/camera",
    "/join",
    "/panel",
    "/result",
    "/past",
    f"/rules/{GAME}",
    "/sim",
]


def test_what_the_keyboard_comes_to_is_not_behind_the_dock(open_page, hub) -> None:
    """The dock is as tall as what it offers: six faces of a die, or none."""
    session = begin(hub)
    session.act(session.game.parse(0, "first 1"))
    page = open_page("/play")
    for width, height in (390, 844), (390, 700), (320, 568), (844, 390):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BEHIND_THE_DOCK) == [], (width, height)


BEHIND_THE_DOCK = """() => {
  const dock = document.getElementById("dock");
  return [...document.querySelectorAll("main :is(a, button, summary, input)")].filter((each) => {
    if (dock.contains(each) || !each.checkVisibility()) return false;
    scrollTo(0, 0);
    each.focus();
    const [it, over] = [each.getBoundingClientRect(), dock.getBoundingClientRect()];
    return it.bottom > over.top + 1 && it.top < over.bottom - 1;
  }).map((each) => each.innerText);
}"""


def test_a_space_that_was_tapped_stays_in_view_above_the_dock(open_page, session) -> None:
    """Six ways lead to C12, so its buttons need more room than the hint before them."""
    page = open_page("/play", viewport={"width": 844, "height": 390})
    before = page.locator("#dock").bounding_box()["height"]
    page.evaluate(f"scrollBy(0, ({INTO_THE_DOCK})())")
    assert abs(page.evaluate(INTO_THE_DOCK)) < 1
    box = page.locator("#board [data-where$='/C12']").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector("#dock button")
    assert page.locator("#dock").bounding_box()["height"] > before
    page.wait_for_function(f"() => ({INTO_THE_DOCK})() < 1")


INTO_THE_DOCK = """() => {
  const space = document.querySelector("#board [data-where$='/C12']");
  return space.getBoundingClientRect().bottom - document.getElementById("dock").getBoundingClientRect().top;
}"""


def test_nothing_floats_over_the_simulated_table(open_page, watched) -> None:
    begin(watched)
    page = open_page("/sim")
    covered = """() => {
      const table = document.querySelector(".sim-table").getBoundingClientRect();
      const dock = document.getElementById("dock").getBoundingClientRect();
      return dock.top < table.bottom && dock.bottom > table.top;
    }"""
    for width in (390, 768, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for part in (0, 0.25, 0.5, 1):
            page.evaluate("part => scrollTo(0, part * document.body.scrollHeight)", part)
            assert not page.evaluate(covered), f"{width} wide, scrolled by {part}"


def test_nothing_is_wider_than_the_screen_and_all_targets_are_large_enough_for_a_thumb(
    open_page, watched
) -> None:
    """Each page is opened once, on a phone, and then made as wide as a desk's screen."""
    _in_mid_game(watched)
    page = open_page("/")
    for path in PATHS:
        page.set_viewport_size(PHONE)
        page.goto(path, wait_until="domcontentloaded")
        small = page.evaluate(
            """least => [...document.querySelectorAll("button, .button, .chip, select, summary, nav a")]
            .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < least)
            .map(each => each.outerHTML)""",
            SMALLEST_PX,
        )
        assert small == [], path
        for viewport in (PHONE, DESK):
            page.set_viewport_size(viewport)
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= viewport["width"], (path, viewport)


def test_beside_a_board_on_a_desk_nothing_shows_that_is_not_in_play(open_page, session) -> None:
    page = open_page("/play", viewport=DESK)
    for path in ("/play", "/board"):
        page.goto(path, wait_until="domcontentloaded")
        stretched = page.locator("svg.board").evaluate(
            """board => { const shown = board.viewBox.baseVal, on_screen = board.getBoundingClientRect();
            return (on_screen.width / on_screen.height) / (shown.width / shown.height); }"""
        )
        assert stretched == pytest.approx(1, abs=0.01), path


def test_no_word_is_torn_on_a_narrow_phone_or_in_letters_of_twice_the_size(open_page, watched, live) -> None:
    _in_mid_game(watched)
    live.show(LiveStatus("still", countdown=Countdown(1, "end", time.monotonic(), 300.0)))
    page = open_page("/")
    for path in PATHS:
        page.goto(path, wait_until="domcontentloaded")
        for width, letters in (320, "100%"), (390, "200%"):
            page.set_viewport_size({"width": width, "height": 844})
            page.evaluate("letters => document.documentElement.style.fontSize = letters", letters)
            assert page.evaluate(TORN) == [], (path, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", pytest.param("en-XA", marks=pytest.mark.slow)])
def test_the_ways_to_the_pages_stand_in_one_row_whatever_their_words(open_page, watched, locale) -> None:
    """The simulated table is a sixth page; en-XA has words of 40 % more letters."""
    _in_mid_game(watched)
    page = open_page("/sim", locale=locale)
    assert page.locator(".ways a").count() == 6
    for width, letters in (390, "100%"), (320, "100%"), (390, "200%"):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("letters => document.documentElement.style.fontSize = letters", letters)
        page.reload(wait_until="domcontentloaded")
        page.wait_for_function("() => document.documentElement.dataset.fresh !== undefined")
        row = page.evaluate(ROW)
        assert len(set(row["tops"])) == 1, (width, letters)
        assert min(row["heights"]) >= SMALLEST_PX
        assert row["current"], "this page is in view"
        assert width == 320 or locale == "en-XA" or row["fits"], "all six are seen at once"
        assert page.evaluate("document.documentElement.scrollWidth") <= width


ROW = """() => {
  const row = document.querySelector(".ways");
  const place = (each) => each.getBoundingClientRect();
  const [around, here] = [row, row.querySelector("[aria-current]")].map(place);
  const places = [...row.children].map(place);
  return {
    tops: places.map((each) => each.top),
    heights: places.map((each) => each.height),
    current: here.left >= around.left - 1 && here.right <= around.right + 1,
    fits: row.scrollWidth <= row.clientWidth,
  };
}"""


MOST_LETTERS = 11
"""So many fit into a card of 320 px in letters of twice the size; longer words go on in the next line."""


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_no_word_is_torn_on_a_narrow_phone_in_letters_of_twice_the_size(open_page, watched, locale) -> None:
    _in_mid_game(watched)
    page = open_page("/", locale=locale, viewport={"width": 320, "height": 844})
    for path in [*PATHS, "/host", "/teach"]:
        page.goto(path, wait_until="domcontentloaded")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(TORN, MOST_LETTERS) == [], path
        assert page.evaluate(CUT) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


def test_buttons_and_what_is_chosen_are_seen_where_the_system_chooses_the_colours(open_page) -> None:
    page = open_page(f"/new/{GAME}", forced_colors="active")
    bare = """() => [...document.querySelectorAll("button, .button, .card")]
      .filter((each) => each.checkVisibility() && getComputedStyle(each).borderTopWidth === "0px")
      .map((each) => each.outerHTML)"""
    assert page.evaluate(bare) == []
    grounds = """() => [...document.querySelectorAll(".segments span")]
      .map((each) => getComputedStyle(each).backgroundColor)"""
    assert len(set(page.evaluate(grounds))) == 2, "one is chosen"


def test_no_name_is_torn_where_it_stands_who_has_won(open_page, hub) -> None:
    session = hub.store.new_session(
        "filler-tiles", ("Maximiliane", "Al"), {"rows": "4", "cols": "4"}, Settings(otherwise="tap")
    )
    while session.state.actors:
        session.act(next(session.state.legal(session.state.actors[0])))
    page = open_page("/past")
    for width, letters in (320, "100%"), (360, "100%"), (390, "100%"), (390, "200%"), (1280, "100%"):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("letters => document.documentElement.style.fontSize = letters", letters)
        assert page.evaluate(TORN) == [], (width, letters)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.get_by_role("row", name="Maximiliane").count() == 1


def test_no_word_of_many_offers_is_torn(open_page, hub) -> None:
    session = hub.store.new_session("octopus-garden", ("Anna", "Ben"), {}, Settings(otherwise="tap"))
    hub.open(session)
    page = open_page("/play")
    assert page.locator(".offers.many button").count() > 3
    for width, letters in (320, "100%"), (360, "100%"), (390, "200%"):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("letters => document.documentElement.style.fontSize = letters", letters)
        assert page.evaluate(TORN) == [], (width, letters)


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("slug", GAMES)
def test_no_word_is_torn_on_a_phone_whatever_is_asked_in_a_game(open_page, hub, slug, locale) -> None:
    """Each kind of prompt is looked at once."""
    session = hub.store.new_session(slug, ("Anna", "Ben"), {}, Settings(otherwise="tap"))
    hub.open(session)
    page, players, rng, met = open_page("/play", locale=locale), bots(2, 3), random.Random(3), set()
    for _ in range(MOST_ACTIONS):
        state = session.state
        if not state.actors:
            break
        asked = {prompt.message.text for prompt in state.prompts().values()}
        if not asked <= met:
            met |= asked
            page.goto("/play", wait_until="domcontentloaded")
            for width in (320, 390):
                page.set_viewport_size({"width": width, "height": 844})
                assert page.evaluate(TORN) == [], (asked, width)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, asked
        seat = rng.choice([actor for actor in state.actors if actor != CHANCE] or [None])
        session.act(players[seat].choose(state) if seat is not None else rng.choice([*state.odds()])[0])
    assert len(met) > 4 or session.state.outcome, "a short game has few prompts"


def test_what_was_drawn_leaves_all_of_the_dock_in_view_in_german(open_page, hub) -> None:
    """Its words are long there, and so are those of the buttons below."""
    hub.open(hub.store.new_session("octopus-garden", ("Anna", "Ben"), {}, Settings(otherwise="tap")))
    page = open_page("/play", locale="de-DE")
    assert page.locator(".longest-words button").count() > 3
    hyphens = "place => getComputedStyle(document.querySelector(place)).hyphens"
    assert page.evaluate("document.documentElement.lang") == "de", "the browser hyphenates by it"
    assert page.evaluate(hyphens, "#dock button") == "auto"
    assert page.evaluate(hyphens, ".who") == "manual", "names stay as they are"
    buttons = page.locator("#dock button:visible")
    boxes = [buttons.nth(number).bounding_box() for number in range(buttons.count())]
    assert max(box["y"] + box["height"] for box in boxes) <= PHONE["height"]
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(TORN) == [], width


def _in_mid_game(hub) -> None:
    session = begin(hub)
    for text in ("first 1", "roll 4"):
        session.act(session.game.parse(0, text))
