"""Stands between FFmpeg and a camera that speaks RTSP, so that the camera cannot lead on to another machine.

FFmpeg follows a redirection of RTSP to any machine, and no option forbids that. So FFmpeg gets an address on
loopback, and the relay behind it passes everything on to the one number that was checked.
"""

from __future__ import annotations

import re
import socket
import ssl
import threading
from contextlib import ExitStack, suppress
from typing import Final

from hw.net.address import CameraAddress, IpAddress
from hw.net.asking import unverified

LOOPBACK: Final = "127.0.0.1"
AT_ONCE: Final = 65_536
PATIENCE_S: Final = 5.0
"""So long the camera may take to be connected; FFmpeg's own limits hold for everything later."""

LEADING_ON: Final = re.compile(
    rb"(?i:(?<!content-)location:)|RTSP/(?!1\.0 [1245][0-9]{2}[ \n])(?:[^\n]*\n|[^\n]{64})"
)
"""What no camera says but to lead on: another place, or a line of status that is none of the usual ones."""

BEHIND: Final = 100
"""Bytes that are looked at once more with what follows them: more than a match has, and what is before it."""


class RtspRelay:
    """Passes one connection of FFmpeg on to a camera, and ends it where the camera leads on.

    Parameters
    ----------
    address : CameraAddress
        Of the camera; with ``rtsps`` the relay speaks TLS, and FFmpeg need not.
    number : IPv4Address or IPv6Address
        Where it leads, as checked.
    """

    def __init__(self, address: CameraAddress, number: IpAddress) -> None:
        self._address, self._number = address, number
        listening = socket.create_server((LOOPBACK, 0))
        listening.settimeout(PATIENCE_S)
        self._port, self._lines = listening.getsockname()[1], [listening]
        self._thread = threading.Thread(target=self._pass_on, args=(listening,), name="rtsp", daemon=True)
        self._thread.start()

    @property
    def text(self) -> str:
        """The address for FFmpeg: the camera's own, but for the machine."""
        return self._address._replace(scheme="rtsp", host=LOOPBACK, port=self._port).text

    def close(self) -> None:
        """End the connection. The relay's thread closes the sockets itself, as it may be using them."""
        for line in self._lines:
            _hang_up(line)
        self._thread.join(PATIENCE_S)

    def _pass_on(self, listening: socket.socket) -> None:
        """Connect both sides, and pass on what either says until one of them ends."""
        with suppress(OSError, ValueError), ExitStack() as ends:
            ends.enter_context(listening)
            near = ends.enter_context(listening.accept()[0])
            far = ends.enter_context(self._connected())
            self._lines += [near, far]
            asking = threading.Thread(target=_copy, args=(near, far), name="rtsp-asks", daemon=True)
            asking.start()
            ends.callback(asking.join)
            ends.callback(_hang_up, near)
            ends.callback(_hang_up, far)
            said = Said()
            while data := far.recv(AT_ONCE):
                near.sendall(said.passed(data))

    def _connected(self) -> socket.socket:
        far = socket.create_connection((str(self._number), self._address.port), PATIENCE_S)
        if self._address.scheme == "rtsps":
            far = unverified().wrap_socket(far, server_hostname=self._address.host)
        far.settimeout(None)
        return far


class LedOn(ValueError):
    """The camera leads on to another machine."""


class Said:
    """What a camera says, looked through before it is passed on."""

    def __init__(self) -> None:
        self._seen = b""

    def passed(self, data: bytes) -> bytes:
        """Give what has come, to be passed on. Raises `LedOn` where the camera leads on.

        FFmpeg leaves out carriage returns before it reads a line, so this does, too. FFmpeg acts on a head
        only after its empty line, so each line is judged in time, once it is whole.
        """
        before = self._seen[-BEHIND:]
        self._seen = before + data.replace(b"\r", b"")
        if any(found.end() > len(before) for found in LEADING_ON.finditer(self._seen)):
            raise LedOn
        return data


def _copy(near: socket.socket, far: socket.socket) -> None:
    """Pass on what is asked."""
    with suppress(OSError, ssl.SSLError):
        while data := near.recv(AT_ONCE):
            far.sendall(data)
    _hang_up(far)


def _hang_up(line: socket.socket) -> None:
    """Have whoever waits on a connection go on."""
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
