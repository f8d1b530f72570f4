"""The evening in pictures, on the pages: each step with its picture, and what is forgotten."""

from __future__ import annotations

from io import BytesIO

import pytest
from browsers import DESK, TORN
from PIL import Image
from test_past_pages import played

WEBP = b"RIFF....WEBP"


@pytest.fixture
def pictured(hub, session):
    """The game on the table, with a picture of its last action."""
    hub.album.keep(session.id, session.seq, session.seq, WEBP)
    return session


def test_a_step_shows_what_was_done_the_board_and_its_picture(client, pictured) -> None:
    page = client.get(f"/games/{pictured.id}/steps?at=2").text
    assert "Step 2 of 2" in page
    assert "<svg" in page
    address = f"/games/{pictured.id}/pictures/{pictured.seq}.webp"
    assert address in page
    assert client.get(address).data == WEBP


def test_a_step_that_was_tapped_says_that_it_has_no_picture(client, pictured) -> None:
    page = client.get(f"/games/{pictured.id}/steps?at=1").text
    assert "No picture is kept of this step" in page
    assert client.get(f"/games/{pictured.id}/pictures/1.webp").status_code == 404


def test_the_first_step_is_the_set_up_and_too_high_a_number_the_last(client, pictured) -> None:
    assert "The table is set up." in client.get(f"/games/{pictured.id}/steps").text
    assert "Step 2 of 2" in client.get(f"/games/{pictured.id}/steps?at=99").text
    assert "Step 0 of 2" in client.get(f"/games/{pictured.id}/steps?at=-1").text


def test_no_other_file_is_given_out(client, pictured) -> None:
    for ident in ("..", "%2e%2e", "nothing", "0a1b2c3d"):
        assert client.get(f"/games/{ident}/pictures/1.webp").status_code == 404


def test_the_host_switches_pictures_off_and_deletes_those_of_a_game(client, hub, pictured) -> None:
    client.post("/host/pictures", data={"on": "no"})
    assert not hub.album.keeps
    assert "No pictures are kept." in client.get("/host").text
    client.post("/host/pictures", data={"on": "yes"})
    assert hub.album.keeps
    client.post(f"/games/{pictured.id}/pictures/delete")
    assert hub.album.shots(pictured.id) == []


def test_only_the_host_may(client, hub, pictured) -> None:
    hub.own_browser_is_host = False
    assert client.post("/host/pictures", data={"on": "no"}).status_code == 403
    assert client.post(f"/games/{pictured.id}/pictures/delete").status_code == 403
    assert hub.album.keeps
    assert hub.album.shots(pictured.id)


def test_who_is_forgotten_is_in_no_picture_any_more_and_other_games_keep_theirs(client, hub) -> None:
    games = [played(hub, *names) for names in (("Anna", "Ben"), ("Carla", "Ben"), ("Carla", "Dan"))]
    for game in games:
        hub.album.keep(game.id, 1, 1, WEBP)
    hub.players.rename("Anna", "Annabel", hub.store.sessions())
    client.post("/past/players", data={"name": "Annabel", "how": "forget"})
    assert [bool(hub.album.shots(game.id)) for game in games] == [False, True, True]
    client.post("/past/players", data={"name": "Ben", "how": "forget"})
    assert [bool(hub.album.shots(game.id)) for game in games] == [False, False, True]
    assert len(hub.store.sessions()) == 3


@pytest.mark.browser
def test_a_phone_walks_through_a_game(open_page, pictured) -> None:
    page = open_page(f"/games/{pictured.id}/steps")
    page.get_by_role("link", name="Next step").click()
    page.get_by_text("Step 1 of 2").wait_for()
    page.get_by_role("slider").fill("2")
    page.get_by_role("button", name="Go", exact=True).click()
    page.get_by_text("Step 2 of 2").wait_for()
    assert page.evaluate(TORN) == []
    page.set_viewport_size(DESK)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# The film


class Films:
    """A workshop that does what a test says."""

    def __init__(self) -> None:
        self.made, self.done, self.path = [], None, None

    def begin(self, game, script) -> None:
        self.made.append((game, script))
        self.done = 40

    def percent(self, game):
        return self.done

    def film(self, game):
        return self.path

    def failed(self, game) -> bool:
        return False

    def stop(self) -> None:
        pass


