"""Cameras in the network: still pictures and motion JPEG over HTTP, streams over RTSP."""

from __future__ import annotations

import base64
import re
import socket
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_interface, ip_network

import cv2
import numpy as np
import pytest

from hw import capture
from hw.camera import Camera, CameraError
from hw.cameras import camera_from
from hw.capture import CaptureCamera, network_camera
from hw.means import USUAL_MEANS, Means
from hw.net import http_camera
from hw.net.reach import ANYWHERE, Reach
from hw.picture import decoded

HOUSE = Reach(lambda: [ip_interface("192.168.1.5/24")])
WITH_LOOPBACK = Reach(lambda: [ip_interface("192.168.1.5/24")], [ip_network("127.0.0.0/8")])


def jpeg(value: int, size_px: tuple[int, int] = (64, 48)) -> bytes:
    picture = np.full((size_px[1], size_px[0], 3), value, np.uint8)
    return cv2.imencode(".jpg", picture)[1].tobytes()


OPENED: list[Camera] = []


def camera_at(text: str, means: Means = USUAL_MEANS) -> Camera:
    OPENED.append(network_camera(text, means))
    return OPENED[-1]


@pytest.fixture(autouse=True)
def let_go():
    yield
    while OPENED:
        OPENED.pop().close()


class Server:
    """Answers with what a test wishes, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.answer: Callable[[BaseHTTPRequestHandler], None] = lambda _: None
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append(self.path)
                outer.headers.append(dict(self.headers))
                outer.answer(self)
                self.close_connection = True

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(http_camera, "PAUSE_S", 0.01)
    made = Server()
    yield made
    made.close()


def sent(kind: str, data: bytes, length: int | None = None) -> Callable[[BaseHTTPRequestHandler], None]:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        if kind:
            handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(data) if length is None else length))
        handler.end_headers()
        handler.wfile.write(data)

    return answer


@pytest.mark.parametrize("kind", ["image/jpeg", "image/png", "application/octet-stream", ""])
def test_a_still_picture_is_asked_for_again_and_again(server: Server, kind: str) -> None:
    values = [20, 120, 220, 60]

    def answer(handler: BaseHTTPRequestHandler) -> None:
        sent(kind, jpeg(values[(len(server.asked) - 1) % 4]))(handler)

    server.answer = answer
    camera = camera_at(f"{server.address}/snap.jpg?x=1")
    camera.open()
    frames = [camera.read() for _ in range(4)]
    assert [int(frame.image[0, 0, 0]) for frame in frames] == values
    assert [frame.number for frame in frames] == [1, 2, 3, 4]
    assert server.asked == ["/snap.jpg?x=1"] * 4
    assert [frame.t_s for frame in frames] == sorted({frame.t_s for frame in frames})


def test_between_two_still_pictures_there_is_a_pause(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(http_camera, "PAUSE_S", 50.0)
    monkeypatch.setattr(http_camera.time, "sleep", slept.append)
    server.answer = sent("image/jpeg", jpeg(9))
    camera = camera_at(server.address)
    camera.open()
    for _ in range(2):
        camera.read()
    assert len(slept) == 1
    assert 40 < slept[0] <= 50


def test_a_still_picture_is_decoded_by_whom_the_program_says(server: Server) -> None:
    seen: list[bytes] = []

    def apart(data: bytes):
        seen.append(data)
        return decoded(data)

    server.answer = sent("image/jpeg", jpeg(9))
    camera = camera_at(server.address, Means(decode=apart))
    camera.open()
    camera.read()
    assert seen == [jpeg(9)]
    server.answer = sent("image/jpeg", b"no picture")
    with pytest.raises(CameraError, match="no picture") as caught:
        camera.read()
    assert caught.value.code == "camera-refuses"


@pytest.mark.parametrize(
    "head",
    [
        "--next\r\nContent-Type: image/jpeg\r\nContent-Length: {length}\r\n\r\n",
        "\r\n--next\nContent-Type: image/jpeg\n\n",
        "--next\r\n\r\n",
    ],
)
def test_motion_jpeg_is_read_whatever_stands_between_its_pictures(server: Server, head: str) -> None:
    ready = threading.Event()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        handler.end_headers()
        for value in (20, 220):
            data = jpeg(value)
            handler.wfile.write(head.format(length=len(data)).encode() + data + b"\r\n")
            ready.wait(20)
        ready.wait(20)

    server.answer = answer
    camera = camera_at(server.address)
    camera.open()
    assert camera.read().image[0, 0, 0] == 20
    ready.set()
    assert camera.read().image[0, 0, 0] == 220
    with pytest.raises(CameraError, match="gives no pictures any more") as caught:
        camera.read()
    assert caught.value.code == "camera-lost"
    assert server.asked == ["/"], "one request for all of them"
    camera.close()


def test_of_a_stream_that_is_ahead_the_newest_picture_is_taken(server: Server) -> None:
    sent_all, go = threading.Event(), threading.Event()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "multipart/x-mixed-replace; boundary=x")
        handler.end_headers()
        for value in (10, 60, 110, 160):
            handler.wfile.write(b"--x\r\n\r\n" + jpeg(value))
        sent_all.set()
        go.wait(20)

    server.answer = answer
    camera = camera_at(server.address)
    camera.open()
    assert sent_all.wait(20)
    assert camera.read().image[0, 0, 0] == 160
    go.set()
    camera.close()


def test_a_picture_of_a_stream_that_is_larger_than_any_camera_has_is_not_decoded(server: Server) -> None:
    data = bytearray(jpeg(9))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = (60_000).to_bytes(2, "big") * 2

    def answer(handler: BaseHTTPRequestHandler) -> None:
        sent("multipart/x-mixed-replace; boundary=x", b"--x\r\n\r\n" + bytes(data))(handler)

    server.answer = answer
    camera = camera_at(server.address)
    camera.open()
    with pytest.raises(CameraError) as caught:
        camera.read()
    assert caught.value.code == "camera-lost"


def status(code: int, **headers: str) -> Callable[[BaseHTTPRequestHandler], None]:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (status(401, WWW_Authenticate='Basic realm="cam"'), "user and a password"),
        (status(403), "user and a password"),
        (status(404), "no picture at this address"),
        (status(500), "error 500"),
        (status(302, Location="http://127.0.0.1:1/"), "leads on to another address"),
        (status(301, Location="/elsewhere"), "leads on to another address"),
        (sent("text/html", b"<html>"), "sends no picture, but text/html"),
        (sent("video/mp4", b"...."), "sends no picture, but video/mp4"),
    ],
)
def test_what_a_camera_says_instead_of_a_picture_is_told(server: Server, answer, words: str) -> None:
    server.answer = answer
    with pytest.raises(CameraError, match=words) as caught:
        camera_at(server.address).open()
    assert caught.value.code == "camera-refuses"
    assert len(server.asked) == 1, "nothing else was asked for"


def test_a_picture_that_is_cut_off_is_none(server: Server) -> None:
    server.answer = sent("image/jpeg", jpeg(9)[:300], length=len(jpeg(9)))
    with pytest.raises(CameraError) as caught:
        camera_at(server.address).open()
    assert caught.value.code == "camera-lost"


@pytest.mark.parametrize("scheme", ["Basic", "Digest"])
def test_user_and_password_are_given_when_they_are_asked_for(server: Server, scheme: str) -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        if handler.headers.get("Authorization", "").startswith(scheme):
            sent("image/jpeg", jpeg(9))(handler)
        else:
            more = ', nonce="n1", qop="auth"' if scheme == "Digest" else ""
            status(401, WWW_Authenticate=f'{scheme} realm="cam"{more}')(handler)

    server.answer = answer
    camera = camera_at(server.address.replace("//", "//anna:p%40ss@"))
    camera.open()
    assert camera.read().number == 1
    given = server.headers[-1]["Authorization"]
    if scheme == "Basic":
        assert base64.b64decode(given.split()[1]) == b"anna:p@ss"
    else:
        assert 'username="anna"' in given


def test_nobody_is_asked_outside_the_house_or_at_the_machine_itself(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.answer = sent("image/jpeg", jpeg(9))
    port = server.address.rpartition(":")[2]
    for host in ("127.0.0.1", "localhost", "[::1]", "8.8.8.8"):
        for scheme in ("http", "https", "rtsp"):
            camera = camera_at(f"{scheme}://{host}:{port}/", Means(reach=HOUSE))
            with pytest.raises(CameraError) as caught:
                camera.open()
            assert caught.value.code == "camera-out-of-reach"
    assert server.asked == []
    allowed = camera_at(server.address, Means(reach=WITH_LOOPBACK))
    allowed.open()
    assert allowed.read().number == 1


def test_a_name_that_leads_elsewhere_at_the_next_picture_is_not_followed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.answer = sent("image/jpeg", jpeg(9))
    port = int(server.address.rpartition(":")[2])
    numbers = ["127.0.0.1", "127.0.0.1", "127.0.0.2"]
    one_machine = Reach(list, [ip_network("127.0.0.1/32")])
    real = socket.getaddrinfo

    def looked_up(host: str, *words: object, **more: object) -> list[tuple]:
        if host == "cam.example":
            return [(2, 1, 6, "", (numbers.pop(0), port))]
        return real(host, *words, **more)

    monkeypatch.setattr("hw.net.reach.socket.getaddrinfo", looked_up)
    camera = camera_at(f"http://cam.example:{port}/", Means(reach=one_machine))
    camera.open()
    for _ in range(2):
        camera.read()
    with pytest.raises(CameraError) as caught:
        camera.read()
    assert caught.value.code == "camera-out-of-reach"
    assert server.headers[0]["Host"] == f"cam.example:{port}"


def test_a_stream_is_opened_at_the_number_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple] = []

    class Fake:
        def __init__(self, *words: object) -> None:
            opened.append(words)

        def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
            return True

        def set(self, *_: object) -> bool:
            return True

        def release(self) -> None:
            pass

    monkeypatch.setattr(cv2, "VideoCapture", Fake)
    monkeypatch.setattr(
        "hw.net.reach.socket.getaddrinfo", lambda *_, **__: [(2, 1, 6, "", ("192.168.1.20", 554))]
    )
    for reach in (ANYWHERE, HOUSE):
        camera = camera_at("RTSP://Anna:p%40ss@Cam.local:8554/live?a=b", Means(reach=reach))
        assert isinstance(camera, CaptureCamera)
        camera.open()
    (address, backend, _), (relayed, *_) = opened
    assert address == "rtsp://Anna:p%40ss@192.168.1.20:8554/live?a=b"
    assert re.fullmatch(r"rtsp://Anna:p%40ss@127\.0\.0\.1:\d+/live\?a=b", relayed), "see hw/net/rtsp_relay.py"
    assert backend == cv2.CAP_FFMPEG, "and nothing that takes it for a row of files"
    options = dict(each.split(";") for each in capture.os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"].split("|"))
    assert "http" not in options["protocol_whitelist"].split(",")
    assert options["rtsp_transport"] == "tcp"


def test_the_words_of_a_network_camera_choose_it_again() -> None:
    for text in ("http://anna:a%20b@cam:8080/snap.jpg?x=1", "rtsp://10.0.0.7/1"):
        camera = camera_from(text, lambda: pytest.fail("simulated"))
        assert camera_from(camera.spec, lambda: pytest.fail("simulated")).spec == camera.spec == text
    with pytest.raises(CameraError) as caught:
        camera_from("rtsp://cam/\r\nx", lambda: pytest.fail("simulated"))
    assert caught.value.code == "camera-unknown"
