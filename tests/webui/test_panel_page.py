"""The panel's page: the panel mirrored, with or without devices."""

from __future__ import annotations

import re

import pytest
from web_tables import begin

from companion.play.panel.desk import PanelDesk
from companion.play.status import LiveStatus, Question
from companion.rules.message import Message
from webui import create_app

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
    client.post("/panel/press", data={"button": "confirm"})
    assert ("answer", 9, 1) in live.calls


def test_what_cannot_be_done_is_told(client, watched) -> None:
    begin(watched)
    answer = client.post("/panel/press", data={"button": "undo"}, headers={"Accept": "application/json"})
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
    client = create_app(hub).test_client()
    page = client.get("/panel").text
    assert "The buzzer at GPIO 12 does not work." in page
    assert "Shut down now" in page
    client.post("/panel/press", data={"button": "shut_down"})
    assert wired == [1]


def test_another_site_presses_nothing(client, wired) -> None:
    answer = client.post("/panel/press", data={"button": "shut_down"}, headers={"Origin": "http://elsewhere"})
    assert answer.status_code == 403
    assert wired == []