@pytest.fixture
def films(hub):
    hub.films = Films()
    return hub.films


def test_the_film_of_a_finished_game_is_made_and_played(client, hub, films, tmp_path) -> None:
    game = played(hub, "Anna", "Ben")
    hub.album.keep(game.id, game.line[2].seq, game.line[2].seq, WEBP)
    address = f"/games/{game.id}"
    assert "Make the film" in client.get(f"{address}/steps").text
    assert client.post(f"{address}/film").status_code == 303
    assert films.made[0][0] == game.id
    assert len(films.made[0][1].steps) == 2
    assert "The film is being made: 40 %." in client.get(f"{address}/steps").text
    films.done, films.path = None, tmp_path / f"{game.id}.webm"
    films.path.write_bytes(b"0123456789")
    assert f"{address}/film/{game.id}.webm" in client.get(f"{address}/steps").text
    whole = client.get(f"{address}/film/{game.id}.webm")
    assert (whole.mimetype, whole.data) == ("video/webm", b"0123456789")
    part = client.get(f"{address}/film/{game.id}.webm", headers={"Range": "bytes=2-4"})
    assert (part.status_code, part.data) == (206, b"234")
    assert client.get(f"{address}/film/other.webm").status_code == 404


def test_a_game_that_goes_on_has_no_film_and_one_without_pictures_says_so(client, hub, pictured) -> None:
    assert client.post(f"/games/{pictured.id}/film").status_code == 409
    bare = played(hub, "Carla", "Dan")
    refused = client.post(f"/games/{bare.id}/film")
    assert refused.status_code == 409
    assert "no-pictures" in refused.text


def test_the_card_of_the_result_shows_the_table(client, hub) -> None:
    game = played(hub, "Anna", "Ben")
    bare = client.get(f"/games/{game.id}/result.png").data
    buffer = BytesIO()
    Image.new("RGB", (400, 300), (200, 30, 30)).save(buffer, "WEBP")
    hub.album.keep(game.id, game.seq, game.seq, buffer.getvalue())
    with Image.open(BytesIO(client.get(f"/games/{game.id}/result.png").data)) as card:
        assert card.height > Image.open(BytesIO(bare)).height + 600
    hub.album.keep(game.id, game.seq + 1, game.seq + 1, b"damaged")
    assert client.get(f"/games/{game.id}/result.png").data == bare


# Bringing games in, and records by variant


def test_all_records_go_to_another_table_and_come_in_there(client, hub) -> None:
    played(hub, "Anna", "Ben")
    packed = client.get("/past/games.zip").data
    assert packed.startswith(b"PK")
    sent = {"file": (BytesIO(packed), "past-games.zip")}
    page = client.post(
        "/past/import", data=sent, follow_redirects=True, content_type="multipart/form-data"
    ).text
    assert "1 is kept already." in page
    assert len(hub.store.sessions()) == 1
    changed = hub.store.load(hub.store.sessions()[0].id).record().replace("Anna", "Carla")
    sent = {"file": (BytesIO(changed.encode()), "a.game")}
    page = client.post(
        "/past/import", data=sent, follow_redirects=True, content_type="multipart/form-data"
    ).text
    assert "1 game is brought in." in page
    assert "Carla" in page
    assert client.post("/past/import").status_code == 400


def test_records_are_told_by_variant(client, hub) -> None:
    played(hub, "Anna", "Ben")
    assert "Records by variant" not in client.get("/past").text
    played(hub, "Anna", "Ben", seed=2, preset="open")
    page = client.get("/past").text
    assert "Records by variant" in page
    assert page.count("Most points:") >= 3


def test_a_file_that_is_no_zip_of_records_is_refused_in_the_language_of_the_phone(client) -> None:
    sent = {"file": (BytesIO(b"PK torn on its way"), "games.zip")}
    answer = client.post(
        "/past/import",
        data=sent,
        content_type="multipart/form-data",
        headers={"Accept-Language": "de"},
    )
    assert answer.status_code == 400
    assert "games.zip ist keine Zip-Datei oder ist beschädigt." in answer.get_data(as_text=True)
