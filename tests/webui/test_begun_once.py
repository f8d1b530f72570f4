"""Games that are begun, taken up and put aside: once, and never by a tap too many."""

from __future__ import annotations

import re
from html import unescape

import pytest
from msgspec.structs import replace
from tapping import act
from web_tables import GAME, FakeLive, begin
from werkzeug.datastructures import MultiDict

from companion.record.setup import begin_set_up
from companion.rules.catalogue import load_game
from companion.sessions.session import Session
from webui import Table
from webui.views.options import in_labels


def test_a_form_that_is_sent_twice_begins_one_game(client, hub) -> None:
    form = {"seats": "2", "once": "a1b2", "chance": "tap"}
    first = client.post(f"/new/{GAME}", data=form)
    begun = hub.session
    assert begun is not None
    second = client.post(f"/new/{GAME}", data=form)
    assert first.status_code == second.status_code == 303
    assert hub.session is begun
    assert len(list(hub.store.sessions())) == 1


def test_a_form_that_is_sent_again_later_begins_another_game(client, hub) -> None:
    form = {"seats": "2", "once": "a1b2", "chance": "tap"}
    client.post(f"/new/{GAME}", data=form)
    first = hub.session
    first.act(first.game.parse(0, "first 1"))
    assert client.post(f"/new/{GAME}", data=form).status_code == 409
    client.post(f"/new/{GAME}", data=form | {"aside": first.id})
    second = hub.session
    assert second is not first
    client.post(f"/new/{GAME}", data=form | {"seats": "3"})
    assert hub.session is not second, "nobody has acted in that one"


def answered(client, asked, button: str = "Put it aside"):
    """Send the form of a page that asks, as its button does."""
    assert button in asked.text
    fields = re.findall(r'<input type="hidden"\s+name="(.*?)"\s+value="(.*?)"', asked.text)
    return client.post(asked.request.path, data=MultiDict((unescape(k), unescape(v)) for k, v in fields))


def test_a_game_that_is_played_is_not_put_aside_by_one_tap(client, hub, session) -> None:
    kept = hub.store.new_session(GAME, ("Mia", "Tom"))
    names = {"seats": "2", "name-1": "A&B", "name-2": 'Z"', "once": "a1", "chance": "tap"}
    form = {**names, "option-rules": ["R01", "R12"], "option-several_rule_tiles": "on"}
    draws = client.post(f"/new/{GAME}", data={**form, "draws": "yes"}).location
    for path, data in ((f"/new/{GAME}", form), (draws, {}), (f"/open/{kept.id}", {}), ("/again", {})):
        asked = client.post(path, data=data)
        assert asked.status_code == 409, path
        assert "Caterpillar Filler is being played." in asked.text
        assert ">Anna</span>" in asked.text
        assert ">Ben</span>" in asked.text
        assert "It is kept as it stands" in asked.text
        assert 'href="/play">Go on playing</a>' in asked.text
        assert hub.session is session
    assert len(hub.store.sessions()) == 2, "nothing has been begun"
    answer = client.post("/again", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["code"]) == (409, "being-played")
    assert answered(client, client.post(f"/new/{GAME}", data=form)).location == "/play"
    begun = hub.session.timeline.started
    assert begun.names == ("A&B", 'Z"')
    assert begun.options["rules"] == "R01+R12"
    assert client.post(f"/open/{session.id}").location == "/play", "nobody has acted in the new one"
    assert hub.session.line == session.line, "it was kept"


def test_the_game_on_the_table_is_gone_on_with_unasked(client, hub, session) -> None:
    assert client.post(f"/open/{session.id}").location == "/play"


def test_a_kept_game_and_one_more_after_it_are_taken_up_when_that_is_wished(client, hub, session) -> None:
    kept = hub.store.new_session(GAME, ("Mia", "Tom"))
    assert answered(client, client.post(f"/open/{kept.id}")).location == "/play"
    assert hub.session is kept
    kept.act(kept.game.parse(0, "first 1"))
    assert answered(client, client.post("/again", data={"played": kept.id})).location == "/play"
    assert hub.session is not kept
    assert hub.session.timeline.started.names == ("Mia", "Tom")


def test_a_game_that_is_over_is_put_aside_unasked(client, hub) -> None:
    over = begin(hub, chance="software", turn_limit="1")
    while over.state.outcome is None:
        over.act(next(over.state.legal(over.state.actors[0])))
    assert client.post("/again", data={"played": over.id}).location == "/play"
    assert hub.session is not over


def test_what_the_program_draws_is_nobodys_doing(client, hub) -> None:
    drawn = begin(hub, chance="software")
    assert drawn.line
    client.post(f"/new/{GAME}", data={"seats": "2", "chance": "tap"})
    assert hub.session is not drawn


def test_two_taps_and_two_phones_that_put_a_game_aside_begin_one(client, hub, session) -> None:
    asked = [client.post(f"/new/{GAME}", data={"seats": "2", "once": once, "chance": "tap"}) for once in "ab"]
    answered(client, asked[0])
    begun = hub.session
    assert begun is not session
    assert answered(client, asked[0]).location == "/play"
    assert hub.session is begun
    assert "Caterpillar Filler is being played." in answered(client, asked[1]).text
    assert hub.session is begun


@pytest.mark.parametrize("draws", ["no", "yes"])
@pytest.mark.parametrize("on", [True, False])
def test_a_camera_that_was_switched_off_stays_off_in_the_next_game(client, watched, on, draws) -> None:
    session = begin(watched)
    session.change_settings(replace(session.settings, camera=on))
    assert ("The camera is off" in client.get(f"/new/{GAME}").text) is not on
    form = {"seats": "2", "chance": "camera", "draws": draws, "aside": session.id}
    answer = client.post(f"/new/{GAME}", data=form)
    if draws == "yes":
        client.post(answer.location, data={"aside": session.id})
    assert watched.session is not session
    assert watched.session.settings.camera is on
    assert watched.session.settings.otherwise == "camera"


