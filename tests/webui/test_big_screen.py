"""The big screen and the overlay: all of the table at once, honest, and only what everybody may see."""

from __future__ import annotations

import random
import re

import pytest
from browsers import DESK
from sweeps import slow

from companion.record.events import Settings
from companion.rules.game import CHANCE
from companion.simulation.bots import bots

OUT_OF_VIEW = """() => [...document.querySelectorAll(".sheet, .shelf, .standing, #prompt")].filter((each) => {
  const { top, bottom, left, right } = each.getBoundingClientRect();
  return top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1;
}).map((each) => each.outerHTML.slice(0, 80))"""


OVERLAPPING = """() => {
  const names = [...document.querySelectorAll(".shelf h4")].map((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return [each.textContent, words.getBoundingClientRect()];
  });
  return names.filter(([, one], n) => names.slice(n + 1).some(([, other]) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  )).map(([name]) => name);
}"""


def played(hub, slug: str, actions: int, seats: int = 2) -> None:
    session = hub.store.new_session(
        slug, ["Anna", "Ben", "Carla", "Dan", "Eva", "Finn"][:seats], {}, Settings(otherwise="tap")
    )
    hub.open(session)
    rng, players = random.Random(4), bots(seats, 4)
    for _ in range(actions):
        state = session.state
        seat = rng.choice(state.actors)
        action = players[seat].choose(state) if seat != CHANCE else rng.choice([a for a, _ in state.odds()])
        if state.after(action).outcome is not None:
            break  # a short game stays on the table
        session.act(action, "bot")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("slug", "seats", "actions"),
    [
        ("papillon", 4, 90),
        ("octopus-garden", 4, 30),
        ("caterpillar-filler", 4, 40),
        ("star-baker", 6, 140),
        *slow(("papillon", 2, 60), ("it-happens", 5, 40), ("filler-tiles", 2, 30), ("star-baker", 2, 60)),
    ],
)
def test_everything_is_in_view_at_once(open_page, hub, slug, seats, actions) -> None:
    played(hub, slug, actions, seats)
    page = open_page("/board", viewport=DESK)
    for size in (DESK, {"width": 1920, "height": 1080}):
        page.set_viewport_size(size)
        page.wait_for_function(f"() => ({OUT_OF_VIEW})().length === 0")


@pytest.mark.browser
def test_what_is_told_of_a_seat_pushes_nothing_out_of_view(open_page, hub, app) -> None:
    played(hub, "papillon", 60)
    app.test_client().post(f"/j/{hub.token}", data={"seat": "1"})
    page = open_page("/board", viewport=DESK)
    page.locator(".told-seat").wait_for()
    page.wait_for_function(f"() => ({OUT_OF_VIEW})().length === 0")


@pytest.mark.browser
def test_no_two_piles_names_lie_over_each_other(open_page, hub) -> None:
    played(hub, "star-baker", 45, 3)
    page = open_page("/board", viewport={"width": 1920, "height": 1080})
    assert page.locator(".shelf h4").count() > 6
    assert page.evaluate(OVERLAPPING) == []


@pytest.mark.browser
@pytest.mark.parametrize(
    ("slug", "actions", "locale"),
    [
        ("octopus-garden", 30, "en-GB"),
        *slow(("caterpillar-filler", 25, "en-GB"), ("papillon", 40, "de-DE"), ("star-baker", 30, "de-DE")),
    ],
)
def test_the_code_to_join_and_full_screen_are_in_view_on_a_television(
    open_page, hub, slug, actions, locale
) -> None:
    played(hub, slug, actions, 3)
    page = open_page("/board", viewport={"width": 1920, "height": 1080}, locale=locale)
    for what in (page.locator(".join-corner"), page.locator("#full-screen")):
        box = what.bounding_box()
        assert box["y"] + box["height"] <= 1080


@pytest.mark.browser
def test_it_fills_the_whole_screen_on_wish(open_page, hub) -> None:
    played(hub, "papillon", 30)
    page = open_page("/board", viewport=DESK)
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("() => document.fullscreenElement !== null")
    assert not page.locator(".top").is_visible()


@pytest.mark.parametrize("path", ["/board", "/overlay"])
def test_the_die_is_shown_and_the_last_action_is_one_that_counts(client, hub, session, path) -> None:
    assert 'data-kind="die-4"' in client.get(path).text
    session.act(next(session.state.legal(1)))
    told = session.eyes(None).retold(session.line[-1:], session.names)[0]
    assert f"Last: {told}" in client.get(path).text
    session.undo(1)
    assert told not in client.get(path).text
    assert "Last: The die shows 4" in client.get(path).text


def test_the_overlay_has_names_scores_and_whose_turn_it_is_and_nothing_else(client, session) -> None:
    page = client.get("/overlay").text
    shown = re.sub(r"<[^>]+>", " ", page[page.index('id="overlay"') :])
    assert all(name in shown for name in ("Anna", "Ben"))
    assert "<form" not in page[page.index('id="overlay"') :]


@pytest.mark.browser
def test_a_big_screen_that_was_open_all_the_time_leads_to_the_result(open_page, hub) -> None:
    played(hub, "filler-tiles", 60)
    page = open_page("/board", viewport=DESK)
    session = hub.session
    while session.state.outcome is None:
        seat = next(iter(session.state.actors))
        session.act(next(iter(session.state.legal(seat))), "bot")
    page.wait_for_selector("#ended a[href$='/result']")
