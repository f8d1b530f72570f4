"""A real browser at the table: a phone of 390 points, fingers, and a connection that breaks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import playwright.sync_api as playwright
import pytest
from sweeps import slow
from web_tables import GAME, begin

from companion.play.events import Settings
from companion.play.status import Countdown, LiveStatus
from companion.rules.game import CHANCE

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
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
    "/sim",
]
QUIET = "/static/table.css"
SMALLEST_PX = 44
LONGEST_GAME = 60
"""Taps after which a game of a few turns must be over."""


@pytest.fixture
def complaints() -> list[str]:
    """What browsers complain of."""
    return []


@pytest.fixture(scope="session")
def tabs(chromium) -> list[playwright.Page]:
    """Tabs that no test uses now, each with cookies of its own: a new one costs half a second."""
    return []


@pytest.fixture
def open_page(chromium, tabs, served: str, complaints: list[str]) -> Iterator[Callable[..., object]]:
    """Open pages; a complaint that a test has not foreseen fails it."""
    usual, special = [], []
    noted = {
        "pageerror": lambda error: complaints.append(str(error)),
        "console": lambda line: complaints.append(line.text) if line.type == "error" else None,
    }

    def open_(path: str, viewport: dict[str, int] = PHONE, **settings: object):
        page = tabs.pop() if tabs and not settings else _new_tab(chromium, served, **settings)
        (special if settings else usual).append(page)
        page.set_viewport_size(viewport)
        for what, note in noted.items():
            page.on(what, note)
        page.goto(path, wait_until="domcontentloaded")
        return page

    yield open_
    for page in special:
        page.context.close()
    for page in usual:
        page.evaluate("0")  # what it has complained of is here then
        for what, note in noted.items():
            page.remove_listener(what, note)
        _make_as_new(page)
        tabs.append(page)
    assert complaints == []


def _new_tab(chromium, address: str, **settings: object) -> playwright.Page:
    page = chromium.new_context(base_url=address, **settings).new_page()
    page.set_default_timeout(10_000)
    return page


def _make_as_new(page: playwright.Page) -> None:
    """Leave the page for a text, in which nothing runs, and forget what was kept."""
    page.context.set_offline(False)
    page.goto(QUIET)
    page.evaluate("sessionStorage.clear()")
    page.context.clear_cookies()


def test_a_new_game_is_set_up_on_a_phone(open_page, hub) -> None:
    page = open_page("/")
    page.locator(f'a[href="/new/{GAME}"]').click()
    page.locator("#seats-3 + span").click()
    assert page.locator(".seat-row:visible").count() == 3
    for seat, name in enumerate(("Anna", "Ben", "Chloé"), 1):
        page.locator(f"[name=name-{seat}]").fill(name)
    page.get_by_text("Variants and modules").click()
    page.locator("[name=option-setup]").select_option("S04")
    page.get_by_text("We roll and turn; somebody taps").click()
    page.get_by_role("button", name="First draw the set-up").click()
    page.wait_for_url("**/draws/*")
    seal = page.locator("code").inner_text()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/play")
    started = hub.session.timeline.started
    assert started.names == ("Anna", "Ben", "Chloé")
    assert started.options["setup"] == "S04"
    assert started.commitment == seal
    assert "begins" in page.locator("#prompt").inner_text()


@pytest.mark.parametrize("seats", [1, *slow(2), 6])
def test_so_many_names_are_asked_for_as_there_are_seats(open_page, seats: int) -> None:
    page = open_page("/new/star-baker")
    page.locator(f"#seats-{seats} + span").click()
    assert page.locator(".seat-row:visible").count() == seats


def test_a_number_that_will_not_do_is_said_at_its_field_also_where_that_was_folded_away(
    open_page, hub
) -> None:
    page = open_page(f"/new/{GAME}")
    summary = page.get_by_text("Variants and modules")
    summary.click()
    field = page.locator("[name=option-turn_limit]")
    field.fill("1000000")
    summary.click()
    assert not field.is_visible()
    page.get_by_role("button", name="Start the game").click()
    field.wait_for(state="visible")
    assert "999999" in field.evaluate("field => field.validationMessage")
    assert hub.session is None
    field.fill("999999")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/play")
    assert hub.session.timeline.started.options["turn_limit"] == "999999"


def test_a_whole_game_is_played_by_tapping(open_page, hub) -> None:
    page = open_page(f"/new/{GAME}")
    page.get_by_text("Variants and modules").click()
    page.locator("[name=option-turn_limit]").fill("4")
    page.get_by_text("The program draws", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/play")
    _tap_to_the_end(page, LONGEST_GAME)
    assert "win" in page.locator("h1").inner_text()
    assert "all are right" in page.locator("main").inner_text()


@pytest.mark.slow
def test_a_whole_game_with_boards_of_the_players_is_played_by_tapping(open_page, hub) -> None:
    page = open_page("/new/octopus-garden")
    page.get_by_text("The program draws", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/play")
    assert page.locator("#board svg.board").count() == 2
    _tap_to_the_end(page, 900)
    assert "all are right" in page.locator("main").inner_text()


def test_advice_and_score_light_up_the_garden_that_they_speak_of(open_page, hub) -> None:
    session = hub.store.new_session("octopus-garden", ("Anna", "Ben"), {}, Settings(otherwise="tap"))
    hub.open(session)
    for text in (*("draw SG",) * 9, "first 1"):
        session.act(session.game.parse(0, text))
    for text in ("buy R1", "plant SG A1", "plant SG A2", "plant SG B2"):
        session.act(session.game.parse(1, text))
    page = open_page("/play")
    page.get_by_role("link", name="Ben").click()
    page.wait_for_selector("figcaption:has-text('Ben')")
    page.get_by_role("link", name="3 seagrasses at A1-A2-B2").click()
    page.wait_for_selector("figcaption:has-text('Anna')")
    assert page.locator(".cell.lit").count() == 3
    in_view = "box => box.top >= 0 && box.bottom <= innerHeight"
    page.wait_for_function(f"() => ({in_view})(document.querySelector('.cell.lit').getBoundingClientRect())")
    page.get_by_role("link", name="R2 costs 3").click()
    page.wait_for_selector("[data-where='market/22'].lit")
    assert page.locator(".cell.lit").count() == 3


def _tap_to_the_end(page, taps: int) -> None:
    """Tap whatever is offered until the result is there, and open it."""
    for _ in range(taps):
        page.wait_for_selector("#dock button, #dock .button, #board .cell.end")
        if page.get_by_role("link", name="See the result").count():
            break
        _tap_once(page)
    page.get_by_role("link", name="See the result").click()
    page.wait_for_url("**/result")


def test_news_leave_the_keyboard_and_the_reader_where_they_are(open_page, session) -> None:
    page = open_page("/play")
    page.evaluate("window.prompt_ = document.getElementById('prompt')")
    held = page.locator("#side summary", has_text="This table")
    held.focus()
    before = page.locator("#prompt").inner_text()
    page.evaluate("window.held = document.activeElement")
    session.act(next(iter(session.state.legal(session.state.actors[0]))))
    page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
    assert page.evaluate("!window.held.isConnected")
    assert page.evaluate("document.activeElement.innerText") == "This table"
    assert page.evaluate("prompt_ === document.getElementById('prompt')")
    assert page.locator("#prompt").inner_text() != before


def test_a_form_that_is_being_filled_in_is_kept_when_another_game_begins(open_page, hub) -> None:
    page, other = open_page(f"/new/{GAME}"), open_page("/")
    page.locator("[name=name-1]").fill("Zoë")
    begin(hub)
    page.get_by_text("Another game is on the table now.").wait_for()
    assert page.locator("[name=name-1]").input_value() == "Zoë"
    other.wait_for_function("() => document.body.dataset.game !== ''")


def test_a_form_that_is_loaded_again_keeps_names_and_choices(open_page) -> None:
    page = open_page(f"/new/{GAME}")
    form = "[...new FormData(document.querySelector('form.new-game'))].filter(([key]) => key !== 'once')"
    as_made = page.evaluate(form)
    page.locator("#seats-3 + span").click()
    for seat, name in enumerate(("Anna", 'Ben "B"', "Chloé"), 1):
        page.locator(f"[name=name-{seat}]").fill(name)
    page.locator("[name=heads-1]").select_option("white")
    page.get_by_text("Variants and modules").click()
    page.locator("[name=option-setup]").select_option("S04")
    page.locator("[name=option-turn_limit]").fill("40")
    page.locator("[name=option-rules][value=R12]").check()
    page.locator("[name=option-die]").nth(5).select_option("3")
    page.get_by_text("The program draws", exact=True).click()
    filled = page.evaluate(form)
    assert filled != as_made
    page.reload()
    assert page.evaluate(form) == filled
    assert page.locator("[name=option-setup]").is_visible(), "what is not as usual is not folded away"
    page.get_by_role("link", name="Tabletop").click()
    page.go_back()
    page.wait_for_url("**/new/*")
    assert page.evaluate(form) == filled
    page.goto("/")
    page.locator(f'a[href="/new/{GAME}"]').click()
    page.wait_for_url("**/new/*")
    assert page.evaluate(form) == as_made


def test_who_comes_back_from_the_cards_of_their_own_finds_the_form_as_they_left_it(open_page) -> None:
    page = open_page("/new/it-happens")
    page.locator("[name=name-1]").fill("Zoë")
    page.get_by_text("Variants and modules").click()
    page.get_by_role("link", name="Cards of your own").click()
    page.wait_for_url("**/mounds")
    page.locator("[name=data_set]").fill("half done")
    page.evaluate("location.reload()")
    page.wait_for_function("() => document.querySelector('[name=data_set]').value === 'half done'")
    page.evaluate("location.assign('/new/it-happens')")
    page.wait_for_url("**/it-happens")
    assert page.locator("[name=name-1]").input_value() == "Zoë"


@pytest.mark.parametrize("settings", [{"java_script_enabled": False}, {"color_scheme": "dark"}])
def test_whether_a_game_may_be_put_aside_is_asked_on_a_phone(
    open_page, hub, session, complaints, settings
) -> None:
    page = open_page(f"/new/{GAME}", **settings)
    page.locator("[name=name-1]").fill("Zoë")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_text("Caterpillar Filler is being played.").wait_for()
    page.wait_for_load_state("load")  # words can be read before the style sheets are there
    for button in page.locator("main .dock > :is(a, button)").all():
        assert button.bounding_box()["height"] >= SMALLEST_PX
    for width, letters in ((320, "100%"), (390, "200%")):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("letters => document.documentElement.style.fontSize = letters", letters)
        assert page.evaluate(TORN) == [], (width, letters)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="Go on playing").press("Enter")
    page.wait_for_url("**/play")
    assert hub.session is session
    page.goto(f"/new/{GAME}")
    page.locator("[name=name-1]").fill("Zoë")
    page.locator("[name=name-1]").press("Enter")
    page.get_by_role("button", name="Put it aside").press("Enter")
    page.wait_for_url("**/play")
    assert hub.session.timeline.started.names == ("Zoë", "Player 2")
    complaints.clear()  # the browser notes each answer that is a refusal


def test_the_page_that_asks_stays_while_others_play_and_never_sends_the_form_by_itself(
    open_page, hub, session, complaints
) -> None:
    page = open_page("/")
    hub.store.new_session(GAME, ("Mia", "Tom"))
    page.reload()
    page.get_by_role("button", name="Go on: Mia, Tom").click()
    page.get_by_role("button", name="Put it aside").wait_for()
    page.wait_for_function("() => document.getElementById('link').hidden")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    session.act(next(session.state.legal(1)))
    page.wait_for_timeout(800)
    begun = begin(hub)
    page.get_by_text("Another game is on the table now.").wait_for()
    page.wait_for_timeout(300)
    assert hub.session is begun
    assert not [address for address in asked if "/open/" in address]
    complaints.clear()  # the browser notes that the form was refused


def test_a_board_is_filled_by_tapping(open_page, hub) -> None:
    page = open_page("/new/filler-tiles")
    page.get_by_text("Variants and modules").click()
    for option, value in (("preset", "siege"), ("rows", "4"), ("cols", "4"), ("stones", "2")):
        page.locator(f"[name=option-{option}]").select_option(value)
    page.get_by_text("The program draws", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/play")
    page.locator("#board .cell.end").first.click()
    page.wait_for_selector("#board .cell.picked")
    _tap_to_the_end(page, LONGEST_GAME)
    assert hub.session.state.outcome is not None
    assert "all are right" in page.locator("main").inner_text()


def _tap_once(page) -> None:
    """Tap a space where there is one to tap, then what is offered; wait until the page has it.

    News that come at the same moment may exchange the very thing that is tapped, so the tap is a
    script's: it hits what is there, at once, and is made again when nothing came of it.
    """
    before = page.locator("body").get_attribute("data-seq")
    for _ in range(10):
        offered = page.evaluate(TAP)
        with suppress(playwright.TimeoutError):
            page.wait_for_function(TAKEN, arg={"seq": before, "offered": offered}, timeout=5000)
        if page.locator("body").get_attribute("data-seq") != before:
            return
    pytest.fail("the table took no tap")


TAP = """() => {
  const offered = document.querySelector("#dock button");
  (offered ?? document.querySelector("#board .cell.end"))?.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true }));
  return offered !== null;
}"""
"""Tap what is offered, else a space; give whether something was offered."""

TAKEN = """({ seq, offered }) => document.body.dataset.seq !== seq
  || (!offered && document.querySelector("#dock button") !== null)"""


def test_another_phone_sees_a_tap_at_once(open_page, session) -> None:
    one, other, after = open_page("/play"), open_page("/board"), session.seq + 1
    one.locator("#board .cell.end").first.click()
    one.locator("#dock button").first.click()
    other.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(after))
    assert "Move 4 spaces." not in other.locator("#prompt").inner_text()


def test_who_asked_for_an_undo_hears_at_once_that_it_is_refused(open_page, hub, session) -> None:
    session.act(next(session.state.legal(1)))
    while CHANCE not in session.state.actors:
        session.act(session.game.parse(1, "end"))
    session.act(next(session.state.legal(CHANCE)))
    anna, ben = (open_page(f"/j/{hub.token}") for _ in range(2))
    for phone, name in ((anna, "Anna"), (ben, "Ben")):
        phone.get_by_role("button", name=name).click()
        phone.wait_for_selector("#dock")
    anna.get_by_role("button", name="Undo").click()
    anna.wait_for_selector("#undo-asked")
    assert anna.locator("#notice").inner_text() == ""
    ben.get_by_role("button", name="Rather not").click()
    said = anna.locator("#undo-answer")
    said.wait_for()
    assert "Ben would rather not take it back." in said.inner_text()
    assert anna.locator("#undo-asked").count() == 0


def test_a_page_that_lost_the_connection_catches_up(open_page, session, complaints) -> None:
    page = open_page("/play")
    page.wait_for_function("() => document.getElementById('link').hidden")
    page.context.set_offline(True)
    session.act(next(session.state.legal(1)))
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    page.context.set_offline(False)
    page.evaluate("listen()")
    page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
    assert [text for text in complaints if "DISCONNECTED" not in text] == []
    complaints.clear()


def test_a_lost_connection_is_seen_wherever_a_page_is_scrolled_to(open_page, watched, complaints) -> None:
    begin(watched)
    page = open_page("/play")
    page.wait_for_function("() => document.getElementById('link').hidden")
    page.wait_for_selector("#live .lamp")
    alike = page.evaluate(LAMP)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.context.set_offline(True)
    page.wait_for_selector("#link:visible")
    page.evaluate("document.querySelector('#settings form').requestSubmit()")
    page.wait_for_selector("#notice span")
    assert page.evaluate("scrollY") > 0
    for what in ("#link span", "#notice span"):
        box = page.locator(what).bounding_box()
        assert 0 <= box["y"] < PHONE["height"] / 4
    assert page.evaluate(LAMP) != alike
    assert not page.get_by_text("All as it should be").is_visible()
    page.context.set_offline(False)
    page.wait_for_selector("#link", state="hidden")
    page.wait_for_selector("#notice span", state="detached")
    assert page.evaluate(LAMP) == alike
    assert page.get_by_text("All as it should be").is_visible()
    assert [text for text in complaints if "DISCONNECTED" not in text] == []
    complaints.clear()


LAMP = "getComputedStyle(document.querySelector('#live .lamp')).backgroundColor"


def test_a_page_that_cannot_be_shown_says_so_once(open_page, session, complaints) -> None:
    page = open_page("/hand")
    page.wait_for_function("() => document.getElementById('link').hidden")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    session.act(next(session.state.legal(1)))
    page.wait_for_timeout(1500)
    assert page.get_by_text("In this game nobody holds cards.").count() == 1
    assert not [address for address in asked if address.endswith("/hand")]
    complaints.clear()  # the browser notes that the page itself was refused


def test_a_tap_on_an_old_page_says_so_and_shows_the_fresh_one(open_page, session, complaints) -> None:
    page = open_page("/play")
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    page.locator("#board .cell.end").first.click()
    page.wait_for_selector("#dock button")
    session.note("Somebody spilled tea.")
    with page.expect_response("**/play/act") as answered:
        page.locator("#dock button").first.click()
    assert answered.value.status == 409
    page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
    assert page.locator("#notice").inner_text() != ""
    assert len(session.line) == 2
    assert [text for text in complaints if "409" not in text] == []
    complaints.clear()


def test_any_tap_stops_a_countdown_which_is_said_and_may_run_again(open_page, watched, live) -> None:
    begin(watched)
    page = open_page("/play")
    live.show(LiveStatus("still", countdown=Countdown(1, "end", time.monotonic(), 30.0)))
    page.wait_for_selector("[data-countdown]")
    with page.expect_response("**/table/cancel"):
        page.locator("h1").click()
    page.wait_for_selector("[data-countdown]", state="detached")
    assert ("cancel",) in live.calls
    said = page.locator("#live .countdown p").inner_text()
    assert said == "Stopped by a tap. Anna ends the turn."
    page.get_by_role("button", name="Count again").click()
    page.wait_for_selector("[data-countdown]")
    assert live.calls[-1] == ("resume",), "that tap does not stop it again"


def test_who_has_scrolled_away_is_told_that_the_countdown_is_stopped(open_page, watched, live) -> None:
    begin(watched)
    page = open_page("/play")
    live.show(LiveStatus("still", countdown=Countdown(1, "end", time.monotonic(), 30.0)))
    page.wait_for_selector("[data-countdown]")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.wait_for_function(
        "() => document.querySelector('[data-countdown]').getBoundingClientRect().bottom < 0"
    )
    page.mouse.click(20, 400)
    page.wait_for_selector("#notice span")
    said = page.locator("#notice").inner_text()
    assert said == "The countdown is stopped. Anna ends the turn, or lets it count again."


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


def test_a_piece_is_dragged_on_the_simulated_table(open_page, watched, simulation) -> None:
    begin(watched)
    page = open_page("/sim", viewport=DESK)
    box = page.locator("[data-piece='7']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    with page.expect_response("**/sim/move"):
        page.mouse.up()
    assert simulation.lying["7"].x_mm > 210
    assert simulation.lying["7"].y_mm > 110


def test_on_a_phone_every_sheet_of_the_simulated_table_is_whole_and_pieces_go_from_one_to_another(
    open_page, watched, simulation
) -> None:
    begin(watched)
    page = open_page("/sim")
    mat, tray = (page.locator(f"svg[data-sheet={sheet}]") for sheet in ("mat", "tray"))
    for sheet in (mat, tray):
        box = sheet.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    page.set_viewport_size({"width": PHONE["width"], "height": 1200})
    piece, to = page.locator("[data-piece='7']").bounding_box(), tray.bounding_box()
    page.mouse.move(piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2)
    page.mouse.down()
    page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 4, steps=4)
    with page.expect_response("**/sim/move"):
        page.mouse.up()
    moved = simulation.lying["7"]
    assert (moved.sheet, moved.x_mm, moved.y_mm) == (
        "tray",
        pytest.approx(65, abs=2),
        pytest.approx(50, abs=2),
    )


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


def test_no_word_of_many_offers_is_torn(open_page, hub) -> None:
    session = hub.store.new_session("octopus-garden", ("Anna", "Ben"), {}, Settings(otherwise="tap"))
    hub.open(session)
    page = open_page("/play")
    assert page.locator(".offers.many button").count() > 3
    for width, letters in (320, "100%"), (360, "100%"), (390, "200%"):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("letters => document.documentElement.style.fontSize = letters", letters)
        assert page.evaluate(TORN) == [], (width, letters)


TORN = r"""() => {
  const torn = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    // An address is one word that no line may hold.
    if (!text.parentElement.checkVisibility() || /^\s*https?:/.test(text.data)) continue;
    for (const { 0: word, index } of text.data.matchAll(/(?<!\w)\p{L}{2,12}(?!\w)/gu)) {
      const place = document.createRange();
      place.setStart(text, index);
      place.setEnd(text, index + word.length);
      if (new Set([...place.getClientRects()].map((line) => line.top)).size > 1) torn.push(word);
    }
  }
  return torn;
}"""


def test_pages_work_without_script(open_page, session) -> None:
    page = open_page("/play", java_script_enabled=False)
    page.locator("#board a:has(.end)").first.click()
    page.locator("#dock button").first.click()
    page.wait_for_url("**/play")
    assert len(session.line) == 3


def _in_mid_game(hub) -> None:
    session = begin(hub)
    for text in ("first 1", "roll 4"):
        session.act(session.game.parse(0, text))
