"""On a phone the board is to be seen in the middle of a turn; on a desk nothing is left empty."""

from __future__ import annotations

import pytest
from sweeps import slow

from companion.record.events import Settings
from companion.rules.game import CHANCE

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
FIRST, REVEALED = "first 1", "reveal M08 M03 M01"
CHEFS = (
    *("chefs 1 red", "chefs 2 green", "chefs 3 blue"),
    *(f"refill R0{card}" for card in range(1, 5)),
)


@pytest.fixture
def shown(chromium, served: str, hub):
    """Put a game on the table, and open its page."""
    contexts = []

    def shown_(game: str, *texts: str, viewport=PHONE, touch: bool = False):
        seats = 2 if game == "filler-tiles" else 3
        session = hub.store.new_session(game, ("Anna", "Ben", "Cleo")[:seats], {}, Settings(otherwise="tap"))
        hub.open(session)
        for text in texts:
            session.act(session.game.parse(CHANCE, text))
        contexts.append(
            chromium.new_context(viewport=viewport, base_url=served, has_touch=touch, is_mobile=touch)
        )
        page = contexts[-1].new_page()
        page.goto("/play", wait_until="load")
        return page

    yield shown_
    for context in contexts:
        context.close()


SEEN = """() => {
  const dock = document.getElementById("dock").getBoundingClientRect();
  return [...document.querySelectorAll("svg.board")].map((board) => board.getBoundingClientRect())
    .filter((board) => board.bottom <= Math.min(dock.top, innerHeight)).length;
}"""
"""How many boards are seen whole above what is offered."""


@pytest.mark.parametrize(
    ("game", "texts", "boards"),
    [
        ("caterpillar-filler", [FIRST, "roll 4"], 1),
        ("it-happens", [FIRST, REVEALED, "roll 4"], 2),
        *slow(("caterpillar-filler", [FIRST], 1), ("it-happens", [FIRST, REVEALED], 3)),
        ("filler-tiles", [], 1),
        ("papillon", [], 1),
    ],
)
def test_what_is_offered_leaves_the_board_in_view_on_a_phone(shown, game, texts, boards) -> None:
    assert shown(game, *texts).evaluate(SEEN) >= boards


@pytest.mark.parametrize(
    ("game", "texts", "boards"),
    [
        ("octopus-garden", [*("draw SG",) * 9, FIRST], 1),
        ("it-happens", [FIRST, REVEALED, "roll 4"], 3),
        ("it-happens", [FIRST, REVEALED], 3),
    ],
)
@pytest.mark.parametrize("seat", [0, *slow(1)])
def test_so_it_does_with_a_camera_that_says_all_is_well(shown, watched, game, texts, boards, seat) -> None:
    """The last row of the market and the third mound are not behind what is offered."""
    page = shown(game, *texts)
    _sit(page, watched, seat)
    assert page.get_by_text("All as it should be").is_visible()
    assert page.evaluate(SEEN) >= boards


def test_so_is_a_hand_with_a_camera(shown, watched) -> None:
    page = shown("star-baker", *CHEFS)
    for seat in (1, 2, 3):
        watched.session.act(next(watched.session.state.legal(seat)))
    seat = next(actor for actor in watched.session.state.actors if actor != CHANCE)
    _sit(page, watched, seat)
    held = page.get_by_role("heading", name="Your hand")
    held.wait_for()
    dock = page.locator("#dock").bounding_box()
    hand = page.locator(".card-row").filter(has=held).locator(".piece-picture").all()
    assert hand
    for card in hand:
        box = card.bounding_box()
        assert box["y"] + box["height"] <= dock["y"]


def _sit(page, hub, seat: int) -> None:
    """Choose a seat on this phone; 0 is for all."""
    page.goto(f"/j/{hub.token}")
    page.locator(f"button[value='{seat}']").click()
    page.wait_for_url("**/play")
    page.wait_for_load_state("load")


def test_the_faces_of_a_die_stand_in_one_row_large_enough_for_a_thumb(shown) -> None:
    page = shown("it-happens", FIRST, REVEALED)
    boxes = [face.bounding_box() for face in page.get_by_role("button", name="The die shows").all()]
    assert len(boxes) == 6
    assert len({box["y"] for box in boxes}) == 1
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44


def test_what_may_be_done_instead_of_a_roll_stands_beside_what_rolls(shown) -> None:
    page = shown("it-happens", FIRST, REVEALED)
    passes, rolls = (
        page.get_by_role("button", name=name).bounding_box() for name in ("passes", "Let the program draw")
    )
    assert (passes["y"], passes["height"]) == (rolls["y"], rolls["height"])
    assert passes["x"] + passes["width"] < rolls["x"]


