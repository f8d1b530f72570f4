"""Every route that changes something says who may use it, and is held to it."""

from __future__ import annotations

import re

import pytest
from phones import _made_once, phone_at
from tapping import JSON

from webui.request.host import SAFE, Access

ROUTES = sorted(
    (rule for rule in _made_once().url_map.iter_rules() if set(rule.methods or ()) - {*SAFE}),
    key=lambda rule: rule.rule,
)
VIEWS = _made_once().view_functions
NEIGHBOUR = {"REMOTE_ADDR": "192.168.1.66"}

OPEN = {
    "/again",
    "/camera/photo",
    "/camera/try",
    "/first/camera",
    "/first/practice/<slug>",
    "/first/practice/end",
    "/games/<ident>/film",
    "/hand",
    "/host",
    "/language",
    "/host/lay-down",
    "/host/take/<word>",
    "/j/<token>",
    "/new/<slug>",
    "/new/<slug>/draws/<name>",
    "/open/<ident>",
    "/play/holder",
    "/score/<slug>",
    "/score/table/<name>/answers",
    "/score/table/<name>/photo",
    "/score/table/<name>/photo/<int:place>/remove",
}
"""What anybody in the room may do; whoever adds a route here has thought about it. Those below /sim, too."""

HOST = {
    "/camera/choose",
    "/host/hand-on",
    "/new/<slug>/boxes",
    "/new/<slug>/boxes/<name>/remove",
    "/new/it-happens/mounds",
    "/new/it-happens/mounds/<data_set>/remove",
    "/panel/shut-down",
}
"""What must never be anybody else's."""


def access_of(rule) -> Access | None:
    return getattr(VIEWS[rule.endpoint], "access", None)


@pytest.mark.parametrize("rule", ROUTES, ids=lambda rule: rule.rule)
def test_it_is_stated_who_may_use_a_route_that_changes_something(rule) -> None:
    access = access_of(rule)
    assert access is not None, f"mark {rule.endpoint} with open_to_all, for_players or host_only"
    assert access.role in ("open", "player", "host")
    if access.role == "open":
        assert rule.rule in OPEN or rule.rule.startswith("/sim/"), f"{rule.rule} is open to all"


def test_what_is_the_hosts_stays_the_hosts() -> None:
    by_role = {rule.rule: access_of(rule).role for rule in ROUTES}
    assert {rule for rule, role in by_role.items() if role == "host"} >= HOST


@pytest.mark.parametrize(
    "rule", [rule for rule in ROUTES if access_of(rule) and access_of(rule).role == "host"], ids=str
)
def test_the_hosts_routes_are_closed_to_everybody_else(hub, session, rule) -> None:
    address = re.sub(r"<\w+>", "it-happens", rule.rule)
    for phone in (phone_at(hub), phone_at(hub, 1)):
        refused = phone.post(address, headers=JSON, environ_overrides=NEIGHBOUR)
        assert (refused.status_code, refused.json["code"]) == (403, "host-only")
        assert refused.json["sentence"].startswith("The host of this table ")
        assert refused.json["more"] == "/host"


def test_a_route_that_does_not_say_who_may_use_it_is_closed(hub, session, monkeypatch) -> None:
    phone = phone_at(hub)
    assert phone.post("/again", environ_overrides=NEIGHBOUR).status_code == 409, "a game is being played"
    monkeypatch.delattr(VIEWS["result.again"], "access")
    assert phone.post("/again", environ_overrides=NEIGHBOUR).status_code == 403


def put_aside(phone, session) -> int:
    form = {"seats": "2", "aside": session.id}
    answer = phone.post("/new/filler-tiles", data=form, headers=JSON, environ_overrides=NEIGHBOUR)
    return answer.status_code


def test_a_game_that_phones_play_is_put_aside_by_those_who_play_or_the_host(client, hub, session) -> None:
    seated, guest = phone_at(hub, 1), phone_at(hub)
    seated.get("/play")
    assert put_aside(guest, session) == 403
    assert hub.session is session
    assert put_aside(seated, session) == 303
    assert hub.session is not session


def test_the_host_puts_aside_what_others_play(client, hub, session) -> None:
    phone_at(hub, 1).get("/play")
    answer = client.post("/new/filler-tiles", data={"seats": "2", "aside": session.id})
    assert answer.status_code == 303
    assert hub.session is not session


def test_a_game_that_no_phone_plays_is_put_aside_by_anybody(hub, session) -> None:
    assert put_aside(phone_at(hub), session) == 303
