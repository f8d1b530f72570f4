"""What a table and a hub send each other: topics and values. docs/hub.md describes them.

A table that is older leaves fields out, a newer one sends further ones: both are read.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from companion.rules.phrases import marked

PROTOCOL: Final = 1
"""Version of the topics and values; a hub reads this one and those before, down to `OLDEST`."""

OLDEST: Final = 1

ROOT: Final = f"companion/{PROTOCOL}"
TABLES: Final = f"{ROOT}/tables"
CALL: Final = f"{ROOT}/hub"
"""A hub that has come up calls all tables here."""

LONGEST_TABLE: Final = 40
MOST_BYTES: Final = 64_000
"""No event and no state of a table is longer; a hub leaves a longer message out."""

Word = Annotated[str, Meta(max_length=LONGEST_TABLE, pattern=r"^[\x20-\x7e]*$")]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]


def topic(table: str, word: str) -> str:
    """Name a topic of a table: ``hello``, ``events``, ``state``, ``available`` or ``have``."""
    return f"{TABLES}/{table}/{word}"


def table_of(name: str) -> str:
    """Give the table that a topic belongs to; the broker lets each table write its own topics alone."""
    return name.removeprefix(f"{TABLES}/").partition("/")[0]


class Hello(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table has connected: who it is, and how long each game is that the hub may have.

    ``installation`` tells two tables of one name apart. ``at`` is the table's clock (ISO 8601, UTC).
    """

    installation: Word
    at: Word
    games: dict[Word, Count] = {}
    program: Word = ""
    protocol: int = PROTOCOL


class PublicEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event of a game as everybody may know it; ``body`` holds what its kind has besides."""

    game: Word
    seq: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    at: Word
    kind: Word
    body: dict[str, Any] = {}


class TableState(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table stands now; the broker keeps the last one of each table.

    ``state`` is ``idle``, ``playing``, ``asking``, ``waiting``, ``wrong``, ``lost`` (the camera), ``off``
    (played by tapping) or ``over``.
    """

    state: Word = "idle"
    at: Word = ""
    installation: Word = ""
    game: Word = ""
    slug: Word = ""
    title: Annotated[str, Meta(max_length=100)] = ""
    names: dict[str, Annotated[str, Meta(max_length=200)]] = {}
    totals: dict[str, int] = {}
    acting: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    started_at: Word = ""
    seq: Count = 0


TAKEN: Final = marked(
    "Another machine is the table {table} at this hub. Give one of the two another name, or let the "
    "host release the name on the Tables page."
)
"""What a hub tells the second of two machines of one name, with the code ``hub-table-taken``."""


class Have(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the hub has stored of each game: all events up to this number.

    ``to`` is the installation that is meant, where two tables share a name. ``refused`` is a sentence for a
    table from which the hub takes nothing; ``code`` is its stable word. ``answer`` is True where a hello is
    answered: the table sends again whatever comes after these numbers.
    """

    games: dict[str, int] = {}
    answer: bool = False
    to: str = ""
    refused: str = ""
    code: str = ""
