"""Joining a hub by its code: what the hub hands out is kept beside the games, for the owner alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec

from companion.errors import CompanionError
from companion.house.hub_wishes import HubWishes
from companion.rules.errors import GameError
from companion.storage.files import write_atomically

FILE: Final = "hub-line.json"
CA_FILE: Final = "hub-ca.crt"
PATIENCE_S: Final = 10.0
LARGEST: Final = 64_000
LINK: Final = re.compile(r"https?://[^\s/?#]+(?:/[^\s?#]*)?/join/[A-Za-z0-9_-]{8,64}")


class NotPaired(GameError):
    """The table could not join the hub."""

    def __init__(self, code: str, sentence: str, **values: object) -> None:
        CompanionError.__init__(self, code, sentence, **values)


class Handed(msgspec.Struct, frozen=True):
    """What a hub hands out to a new table: its name, the broker, a password, and the broker's authority."""

    table: str
    broker: str
    password: str
    ca: str = ""


def paired(folder: Path) -> HubWishes:
    """Give the line that was handed out to this table; one without a broker where none was."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=HubWishes)
    except (OSError, msgspec.MsgspecError):
        return HubWishes()


def pair(folder: Path, link: str) -> HubWishes:
    """Join the hub of this link, as its QR code shows it; the link serves once.

    Raises
    ------
    NotPaired
        ``hub-bad-link``, ``hub-unreachable``, ``hub-link-over`` or ``hub-bad-answer``.
    """
    link = link.strip()
    if not LINK.fullmatch(link) or urlsplit(link).username:
        raise NotPaired(
            "hub-bad-link", "That is no link of a hub. It looks like http://hub.local:8090/join/..."
        )
    request = Request(link, data=b"", headers={"Accept": "application/json"}, method="POST")  # noqa: S310 - http alone
    try:
        with urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310 - as above
            data = answer.read(LARGEST)
        handed = msgspec.json.decode(data, type=Handed)
        wishes = HubWishes(handed.broker, handed.table, handed.password)
        wishes = msgspec.convert(msgspec.to_builtins(wishes), HubWishes)
    except HTTPError as error:
        raise NotPaired(
            "hub-link-over", "The hub says that this link is over. Have it show another one."
        ) from error
    except (URLError, OSError) as error:
        why = getattr(error, "reason", None) or error
        raise NotPaired(
            "hub-unreachable",
            "The hub does not answer at {address}: {why}.",
            address=urlsplit(link).netloc,
            why=why,
        ) from error
    except msgspec.MsgspecError as error:
        raise NotPaired(
            "hub-bad-answer", "What answers is no hub that this table knows: {error}", error=error
        ) from error
    if handed.ca:
        write_atomically(folder / CA_FILE, handed.ca.encode())
        wishes = msgspec.structs.replace(wishes, ca_file=str(folder / CA_FILE))
    write_atomically(folder / FILE, msgspec.json.encode(wishes))
    return wishes


def leave(folder: Path) -> bool:
    """Leave the hub whose code was taken; say whether there was one."""
    found = (folder / FILE).exists()
    for name in (FILE, CA_FILE):
        (folder / name).unlink(missing_ok=True)
    return found
