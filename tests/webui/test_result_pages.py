"""The page of the result: how long players took, and the picture to share."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from PIL import Image

from companion.record.events import Settings
from companion.sessions.session import Session
from companion.sessions.store import Store
from webui import Hub


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 1, 20, tzinfo=UTC)

    def __call__(self) -> str:
        return self.now.isoformat()

    def wait_s(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hub(tmp_path: Path, clock: Clock) -> Iterator[Hub]:
    """No camera, and a clock that stands still."""
    with Store(tmp_path / "games.db", clock=clock) as store:
        hub = Hub(store, own_browser_is_host=True)
        yield hub
        hub.close()


def begun(hub: Hub, *names: str) -> Session:
    options = {"rows": "4", "cols": "4"}
    session = hub.store.new_session(
        "filler-tiles", names, options, Settings(camera=False, otherwise="software")
    )
    hub.open(session)
    return session


def play_on(session: Session, actions: int = 1_000) -> None:
    """Play at random, at most so many actions."""
    rng = random.Random(3)
    for _ in range(actions):
        if not session.state.actors:
            return
        session.act(rng.choice(list(session.state.legal(session.state.actors[0]))[:40]))


def test_the_result_tells_the_longest_time_of_each_player(
    client: FlaskClient, hub: Hub, clock: Clock
) -> None:
    session = begun(hub, "Anna", "<Ben>")
    for took_s in (65, 20, 30, 5):
        clock.wait_s(took_s)
        play_on(session, 1)
    assert "Longest time" not in client.get("/result").text, "the game is not over"
    play_on(session)
    sentence = "Longest time for one action: Anna 1:05 min and &lt;Ben&gt; 0:20 min."
    assert sentence in client.get("/result").text
    hub.open(begun(hub, "Cleo", "Dan"))
    assert sentence in client.get(f"/games/{session.id}").text
    german = client.get(f"/games/{session.id}", headers={"Accept-Language": "de"}).text
    assert "Längste Zeit für einen Zug: Anna 1:05 min und &lt;Ben&gt; 0:20 min." in german
    assert "Angelegte Plättchen" in german
    assert "Expansions" not in german


def test_a_game_without_times_has_no_longest_time(client: FlaskClient, hub: Hub) -> None:
    """As a game that was brought in from a file: all its events are of one moment."""
    play_on(begun(hub, "Anna", "Ben"))
    assert "Longest time" not in client.get("/result").text


def test_the_result_is_a_picture_to_share(client: FlaskClient, hub: Hub) -> None:
    running = begun(hub, "Anna", "Ben")
    refused = client.get("/result.png")
    assert (refused.status_code, client.get(f"/games/{running.id}/result.png").status_code) == (409, 409)
    game = begun(hub, "Anna", "Zoë 🎲")
    play_on(game)
    for path in ("/result.png", f"/games/{game.id}/result.png"):
        picture = client.get(path)
        assert (picture.status_code, picture.mimetype) == (200, "image/png")
        with Image.open(BytesIO(picture.data)) as image:
            assert image.width == 1080
            assert len(image.getcolors(1 << 20)) > 20, "letters have soft edges"
    assert 'href="/result.png"' in client.get("/result").text