def test_a_hand_is_to_be_seen_below_the_recipes(shown) -> None:
    page = shown("star-baker", *CHEFS)
    page.locator("form[action='/play/holder'] button[value='1']").first.click()
    page.get_by_text("Your hand").wait_for()
    dock = page.locator("#dock").bounding_box()
    for card in page.locator(".cards .open").all():
        box = card.bounding_box()
        assert box["y"] + box["height"] <= dock["y"]


def test_a_phone_that_waits_is_handed_on_by_two_taps_and_shows_nothing_between(shown) -> None:
    page = shown("it-happens", FIRST, REVEALED, "roll 4")
    page.locator("form[action='/play/holder'] button[value='2']").click()
    page.get_by_role("heading", name="It is Anna's turn.").wait_for()
    gives = page.get_by_role("button", name="Give the phone to Anna")
    last = page.locator("svg.board").last.bounding_box()
    assert gives.bounding_box()["y"] > last["y"] + last["height"]
    gives.click()
    page.get_by_role("heading", name="Give the phone to Anna.").wait_for()
    assert page.locator("#board, #side, #dock").count() == 0
    page.get_by_role("button", name="I have it").click()
    page.get_by_text("Your turn").wait_for()


def test_before_anything_lies_there_what_is_to_be_done_has_the_width_of_a_desk(shown) -> None:
    page = shown("it-happens", viewport=DESK)
    for what in ("#prompt", "#dock", "#side"):
        box = page.locator(what).bounding_box()
        assert box["width"] > 0.85 * DESK["width"], what
    page = shown("it-happens", FIRST, REVEALED, viewport=DESK)
    assert page.locator("#board").bounding_box()["width"] > 0.5 * DESK["width"]
    assert page.locator("#prompt").bounding_box()["x"] > 0.5 * DESK["width"]


MARKET = [*("draw SG",) * 9, FIRST]


@pytest.mark.parametrize(
    ("game", "texts", "path"),
    [
        ("it-happens", [FIRST, REVEALED], "/play"),
        ("it-happens", [FIRST, REVEALED], "/board"),
        ("octopus-garden", MARKET, "/play"),
    ],
)
def test_what_lies_there_fills_a_desk_from_top_to_bottom(shown, game, texts, path) -> None:
    page = shown(game, *texts, viewport=DESK)
    page.goto(path, wait_until="load")
    boards = [board.bounding_box() for board in page.locator("svg.board").all()]
    bottom = max(box["y"] + box["height"] for box in boards)
    assert 0.8 * DESK["height"] < bottom <= DESK["height"]
    assert max(box["x"] + box["width"] for box in boards) <= page.locator("#prompt").bounding_box()["x"]


def test_the_end_shows_the_board_beside_the_scores_on_a_desk(shown, hub) -> None:
    page = shown("filler-tiles", viewport=DESK)
    while hub.session.state.outcome is None:
        hub.session.act(next(hub.session.state.legal(hub.session.state.actors[0])))
    page.goto("/result", wait_until="load")
    board, score = (page.locator(what).bounding_box() for what in (".board-card", "#score"))
    assert board["y"] == score["y"]
    assert board["x"] + board["width"] < score["x"]
    assert board["width"] > 0.5 * DESK["width"]


def test_cards_keep_their_size_whoever_acts(shown, hub) -> None:
    page = shown("star-baker", *CHEFS)
    _sit(page, hub, 1)
    session, widths = hub.session, {}
    for seat in (1, 2, 3, None):
        heading = page.locator("#prompt .eyebrow").inner_text()
        cards = page.locator(".card-row:not(.small) .piece-picture").all()
        widths[heading] = {round(card.bounding_box()["width"]) for card in cards}
        if seat is not None:
            session.act(next(session.state.legal(seat)))
            page.reload(wait_until="load")
    assert len(widths) > 1
    assert len(set.union(*widths.values())) == 1, widths


FADE = """() => {
  const dock = document.getElementById("dock").getBoundingClientRect();
  const under = document.elementsFromPoint(dock.left + dock.width / 2, dock.top + 3);
  return under[0].closest("#dock") === null;
}"""


def test_what_shows_through_the_edge_of_what_is_offered_can_be_tapped(shown) -> None:
    page = shown("papillon", touch=True)
    assert page.evaluate(FADE)
    button = page.locator("#dock button").first
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('#dock button') !== null", at)
