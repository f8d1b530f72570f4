"""Asks a camera for a picture by HTTP: at the number that was checked, and nowhere else."""

from __future__ import annotations

import http.client
import socket
import ssl
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import (
    HTTPBasicAuthHandler,
    HTTPDefaultErrorHandler,
    HTTPDigestAuthHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPPasswordMgrWithPriorAuth,
    HTTPSHandler,
    OpenerDirector,
    Request,
)

from hw.camera import CameraError
from hw.net.address import CameraAddress, IpAddress
from hw.net.reach import Reach

PATIENCE_S: Final = 5.0
"""A camera in the network that is switched off says nothing at all."""


def answer_of(
    address: CameraAddress, reach: Reach, patience_s: float = PATIENCE_S
) -> http.client.HTTPResponse:
    """Ask for an address; each time its name is looked up and checked anew. No redirection is followed.

    Raises
    ------
    CameraError
        camera-missing, camera-out-of-reach, or camera-refuses with what the camera says.
    """
    opener = _opener(address, reach.number_of(address))
    accept = {"Accept": "image/*, multipart/x-mixed-replace, */*;q=0.1"}
    request = Request(address.request, headers=accept)  # noqa: S310 - HTTP alone, see `parsed`
    try:
        answer: http.client.HTTPResponse = opener.open(request, timeout=patience_s)
    except HTTPError as error:
        with error:
            raise _refused(error) from error
    except (URLError, OSError, http.client.HTTPException, ValueError) as error:
        raise CameraError("camera-missing", "The network camera is not connected.") from error
    return answer


def _refused(error: HTTPError) -> CameraError:
    """Say in words why a camera gives nothing."""
    if error.code in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        return CameraError(
            "camera-refuses", "The network camera wants a user and a password: http://user:password@…."
        )
    if HTTPStatus.MULTIPLE_CHOICES <= error.code < HTTPStatus.BAD_REQUEST:
        return CameraError("camera-refuses", "The network camera leads on to another address. Give that one.")
    if error.code == HTTPStatus.NOT_FOUND:
        return CameraError("camera-refuses", "The network camera has no picture at this address.")
    return CameraError(
        "camera-refuses", "The network camera answers with the error {number}.", number=error.code
    )


def _opener(address: CameraAddress, number: IpAddress) -> OpenerDirector:
    """Make what asks that one machine: no proxy, no redirections, no schemes but these."""
    known = HTTPPasswordMgrWithPriorAuth()
    if address.user or address.password:
        known.add_password(None, address.request, address.user, address.password)
    opener = OpenerDirector()
    for handler in (
        _Http(number),
        _Https(number),
        HTTPDigestAuthHandler(known),
        HTTPBasicAuthHandler(known),
        HTTPDefaultErrorHandler(),
        HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener


def unverified() -> ssl.SSLContext:
    """Give what TLS with a camera needs: cameras make their certificates themselves, so none is checked."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class _Connection(http.client.HTTPConnection):
    """A connection to a number, whatever the name of the host leads to meanwhile."""

    def __init__(self, host: str, *, number: IpAddress, **options: Any) -> None:
        super().__init__(host, **options)
        self._at = str(number)

    def connect(self) -> None:
        """Connect to the number."""
        self.sock = socket.create_connection((self._at, self.port), self.timeout)


class _SafeConnection(http.client.HTTPSConnection):
    """The same with TLS."""

    def __init__(self, host: str, *, number: IpAddress, **options: Any) -> None:
        super().__init__(host, **options)
        self._at = str(number)

    def connect(self) -> None:
        """Connect to the number."""
        plain = socket.create_connection((self._at, self.port), self.timeout)
        self.sock = unverified().wrap_socket(plain, server_hostname=self.host)


class _Http(HTTPHandler):
    def __init__(self, number: IpAddress) -> None:
        super().__init__()
        self._connection = partial(_Connection, number=number)

    def http_open(self, req: Request) -> Any:
        """Open an address of HTTP."""
        return self.do_open(self._connection, req)


class _Https(HTTPSHandler):
    def __init__(self, number: IpAddress) -> None:
        super().__init__()
        self._connection = partial(_SafeConnection, number=number)

    def https_open(self, req: Request) -> Any:
        """Open an address of HTTPS."""
        return self.do_open(self._connection, req)
