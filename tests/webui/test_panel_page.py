"""The panel's page: the panel mirrored, with or without devices."""

from __future__ import annotations

import re

import pytest
from phones import phone_at
from tapping import JSON
from web_tables import begin

from companion.live.status import LiveStatus, Question
from companion.panel.desk import PanelDesk
from companion.rules.message import Message

QUESTION = Question(9, Message("A 5 or a 6?"), (Message("5"), Message("6")))


def test_an_empty_table_has_a_panel_and_says_that_nothing_is_wired(client) -> None:
    page = client.get("/panel").text
    assert "Nothing is wired" in page
    assert "glow-off" in page
    assert "Shut the machine down" not in page


def test_it_shows_the_state_the_seats_and_the_chosen_answer(client, watched, live) -> None:
    begin(watched)
    live.show(LiveStatus("ask", question=QUESTION))
    assert client.post("/panel/press", data={"button": "right"}).status_code == 303
    page = client.get("/panel").text
    assert "glow-ask" in page
    assert re.search(r'aria-current="true"\s*>6', page)
    pressed = {"button": "confirm", "seq": watched.session.seq, "question": QUESTION.id}
    assert 'name="question"' in page
    client.post("/panel/press", data=pressed | {"question": 8})
    assert not [call for call in live.calls if call[0] == "answer"]
    client.post("/panel/press", data=pressed)
    assert ("answer", 9, 1) in live.calls


def test_what_cannot_be_done_is_told(client, watched) -> None:
    begin(watched)
    pressed = {"button": "undo", "seq": watched.session.seq, "question": 0}
    answer = client.post("/panel/press", data=pressed, headers={"Accept": "application/json"})
    assert answer.status_code == 409
    assert answer.json["code"] == "cannot-undo"
    assert client.post("/panel/press", data={"button": "eject"}).status_code == 400


@pytest.fixture
def wired(hub) -> list[int]:
    """A panel with a button and a trouble, on a machine that can be shut down."""
    off: list[int] = []
    hub.panel = PanelDesk(None, lambda: off.append(1), {"buzzer": "The buzzer at GPIO 12 does not work."})
    return off


def test_troubles_are_shown_and_the_machine_can_be_shut_down(hub, wired) -> None:
    client = phone_at(hub)
    page = client.get("/panel").text
    assert "The buzzer at GPIO 12 does not work." in page
    assert "Shut the machine down" in page
    asked = client.post("/panel/shut-down").text
    assert "Shut down now" in asked
    assert wired == []
    client.post("/panel/shut-down", data={"sure": "yes"})
    assert wired == [1]


def test_another_site_presses_nothing(client, wired) -> None:
    answer = client.post("/panel/shut-down", data={"sure": "yes"}, headers={"Origin": "http://elsewhere"})
    assert answer.status_code == 403
    assert wired == []


def test_a_phone_presses_for_its_own_seat_and_once(client, hub, session) -> None:
    for by, text in ((1, "A14-B14-C14-D14-E14"), (1, "end"), (0, "roll 2")):
        session.act(session.game.parse(by, text))
    client.post(f"/j/{hub.token}", data={"seat": 2})
    seen = {"seq": session.seq, "question": 0}
    as_json = {"Accept": "application/json"}
    assert client.post("/panel/press", data={"button": "undo", **seen}, headers=as_json).status_code == 409
    client.post(f"/j/{hub.token}", data={"seat": 1})
    assert client.post("/panel/press", data={"button": "undo", **seen}, headers=as_json).status_code == 303
    assert session.timeline.request is not None
    assert client.post("/panel/press", data={"button": "undo", **seen}, headers=as_json).status_code == 409
    assert session.timeline.request is not None, "the second tap refused what the first had asked"
    now = {"seq": session.seq, "question": 0}
    assert client.post("/panel/press", data={"button": "confirm", **now}, headers=as_json).status_code == 409
    assert session.timeline.request is not None, "Anna agreed in the name of Ben"


@pytest.mark.parametrize("slug", ["caterpillar-filler", "it-happens"])
def test_a_phone_without_a_seat_presses_nothing(hub, slug: str) -> None:
    hub.open(hub.store.new_session(slug, ("Anna", "Ben")))
    guest, seated = phone_at(hub), phone_at(hub, 2)
    neighbour = {"environ_overrides": {"REMOTE_ADDR": "192.168.1.66"}}
    for button in ("confirm", "undo", "next", "left", "right", "dice"):
        pressed = {"button": button, "seq": hub.session.seq, "question": 0}
        refused = guest.post("/panel/press", data=pressed, headers=JSON, **neighbour)
        assert (refused.status_code, refused.json["code"]) == (403, "not-your-seat"), button
    assert "Choose your seat first" in guest.get("/panel", **neighbour).text
    assert "Choose your seat first" not in seated.get("/panel", **neighbour).text
    assert seated.post("/panel/press", data={"button": "dice"}, **neighbour).status_code == 303


def test_the_hosts_device_without_a_seat_is_the_panel_of_the_whole_table(client, hub, session) -> None:
    for by, text in ((1, "A14-B14-C14-D14-E14"), (1, "end"), (0, "roll 2")):
        session.act(session.game.parse(by, text))
    pressed = {"button": "undo", "seq": session.seq, "question": 0}
    assert client.post("/panel/press", data=pressed).status_code == 303
    assert session.timeline.request.by == 1
