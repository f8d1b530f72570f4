"""A finished table on the pages: choose the game, photograph, answer what is in doubt, read the score."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO

import cv2
import msgspec
import numpy as np
import pytest
from browsers import DESK, TORN
from finished import asked_about, ended, picture_of

from companion.cli.assembly.finals import see_final
from companion.finals.photograph import TablePhotograph

GAME = "caterpillar-filler"


@pytest.fixture(scope="module")
def gardens():
    """A finished garden with one caterpillar away, and its photograph."""
    state = ended(GAME)
    return state, picture_of(GAME, state)


@cache
def seen_in(data: bytes, slug: str, seat: int) -> TablePhotograph:
    """Read a photograph once for all tests: what it shows depends on the game and the seat alone."""
    return see_final(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), asked_about(slug), seat)


@pytest.fixture
def reads(hub):
    """A hub that reads photographs."""
    hub.read_final = lambda data, table, seat: seen_in(bytes(data), table.game.info.slug, seat)
    return hub


def jpeg_of(picture) -> bytes:
    # Larger forms go through files of the test client, which nobody closes.
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()


def started(client, slug=GAME, seats="2", **more):
    """Say who played; give the address of the table."""
    form = {"seats": seats, "name-1": "Ann", "name-2": "Ben", **more}
    answer = client.post(f"/score/{slug}", data=form)
    assert answer.status_code == 303, answer.text
    return answer.location


def photographed(client, address, picture, of=""):
    data = {"photo": (BytesIO(jpeg_of(picture)), "end.jpg"), "of": of}
    return client.post(f"{address}/photo", data=data, content_type="multipart/form-data")


def test_the_first_page_leads_to_it_where_photographs_are_read(client, hub) -> None:
    assert "Score a finished table" not in client.get("/").text
    hub.read_final = lambda *_: None
    assert 'href="/score"' in client.get("/").text
    assert client.get("/score").text.count("Score it") == 6


@pytest.mark.whole
def test_a_table_is_scored_from_a_photograph_and_one_answer(client, reads, gardens) -> None:
    state, picture = gardens
    address = started(client)
    assert "Photograph “Caterpillar Filler”" in client.get(address).text
    assert photographed(client, address, picture).status_code == 303
    asked = client.get(address).text
    assert "Ben&#39;s caterpillar is not in the garden" in asked
    assert "wins!" not in asked
    done = client.post(
        f"{address}/answers", data={"answer held-2": str(state.in_hand[1])}, follow_redirects=True
    )
    assert "Ann wins!" in done.text
    assert re.search(rf'class="points">{state.sheet().totals()[1]}<', done.text)
    assert client.get(f"{address}/photo/0.jpg").mimetype == "image/jpeg"


def test_no_game_is_begun_and_nothing_is_stored(client, reads, gardens) -> None:
    address = started(client)
    photographed(client, address, gardens[1])
    assert reads.session is None
    assert reads.store.sessions() == []


def test_a_space_in_doubt_is_asked_about_beside_its_crop(client, reads, gardens) -> None:
    _state, picture = gardens
    address = started(client)
    photographed(client, address, picture)
    name = address.rpartition("/")[2]
    table = reads.finals.get(name)
    sure = table.photographs[0]
    spots = {**sure.spots["garden"], "A1": msgspec.structs.replace(sure.spots["garden"]["A1"], margin=0.1)}
    unsure = msgspec.structs.replace(sure, spots={"garden": spots}, crops={"garden/A1": b"jpeg"})
    reads.finals.change(name, table, msgspec.structs.replace(table, photographs=(unsure,)))
    page = client.get(address).text
    assert "What lies on A1 of “Caterpillar Filler”?" in page
    assert client.get(f"{address}/crop.jpg?where=garden/A1").data == b"jpeg"
    assert client.get(f"{address}/crop.jpg?where=garden/B1").status_code == 404
    wrong = client.post(f"{address}/answers", data={"answer garden/A1": "an elephant"})
    assert wrong.status_code == 400
    assert "Please choose" in wrong.text


@pytest.mark.whole
def test_a_photograph_of_another_game_is_told_and_the_table_stays(client, reads, gardens) -> None:
    address = started(client, "filler-tiles")
    refused = photographed(client, address, gardens[1])
    assert refused.status_code == 400
    assert "shows Caterpillar Filler, not Filler (tiles)" in refused.text
    assert "Photograph “Filler (tiles)”" in client.get(address).text


def test_a_photograph_is_taken_away_again(client, reads, gardens) -> None:
    address = started(client)
    photographed(client, address, gardens[1])
    client.post(f"{address}/photo/0/remove")
    assert "Photograph “Caterpillar Filler”" in client.get(address).text
    assert client.get(f"{address}/photo/0.jpg").status_code == 404


def test_it_happens_is_asked_in_words_alone(client, reads) -> None:
    page = client.get(started(client, "it-happens")).text
    assert "What no photograph shows" not in page.split("How many worms has Ann left?")[1]
    assert 'type="file"' not in page
    assert "share the win" not in page, "nobody has said anything yet"


def test_two_players_of_one_name_and_a_table_of_long_ago_are_told(client, reads) -> None:
    twice = client.post(f"/score/{GAME}", data={"seats": "2", "name-1": "Ann", "name-2": "Ann"})
    assert twice.status_code == 400
    assert client.get("/score/table/0123456789abcdef").status_code == 404
    assert client.post("/score/table/0123456789abcdef/answers").status_code == 404


@pytest.mark.browser
def test_a_phone_scores_a_table_from_the_first_page_on(open_page, reads, gardens, tmp_path) -> None:
    cv2.imwrite(str(tmp_path / "end.jpg"), gardens[1])
    page = open_page("/score")
    page.get_by_role("link", name="Score Caterpillar Filler").click()
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_role("button", name="To the photographs").click()
    page.get_by_label("Photograph", exact=True).set_input_files(tmp_path / "end.jpg")
    page.get_by_role("button", name="Read it").click()
    page.get_by_label("Ben's caterpillar is not in the garden").fill("3")
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("heading", name="Ann wins!").wait_for()
    assert page.evaluate(TORN) == []
    page.set_viewport_size(DESK)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
