"""A camera that speaks RTSP cannot lead FFmpeg on to another machine."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address, ip_network

import pytest

from hw.camera import Camera, CameraError
from hw.cameras import camera_from
from hw.means import Means
from hw.net.address import parsed
from hw.net.reach import Reach
from hw.net.rtsp_relay import LedOn, RtspRelay, Said

ALLOWED = Reach(list, [ip_network("127.0.0.2/32")])
OK = b"RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Base: rtsp://10.0.0.7/1/\r\nContent-Location: /1\r\n\r\n"
PICTURE = b"$\x00\x04\x00" + bytes(range(256)) * 4


def none() -> Camera:
    raise AssertionError("this is no simulated camera")


@contextmanager
def listening(address: str, serve: Callable[[socket.socket], None]) -> Iterator[int]:
    def listen() -> None:
        with suppress(OSError):
            while True:
                line, _ = server.accept()
                with line, suppress(OSError):
                    line.settimeout(5)
                    serve(line)

    with socket.create_server((address, 0)) as server:
        listener = threading.Thread(target=listen, daemon=True)
        listener.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        listener.join(30)


@pytest.mark.parametrize(
    "said",
    [
        b"RTSP/1.0 302 Moved\r\nCSeq: 1\r\nLocation: rtsp://127.0.0.1:{port}/\r\n\r\n",
        b"RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\nRTSP/1.0 301 Moved\nloc\rATION:rtsp://127.0.0.1:{port}/\n\n",
        b"RTSP/1.0  0302 Moved\r\nCSeq: 1\r\nLocation:rtsp://127.0.0.1:{port}\r\n\r\n",
    ],
)
def test_no_redirection_is_followed(said: bytes) -> None:
    heard: list[bytes] = []
    asked: list[bytes] = []

    def leads_on(line: socket.socket) -> None:
        while request := line.recv(4096):
            asked.append(request)
            line.sendall(said.replace(b"{port}", b"%d" % port))

    with (
        listening("127.0.0.1", lambda line: heard.append(line.recv(4096))) as port,
        listening("127.0.0.2", leads_on) as at,
    ):
        camera = camera_from(f"rtsp://127.0.0.2:{at}/live", none, means=Means(reach=ALLOWED))
        with pytest.raises(CameraError) as caught:
            camera.open()
    assert caught.value.code == "camera-missing"
    assert asked[0].startswith(b"OPTIONS rtsp://127.0.0.1:"), "FFmpeg asked it through the relay"
    assert heard == []


@pytest.mark.parametrize("size", [1, 2, 7, 4096])
@pytest.mark.parametrize(
    "led_on",
    [
        b"RTSP/1.0 302 Moved\r\n",
        b"RTSP/1.0 4294967598 Moved\r\n",
        b"RTSP/1.0 302" + b" " * 5000 + b"\r\n",
        b"RTSP/2 302\n",
        b"RTSP/1.0 20\n",
        b"LOCA\rTION: rtsp://127.0.0.1/",
        b"REDIRECT * RTSP/1.0\r\nLocation: rtsp://127.0.0.1/",
    ],
)
def test_the_relay_ends_before_it_has_passed_on_what_leads_elsewhere(led_on: bytes, size: int) -> None:
    said, everything = Said(), OK + PICTURE + b"\r\n" + led_on + b"\r\n\r\n"
    parts = (everything[start : start + size] for start in range(0, len(everything), size))
    told: list[bytes] = []
    with pytest.raises(LedOn):
        told.extend(map(said.passed, parts))
    assert b"\r\n\r\n" not in b"".join(told).removeprefix(OK)


@pytest.mark.parametrize("size", [1, 3, 4096])
def test_everything_else_is_passed_on_as_it_came(size: int) -> None:
    said = Said()
    everything = OK + PICTURE * 3 + OK.replace(b"200 OK", b"401 Unauthorized") + PICTURE
    parts = [everything[start : start + size] for start in range(0, len(everything), size)]
    assert b"".join(map(said.passed, parts)) == everything


def test_both_sides_hear_each_other_and_hang_up_together() -> None:
    def camera(line: socket.socket) -> None:
        while request := line.recv(4096):
            line.sendall(OK + PICTURE + request)

    with listening("127.0.0.2", camera) as port:
        address = parsed(f"rtsp://anna:pw@127.0.0.2:{port}/live?a=b")
        relay = RtspRelay(address, ip_address("127.0.0.2"))
        assert relay.text.startswith("rtsp://anna:pw@127.0.0.1:")
        assert relay.text.endswith("/live?a=b")
        with socket.create_connection(("127.0.0.1", parsed(relay.text).port), 5) as ffmpeg:
            ffmpeg.sendall(b"PLAY")
            wanted, got = OK + PICTURE + b"PLAY", b""
            while len(got) < len(wanted):
                got += ffmpeg.recv(4096)
            assert got == wanted
            relay.close()
            assert ffmpeg.recv(10) == b""


def test_a_camera_that_nobody_opens_leaves_nothing_behind() -> None:
    relay = RtspRelay(parsed("rtsp://127.0.0.2:9/"), ip_address("127.0.0.2"))
    (listening,) = relay._lines
    relay.close()
    assert not relay._thread.is_alive()
    assert listening.fileno() == -1