@pytest.mark.parametrize("on", [True, False])
def test_a_camera_stays_as_it_was_left_when_the_program_is_started_anew(client, watched, on) -> None:
    session = begin(watched)
    session.change_settings(replace(session.settings, camera=on))
    watched.close()  # as after a restart where every game is finished: none is on the table
    assert ("The camera is off" in client.get(f"/new/{GAME}").text) is not on
    client.post(f"/new/{GAME}", data={"seats": "2", "chance": "camera"})
    assert watched.session is not session
    assert watched.session.settings.camera is on


def test_the_first_game_is_watched(client, watched) -> None:
    assert "The camera is off" not in client.get(f"/new/{GAME}").text
    client.post(f"/new/{GAME}", data={"seats": "2", "chance": "camera"})
    assert watched.session.settings.camera


def test_drawn_games_begin_once(client, hub) -> None:
    form = {"seats": "2", "draws": "yes", "chance": "tap"}
    draws = client.post(f"/new/{GAME}", data=form).location
    answers = [client.post(draws, data={}) for _ in range(2)]
    assert [answer.location for answer in answers] == ["/play", "/play"]
    assert len(list(hub.store.sessions())) == 1


def test_a_second_tap_on_play_again_begins_no_other_game(client, hub, session) -> None:
    form = {"played": session.id, "aside": session.id}
    client.post("/again", data=form)
    again = hub.session
    assert again is not session
    assert client.post("/again", data=form).location == "/play"
    assert hub.session is again


def test_what_playing_again_draws_is_told(client, hub) -> None:
    set_up = begin_set_up(load_game("caterpillar-filler"), {}).draw("setup")
    session = hub.store.new_session("caterpillar-filler", ["Anna", "Ben"], set_up=set_up)
    hub.open(session)
    client.post("/again", data={"played": session.id, "aside": session.id})
    (drawn,) = hub.session.timeline.started.draws
    said = in_labels(hub.session.game, dict([drawn.split("=")]))
    assert f"Drawn for this game: {said[0]}." in client.get("/play").text


def test_who_plays_again_keeps_the_seat(client, hub, session) -> None:
    client.post(f"/j/{hub.token}", data={"seat": "2"})
    client.post("/again", data={"played": session.id, "aside": session.id})
    with client.session_transaction() as cookie:
        assert cookie["seat"] == f"{session.id}.2"
    client.get("/play")
    with client.session_transaction() as cookie:
        assert cookie["seat"] == f"{hub.session.id}.2"


@pytest.mark.parametrize("another", [False, True])
def test_while_a_table_is_laid_there_is_a_game_on_it(client, hub, session, another) -> None:
    found, acted = [], []
    route = str(next(session.state.legal(1)))

    def lay(_: Session) -> Table:
        found.append(client.get("/play").status_code)
        acted.append(act(client, session, 1, route).status_code)
        return Table(FakeLive())

    hub.lay = lay
    if another:
        begin(hub)
    else:
        hub.lay_again()  # as where another camera is chosen
    assert (found, acted) == ([200], [303])
    assert session.line[-1].text == route
    assert (hub.session is session) != another
    assert hub.live.calls == [("start",)]


def test_a_table_that_cannot_be_laid_leaves_none(client, hub, session) -> None:
    def lay(_: Session) -> Table:
        raise RuntimeError

    hub.lay = lay
    with pytest.raises(RuntimeError):
        hub.lay_again()
    assert hub.session is None
    assert client.get("/play").status_code == 404


def failing(why: str) -> None:
    raise RuntimeError(why)


def test_a_table_that_cannot_be_started_keeps_no_other_from_being_laid(hub, session, monkeypatch) -> None:
    unable = FakeLive()
    monkeypatch.setattr(unable, "start", lambda: failing("can't start new thread"))
    tables = [Table(unable), Table(FakeLive())]
    hub.lay = lambda _: tables.pop(0)
    with pytest.raises(RuntimeError, match="new thread"):
        hub.lay_again()
    assert (hub.session, hub.live, unable.calls) == (None, None, [("stop",)])
    hub.open(session)
    assert hub.live.calls == [("start",)]


def test_what_does_not_end_keeps_nothing_else_from_ending_nor_another_game_from_being_laid(
    hub, session, monkeypatch
) -> None:
    unable, ended = FakeLive(), []
    monkeypatch.setattr(unable, "stop", lambda: failing("cannot join"))
    tables = [Table(unable), Table(FakeLive())]
    hub.lay = lambda _: tables.pop(0)
    hub.companions += [lambda *_: lambda: failing("no end"), lambda *_: lambda: ended.append("other")]
    hub.lay_again()
    del hub.companions[-2:]
    begin(hub)
    assert hub.session is not session
    assert (hub.live.calls, ended) == ([("start",)], ["other"])


def test_a_table_without_a_camera_says_nothing_of_the_camera_of_the_next_start(client, watched) -> None:
    watched.lay_has_camera = False
    client.post(f"/new/{GAME}", data={"seats": "2", "chance": "tap"})
    assert not watched.session.settings.camera
    watched.lay_has_camera = True  # as when the program is started with one again
    assert "The camera is off" not in client.get(f"/new/{GAME}").text
    client.post(f"/new/{GAME}", data={"seats": "2", "chance": "tap", "aside": watched.session.id})
    assert watched.session.settings.camera
