"""Photographs are large: few are taken in at once, whoever sends them."""

from __future__ import annotations

import threading

import pytest
from web_tables import PICTURE, SEEN

from webui.request.uploads import AT_ONCE, LARGE

WAIT_S = 20.0


def sent(size: int = LARGE) -> dict[str, object]:
    """A form with a photograph of so many bytes; the test client would put a large one on the disk."""
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    return {"data": head + bytes(size) + b"\r\n--x--\r\n", "content_type": "multipart/form-data; boundary=x"}


@pytest.fixture
def full(app, watched):
    """A table that takes in as many photographs as it may, until it is told to go on."""
    begun, go_on = threading.Semaphore(0), threading.Event()
    app.config["TURN_S"] = 0.0

    def read(data: bytes):
        if len(data) >= LARGE and not go_on.is_set():
            begun.release()
            go_on.wait(WAIT_S)
        return PICTURE, SEEN, PICTURE

    watched.read_photo = read
    phones = [
        threading.Thread(target=app.test_client().post, args=("/camera/photo",), kwargs=sent())
        for _ in range(AT_ONCE)
    ]
    for phone in phones:
        phone.start()
        assert begun.acquire(timeout=WAIT_S)
    yield go_on, phones
    go_on.set()
    for phone in phones:
        phone.join()


def test_one_photograph_too_many_is_to_be_sent_again(client, full) -> None:
    answer = client.post("/camera/photo", **sent(), headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["code"]) == (503, "uploads-busy")
    assert answer.json["sentence"] == "Other photographs are being sent. Send this one again in a moment."
    go_on, phones = full
    go_on.set()
    for phone in phones:
        phone.join()
    assert client.post("/camera/photo", **sent()).status_code < 400


def test_what_has_no_length_takes_its_turn_too(client, full) -> None:
    chunked = {"Transfer-Encoding": "chunked", "Accept": "application/json"}
    assert client.post("/camera/photo", headers=chunked).status_code == 503


def test_what_is_small_waits_for_nobody(client, full) -> None:
    assert client.post("/camera/photo", **sent(9)).status_code < 400
    assert client.get("/camera").status_code == 200
