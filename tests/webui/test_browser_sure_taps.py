"""A finger's tap that says all of an action takes it, and Undo is there."""

from __future__ import annotations

import pytest
from browsers import DESK, HEARS_NOTHING_MORE

from companion.record.events import Settings
from companion.rules.game import CHANCE

pytestmark = pytest.mark.browser


def test_one_tap_takes_an_action_and_undo_lies_beside_it(open_page, session) -> None:
    page, before = open_page("/play", viewport=DESK), session.seq
    page.locator("#board a[data-text]").first.click()
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=before)
    assert session.line[-1].by == 1
    acted = session.seq
    page.locator(".undo-now").click()
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=acted)
    assert session.line[-1].text == "roll 4"


def test_a_key_asks_first(open_page, session) -> None:
    page, before = open_page("/play", viewport=DESK), session.seq
    page.locator("#board a[data-text]").first.focus()
    page.keyboard.press("Enter")
    page.locator("#board .cell.picked").first.wait_for(state="attached")
    assert session.seq == before


def test_undo_beside_the_thumb_is_gone_when_something_else_has_happened(open_page, session) -> None:
    page, before = open_page("/play", viewport=DESK), session.seq
    page.locator("#board a[data-text]").first.click()
    page.locator(".undo-now").wait_for()
    assert session.seq > before
    session.act(next(session.state.legal(session.state.actors[0])))
    page.locator(".undo-now").wait_for(state="detached", timeout=3_000)


def test_a_tap_that_is_refused_offers_no_undo_of_what_was_before(open_page, hub, complaints) -> None:
    session = hub.store.new_session("octopus-garden", ("Anna", "Ben"), {}, Settings(otherwise="tap"))
    for text in (*("draw SG",) * 9, "first 1"):
        session.act(session.game.parse(CHANCE, text))
    session.act(session.game.parse(1, "buy R1"))
    hub.open(session)
    page = open_page("/play", viewport=DESK)
    page.evaluate(HEARS_NOTHING_MORE)
    session.note("Somebody spilled tea.")
    with page.expect_response("**/play/act") as answered:
        page.locator("#board a[data-text]").first.click()
    assert answered.value.status == 409
    page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
    assert page.locator('#tools form[action$="/play/undo"] button').count() == 1
    assert page.locator(".undo-now").count() == 0
    assert [text for text in complaints if "409" not in text] == []
    complaints.clear()


def test_the_second_tap_of_two_does_nothing(open_page, session) -> None:
    page, line = open_page("/play", viewport=DESK), len(session.line)
    page.locator("#board a[data-text]").first.dblclick()
    page.locator(".undo-now").wait_for()
    assert len(session.line) == line + 1
    assert "pick=" not in page.url


def test_a_tap_beside_a_space_is_meant_for_it(open_page, session) -> None:
    page, line = open_page("/play", viewport=DESK), len(session.line)
    page.mouse.click(*_free_beside(page, 8))
    page.locator(".undo-now").wait_for()
    assert len(session.line) == line + 1


def test_a_tap_farther_beside_asks_first_for_it_may_be_meant_for_another_space(open_page, session) -> None:
    page, before = open_page("/play", viewport=DESK), session.seq
    page.mouse.click(*_free_beside(page, 15))
    page.locator("#board .cell.picked").first.wait_for(state="attached")
    assert session.seq == before


def _free_beside(page, away_px: float) -> tuple[float, float]:
    """Give a point so far beside a space by which one tap acts that lies in no other."""
    box = page.locator("#board a[data-text]").first.bounding_box()
    others = [each.bounding_box() for each in page.locator("#board a[data-swap]").all()]
    assert box["width"] >= 34, "large enough to be sure of"
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ways = ((0, -1), (1, 0), (0, 1), (-1, 0))
    away = box["width"] / 2 + away_px, box["height"] / 2 + away_px
    points = [(middle[0] + x * away[0], middle[1] + y * away[1]) for x, y in ways]

    def is_in(point: tuple[float, float], one: dict[str, float]) -> bool:
        across, down = point[0] - one["x"], point[1] - one["y"]
        return 0 <= across <= one["width"] and 0 <= down <= one["height"]

    return next(point for point in points if not any(is_in(point, one) for one in others))
