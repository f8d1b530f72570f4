"""The camera's page: who may choose which camera."""

from __future__ import annotations

import pytest
from web_tables import begin

from companion.cli import camera_choice
from companion.cli.camera_choice import CameraChoice
from hw.cameras import Found

ADDRESS = "rtsp://10.0.0.7/1"


@pytest.fixture
def used(hub, tmp_path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was chosen."""
    monkeypatch.setattr(camera_choice, "cameras_found", lambda _: [Found("v4l2:0", "Webcam")])
    used: list[str] = []
    hub.cameras = CameraChoice(tmp_path, "auto", used.append)
    return used


@pytest.mark.parametrize("field", ["camera", "address"])
def test_an_address_is_typed_by_who_sits_at_the_game(client, hub, used, field: str) -> None:
    assert client.post("/camera/choose", data={field: ADDRESS}).status_code == 303
    begin(hub)
    assert "on a phone that has a seat" in client.get("/camera").text
    refused = client.post("/camera/choose", data={field: ADDRESS}, headers={"Accept": "application/json"})
    assert (refused.status_code, refused.json["code"]) == (403, "not-your-seat")
    assert client.post("/camera/choose", data={"camera": "v4l2:0"}).status_code == 303
    assert client.post("/camera/choose", data={"camera": "auto"}).status_code == 303
    client.post(f"/j/{hub.token}", data={"seat": 1})
    assert "on a phone that has a seat" not in client.get("/camera").text
    assert client.post("/camera/choose", data={field: ADDRESS}).status_code == 303
    assert used == [ADDRESS, "v4l2:0", "auto", ADDRESS]


def test_what_is_no_address_is_told(client, used) -> None:
    answer = client.post(
        "/camera/choose", data={"address": "http://["}, headers={"Accept": "application/json"}
    )
    assert (answer.status_code, answer.json["code"]) == (400, "camera-unknown")
    assert used == []
