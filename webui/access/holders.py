"""Which phone has which seat of a game: one at a time, and kept on the disk over a restart."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from companion.rules.game import Seat
from companion.storage.files import write_atomically

_log = logging.getLogger(__name__)

ENDING: Final = ".seats"
"""What the file beside the store ends with."""

LATELY_S: Final = 20 * 60.0
"""A page that is open asks for its news more often than this, whatever happens at the table."""

MOST_GAMES: Final = 60
"""Games whose seats are noted; the seats of an older one are free again."""

LEFT: Final = "~"
"""Stands before the phone that has left a seat: no cookie of before brings that seat back."""

BOT: Final = "+bot"
"""Stands for the phone of a seat at which a bot plays."""

FREED: Final = "-"
"""Stands for the phone of a seat that the host has freed."""


def is_phone(holder: str | None) -> bool:
    """Say whether what is noted of a seat is a phone that has it."""
    return bool(holder) and holder != FREED and not str(holder).startswith(LEFT)


class Holders:
    """The phones at the seats of all games.

    Parameters
    ----------
    path
        The file in which they are noted; None: in memory alone.
    clock
        Monotonic seconds.
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._path, self._clock, self._lock = path, clock, threading.Lock()
        self._games = _read(path)
        self._seen_s: dict[str, float] = {}

    @classmethod
    def beside(cls, store: Path) -> Holders:
        """Give the phones at the seats of the games in a store."""
        return cls(store.with_suffix(ENDING))

    def holder(self, game: str, seat: Seat) -> str | None:
        """Give what is noted of a seat: its phone, `LEFT` and one of before, `BOT`, `FREED`, or None."""
        return self._games.get(game, {}).get(seat)

    def seat_of(self, game: str, phone: str) -> Seat | None:
        """Give the seat that a phone has in a game."""
        if not is_phone(phone):
            return None
        return next((seat for seat, each in self._games.get(game, {}).items() if each == phone), None)

    def elsewhere(self, game: str, seat: Seat, phone: str) -> bool:
        """Say whether another phone has this seat."""
        holder = self.holder(game, seat)
        return is_phone(holder) and holder != phone

    def seat_bot(self, game: str, seat: Seat) -> bool:
        """Let a bot have this seat; False, and nothing changes, where a phone or a bot has it."""
        with self._lock:
            if self.elsewhere(game, seat, ""):
                return False
            self._note(game, self._seats(game) | {seat: BOT})
            return True

    def has_bot(self, game: str, seat: Seat) -> bool:
        """Say whether a bot plays this seat."""
        return self.holder(game, seat) == BOT

    def has_sat(self, game: str, phone: str) -> bool:
        """Say whether a phone has a seat of the game, or has left one that nobody took since."""
        return bool(phone) and not {phone, f"{LEFT}{phone}"}.isdisjoint(self._seats(game).values())

    def bots(self, game: str) -> tuple[Seat, ...]:
        """Give the seats that bots have in a game."""
        return tuple(sorted(seat for seat, each in self._seats(game).items() if each == BOT))

    def see(self, phone: str) -> None:
        """Note that a phone has asked for something now."""
        self._seen_s[phone] = self._clock()

    def seen_lately(self, phone: str) -> bool:
        """Say whether a phone has asked for anything lately."""
        seen_s = self._seen_s.get(phone)
        return seen_s is not None and self._clock() - seen_s < LATELY_S

    def sit(self, game: str, seat: Seat, phone: str, *, instead: bool = False) -> bool:
        """Let a phone have this seat and no other of the game.

        False, and nothing changes, where another phone has it, unless it is to be had ``instead``.
        """
        with self._lock:
            if self.elsewhere(game, seat, phone) and not instead:
                return False
            if self.holder(game, seat) != phone:
                self._note(game, self._without(game, phone) | {seat: phone})
            return True

    def leave(self, game: str, phone: str) -> None:
        """The phone has no seat of this game any more."""
        with self._lock:
            if self.seat_of(game, phone) is not None:
                self._note(game, self._without(game, phone))

    def free(self, game: str, seat: Seat) -> None:
        """Take a seat off the phone that has it, as the host does."""
        with self._lock:
            self._note(game, self._seats(game) | {seat: FREED})

    def follow(self, game: str, later: str, seats: Mapping[Seat, Seat]) -> None:
        """Whoever has a seat of one game has one in a later game, too, but where a bot has that by now.

        Parameters
        ----------
        game, later
            The games.
        seats
            Seat of the first one -> seat of the later one.
        """
        with self._lock:
            held = {
                seats[seat]: phone
                for seat, phone in self._seats(game).items()
                if seat in seats and is_phone(phone) and seats[seat] not in self.bots(later)
            }
            if held:
                self._note(later, self._seats(later) | held)

    def _without(self, game: str, phone: str) -> dict[Seat, str]:
        left = f"{LEFT}{phone}"
        return {seat: left if each == phone else each for seat, each in self._seats(game).items()}

    def _seats(self, game: str) -> dict[Seat, str]:
        return self._games.get(game, {})

    def _note(self, game: str, seats: dict[Seat, str]) -> None:
        """Note the seats of a game, as the game that was changed last."""
        games = {each: held for each, held in self._games.items() if each != game} | {game: seats}
        self._games = dict(list(games.items())[-MOST_GAMES:])
        if self._path is None:
            return
        try:
            write_atomically(self._path, msgspec.json.encode(self._games))
        except OSError as error:
            _log.warning("Which phone has which seat cannot be noted in %s: %s", self._path, error)


def _read(path: Path | None) -> dict[str, dict[Seat, str]]:
    """Read the seats; none where the file is missing or damaged."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[Seat, str]]) if path else {}
    except (OSError, msgspec.MsgspecError):
        return {}
