"""A whole game by keyboard alone in a real browser, from the form of a new game to the result."""

from __future__ import annotations

import random

import pytest
from browsers import DESK
from by_keys import Keys

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1500)]

WALKED = ("filler-tiles",)
"""Games that were seen to their end. The others wait for a machine on which a page loads within seconds."""

MOST_ACTIONS = 600
PATIENCE_MS, USUAL_MS = 120_000, 30_000


@pytest.mark.parametrize("slug", WALKED)
def test_a_whole_game_is_played_by_keyboard_alone(open_page, hub, slug: str) -> None:
    page = open_page("about:blank", viewport=DESK)
    page.set_default_timeout(PATIENCE_MS)
    page.goto("/", wait_until="domcontentloaded")
    keys = Keys(page, random.Random(54))
    keys.press(f"a[href='/new/{slug}']")
    page.wait_for_url(f"**/new/{slug}", wait_until="domcontentloaded")
    keys.choose("seats", "2")
    for seat, name in enumerate(("Anna", "Ben"), 1):
        keys.write(f"[name='name-{seat}']", name)
    keys.choose("chance", "tap")
    keys.press("button:has-text('Start the game')")
    page.wait_for_url("**/play", wait_until="domcontentloaded")
    session = hub.session
    for _ in range(MOST_ACTIONS):
        if session.state.outcome is not None:
            break
        keys.act(session)
    assert session.state.outcome is not None
    keys.press("#dock a:has-text('See the result')")
    page.wait_for_url("**/result", wait_until="domcontentloaded")
    page.set_default_timeout(USUAL_MS)
