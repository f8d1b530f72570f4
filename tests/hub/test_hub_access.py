"""Who may do what at the hub's pages; and what other sites may not."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from told import game, tell
from webs import Browser, pages_over, routes

from companion.hub.errors import HubError
from companion.hub.league import tournaments
from companion.hub.parts import Parts
from companion.hub.store.accounts import remove_account, set_account
from companion.hub.store.database import Database
from companion.hub.web import guessing
from webui.access.guesses import Guesses


@pytest.fixture
def address(tmp_path: Path) -> str:
    """One kind of database is enough here."""
    return f"sqlite:///{tmp_path}/hub.db"


@pytest.fixture
def hub(tmp_path: Path, database: Database) -> Iterator[tuple[Parts, Flask]]:
    parts, app = pages_over(tmp_path / "hub", database)
    yield parts, app
    parts.database.close()


def test_every_route_says_who_may_use_it(hub: tuple[Parts, Flask]) -> None:
    _, app = hub
    views = {end: view for end, view in app.view_functions.items() if end != "static"}
    assert [end for end, view in views.items() if not hasattr(view, "role")] == []
    roles = {end: getattr(view, "role", None) for end, view in views.items()}
    writing = [(path, roles[end]) for method, path, end in routes(app) if method == "POST"]
    open_to_all = {path for path, role in writing if role == ""}
    assert open_to_all == {"/sign-in", "/join/word"}, "these check a password or a code"
    assert {path for path, role in writing if role == "screen"} == {"/sign-out"}


def test_nobody_sees_or_does_anything_without_signing_in(hub: tuple[Parts, Flask]) -> None:
    parts, app = hub
    stranger = Browser(app, parts)
    for method, path, end in routes(app):
        role = getattr(app.view_functions[end], "role", "")
        if role:
            answer = stranger.client.open(path, method=method)
            assert answer.status_code == 401, (method, path)


def test_a_screen_changes_nothing_and_the_log_says_so(
    hub: tuple[Parts, Flask], caplog: pytest.LogCaptureFixture
) -> None:
    parts, app = hub
    tell(parts.database, "t", game("a", {"Ann": 3, "Bob": 5}))
    tournaments.create(parts.database, "Cup", "", tournaments.SWISS, 2, 1, [1, 2])
    screen = Browser(app, parts, "screen")
    with caplog.at_level(logging.WARNING):
        status, text = screen.post("/tournaments/1/matches/1", **{"points-1": "9", "points-2": "0"})
    assert status == 403
    assert "Only the host may do that" in text
    assert "Refused: POST /tournaments/1/matches/1 by the screen (screen)" in caplog.text
    with parts.database.reading() as connection:
        assert not tournaments.pairings_of(connection, 1)[0].played
    host = Browser(app, parts, "host")
    assert host.post("/tournaments/1/matches/1", **{"points-1": "9", "points-2": "0"})[0] == 200
    with parts.database.reading() as connection:
        assert tournaments.pairings_of(connection, 1)[0].played


def test_what_another_site_sends_is_refused_and_logged(
    hub: tuple[Parts, Flask], caplog: pytest.LogCaptureFixture
) -> None:
    parts, app = hub
    host = Browser(app, parts, "host")
    season = {"name": "S", "starts": "2026-01-01", "ends": "2026-02-01"}
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = host.client.post("/league/seasons", data=season, headers=headers)
        assert (answer.status_code, "hub-foreign-page" in answer.text) == (403, True)
    answer = host.client.post("/league/seasons", data=season)
    assert (answer.status_code, "hub-old-form" in answer.text) == (403, True), "a form without its word"
    refused = [each for each in caplog.records if "Refused: POST /league/seasons by the host" in each.message]
    assert [each.code for each in refused] == ["hub-foreign-page", "hub-foreign-page", "hub-old-form"]
    assert host.post("/league/seasons", **season)[0] == 200


@pytest.mark.whole
def test_passwords_are_checked_and_guessing_slows_down(
    hub: tuple[Parts, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    parts, app = hub
    monkeypatch.setattr(guessing, "guesses", guesses := Guesses())
    monkeypatch.setattr("companion.hub.web.pages.sign_in.guesses", guesses)
    set_account(parts.database, "Ann", "host", "correct horse")
    someone, guesser = Browser(app, parts), Browser(app, parts)

    def tries(browser: Browser, password: str) -> int:
        form = {"name": "Ann", "password": password}
        return browser.client.post("/sign-in", data=form).status_code

    assert tries(someone, "correct horse") == 303
    assert "Sign out" in someone.get("/tables")
    wrong = [tries(guesser, "x") for _ in range(7)]
    assert wrong[0] == 403
    assert wrong[-1] == 429


def test_a_link_of_an_admin_serves_once_and_a_signed_out_browser_is_nobody(hub: tuple[Parts, Flask]) -> None:
    parts, app = hub
    admin = Browser(app, parts, "admin")
    assert "Accounts" in admin.get("/tables")
    assert admin.post("/sign-out")[0] == 200
    assert admin.client.get("/").status_code == 401


def test_the_last_admin_stays(hub: tuple[Parts, Flask]) -> None:
    parts, _ = hub
    set_account(parts.database, "Ann", "admin", "correct horse")
    with pytest.raises(HubError, match="last admin"):
        remove_account(parts.database, "Ann")
    with pytest.raises(HubError, match="at least 8"):
        set_account(parts.database, "Bob", "admin", "short")


def test_pages_are_strict_and_say_what_is_wrong(hub: tuple[Parts, Flask]) -> None:
    parts, app = hub
    screen = Browser(app, parts, "screen")
    answer = screen.client.get("/no/such/page")
    assert (answer.status_code, "There is no such page." in answer.text) == (404, True)
    assert "script-src" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'")
    assert screen.client.get("/players/77").status_code == 404
    assert screen.client.get("/league?season=x").status_code == 400
