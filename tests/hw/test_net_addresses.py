"""Addresses of cameras: taken apart strictly, in one spelling, and held to the house's networks."""

from __future__ import annotations

import socket
from ipaddress import ip_address, ip_interface, ip_network

import pytest

from hw.camera import CameraError
from hw.net.address import CameraAddress, parsed
from hw.net.reach import ANYWHERE, Reach

OWN = ("192.168.1.5/24", "10.0.0.2/16", "169.254.3.4/16", "fd12::5/64", "100.64.1.2/10", "203.0.113.9/24")


def house(*allowed: str) -> Reach:
    return Reach(lambda: map(ip_interface, OWN), [ip_network(each) for each in allowed])


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("http://192.168.1.20", "http://192.168.1.20/"),
        ("HTTP://Cam.Local:80/Snap.jpg?a=1&b=2", "http://cam.local/Snap.jpg?a=1&b=2"),
        ("https://cam:8443/x", "https://cam:8443/x"),
        ("rtsp://10.0.0.7/1", "rtsp://10.0.0.7/1"),
        ("rtsps://cam./live", "rtsps://cam/live"),
        ("rtsp://admin:a%40b%3Ac@cam:554/1", "rtsp://admin:a%40b%3Ac@cam/1"),
        ("http://admin@cam/", "http://admin:@cam/"),
        ("http://[FD12:0::7]:8080/a", "http://[fd12::7]:8080/a"),
        ("http://küche.local/a", "http://xn--kche-0ra.local/a"),
        ("http://cam?x=1", "http://cam/?x=1"),
        ("http://cam/ä.jpg", "http://cam/%C3%A4.jpg"),
        ("rtsp://cam_1/cam/realmonitor?channel=1", "rtsp://cam_1/cam/realmonitor?channel=1"),
    ],
)
def test_an_address_has_one_spelling_and_keeps_it(typed: str, text: str) -> None:
    assert parsed(typed).text == text
    assert parsed(text).text == text


@pytest.mark.parametrize(
    "typed",
    [
        *(
            f"rtsp://cam/1{bad}x"
            for bad in ("\r\n", "\n", "\t", "\0", "\x7f", "\x85", " ", "\\", "\u2028", "\u200b")
        ),
        *(f"rtsp://ca{bad}m/1" for bad in ("\r\n", "\t", " ", "\\", "%0a", "%2e", "'", '"', "|", ",")),
        "rtsp://cam/1%0d%0aSETUP",
        "rtsp://us%0aer:pw@cam/1",
        "rtsp://user:p%0dw@cam/1",
        *(
            "ftp://cam/",
            "file:///etc/passwd",
            "javascript://cam",
            "concat:a|b",
            "//cam/",
            "cam",
            "",
            "rtsp://",
        ),
        *(
            "rtsp+tcp://cam/",
            "http:/cam",
            "http:cam",
            "http://",
            "http:///a",
            "http://@",
            "http://[",
            "http://[::1",
        ),
        *(
            "http://cam:0/",
            "http://cam:65536/",
            "http://cam:x/",
            "http://cam:/",
            "http://cam:-1/",
            "http://cam:8_0/",
        ),
        *("http://a@b@cam/", "http://a:b:c@d@cam/", "http://a/b@cam#x", "http://cam/#fragment"),
        *(
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f.0.0.1/",
            "http://0x7f000001/",
            "http://0177.0.0.1/",
        ),
        *(
            "http://1.2.3/",
            "http://1.2.3.4.5/",
            "http://256.1.1.1/",
            "http://[fe80::1%eth0]/",
            "http://cam%25eth0/",
        ),
        *("http://-cam/", "http://cam-/", "http://.cam/", "http://a..b/", "http://" + "a" * 64 + "/"),
        "http://" + "x" * 600,
        "http://cam/" + "x" * 500,
    ],
)
def test_what_is_no_address_of_a_camera_is_refused(typed: str) -> None:
    with pytest.raises(CameraError) as caught:
        parsed(typed)
    assert caught.value.code == "camera-unknown"
    assert caught.value.sentence.startswith("That is no address of a camera. ")


def test_people_are_shown_no_password() -> None:
    address = parsed("rtsp://anna:secret@cam:8554/live?token=secret")
    assert address.shown == "rtsp://cam:8554/live"
    assert "secret" not in address.shown
    assert (address.user, address.password) == ("anna", "secret")
    assert address.at(ip_address("fd12::7")) == "rtsp://anna:secret@[fd12::7]:8554/live?token=secret"


@pytest.mark.parametrize("number", ["192.168.1.20", "10.0.200.9", "169.254.9.9", "fd12::7", "100.100.1.1"])
def test_machines_of_the_house_may_be_asked(number: str) -> None:
    house().check(ip_address(number))


@pytest.mark.parametrize(
    ("number", "words"),
    [
        *(
            (each, "itself")
            for each in ("127.0.0.1", "127.9.9.9", "::1", "0.0.0.0", "::", "::ffff:127.0.0.1")
        ),
        *((each.partition("/")[0], "itself") for each in OWN),
        ("::ffff:192.168.1.5", "itself"),
        *(
            (each, "not in your own network")
            for each in ("8.8.8.8", "203.0.114.9", "2001:4860::1", "224.0.0.1")
        ),
        *((each, "another network") for each in ("192.168.2.20", "172.16.0.1", "10.1.0.1", "fd13::7")),
    ],
)
def test_the_machine_itself_and_foreign_networks_may_not(number: str, words: str) -> None:
    with pytest.raises(CameraError, match=words) as caught:
        house().check(ip_address(number))
    assert caught.value.code == "camera-out-of-reach"
    assert "camera_networks" in caught.value.sentence
    house(f"{number}/128" if ":" in number and "::ffff:" not in number else "0.0.0.0/0").check(
        ip_address(number)
    )


def test_a_name_is_looked_up_anew_each_time_and_held_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads into the house at first may lead to the machine itself a moment later."""
    answers = [["192.168.1.20"], ["127.0.0.1"], ["8.8.8.8", "192.168.1.21"], []]

    def looked_up(host: str, port: int, **_: object) -> list[tuple]:
        found = answers.pop(0)
        if not found:
            raise socket.gaierror(-2, "Name or service not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in found]

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    address = CameraAddress("http", "cam.local", 80)
    assert str(house().number_of(address)) == "192.168.1.20"
    with pytest.raises(CameraError, match="itself"):
        house().number_of(address)
    assert str(house().number_of(address)) == "192.168.1.21"
    with pytest.raises(CameraError, match=r"called cam\.local") as caught:
        house().number_of(address)
    assert caught.value.code == "camera-missing"


def test_what_the_owner_of_the_machine_has_named_may_lie_anywhere() -> None:
    for number in ("127.0.0.1", "8.8.8.8"):
        ANYWHERE.check(ip_address(number))
