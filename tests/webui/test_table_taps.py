"""What people tell the live table, photographs that they send, and what they do on the simulated table."""

from __future__ import annotations

import io
import re

import pytest
from tapping import JSON
from web_tables import SEEN, FakeLive, FakeSimulation, begin

from companion.errors import CompanionError
from companion.live.status import Countdown, LiveStatus, Question
from companion.rules.message import Message
from webui import Table

# The live table


def test_a_question_is_answered_with_one_tap(client, watched, live) -> None:
    begin(watched)
    answer = client.post("/table/answer", data={"question": 5, "choice": 0}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (409, "stale-action")
    live.show(LiveStatus("ask", question=Question(5, Message("Which?"), (Message("A"), Message("B")))))
    assert client.post("/table/answer", data={"question": 5, "choice": 1}).status_code == 303
    assert ("answer", 5, 1) in live.calls
    assert client.post("/table/answer", data={"question": 5, "choice": 2}).status_code == 400


@pytest.mark.parametrize(
    ("path", "data", "call"),
    [
        ("/table/misread", {"told": 7}, ("misread", 7)),
        ("/table/put-right", {"told": 7}, ("put right", 7)),
        ("/table/no-roll", {"told": 7}, ("no roll", 7)),
        ("/table/retry", {}, ("retry",)),
        ("/table/cancel", {"began": "100.5"}, ("cancel",)),
        ("/table/resume", {"began": "100.5"}, ("resume",)),
        ("/camera/switch", {"on": "yes"}, ("camera", True)),
        ("/camera/switch", {"on": "no"}, ("camera", False)),
    ],
)
def test_what_people_tell_the_live_table(client, watched, live, path, data, call) -> None:
    begin(watched)
    live.show(LiveStatus("still", countdown=Countdown(1, "end", 100.5, 4.0)))
    assert client.post(path, data=data).status_code == 303
    assert live.calls[-1] == call


def test_another_game_stops_the_table_before(client, watched, live, simulation) -> None:
    begin(watched)
    simulation.bots = True
    begin(watched)
    assert live.calls == [("start",), ("stop",), ("start",)]
    assert simulation.bots is False


def test_a_photograph_is_read(client, watched) -> None:
    begin(watched)
    answer = client.post("/camera/photo", data={"photo": (io.BytesIO(b"jpeg"), "dice.jpg")})
    page = client.get(answer.location)
    assert "1 die" in page.text
    assert client.get(f"{answer.location}.jpg").data.startswith(b"\xff\xd8")
    for _ in range(8):
        client.post("/camera/photo", data={"photo": (io.BytesIO(b"jpeg"), "dice.jpg")})
    assert client.get(answer.location).status_code == 404


def test_a_photograph_of_the_table_goes_to_the_referee(client, watched, live) -> None:
    begin(watched)
    answer = client.post("/camera/photo", data={"photo": (io.BytesIO(b"jpeg"), "garden.jpg")})
    assert live.calls[-1] == ("photo", SEEN)
    page = client.get(answer.location)
    assert "Anna plants a coral on A1." in page.text
    assert "Back to the game" in page.text


def test_what_is_no_photograph_gets_its_sentence(client, watched) -> None:
    def refuse(_: bytes) -> None:
        raise CompanionError("not-an-image", "That file is not a picture.")

    watched.read_photo = refuse
    answer = client.post("/camera/photo", data={"photo": (io.BytesIO(b"x"), "a.txt")}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (400, "not-an-image")
    sent = {"photo": (io.BytesIO(b"x"), "a.txt")}
    page = client.post("/camera/photo", data=sent, headers={"Accept": "text/html"}).text
    assert re.search(r'href="/camera"\s*>Another photograph<', page)
    assert client.post("/camera/photo", data={}, headers=JSON).json["code"] == "no-photo"
    watched.read_photo = None
    assert client.post("/camera/photo", data={}, headers=JSON).json["code"] == "no-reader"


def test_an_upload_that_is_too_large_is_refused(client, app, watched) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 1000
    answer = client.post("/camera/photo", data={"photo": (io.BytesIO(bytes(5000)), "a.jpg")}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (413, "image-too-large")


# The simulated table


def test_pieces_are_dragged_turned_and_taken_away(client, watched, simulation) -> None:
    begin(watched)
    place = {"piece": "7", "sheet": "mat", "x": "12.5", "y": "30"}
    assert client.post("/sim/move", data=place).status_code == 303
    assert simulation.lying["7"][2:5] == ("mat", 12.5, 30.0)
    client.post("/sim/flip", data={"piece": "7"})
    assert simulation.calls == [("flip", "7")]
    client.post("/sim/remove", data={"piece": "7"})
    assert simulation.lying == {}
    for path in ("/sim/move", "/sim/remove", "/sim/flip"):
        answer = client.post(path, data={"piece": "7", "sheet": "mat", "x": "1", "y": "1"}, headers=JSON)
        assert (answer.status_code, answer.json["code"]) == (404, "no-piece")


@pytest.mark.parametrize("x", ["", "left", "nan", "inf"])
def test_a_place_is_a_number(client, watched, x) -> None:
    begin(watched)
    data = {"piece": "7", "sheet": "mat", "x": x, "y": "1"}
    assert client.post("/sim/move", data=data, headers=JSON).json["code"] == "bad-request"


def test_a_piece_is_brought_from_the_box(client, watched, simulation) -> None:
    begin(watched)
    assert 'value="wasp"' in client.get("/sim").text
    assert client.post("/sim/bring", data={"kind": "wasp"}).status_code == 303
    assert simulation.calls == [("bring", "wasp")]
    assert client.post("/sim/bring", data={"kind": "nothing"}, headers=JSON).json["code"] == "no-piece"


def test_the_rest_of_the_simulated_table(client, watched, simulation) -> None:
    begin(watched)
    client.post("/sim/roll")
    client.post("/sim/tidy")
    client.post("/sim/bots", data={"on": "yes"})
    client.post("/sim/switch", data={"name": "hand", "on": "yes"})
    assert simulation.calls == [("roll",), ("tidy",)]
    assert simulation.bots is True
    assert simulation.on["hand"] is True
    assert client.post("/sim/switch", data={"name": "storm"}, headers=JSON).json["code"] == "no-switch"


@pytest.mark.parametrize("amiss", [True, False])
def test_where_there_is_nothing_to_lay_the_page_says_so(client, watched, simulation, *, amiss: bool) -> None:
    begin(watched)
    simulation.amiss = amiss
    page = client.post("/sim/tidy", follow_redirects=True).text
    assert ("Nothing to lay: every space is as the game says." in page) == (not amiss)
    assert "Nothing to lay" not in client.get("/sim").text


def test_bots_that_are_called_while_the_game_is_left_do_not_play_in_it(
    client, watched, simulation, monkeypatch
) -> None:
    begin(watched)

    def late() -> FakeSimulation:
        """Another phone begins another game while this one's tap is on its way."""
        watched.lay = lambda _: Table(FakeLive(), FakeSimulation())
        begin(watched)
        return simulation

    monkeypatch.setattr("webui.pages.devices.simulation.simulated_table", late)
    client.post("/sim/bots", data={"on": "yes"})
    assert not simulation.bots
    assert not watched.simulation.bots


def test_the_simulated_table_shows_no_picture_of_a_camera_that_is_off(client, watched, live) -> None:
    begin(watched)

    def shown() -> tuple[bool, bool]:
        page = client.get("/sim").text
        return "camera-picture" in page, "The camera is off." in page

    assert shown() == (True, False)
    live.camera_on, live.status = False, LiveStatus("off")
    assert shown() == (False, True)


def test_what_an_unplugged_simulated_table_showed_last_is_marked(client, watched, live, simulation) -> None:
    begin(watched)
    assert "The last picture" not in client.get("/sim").text
    live.status = LiveStatus("lost", Message("The simulated table is not connected."), "camera-missing")
    page = " ".join(client.get("/sim").text.split())
    assert re.search(r'class="past".*The last picture, from <time.*The camera sees nothing now\.', page)
