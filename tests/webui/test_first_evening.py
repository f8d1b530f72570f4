"""A first evening: go or no-go of the camera, the practice round of every game, and what can be done now."""

from __future__ import annotations

import re

import pytest
from browsers import DESK, TORN
from msgspec.structs import replace
from web_tables import PICTURE, SEEN

from companion.rules import CHANCE
from companion.rules.booklet import booklet_of
from companion.rules.catalogue import GAMES, load_game
from companion.sighting import SheetSighting
from companion.story.rule_in_play import rule_in_play
from webui.views.coach import MOST_STEPS, round_is_done

SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
SHEET = SheetSighting("mat", SQUARE, (1, 0, 0, 0, 1, 0, 0, 0, 1), 1.0, {})


@pytest.fixture
def camera(hub):
    """A camera that can be looked through; what it sees a test says."""
    hub.lay_has_camera = True

    def sees(sighting):
        hub.try_camera = lambda: (PICTURE, sighting, PICTURE)

    sees(SEEN)
    return sees


def test_a_camera_that_sees_well_is_told_to_be_good(client, camera) -> None:
    camera(replace(SEEN, sheets=(SHEET,), view=()))
    page = client.post("/first/camera", follow_redirects=True).text
    assert "Good: you can play." in page
    assert "Not yet" not in page


def test_what_is_wrong_with_the_view_is_told_with_what_helps(client, camera) -> None:
    page = client.post("/first/camera", follow_redirects=True).text
    assert "Not yet. Mend this" in page
    assert "A lamp shines on the mat." in page
    assert "Lay the printed mat under the camera." in page


def test_without_a_camera_nothing_need_be_checked(client, hub) -> None:
    assert client.get("/first/code.svg").mimetype == "image/svg+xml"
    assert "This table has no camera." in client.get("/first").text
    assert client.post("/first/camera").status_code == 404


def stepped(client):
    """Let the program do the step that is shown."""
    page = client.get("/first/practice").text
    seq = re.search(r'name="seq" value="(\d+)"', page)[1]
    game = re.search(r'name="game"\s+value="(\w+)"', page)[1]
    return client.post("/first/practice/step", data={"seq": seq, "game": game})


@pytest.mark.whole
@pytest.mark.parametrize("slug", GAMES)
def test_a_practice_round_of_every_game_shows_each_step_until_everybody_had_a_turn(client, hub, slug) -> None:
    assert client.post(f"/first/practice/{slug}").status_code == 303
    session = hub.session
    for _ in range(MOST_STEPS + 1):
        if round_is_done(session):
            break
        before = session.seq
        page = client.get("/first/practice").text
        assert "Try this:" in page or "Let the program decide" in page
        assert stepped(client).status_code == 303
        assert session.seq > before
    assert "That was a round." in client.get("/first/practice").text
    if len(session.line) < MOST_STEPS:
        assert {entry.by for entry in session.line} >= {*session.names}


def test_nothing_of_a_practice_round_is_kept(client, hub) -> None:
    client.post("/first/practice/filler-tiles")
    stepped(client)
    assert hub.practice.has(hub.session)
    assert hub.store.sessions() == []
    client.post("/first/practice/end")
    assert hub.session is None
    assert hub.store.sessions() == []
    assert client.get("/first/practice").status_code == 404


def test_a_game_that_is_played_is_not_put_aside_unasked_for_practice(client, hub, session) -> None:
    refused = client.post("/first/practice/filler-tiles")
    assert refused.status_code == 409
    assert hub.session is session
    assert not hub.practice.has(session)
    client.post("/first/practice/end")
    assert hub.session is session, "a real game is not ended with a practice round"


def test_a_step_that_somebody_has_taken_meanwhile_is_not_taken_twice(client, hub) -> None:
    client.post("/first/practice/filler-tiles")
    session = hub.session
    page = client.get("/first/practice").text
    seq = re.search(r'name="seq" value="(\d+)"', page)[1]
    for _ in range(2):
        client.post("/first/practice/step", data={"seq": seq, "game": session.id})
    assert len(session.line) == 1


def test_the_same_step_is_shown_until_something_happens(client, hub) -> None:
    client.post("/first/practice/octopus-garden")
    while hub.session.state.actors == (CHANCE,):
        stepped(client)
    said = [re.search(r"Try this: ([^<]+)", client.get("/first/practice").text)[1] for _ in range(3)]
    assert len(set(said)) == 1


def test_what_can_be_done_now_is_named_and_lit(client, session) -> None:
    page = client.get("/now").text
    assert "What can I do now?" in page
    assert "Move" in page
    assert re.search(r"\d+ ways", page)
    assert 'class="lit"' in page or "lit" in page
    assert "/now" in client.get("/play").text


def test_the_rule_in_play_is_the_one_that_speaks_of_what_is_to_be_done() -> None:
    booklet = booklet_of(load_game("filler-tiles"))
    found = rule_in_play(booklet, ["Place a tile beside one of your own, or start a new group."])
    assert found is not None
    assert {"FT-08", "FT-09", "FT-10"} & {*found.rules}, found
    assert rule_in_play(booklet, ["Zzz."]) is None


@pytest.mark.browser
def test_a_phone_finds_its_way_through_a_first_evening(open_page, hub) -> None:
    page = open_page("/")
    page.get_by_role("link", name="First evening").click()
    page.get_by_role("button", name="Filler (tiles)").click()
    page.get_by_role("button", name="Do it for me").wait_for()
    for number in (2, 3, 4):  # the events behind the one that began the game
        page.get_by_role("button", name="Do it for me").click()
        page.locator(f"#coach input[name=seq][value='{number}']").first.wait_for(state="attached")
    page.get_by_role("heading", name="That was a round.").wait_for()
    assert page.evaluate(TORN) == []
    page.set_viewport_size(DESK)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="End the practice").click()
    page.get_by_text("The practice round is over.").wait_for()
