"""Who is the host of this table: a code that the machine itself shows, and the phones that have the role."""

from __future__ import annotations

import hmac
import logging
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from companion.storage.files import write_atomically

_log = logging.getLogger(__name__)

ENDING: Final = ".host"
"""What the file beside the store ends with; its owner alone may read it."""

LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""None of them is taken for another one."""

GROUPS: Final = (4, 4, 4)
"""Letters of a code: 59 bits, so that no number of addresses guesses it."""

MOST_PHONES: Final = 20
"""Phones with the role; of more the first makes way."""

OFFER_S: Final = 10 * 60.0
"""So long another phone may take a role that is handed on."""


class _Kept(msgspec.Struct):
    """The file: the code, and phone -> the phone that handed the role on to it; empty: it knew the code."""

    code: str
    phones: dict[str, str] = {}


class _Offer(NamedTuple):
    """The phone that hands its role on, and until when (monotonic seconds)."""

    giver: str
    ends_s: float


class HostRole:
    """The host's code and phones, kept on the disk: neither a restart nor the clock takes the role away.

    Parameters
    ----------
    path
        The file. Where it is missing or damaged there is a new code, which is kept as soon as it is shown.
    clock
        Monotonic seconds.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path, self._clock, self._lock = path, clock, threading.Lock()
        self._offers: dict[str, _Offer] = {}
        self._kept = _read(path) or _Kept(new_code())

    @classmethod
    def beside(cls, store: Path) -> HostRole:
        """Give the host's role at the table of a store."""
        return cls(store.with_suffix(ENDING))

    @property
    def code(self) -> str:
        """The code as people read it; on the disk from now on."""
        with self._lock:
            if not self._path.exists():
                self._keep()
        return self._kept.code

    @property
    def taken(self) -> bool:
        """Whether any phone has the role."""
        return bool(self._kept.phones)

    def has(self, phone: str) -> bool:
        """Whether this phone is the host's."""
        return phone in self._kept.phones

    def knows(self, typed: str) -> bool:
        """Whether that is the code, however it is spaced and in capitals or not."""
        return hmac.compare_digest(plain(typed).encode(), plain(self._kept.code).encode())

    def give(self, phone: str, giver: str = "") -> None:
        """Let a phone be the host's, perhaps in the place of the one that hands its role on."""
        with self._lock:
            phones = {each: by for each, by in self._kept.phones.items() if each not in (phone, giver)}
            phones[phone] = giver
            self._kept.phones = dict(list(phones.items())[-MOST_PHONES:])
            self._keep()

    def offer(self, phone: str) -> str:
        """Hand the role of a phone on; give the word with which one other phone may take it."""
        word, now_s = secrets.token_urlsafe(12), self._clock()
        with self._lock:
            open_ = {w: each for w, each in self._offers.items() if each.ends_s > now_s}
            self._offers = {w: each for w, each in open_.items() if each.giver != phone}
            self._offers[word] = _Offer(phone, now_s + OFFER_S)
        return word

    def is_offered(self, word: str) -> bool:
        """Whether another phone may take a role by this word now."""
        offer = self._offers.get(word)
        return offer is not None and offer.ends_s > self._clock()

    def accept(self, word: str, phone: str) -> bool:
        """Let a phone take the role that was handed on by this word; False where it is over."""
        with self._lock:
            offer = self._offers.pop(word, None)
        if offer is None or offer.ends_s <= self._clock():
            return False
        self.give(phone, offer.giver if offer.giver != phone else "")
        return True

    def giver_of(self, phone: str) -> str:
        """Give the phone that handed the role on to this one; empty: none did."""
        return self._kept.phones.get(phone, "")

    def lay_down(self, phone: str) -> None:
        """Take the role off a phone; the one that had handed it on has it back."""
        giver = self.giver_of(phone)
        with self._lock:
            self._kept.phones.pop(phone, None)
            self._keep()
        if giver:
            self.give(giver)

    def _keep(self) -> None:
        try:
            write_atomically(self._path, msgspec.json.encode(self._kept))
        except OSError as error:
            _log.warning("The host's code and phones cannot be kept in %s: %s", self._path, error)


def kept_code(store: Path) -> str:
    """Give the host's code at the table of a store; empty where none is kept, or it may not be read."""
    found = _read(store.with_suffix(ENDING))
    return found.code if found else ""


def new_code() -> str:
    """Make a code that nobody guesses, as ``K7QM-2XPD-9FJR``."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(size)) for size in GROUPS)


def plain(code: str) -> str:
    """Give the letters of a code alone, in capitals."""
    return "".join(sign for sign in code.upper() if sign in LETTERS)


def _read(path: Path) -> _Kept | None:
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.MsgspecError):
        return None
    return kept if len(plain(kept.code)) == sum(GROUPS) else None
