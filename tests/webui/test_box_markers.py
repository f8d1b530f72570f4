"""Pieces of a bought box bear no markers: no camera is used for them, and it is for the next game."""

from __future__ import annotations

import io
import json
import re

import pytest
from phones import phone_at
from web_boxes import begun, brought, cards

from companion.rules.catalogue import load_game
from webui import Table

pytestmark = pytest.mark.usefixtures("printed_again")


class Choice:
    """Among what cameras one may choose."""

    taken = ""

    def __init__(self, used: str = "v4l2:0") -> None:
        self.used = self.chosen = used

    def found(self) -> tuple[()]:
        return ()

    def choose(self, spec: str) -> None:
        self.chosen = spec


@pytest.fixture
def real(watched):
    """A table that a camera watches, and nothing simulates."""
    lay = watched.lay
    watched.lay = lambda session: Table(live=lay(session).live)
    return watched


@pytest.mark.parametrize("markers", ["", "on"])
def test_a_camera_watches_own_cards_only_where_they_bear_markers(client, real, markers: str) -> None:
    asked = "bear this program’s markers"
    brought(client, "star-baker", cards())
    assert asked in client.get("/new/star-baker").text
    form = {"seats": "2", "name-1": "Anna", "name-2": "Ben", "chance": "camera", "put-aside": "yes"}
    client.post("/new/star-baker", data={**form, "option-cards": "my-box", "markers": markers})
    settings = real.session.settings
    assert settings.watched is (markers == "on")
    assert settings.resolver("refill") == ("camera" if markers else "tap")
    again = client.get("/new/star-baker").text
    assert re.search(r'name="markers"\s+value="on"\s*>', again), "of another set that says nothing"
    client.post("/new/star-baker", data={**form, "option-cards": "printed"})
    assert real.session.settings.watched


@pytest.mark.parametrize("before", [True, False])
def test_whoever_switches_the_camera_for_own_cards_switches_it_for_that_game_alone(
    client, real, before: bool
) -> None:
    begun(client, real, "papillon").use_camera(on=before)
    brought(client, "star-baker", cards())
    session = begun(client, real, "star-baker", cards="my-box")
    for on in (True, False, True, False):
        session.use_camera(on=on)
        assert session.settings.watched is on
    form = {"chance": "tap"}
    client.post("/play/settings", data={**form, "camera": "on", "seq": session.seq})
    assert session.settings.watched
    client.post("/play/settings", data={**form, "seq": session.seq})
    assert not session.settings.watched
    assert ("The camera is off" in client.get("/new/papillon").text) is not before
    begun(client, real, "papillon")
    assert real.session.settings.watched is before


def test_another_camera_does_not_look_at_pieces_without_markers(client, real) -> None:
    brought(client, "star-baker", cards())
    begun(client, real, "star-baker", cards="my-box")
    told = []
    real.live.set_camera = lambda *, on: told.append(on)
    real.cameras = Choice()
    assert client.post("/camera/choose", data={"camera": "auto"}).status_code == 303
    assert told == []


def test_pieces_of_a_simulated_table_bear_markers_always(client, watched) -> None:
    watched.cameras = Choice("sim")
    brought(client, "star-baker", cards())
    assert "bear this program’s markers" not in client.get("/new/star-baker").text
    begun(client, watched, "star-baker", cards="my-box")
    assert watched.session.settings.watched


def test_a_hand_without_markers_is_not_to_be_photographed(real) -> None:
    real.read_shown = lambda _: None
    client = phone_at(real)
    brought(client, "star-baker", cards())
    for markers in ("on", ""):
        begun(client, real, "star-baker", cards="my-box", markers=markers)
        client = phone_at(real, 1)
        assert ("nothing to read on a photograph" in client.get("/camera").text) is not bool(markers)
        assert ("Photograph my hand" in client.get("/play").text) is bool(markers)


def test_own_mound_cards_leave_the_camera_its_dice(client, watched) -> None:
    cards = json.loads(load_game("it-happens").example_box) | {"data_set": "my-box"}
    for number, mound in enumerate(cards["mounds"], 1):
        mound["id"] = f"B{number:02}"
    file = io.BytesIO(json.dumps(cards).encode())
    kept = client.post("/new/it-happens/mounds", data={"file": (file, "cards.json")})
    assert kept.status_code == 303
    begun(client, watched, "it-happens", mound_data="my-box")
    assert watched.session.settings.watched
    assert "bear this program’s markers" not in client.get("/new/it-happens").text
