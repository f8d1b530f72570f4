"""The host of a table joins a hub on the table's own page, by the link or a photograph of its code."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno
from flask.testing import FlaskClient
from plays import play_on
from rooms import parts_of, until
from servers import HUSH, HubBroker
from sqlalchemy import func, select
from werkzeug.serving import make_server

from companion.cli.assembly.hub_joining import HubMember, join_hub
from companion.house.hub_wishes import HubWishes
from companion.house.pairing import NotPaired
from companion.hub.parts import Parts
from companion.hub.store import schema
from companion.hub.store.keys import new_key
from companion.hub.web.app import create_app as hub_app
from companion.hub.web.pages.tables import JOIN_FOR, JOINS
from companion.sessions.store import Store
from vision.images.codes import read_code
from webui import Hub, create_app

HERE = {"REMOTE_ADDR": "127.0.0.1"}


@pytest.fixture
def far_hub(tmp_path: Path, broker: HubBroker) -> Iterator[tuple[Parts, str]]:
    """A hub that is served, and its address."""
    parts = parts_of(tmp_path / "hub", broker.address, password=HUSH)
    parts.start()
    server = make_server("127.0.0.1", 0, hub_app(parts), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield parts, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()
    parts.stop()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Hub]:
    with Store(tmp_path / "games.db") as store:
        hub = Hub(store, own_browser_is_host=True)
        join_hub(hub, HubWishes(), tmp_path)
        yield hub
        hub.close()
        assert isinstance(hub.member, HubMember)
        hub.member.stop()


def link_for(far_hub: tuple[Parts, str], name: str) -> str:
    parts, address = far_hub
    return f"{address}/join/{new_key(parts.database, JOINS, name, JOIN_FOR)}"


def stored(parts: Parts, table: str) -> int:
    joined = schema.events.join(schema.games, schema.events.c.game_id == schema.games.c.id)
    query = select(func.count()).select_from(joined).where(schema.games.c.table_name == table)
    with parts.database.reading() as connection:
        return int(connection.scalar(query) or 0)


def post(client: FlaskClient, path: str, **form: object) -> str:
    answer = client.post(path, data=form, environ_overrides=HERE, follow_redirects=True)
    return answer.get_data(as_text=True)


def page(client: FlaskClient) -> str:
    return client.get("/host", environ_overrides=HERE).get_data(as_text=True)


def test_the_host_joins_by_the_link_while_a_game_goes_on_and_leaves_again(
    table: Hub, far_hub: tuple[Parts, str]
) -> None:
    parts, _ = far_hub
    client = create_app(table).test_client()
    session = table.store.new_session("caterpillar-filler", ["Ann", "Bob"])
    table.open(session)
    play_on(session, 10)
    assert "Join the hub" in page(client)
    assert "This table is bar-1 at its hub now." in post(client, "/host/hub", link=link_for(far_hub, "bar-1"))
    until(lambda: "It is connected." in page(client), "the page does not say that it is connected")
    play_on(session, 10)
    until(lambda: stored(parts, "bar-1") == session.seq, "the game that was going on is not heard of")
    assert "This table is alone again." in post(client, "/host/hub/leave")
    before = session.seq
    play_on(session, 10)
    assert "Join the hub" in page(client)
    assert stored(parts, "bar-1") == before, "a table that has left goes on telling"


def test_the_host_joins_by_a_photograph_of_the_code(table: Hub, far_hub: tuple[Parts, str]) -> None:
    client = create_app(table).test_client()
    photograph = photographed(link_for(far_hub, "bar-2"))
    said = post(client, "/host/hub", photo=(BytesIO(photograph), "code.jpg"))
    assert "This table is bar-2 at its hub now." in said


def photographed(text: str) -> bytes:
    """Photograph a code on a screen: from the side, not straight, a little dark and noisy."""
    drawn = BytesIO()
    segno.make(text, error="m").save(drawn, kind="png", scale=12, border=4)
    code = cv2.imdecode(np.frombuffer(drawn.getvalue(), np.uint8), cv2.IMREAD_GRAYSCALE)
    side = len(code)
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    seen = np.array([[700, 500], [1620, 640], [1560, 1580], [620, 1480]], np.float32)
    turn = cv2.getPerspectiveTransform(corners, seen)
    picture = cv2.warpPerspective(code, turn, (2400, 2000), borderValue=255)
    rng = np.random.default_rng(1)
    dark = 0.6 * cv2.GaussianBlur(picture, (0, 0), 2) + 30 + rng.normal(0, 6, picture.shape)
    _, jpeg = cv2.imencode(".jpg", np.clip(dark, 0, 255).astype(np.uint8))
    return bytes(jpeg)


def test_what_is_no_code_and_no_link_is_told_and_changes_nothing(table: Hub) -> None:
    client = create_app(table).test_client()
    _, blank = cv2.imencode(".png", np.full((400, 400, 3), 200, np.uint8))
    assert "No code is read in this photograph." in post(
        client, "/host/hub", photo=(BytesIO(bytes(blank)), "x.png")
    )
    assert "That is no link of a hub." in post(client, "/host/hub", link="hub.local")
    assert "does not answer at 127.0.0.1:1" in post(
        client, "/host/hub", link="http://127.0.0.1:1/join/abcdefgh"
    )
    assert table.member is not None
    assert table.member.table == ""


def test_only_the_host_joins(table: Hub) -> None:
    client = create_app(table).test_client()
    neighbour = {"REMOTE_ADDR": "192.168.1.66"}
    for path in ("/host/hub", "/host/hub/leave"):
        answer = client.post(path, environ_overrides=neighbour, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json["code"]) == (403, "host-only")
    assert "Join the hub" not in client.get("/host", environ_overrides=neighbour).text


def test_a_hub_of_the_settings_is_not_left_on_a_page(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        hub = Hub(store, own_browser_is_host=True)
        member = HubMember(hub, HubWishes("mqtt://127.0.0.1:1", "bar-3", "x"), tmp_path)
        hub.member = member
        client = create_app(hub).test_client()
        assert "The settings name this hub" in page(client)
        assert "The settings of this table name its hub" in post(client, "/host/hub/leave")
        with pytest.raises(NotPaired) as refusal:
            member.join("http://127.0.0.1:1/join/abcdefgh")
        assert refusal.value.code == "hub-by-settings"


@pytest.mark.parametrize("scale", [3, 8, 20])
def test_a_code_is_read_at_any_size(scale: int) -> None:
    text = "http://192.168.1.20:8090/join/" + "aB3-" * 8
    drawn = BytesIO()
    segno.make(text, error="m").save(drawn, kind="png", scale=scale, border=4)
    assert read_code(cv2.imdecode(np.frombuffer(drawn.getvalue(), np.uint8), cv2.IMREAD_COLOR)) == text
