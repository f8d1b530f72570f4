"""Each phone reads its own language: its choice, what its browser asks for, or the table's default."""

from __future__ import annotations

from html import unescape
from typing import get_args

import pytest
from phones import app_over
from web_tables import begin

from companion.language.languages import LANGUAGES
from companion.language.pseudo import OPENS
from companion.record.events import Settings
from companion.sessions.store import Store
from companion.sighting import DieFlag
from webui import Hub
from webui.pages.devices.camera import DIE_FLAGS
from webui.request.language import say_in_markup
from webui.request.written import decimal

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


@pytest.fixture
def app(tmp_path):
    with Store(tmp_path / "games.db") as store:
        hub = Hub(store)
        begin(hub)
        yield app_over(hub)


def language_of(page: str) -> str:
    return page.split('<html lang="')[1].split('"')[0]


def test_a_page_speaks_what_the_browser_asks_for(app) -> None:
    pages = [app.test_client().get("/play", headers=asked).text for asked in ({}, GERMAN)]
    assert [language_of(page) for page in pages] == ["en", "de"]
    assert ["All seats" in pages[0], "Alle Plätze" in pages[1]] == [True, True]


def test_one_tap_changes_the_language_of_this_phone_alone(app) -> None:
    mine, other = app.test_client(), app.test_client()
    answer = mine.post("/language", data={"language": "de", "back": "/play"})
    assert (answer.status_code, answer.location) == (303, "/play")
    assert language_of(mine.get("/play").text) == "de"
    assert language_of(other.get("/play").text) == "en"
    mine.post("/language", data={"language": "en", "back": "/play"})
    assert language_of(mine.get("/play", headers=GERMAN).text) == "en", (
        "the choice is stronger than the browser"
    )


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example", "\\\\evil", "", "/a\r\nX: y"])
def test_a_change_of_language_leads_to_no_other_site(app, back) -> None:
    answer = app.test_client().post("/language", data={"language": "de", "back": back})
    assert answer.location == "/"


def test_a_language_that_nobody_has_is_refused_and_changes_nothing(app) -> None:
    phone = app.test_client()
    assert phone.post("/language", data={"language": "tlh"}).status_code == 400
    assert language_of(phone.get("/play", headers={"Accept-Language": "tlh;q=1"}).text) == "en"


def test_a_table_has_a_language_for_browsers_that_ask_for_none_that_it_speaks(app) -> None:
    app.config["LANGUAGE"] = "de"
    assert language_of(app.test_client().get("/play", headers={"Accept-Language": "tlh"}).text) == "de"


def test_scripts_get_their_words_in_the_language_of_the_page(app) -> None:
    page = app.test_client().get("/play", headers=GERMAN).text
    address = page.split('src="/words/')[1].split('"')[0]
    script = app.test_client().get(f"/words/{address}".replace("&amp;", "&"))
    assert "Der Tisch hat nicht geantwortet" in script.text
    assert "immutable" in script.headers["Cache-Control"]
    assert "/words/" not in app.test_client().get("/play").text, "English needs none"


def test_the_pseudo_language_shows_what_comes_from_a_catalogue(app) -> None:
    page = app.test_client().get("/play", headers={"Accept-Language": "en-XA"}).text
    assert f"{OPENS}All seats" in page


def test_the_big_screen_speaks_the_table_s_own_language(app) -> None:
    app.config["LANGUAGE"] = "de"
    english = {"Accept-Language": "en"}
    pages = [app.test_client().get(path, headers=english).text for path in ("/board", "/overlay", "/play")]
    assert [language_of(page) for page in pages] == ["de", "de", "en"]


@pytest.mark.parametrize("path", ["/", "/j/{token}", "/play", "/board", "/log", "/host", "/panel", "/past"])
def test_a_seat_without_a_name_is_called_so_in_each_language(tmp_path, path: str) -> None:
    with Store(tmp_path / "games.db") as store:
        hub = Hub(store, own_browser_is_host=True)
        hub.open(store.new_session("filler-tiles", ("Player 1", "Ben"), {}, Settings(otherwise="tap")))
        page = app_over(hub).test_client().get(path.format(token=hub.token), headers=GERMAN).text
        hub.close()
    assert language_of(page) == "de"
    assert "Player 1" not in page
    assert ("Spieler 1" in page) == (path != "/past"), "a game that goes on is not past"


def test_a_table_says_in_german_whose_turn_a_seat_without_a_name_waits_for(tmp_path) -> None:
    with Store(tmp_path / "games.db") as store:
        hub = Hub(store)
        hub.open(store.new_session("filler-tiles", ("Player 1", "Player 2"), {}, Settings(otherwise="tap")))
        phone, other = app_over(hub).test_client(), app_over(hub).test_client()
        phone.post(f"/j/{hub.token}", data={"seat": 1})
        other.post(f"/j/{hub.token}", data={"seat": 2})
        taken = {"seat": 2, "seq": hub.session.seq, "game": hub.session.id}
        answer = phone.post("/play/undo", data=taken, headers=GERMAN)
        hub.close()
    assert answer.status_code == 403
    assert "Spieler 2" in answer.text
    assert "Player 2" not in answer.text


@pytest.mark.parametrize("slug", get_args(DieFlag))
def test_what_keeps_a_die_from_being_read_is_told_in_words(slug: str) -> None:
    text = DIE_FLAGS[slug]
    assert LANGUAGES.speech("de").template(text) != text


def test_numbers_have_the_comma_of_the_language(app) -> None:
    said = []
    for asked in ({}, GERMAN):
        with app.test_request_context(headers=asked):
            said.append(decimal(3.5, 2))
    assert said == ["3.50", "3,50"]


def test_the_panel_says_the_state_of_the_camera_in_the_language_of_the_page(app) -> None:
    pages = [app.test_client().get("/panel", headers=asked).text for asked in ({}, GERMAN)]
    assert ["Camera off" in page for page in pages] == [True, False]
    assert "Kamera aus" in pages[1]


@pytest.mark.parametrize("language", ["en", "de", "en-XA"])
def test_a_text_that_people_wrote_brings_no_marks_into_a_page(app, language: str) -> None:
    """Such as the name of an owner's box, among the choices of an option, or of a player, with a sheet."""
    with app.test_request_context(headers={"Accept-Language": language}):
        for written in ('<img src="x" onerror=y>', "<b onclick='y'>", "Mat (<script>)", "&lt;i&gt;"):
            said = say_in_markup(written)
            assert "<" not in said
            assert unescape(said) == written
        assert "<b>&lt;i&gt;</b>" in say_in_markup("<b>{name}</b>, your own box", name="<i>")
