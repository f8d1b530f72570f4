"""The address of a camera in the network, taken apart strictly and put together anew.

Programs differ in what they make of odd addresses. So no address is handed on as it was typed: only what is
understood here goes further, in one spelling.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import quote, unquote

from companion.errors import Saying
from hw.camera import CameraError

IpAddress: TypeAlias = IPv4Address | IPv6Address

PORTS: Final = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322}
"""The schemes that a camera may have, and the port that each has where none is said."""

LONGEST: Final = 500
LAST_PORT: Final = 65535

PARTS: Final = re.compile(
    r"(?P<scheme>[a-z]+)://"
    r"(?:(?P<user>[^@:/?#\[\]]*)(?::(?P<password>[^@/?#\[\]]*))?@)?"
    r"(?P<host>\[[0-9a-f:.]+\]|[^@:/?#\[\]]+)"
    r"(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>[/?][^#]*)?",
    re.IGNORECASE,
)
LABEL: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
NUMERIC: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""A last label like this makes a number of the whole name for some programs: 127.1, 0x7f000001."""

SAFE: Final = "/?&=%:@!$'()*+,;~-._"
"""Characters of a path and a query that stay as they are."""

SCHEMES_SAID: Final = Saying("http://…, https://…, rtsp://… or rtsps://…")


class CameraAddress(NamedTuple):
    """A camera's address; ``host`` is a name in small ASCII letters, or a number as the kernel writes it."""

    scheme: str
    host: str
    port: int
    user: str = ""
    password: str = ""
    path: str = "/"

    @property
    def number(self) -> IpAddress | None:
        """The host where it is a number, and no name."""
        try:
            return ip_address(self.host)
        except ValueError:
            return None

    @property
    def text(self) -> str:
        """The whole address in its one spelling."""
        return self._with(self.host, self._account)

    @property
    def shown(self) -> str:
        """The address for people: without the password, and without what follows a question mark."""
        return self._with(self.host, "").partition("?")[0]

    @property
    def request(self) -> str:
        """The address without its user, as it is asked for by HTTP."""
        return self._with(self.host, "")

    def at(self, number: IpAddress) -> str:
        """Give the whole address with a number for the host."""
        return self._with(str(number), self._account)

    @property
    def _account(self) -> str:
        if not self.user and not self.password:
            return ""
        return f"{quote(self.user, safe='')}:{quote(self.password, safe='')}@"

    def _with(self, host: str, account: str) -> str:
        port = "" if self.port == PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{account}{f'[{host}]' if ':' in host else host}{port}{self.path}"


def parsed(text: str) -> CameraAddress:
    """Take an address apart.

    Raises
    ------
    CameraError
        camera-unknown, with what is wrong with it.
    """
    if len(text) > LONGEST:
        raise _wrong(Saying("It is longer than {n} characters.", n=LONGEST))
    if not text.isprintable() or " " in text or "\\" in text or _has_controls(text):
        raise _wrong(Saying("It holds a space, a backslash or a character that cannot be seen."))
    found = PARTS.fullmatch(text)
    if found is None or found["scheme"].lower() not in PORTS:
        raise _wrong(Saying("It begins with {schemes}", schemes=SCHEMES_SAID))
    scheme = found["scheme"].lower()
    port = int(found["port"]) if found["port"] else PORTS[scheme]
    if not 1 <= port <= LAST_PORT:
        raise _wrong(Saying("A port is a number from 1 to {last}.", last=LAST_PORT))
    path = quote(found["path"] or "/", safe=SAFE)
    return CameraAddress(
        scheme,
        _host(found["host"].lower()),
        port,
        unquote(found["user"] or ""),
        unquote(found["password"] or ""),
        path if path.startswith("/") else f"/{path}",
    )


def _wrong(why: Saying) -> CameraError:
    return CameraError("camera-unknown", "That is no address of a camera. {why}", why=why)


def _has_controls(text: str) -> bool:
    """Whether there are control characters behind percent signs: some programs take them literally."""
    return any(ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0 for character in unquote(text))


def _host(host: str) -> str:
    """Give a host in its one spelling: a number, or a name in ASCII letters. Raises `CameraError`."""
    try:
        return str(ip_address(host.removeprefix("[").removesuffix("]")))
    except ValueError:
        pass
    try:
        name = host.removesuffix(".").encode("idna").decode("ascii").lower()
    except UnicodeError:
        name = ""
    labels = name.split(".")
    if len(name) > 253 or not all(map(LABEL.fullmatch, labels)) or NUMERIC.fullmatch(labels[-1]):
        raise _wrong(Saying("After // comes the name of the camera, or its number as 192.168.1.20."))
    return name
