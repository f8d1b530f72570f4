"""What a hub refuses is said in the language of each browser; programs and the log read English."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError
from told import game, tell
from unwrapped import outside, texts_of
from webs import Browser, pages_over

from companion.hub.league import seasons, tournaments
from companion.hub.parts import Parts
from companion.hub.store.accounts import set_account
from companion.hub.store.database import Database
from companion.hub.web import guessing
from companion.hub.web.pages import sign_in, tables
from companion.language.languages import LANGUAGES
from companion.language.pseudo import TAG
from webui.access.guesses import Guesses

CUP = {"name": "New", "way": "swiss", "size": "2", "rounds": "2", "player": ["1", "2"]}
SEASON = {"name": "New", "starts": "2026-01-01", "ends": "2026-02-01"}
ACCOUNT = {"name": "Cleo", "role": "host", "password": "correct horse"}

TYPED = frozenset(
    [
        *("Ann", "Bob", "BOB", "Cup", "Winter"),
        *("hub", "no", "page", "season", "points"),
        *("bad", "name", "taken", "two", "people", "form", "request", "table", "link", "over", "sign", "in"),
        *("not", "sure", "wrong", "password", "tournament", "round", "account", "last", "admin", "result"),
        *("forbidden", "old", "foreign", "broker", "too", "many", "guesses", "database", "away"),
    ]
)
"""Names that people gave, fields as a program wrote them, and the words of codes."""

SYSTEM = r"The disk burns|\[Errno \d+\] [\w ]+"
"""What the system and the database say of themselves."""


class Refused(NamedTuple):
    """A request that is refused: who asks, for what, with what code, and words of the English sentence."""

    code: str
    says: str
    path: str
    form: dict[str, object] | None = None
    role: str = "admin"
    origin: str = ""


REFUSED = (
    Refused("hub-sign-in", "Sign in first.", "/league", role=""),
    Refused("hub-forbidden", "Only the host may do that.", "/league/seasons", SEASON, "screen"),
    Refused("hub-foreign-page", "own pages", "/league/seasons", SEASON, origin="http://evil"),
    Refused("hub-old-form", "not of your sign-in", "/league/seasons", {**SEASON, "csrf": "x"}),
    Refused("hub-no-page", "There is no such page.", "/no/such/page"),
    Refused("hub-bad-request", "cannot be done with this page", "/league/seasons"),
    Refused("hub-bad-request", "too large", "/league/seasons", {"name": "x" * 1_100_000}),
    Refused("hub-bad-request", "whole number from 0", "/league?season=x"),
    Refused("hub-no-page", "Nobody has translated", "/language/xx"),
    Refused("hub-bad-form", "field “name” is empty", "/players/1/name", {"name": " "}),
    Refused("hub-bad-form", "field “size” holds no whole number", "/tournaments", {**CUP, "size": "two"}),
    Refused("hub-no-page", "no such player", "/players/77"),
    Refused("hub-no-page", "no such tournament", "/tournaments/77"),
    Refused("hub-no-page", "no such match", "/tournaments/1/matches/77", {}),
    Refused("hub-bad-name", "a name with a letter", "/players/1/name", {"name": "Player 3"}),
    Refused("hub-name-taken", "Another player is called BOB", "/players/1/name", {"name": "BOB"}),
    Refused("hub-bad-name", "one player already", "/players/1/merge", {"into": "1"}),
    Refused("hub-two-people", "Ann and Bob have played", "/players/1/merge", {"into": "2"}),
    Refused("hub-not-sure", "Tick the box", "/players/1/forget", {}),
    Refused("hub-bad-season", "does not end before", "/league/seasons", {**SEASON, "starts": "2026-03-01"}),
    Refused("hub-bad-season", "days such as", "/league/seasons", {**SEASON, "ends": "soon"}),
    Refused("hub-bad-season", "a season Winter already", "/league/seasons", {**SEASON, "name": "Winter"}),
    Refused("hub-bad-tournament", "a tournament Cup already", "/tournaments", {**CUP, "name": "Cup"}),
    Refused("hub-bad-tournament", "round robin or Swiss", "/tournaments", {**CUP, "way": "ladder"}),
    Refused("hub-bad-tournament", "people play at a table", "/tournaments", {**CUP, "size": "1"}),
    Refused("hub-bad-tournament", "1 to", "/tournaments", {**CUP, "rounds": "0"}),
    Refused("hub-bad-tournament", "players", "/tournaments", {**CUP, "player": ["1"]}),
    Refused("hub-bad-tournament", "enters once", "/tournaments", {**CUP, "player": ["1", "1"]}),
    Refused("hub-bad-round", "Round 1 is not over", "/tournaments/1/round", {}),
    Refused("hub-bad-round", "All rounds", "/tournaments/2/round", {}),
    Refused("hub-bad-result", "points of everybody", "/tournaments/1/matches/1", {"points-1": "3"}),
    Refused("hub-bad-table", "small letters, figures", "/tables", {"table": "Table Seven"}),
    Refused("hub-no-broker", "does not answer", "/tables/table-1/remove", {}),
    Refused("hub-bad-account", "one of the roles admin, host", "/accounts", {**ACCOUNT, "role": "king"}),
    Refused("hub-bad-account", "at least 8", "/accounts", {**ACCOUNT, "password": "short"}),
    Refused("hub-last-admin", "last admin stays", "/accounts/remove", {"name": "Ann"}),
    Refused("hub-link-over", "Have the host make", "/key/nothing", role=""),
    Refused("hub-link-over", "Have the hub show", "/join/nothing", {}, role=""),
    Refused("hub-wrong-password", "is not right", "/sign-in", {"name": "Ann", "password": "x"}, role=""),
)


@pytest.fixture
def address(tmp_path: Path) -> str:
    """One kind of database is enough here."""
    return f"sqlite:///{tmp_path}/hub.db"


@pytest.fixture
def hub(tmp_path: Path, database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Parts, Flask]]:
    """Ann and Bob, who have met; one tournament that waits for a result, and one that is all paired."""
    guesses = Guesses()
    for place in (guessing, sign_in, tables):
        monkeypatch.setattr(place, "guesses", guesses)
    parts, app = pages_over(tmp_path / "hub", database)
    tell(parts.database, "t", game("a", {"Ann": 3, "Bob": 5}))
    seasons.add_season(parts.database, "Winter", "2020-01-01", "2099-12-31")
    tournaments.create(parts.database, "Cup", "", tournaments.SWISS, 2, 2, [1, 2])
    tournaments.create(parts.database, "All", "", tournaments.ROUND_ROBIN, 2, 2, [1, 2])
    set_account(parts.database, "Ann", "admin", "correct horse")
    yield parts, app
    parts.database.close()


def asked(browser: Browser, one: Refused, language: str) -> str:
    """Ask, and give the page that refuses."""
    headers = {"Accept-Language": language} | ({"Origin": one.origin} if one.origin else {})
    if one.form is None:
        answer = browser.client.get(one.path, headers=headers)
    else:
        word = re.search(r'name="csrf"\s+value="(\w+)"', browser.client.get("/league").text)
        form = {"csrf": word[1] if word else "", **one.form}
        answer = browser.client.post(one.path, data=form, headers=headers)
    assert answer.status_code >= 400, answer.text
    assert f"[{one.code}]" in answer.text
    return answer.text


def sentence_on(page: str) -> str:
    found = re.search(r"<h1>.*?</h1>\s*<p>(.*?)</p>", page, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.whole
@pytest.mark.parametrize("one", REFUSED, ids=lambda one: f"{one.code} {one.says}")
def test_a_refusal_is_said_in_the_language_of_the_browser(hub: tuple[Parts, Flask], one: Refused) -> None:
    parts, app = hub
    browser = Browser(app, parts, one.role)
    english, german, pseudo = (asked(browser, one, language) for language in ("en", "de", TAG))
    assert one.says in sentence_on(english)
    assert sentence_on(german) != sentence_on(english)
    assert outside(texts_of(pseudo), TYPED, SYSTEM) == set()


def test_the_language_that_was_chosen_counts_more_than_what_the_browser_asks_for(
    hub: tuple[Parts, Flask],
) -> None:
    parts, app = hub
    browser = Browser(app, parts, "screen")
    browser.client.get("/language/de?back=/")
    missing = next(one for one in REFUSED if one.path == "/players/77")
    german = LANGUAGES.speech("de").template("There is no such player.")
    assert sentence_on(asked(browser, missing, "en")) == german


def test_who_guesses_too_often_hears_it_in_the_own_language(hub: tuple[Parts, Flask]) -> None:
    parts, app = hub
    guesser = Browser(app, parts)
    wrong, headers = {"name": "Ann", "password": "x"}, {"Accept-Language": TAG}
    answers = [guesser.client.post("/sign-in", data=wrong, headers=headers) for _ in "1234567"]
    assert answers[-1].status_code == 429
    assert outside(texts_of(answers[-1].text), TYPED) == set()


def test_a_database_that_is_away_is_told_in_the_language_of_the_browser(
    hub: tuple[Parts, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    parts, app = hub
    browser = Browser(app, parts, "screen")

    def burning(*_: object) -> None:
        raise OperationalError("SELECT", {}, OSError("The disk burns"))

    monkeypatch.setattr("companion.hub.web.pages.players.records.all_players", burning)
    away = Refused("hub-database-away", "The database does not answer", "/players")
    assert away.says in asked(browser, away, "en")
    assert away.says not in asked(browser, away, "de")
    assert outside(texts_of(asked(browser, away, TAG)), TYPED, SYSTEM) == set()


def test_what_fails_inside_the_hub_is_told_in_the_language_of_the_browser(
    hub: tuple[Parts, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    parts, app = hub
    browser = Browser(app, parts, "screen")
    monkeypatch.setattr("companion.hub.web.pages.players.records.all_players", lambda _: 1 // 0)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    broken = Refused("hub-bad-request", "went wrong inside the hub", "/players")
    assert broken.says in asked(browser, broken, "en")
    assert outside(texts_of(asked(browser, broken, TAG)), TYPED) == set()


@pytest.mark.parametrize("path", ["/api/1/players/77", "/api/1/games?most=x", "/api/no-such"])
def test_programs_read_english_whatever_they_ask_for(hub: tuple[Parts, Flask], path: str) -> None:
    parts, app = hub
    browser = Browser(app, parts, "screen")
    answers = [browser.client.get(path, headers={"Accept-Language": tag}) for tag in ("en", "de", TAG)]
    assert answers[0].status_code >= 400
    assert {each.json["sentence"] for each in answers} == {answers[0].json["sentence"]}


def test_a_table_that_joins_too_late_reads_json_in_english(hub: tuple[Parts, Flask]) -> None:
    _, app = hub
    headers = {"Accept": "application/json", "Accept-Language": "de"}
    answer = app.test_client().post("/join/nothing-at-all", headers=headers)
    assert (answer.status_code, answer.json) == (
        403,
        {"code": "hub-link-over", "sentence": "That code is over. Have the hub show another one."},
    )


def test_the_log_of_a_refusal_stays_english(
    hub: tuple[Parts, Flask], caplog: pytest.LogCaptureFixture
) -> None:
    parts, app = hub
    browser = Browser(app, parts, "screen")
    forbidden = next(one for one in REFUSED if one.code == "hub-forbidden")
    with caplog.at_level(logging.WARNING):
        asked(browser, forbidden, "de")
    assert [each.message for each in caplog.records if "Refused" in each.message] == [
        "Refused: POST /league/seasons by the screen (screen) from 127.0.0.1"
    ]
