"""The cookie by which the table knows a phone: no clock takes it away, and no other table's overwrites it."""

from __future__ import annotations

import time

import pytest
from flask.sessions import SecureCookieSessionInterface
from phones import cookie_name, cookie_of, phone_at

from companion.sessions.store import Store
from webui import Hub

DAY_S = 86_400
STEPS_S = {"20 years back": -20 * 365 * DAY_S, "10 s back": -10, "45 days on": 45 * DAY_S}


def seat_of(phone) -> str:
    header = phone.get("/play").text.split("</header>")[0]
    return next((name for name in ("Anna", "Ben") if name in header), "")


@pytest.fixture(params=STEPS_S)
def jumped(request, monkeypatch):
    """Let the wall clock jump; the monotonic one goes on."""
    real = time.time

    def jump() -> None:
        monkeypatch.setattr(time, "time", lambda: real() + STEPS_S[request.param])

    return jump


def older_cookie(phone) -> str:
    """Give the phone's cookie as programs before this one wrote it: with the time of its writing."""
    app = phone.application
    with phone.session_transaction() as kept:
        found = dict(kept)
    return SecureCookieSessionInterface().get_signing_serializer(app).dumps(found)


def test_a_seat_outlasts_every_step_of_the_clock(hub, session, jumped) -> None:
    phone = phone_at(hub, 2)
    jumped()
    assert seat_of(phone) == "Ben"


def test_a_seat_outlasts_a_step_of_the_clock_and_a_restart(hub, session, jumped) -> None:
    phone = phone_at(hub, 2)
    jumped()
    again = Hub(hub.store)
    again.open(session)
    later = phone_at(again)
    later.set_cookie(cookie_name(later), cookie_of(phone))
    assert seat_of(later) == "Ben"


def test_a_browser_is_told_how_long_to_keep_a_cookie_and_not_until_when(hub, session, jumped) -> None:
    jumped()
    answer = phone_at(hub).post(f"/j/{hub.token}", data={"seat": 1})
    cookie = next(each for each in answer.headers.get_all("Set-Cookie"))
    assert "Max-Age=34560000" in cookie
    assert "Expires" not in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_a_cookie_of_the_program_before_is_taken_over_however_old(hub, session, jumped) -> None:
    had = phone_at(hub, 2)
    older = older_cookie(had)
    jumped()
    phone = phone_at(hub)
    phone.set_cookie("table", older)
    assert seat_of(phone) == "Ben"
    assert cookie_of(phone), "from now on it has the new one"
    phone.delete_cookie("table")
    assert seat_of(phone) == "Ben"


def test_the_older_cookie_counts_once(hub, session) -> None:
    had = phone_at(hub, 2)
    phone = phone_at(hub, 1)
    phone.set_cookie("table", older_cookie(had))
    assert seat_of(phone) == "Anna"


def test_a_forged_cookie_is_none(hub, session) -> None:
    had = phone_at(hub, 2)
    for name in (cookie_name(had), "table"):
        phone = phone_at(hub)
        phone.set_cookie(name, cookie_of(had)[:-4] + "AAAA")
        assert seat_of(phone) == ""


def test_two_tables_on_one_machine_keep_their_cookies_apart(hub, session, tmp_path) -> None:
    """Browsers send the cookies of a machine to all of its ports."""
    with Store(tmp_path / "other" / "games.db") as store:
        second = Hub(store)
        second.open(store.new_session("caterpillar-filler", ("Anna", "Ben")))
        one, other = phone_at(hub, 2), phone_at(second)
        assert cookie_name(one) != cookie_name(other)
        other.set_cookie(cookie_name(one), cookie_of(one))
        other.post(f"/j/{second.token}", data={"seat": 1})
        assert seat_of(other) == "Anna"
        one.set_cookie(cookie_name(other), cookie_of(other))
        assert seat_of(one) == "Ben"


def test_a_table_has_one_cookie_whatever_it_is_called_by(hub, session) -> None:
    assert cookie_name(phone_at(hub)) == cookie_name(phone_at(Hub(hub.store)))


def test_under_a_sub_path_the_cookie_goes_to_that_table_alone(hub, session) -> None:
    phone = phone_at(hub)
    form = {"seat": 1}
    answer = phone.post(f"/j/{hub.token}", data=form, environ_overrides={"SCRIPT_NAME": "/table"})
    assert "Path=/table/" in answer.headers["Set-Cookie"]
